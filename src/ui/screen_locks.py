"""Detects the desktop's screen lock over the session bus."""

from __future__ import annotations

import sys
from typing import Any, Final

from PySide6.QtCore import SLOT, QObject, Signal, Slot

# The desktops agree on the signal, not on its interface.
_INTERFACES: Final = (
    "org.freedesktop.ScreenSaver",
    "org.gnome.ScreenSaver",
    "org.cinnamon.ScreenSaver",
    "org.mate.ScreenSaver",
    "org.xfce.ScreenSaver",
)


class ScreenLocks(QObject):
    """Listens from now on; where there is no bus it stays silent.

    Signals:
        locked(): The screen was locked.
    """

    locked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        if not sys.platform.startswith("linux"):
            return
        from PySide6.QtDBus import QDBusConnection  # noqa: PLC0415 (where there is a bus)

        bus = QDBusConnection.sessionBus()
        if bus.isConnected():
            slot: Any = SLOT("_on_active_changed(bool)")  # a text, where the stubs say bytes
            for interface in _INTERFACES:
                # Empty names: any sender, from any path.
                bus.connect("", "", interface, "ActiveChanged", self, slot)

    @Slot(bool)
    def _on_active_changed(self, active: bool) -> None:  # noqa: FBT001 (the shape of the bus's signal)
        if active:
            self.locked.emit()
