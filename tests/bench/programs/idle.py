"""The app, idle for 10 s with its window open, then hidden: CPU time in a second, and paint events."""

import time

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from bench.programs.probe import Marks, report
from ui import __main__
from ui.shell.window import MainWindow
from ui.start import first_paint

SETTLE_MS = 20_000
MEASURED_MS = 10_000
_usual_wait = first_paint.wait_for_first_paint


class Paints(QObject):
    """Counts the paint events of the whole application."""

    count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's name)
        self.count += event.type() == QEvent.Type.Paint
        return False


class Idle(QObject):
    """Measures one span after the other.

    Args:
        window: The window, which is hidden for the last two spans.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._paints = Paints(self)
        self._cpu = 0.0
        self._report: dict[str, float] = {}

    def begin(self, mark: str) -> None:
        if mark == "working":
            QTimer.singleShot(SETTLE_MS, self, self._measure_open)

    def _measure_open(self) -> None:
        self._cpu = time.process_time()
        QTimer.singleShot(MEASURED_MS, self, self._measure_hidden)

    def _measure_hidden(self) -> None:
        self._report["open_ms"] = self._spent_ms()
        self._window.hide()
        self._cpu = time.process_time()
        QTimer.singleShot(MEASURED_MS, self, self._count_paints)

    def _count_paints(self) -> None:
        # In a span of its own: to count them costs time.
        self._report["hidden_ms"] = self._spent_ms()
        QApplication.instance().installEventFilter(self._paints)  # type: ignore[union-attr]
        QTimer.singleShot(MEASURED_MS, self, self._end)

    def _end(self) -> None:
        report({**self._report, "paints": self._paints.count})

    def _spent_ms(self) -> float:
        return (time.process_time() - self._cpu) / MEASURED_MS * 1e6


def wait(window: MainWindow) -> None:
    Marks(window, Idle(window).begin)
    _usual_wait(window)


first_paint.wait_for_first_paint = wait
__main__.main([])
