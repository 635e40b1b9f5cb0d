"""Protects secrets: hides them when nobody is there, and counts down until the clipboard is cleared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QDeadlineTimer, QEvent, QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.present.copies import copied_text
from ui.screen_locks import ScreenLocks
from ui.widgets.inputs.line_edit import SecretEdit
from ui.widgets.second_ticks import SecondTicks
from ui.widgets.text.secret_field import SecretField

if TYPE_CHECKING:
    from PySide6.QtGui import QWindow

    from ui.clipboard import Clipboard
    from ui.widgets.layout.status_bar import StatusBar

_INPUT: Final = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.TouchUpdate,
    }
)


class IdleLock(QObject):
    """Waits for the end of all input.

    Args:
        clipboard: A secret on it is cleared, too.
        parent: The object with which it ends.
    """

    def __init__(self, clipboard: Clipboard, parent: QObject) -> None:
        super().__init__(parent)
        self._clipboard = clipboard
        self._limit_ms = 0
        self._deadline = QDeadlineTimer(QDeadlineTimer.ForeverConstant.Forever)
        self._watched: QWindow | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._on_timer_timeout)
        self._locks = ScreenLocks(self)
        self._locks.locked.connect(self.hide_secrets)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.focusWindowChanged.connect(self._on_focus_window_changed)
            self._on_focus_window_changed(application.focusWindow())

    def set_limit(self, limit_ms: int | None) -> None:
        """Waits so long from now on, in milliseconds; None for never."""
        self._limit_ms = limit_ms or 0
        self._timer.stop()
        if limit_ms is not None:
            self._deadline.setRemainingTime(limit_ms)
            self._timer.start(limit_ms)

    def hide_secrets(self) -> None:
        """Hides every secret that is shown, and takes the one on the clipboard away."""
        for widget in QApplication.allWidgets():
            if isinstance(widget, SecretField | SecretEdit) and not widget.is_masked():
                widget.hide_secret()
        self._clipboard.clear_if_ours()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Records input; the timer checks it when it is due, so that a moving pointer costs little."""
        if self._limit_ms and event.type() in _INPUT:
            self._deadline.setRemainingTime(self._limit_ms)
            if not self._timer.isActive():
                self._timer.start(self._limit_ms)
        return super().eventFilter(watched, event)

    def _on_focus_window_changed(self, window: QWindow | None) -> None:
        # On the window with the keyboard alone: a filter on the application would see every event of all.
        if self._watched is not None:
            self._watched.removeEventFilter(self)
            self._watched.destroyed.disconnect(self._on_window_destroyed)
        self._watched = window
        if window is not None:
            window.installEventFilter(self)
            window.destroyed.connect(self._on_window_destroyed)

    def _on_window_destroyed(self) -> None:
        self._watched = None

    def _on_timer_timeout(self) -> None:
        left = self._deadline.remainingTime()
        if left > 0:
            self._timer.start(left)
        else:
            self.hide_secrets()


class ClipboardCountdown(QObject):
    """Updates the message in the status bar, as long as no other replaces it.

    Args:
        bar: The status bar.
        clipboard: Knows how long the secret stays.
    """

    def __init__(self, bar: StatusBar, clipboard: Clipboard) -> None:
        super().__init__(bar)
        self._bar = bar
        self._clipboard = clipboard
        self._last = ""
        clipboard.secret_copied.connect(self._on_secret_copied)
        clipboard.secret_cleared.connect(lambda: bar.show_message(""))
        SecondTicks(bar).ticked.connect(self._on_second_passed)

    def _on_secret_copied(self, seconds: int) -> None:
        """Takes the message of a copied secret before it is shown."""
        self._last = copied_text(self._clipboard.message, seconds)

    def _on_second_passed(self) -> None:
        seconds = self._clipboard.seconds_left()
        if seconds and self._bar.message() == self._last:
            self._last = copied_text(self._clipboard.message, seconds)
            self._bar.show_message(self._last, stays=True)
