"""Takes pictures of the window, with what is above it, in every theme."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMessageLogContext,
    QPoint,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QCursor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from app.storage.files import write_export
from ui.pages.files import png_bytes
from ui.shell.window import SIZE, MainWindow
from ui.theme.theme import apply_theme

if TYPE_CHECKING:
    from pathlib import Path

    from ui.shell.toasts import Toasts
    from ui.theme.tokens import Scheme

_SMALL = (800, 600)


class Camera:
    """Numbers the screens and writes a picture in each theme."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        self.app = app
        self._folder = folder
        self._count = 0
        self._window: MainWindow | None = None
        self._toasts: Toasts | None = None
        self.written: list[Path] = []

    def point_at(self, window: MainWindow, toasts: Toasts) -> None:
        """Takes pictures of this window from now on, with its toasts hidden."""
        self._window, self._toasts = window, toasts
        # Where hovering changes nothing.
        QCursor.setPos(window.mapToGlobal(QPoint(window.width() // 2, window.height() - 4)))

    async def snap_all(self, name: str, *, large_text: bool = False) -> None:
        """Takes pictures of a screen: light, dark, small, and optionally with large text."""
        self._count += 1
        await self.snap(name, "light")
        await self.snap(name, "dark")
        await self.snap(name, "light", _SMALL, "-800x600")
        if large_text:
            await self.snap(name, "light", SIZE, "-large-text", 1.5)

    async def snap(
        self,
        name: str,
        scheme: Scheme,
        size: tuple[int, int] = SIZE,
        suffix: str = "",
        text_scale: float = 1.0,
    ) -> None:
        if self._window is None or self._toasts is None:
            return
        # A toast stays for a while: it would be in some pictures and not in others.
        self._toasts.banner.hide_banner()
        apply_theme(self.app, scheme, text_scale=text_scale)
        self._window.resize(*size)
        await _settle()
        path = self._folder / f"{self._count:02}-{name}-{scheme}{suffix}.png"
        write_export(path, png_bytes(self._picture(self._window)))
        self.written.append(path)
        print(path.name, flush=True)  # noqa: T201 (how far a command of minutes is)
        apply_theme(self.app, "light")
        self._window.resize(*SIZE)
        await _settle()

    def close_dialog(self) -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is not None:
            dialog.close()

    def _picture(self, window: MainWindow) -> QPixmap:
        """Returns a picture of the window with the dialog or menu above it."""
        picture = window.grab()
        for above in (QApplication.activeModalWidget(), QApplication.activePopupWidget()):
            if above is not None and above is not window:
                position = above.mapToGlobal(QPoint(0, 0)) - window.mapToGlobal(QPoint(0, 0))
                painter = QPainter(picture)
                painter.drawPixmap(position, above.grab())
                painter.end()
        return picture


async def _settle() -> None:
    """Processes the layouts and paints that wait in Qt's queue."""
    for _round in range(4):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        await asyncio.sleep(0.02)


_NOISE = "This plugin does not support "


def silence_plugin_messages() -> None:
    """Silences messages about what a platform can't do, such as raising windows."""
    qInstallMessageHandler(_on_message)


def _on_message(_kind: QtMsgType, _context: QMessageLogContext, text: str | None) -> None:
    if text is not None and not text.startswith(_NOISE):
        print(text, file=sys.stderr)  # noqa: T201 (where Qt itself would print it)
