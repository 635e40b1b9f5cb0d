"""The window at its first paint: without its parts, but with a signal for everything.

Imported before the first paint, so it uses nothing of PySide6 that takes long to load, such as `Qt`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QMainWindow

from ui.shell.first_frame import FirstFrame

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from ui.shell.first_frame import Frame


class FirstWindow(QMainWindow):
    """A window that shows pictures of its last contents until its parts are there.

    Signals:
        painted(): It has been painted for the first time.
        content_changed(): It does not look the same any more as in the pictures of its first frame.
        new_requested(), refresh_requested(), search_requested(): Shortcuts for the page that is open.
        overview_requested(): All accounts are to be shown at a glance.
        settings_requested(), about_requested(): The settings, or their last card, are to be shown.
        shortcuts_requested(): All shortcuts are to be shown.
        palette_requested(): Everything is to be searched.
        account_chosen(str): Another account is to be opened.
        new_account_requested(), accounts_requested(): An account is to be added, or all are to be managed.
    """

    painted = Signal()
    tab_chosen = Signal(str)
    new_requested = Signal()
    refresh_requested = Signal()
    search_requested = Signal()
    settings_requested = Signal()
    about_requested = Signal()
    overview_requested = Signal()
    shortcuts_requested = Signal()
    palette_requested = Signal()
    account_chosen = Signal(str)
    new_account_requested = Signal()
    accounts_requested = Signal()
    content_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._was_painted = False
        self.first_frame: FirstFrame | None = None

    def show_first_frame(self, frame: Frame) -> None:
        """Shows pictures until `end_first_frame`."""
        self.first_frame = FirstFrame(self, frame, self.end_first_frame)
        self.first_frame.resize(self.size())

    def end_first_frame(self, within_ms: int = 0) -> None:
        """Shows the parts of the window in place of the pictures, now or after a time."""
        if self.first_frame is None:
            return
        if within_ms:
            waiting = QTimer(self.first_frame, singleShot=True, interval=within_ms)
            waiting.timeout.connect(self.end_first_frame)
            waiting.start()
        else:
            self.first_frame.hide()
            self.first_frame.deleteLater()
            self.first_frame = None

    def quit(self) -> None:
        self.close()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Emits `painted` the first time."""
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            self.painted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.first_frame is not None:
            self.first_frame.resize(self.size())
        self.content_changed.emit()
