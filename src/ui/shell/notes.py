"""Tells what happened to top-ups: over the window, and on the desktop when nobody looks at the window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QTimer, Signal

from app.present.topup_notes import present_note
from app.texts import _
from ui.desktop_notes import show_on_desktop
from ui.theme import follow, scaled
from ui.widgets.banner import Banner

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.present.topup_notes import NoteView
    from app.rules.topup_notes import Note
    from app.services.following import Following
    from ui.shell.window import MainWindow
    from ui.tasks import Tasks
    from ui.widgets.banner import BannerKind

STAYS_MS: Final = 10_000
_WIDTH: Final = 420
_DISTANCE: Final = 16
_HEADER_HEIGHT: Final = 51


class Notes(QObject):
    """One note at a time over the window's upper corner; the next one takes its place.

    Attributes:
        banner: The note.

    Signals:
        topup_wanted(str, str): A note was pressed: the ids of its account and its top-up.
    """

    topup_wanted = Signal(str, str)

    def __init__(
        self,
        window: MainWindow,
        tasks: Tasks,
        tell_desktop: Callable[[str, str], Awaitable[bool]] = show_on_desktop,
    ) -> None:
        """Makes ready.

        Args:
            window: Over which notes stand.
            tasks: Runs the work.
            tell_desktop: Takes a title and a text without amounts.
        """
        super().__init__(window)
        self._window = window
        self._tasks = tasks
        self._tell_desktop = tell_desktop
        self._place = ("", "")
        self.banner = Banner(window)
        self.banner.acted.connect(self._on_acted)
        self.banner.dismissed.connect(self.banner.hide_banner)
        self._end = QTimer(self)
        self._end.setSingleShot(True)
        self._end.setInterval(STAYS_MS)
        self._end.timeout.connect(self.banner.hide_banner)
        window.installEventFilter(self)
        follow(self._on_look_changed)

    def listen(self, account_id: str, name: str, following: Following) -> None:
        """Tells from now on what happens to an account's top-ups.

        Args:
            account_id: Its id.
            name: What people call it.
            following: Its watch.
        """
        following.on_note.append(partial(self._on_note, account_id, name))

    def _on_note(self, account_id: str, name: str, note: Note) -> None:
        view = present_note(note)
        self._place = (account_id, view.topup_id)
        text = _("{account}: {text}").format(account=name, text=view.text)
        self.banner.show_banner(_kind(view), text, icon=view.icon, action=_("Show"), dismissible=True)
        self._put()
        self._end.start()
        if not self._window.isActiveWindow():
            name = f"desktop {view.topup_id} {note.kind}"
            self._tasks.start(name, self._tell(view))

    async def _tell(self, view: NoteView) -> None:
        await self._tell_desktop(view.title, view.public_text)

    def _on_acted(self) -> None:
        self.banner.hide_banner()
        self.topup_wanted.emit(*self._place)

    def _on_look_changed(self) -> None:
        # When the sentence has its new font too.
        QTimer.singleShot(0, self, self._put)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stays in the window's corner."""
        if event.type() == QEvent.Type.Resize:
            self._put()
        return super().eventFilter(watched, event)

    def _put(self) -> None:
        if self.banner.isHidden():
            return
        width = min(scaled(_WIDTH), self._window.width() - 2 * _DISTANCE)
        # The sentence takes the lines that it needs at this width.
        self.banner.setFixedWidth(width)
        self.banner.ensurePolished()
        layout = self.banner.layout()
        if layout is not None:
            layout.activate()
        height = self.banner.heightForWidth(width)
        left = self._window.width() - width - _DISTANCE
        self.banner.setFixedHeight(height)
        # Over the header's free end: below stand the buttons that are pressed next.
        self.banner.move(left, max(2, (_HEADER_HEIGHT - height) // 2))
        self.banner.raise_()


def _kind(view: NoteView) -> BannerKind:
    if view.kind == "danger":
        return "danger"
    return "warning" if view.kind == "warning" else "info"
