"""The app until the list of top-ups is on screen as the service tells it; the environment names the account.

It also tells since when the list as it was last known is there. With the argument `stalls` it tells the
longest wait of the event loop on the way too, which takes time itself.
"""

import json
import sys
import time
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer

from ui import __main__
from ui.shell.window import MainWindow
from ui.start import application as start

_usual_prepare = start.prepare
_LOOK_EVERY_MS = 4


class Gaps(QObject):
    """Ticks as fast as the event loop lets it.

    Attributes:
        longest: The longest time between two ticks, in seconds.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.longest = 0.0
        self._last = 0.0
        self._timer = QTimer(self, interval=1, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_tick)
        window.painted.connect(self._timer.start)

    def _on_tick(self) -> None:
        now = time.monotonic()
        self.longest = max(self.longest, now - self._last) if self._last else 0.0
        self._last = now


class Watch(QObject):
    """Looks whether the list is there, and reports once the service has told it."""

    def __init__(self, window: MainWindow, gaps: Gaps | None) -> None:
        super().__init__(window)
        self._window = window
        self._gaps = gaps
        self._known_at: float | None = None
        self._timer = QTimer(self, interval=_LOOK_EVERY_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        # Not imported here: the app is to do that when it does.
        page: Any = self._window.shown_page()
        if not (hasattr(page, "pane") and page.pane.view.isVisible() and page.model.rowCount()):
            return
        if self._known_at is None:
            self._known_at = time.monotonic()
        if page.history.is_told():
            self._timer.stop()
            # One round later: it is painted.
            QTimer.singleShot(0, self, self._report)

    def _report(self) -> None:
        longest = self._gaps.longest * 1000 if self._gaps else 0
        report = {"moment": time.monotonic(), "known": self._known_at, "longest_gap_ms": longest}
        sys.stdout.write(json.dumps(report) + "\n")
        sys.stdout.flush()


def prepare(window: MainWindow, environment: Mapping[str, str], *, debug: bool = False) -> start.Preparation:
    gaps = Gaps(window) if "stalls" in sys.argv else None
    preparation = _usual_prepare(window, environment, debug=debug)
    Watch(window, gaps)
    return preparation


start.prepare = prepare
__main__.main([])
