"""Runs the garbage collector on the GUI thread only: a widget destroyed in another thread crashes Qt."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_PAUSE_MS = 1000


class GarbageRounds(QObject):
    """Takes over from Python's own collector, which runs in whichever thread happens to be at work."""

    def __init__(self, parent: QObject) -> None:
        """Disables Python's automatic collection and checks once a second whether a round is due.

        Args:
            parent: Lives in the GUI thread, as long as the app.
        """
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=_PAUSE_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collects the oldest generation that is due by Python's own thresholds."""
        due = [
            generation
            for generation, (count, limit) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
            if limit and count > limit
        ]
        if due and due[0] == 0:
            gc.collect(due[-1])
