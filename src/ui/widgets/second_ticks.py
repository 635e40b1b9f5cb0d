"""A one-second timer that runs only while its widget is visible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_SECOND_MS = 1000


class SecondTicks(QObject):
    """Ticks each second while its owner is visible; `ticked` has the number of ticks so far."""

    ticked = Signal(int)

    def __init__(self, seen: QWidget) -> None:
        super().__init__(seen)
        self._count = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_SECOND_MS)
        self._timer.timeout.connect(self._on_timeout)
        seen.installEventFilter(self)
        if seen.isVisible():
            self._timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self._timer.start()
        elif event.type() == QEvent.Type.Hide:
            self._timer.stop()
        return super().eventFilter(watched, event)

    def _on_timeout(self) -> None:
        self._count += 1
        self.ticked.emit(self._count)
