"""Protects secrets: hides them when idle or locked, and counts down until the clipboard is cleared."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import SLOT, QDeadlineTimer, QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.present.statuses import copied_text
from ui.widgets.secret_widget import SecretWidget

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


# The desktops agree on the signal, not on its interface.
_INTERFACES: Final = (
    "org.freedesktop.ScreenSaver",
    "org.gnome.ScreenSaver",
    "org.cinnamon.ScreenSaver",
    "org.mate.ScreenSaver",
    "org.xfce.ScreenSaver",
)


class ScreenLocks(QObject):
    """Detects the desktop's screen lock over the session bus; without a bus nothing is emitted."""

    locked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        if not sys.platform.startswith("linux"):
            return
        from PySide6.QtDBus import QDBusConnection  # noqa: PLC0415 (on Linux only)

        bus = QDBusConnection.sessionBus()
        if bus.isConnected():
            slot: Any = SLOT("_on_active_changed(bool)")  # str, although the stubs declare bytes
            for interface in _INTERFACES:
                # Empty names: any sender, from any path.
                bus.connect("", "", interface, "ActiveChanged", self, slot)

    @Slot(bool)
    def _on_active_changed(self, active: bool) -> None:  # noqa: FBT001 (the bus's signal)
        if active:
            self.locked.emit()


class IdleLock(QObject):
    """Hides secrets, and clears a copied one, after a time without input or when the screen is locked."""

    def __init__(self, clipboard: Clipboard, parent: QObject) -> None:
        super().__init__(parent)
        self._clipboard = clipboard
        # Without input where the tray's menu copies it: no window of the app sees that.
        clipboard.secret_copied.connect(self._begin_anew)
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
        """Sets the time without input, in milliseconds; None for never."""
        self._limit_ms = limit_ms or 0
        self._timer.stop()
        if limit_ms is not None:
            self._deadline.setRemainingTime(limit_ms)
            self._timer.start(limit_ms)

    def hide_secrets(self) -> None:
        """Hides every secret that is shown, and clears the one on the clipboard."""
        for widget in QApplication.allWidgets():
            if isinstance(widget, SecretWidget) and not widget.is_masked():
                widget.hide_secret()
        self._clipboard.clear_if_ours()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Records input; the timer checks it when it is due, so that a moving pointer costs little."""
        if event.type() in _INPUT:
            self._begin_anew()
        return super().eventFilter(watched, event)

    def _begin_anew(self) -> None:
        if self._limit_ms:
            self._deadline.setRemainingTime(self._limit_ms)
            if not self._timer.isActive():
                self._timer.start(self._limit_ms)

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
    """Counts down in the status bar's message of a copied secret, until another message replaces it."""

    def __init__(self, bar: StatusBar, clipboard: Clipboard) -> None:
        super().__init__(bar)
        self._bar = bar
        self._clipboard = clipboard
        self._last = ""
        clipboard.secret_copied.connect(self._on_secret_copied)
        clipboard.secret_cleared.connect(self._on_secret_cleared)
        self._timer = QTimer(self, interval=1000)
        self._timer.timeout.connect(self._on_second_passed)

    def _on_secret_copied(self, seconds: int) -> None:
        self._last = copied_text(self._clipboard.message, seconds)
        self._timer.start()

    def _on_secret_cleared(self) -> None:
        if self._bar.message() == self._last:
            self._bar.show_message("")

    def _on_second_passed(self) -> None:
        if self._bar.message() != self._last:
            self._timer.stop()
        elif seconds := self._clipboard.seconds_left():
            self._last = copied_text(self._clipboard.message, seconds)
            self._bar.show_message(self._last, permanent=True)
