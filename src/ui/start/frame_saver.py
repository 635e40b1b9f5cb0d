"""Saves the pictures that the next start shows first."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QRect, QTimer

from app.errors import StorageError
from app.i18n.units import as_of
from app.services.accounts.known import SESSION_PREFIX
from app.storage.files import write_atomically
from ui.shell.first_frame import Frame, pack, size_of
from ui.start.first_paint import about
from ui.theme import theme
from ui.widgets.painting import picture_of

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QImage

    from app.bootstrap import Services
    from ui.shell.navigation import Navigation
    from ui.start.first_paint import FirstPaint

_PAUSE_MS: Final = 5_000
_LATER_PAUSE_MS: Final = 60_000
_TASK: Final = "first frame"


class FrameSaver(QObject):
    """Takes pictures of header, list and status bar after they have changed, and writes them.

    Of each page the first ones are taken after 5 seconds, later ones at most once in a minute, and the last
    at the end.

    It takes none of what is beside the list, which may be payable. Pictures that can't be renewed are
    deleted, such as those of an account that was removed.
    """

    def __init__(self, first: FirstPaint, services: Services, navigation: Navigation) -> None:
        super().__init__(first.window)
        self._first = first
        self._services = services
        self._navigation = navigation
        self._path = services.paths.first_frame
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self._on_timer_timeout)
        first.window.page_changed.connect(self._on_page_changed)
        first.window.content_changed.connect(self._on_content_changed)
        theme.on_change(first.window, lambda _window: self._on_content_changed())

    async def finish(self) -> None:
        """Saves what has changed last."""
        await self._navigation.tasks.join(_TASK)
        if self._timer.isActive():
            self._timer.stop()
            self._navigation.tasks.start(_TASK, self._save())
            await self._navigation.tasks.join(_TASK)

    def _on_page_changed(self) -> None:
        self._timer.start(_PAUSE_MS)

    def _on_content_changed(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _on_timer_timeout(self) -> None:
        if self._navigation.tasks.is_running(_TASK):
            self._timer.start()
        else:
            self._navigation.tasks.start(_TASK, self._save())

    async def _save(self) -> None:
        page, window = self._navigation.page, self._first.window
        if window.first_frame is not None or (page is not None and window.shown_page() is not page):
            # It is covered, or shows settings: what was saved is still right.
            return
        pictures = page.pictures() if page is not None and self._navigation.account_id else None
        if page is None or pictures is None:
            await asyncio.to_thread(_remove, self._path)
            return
        now = self._services.clock.now()
        bar = window.status_bar
        shown = [(page.mapTo(window, position), picture) for position, picture in pictures]
        shown.append((bar.pos(), bar.picture_with(as_of(page.responded_at or now, now, is_dated=True))))
        # The header, and the line below it.
        top = QRect(0, 0, window.width(), window.header.height() + 1)
        shown.append((top.topLeft(), picture_of(window.centralWidget() or window, top)))
        self._timer.setInterval(_LATER_PAUSE_MS)
        images = [(position, picture.toImage()) for position, picture in shown]
        size, ground = size_of(window), theme.current_tokens().window
        await asyncio.to_thread(_write, self._path, self._about(), size, ground, images)

    def _about(self) -> list[object]:
        navigation = self._navigation
        is_session = navigation.account_id.startswith(SESSION_PREFIX)
        account = self._first.account if is_session else navigation.account_id
        percent = self._services.settings.now.text_percent
        scheme = theme.current_tokens().name
        return about(account, navigation.router.tab.key, self._first.words, scheme, percent)


def _write(
    path: Path, about_it: list[object], size: list[float], ground: str, images: list[tuple[QPoint, QImage]]
) -> None:
    pieces = [(position.x(), position.y(), _bitmap(image)) for position, image in images]
    with suppress(StorageError):  # the next start then shows none
        write_atomically(path, pack(about_it, Frame(size, ground, pieces)), is_lasting=False)


def _bitmap(image: QImage) -> bytes:
    from PySide6.QtCore import QBuffer  # noqa: PLC0415 (some seconds after the first rows)

    buffer = QBuffer()
    # Not as PNG, which takes five times as long to write, and twice to read. The stubs demand bytes, which
    # PySide refuses.
    image.save(buffer, "BMP")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
