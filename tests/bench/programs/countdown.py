"""The limit of idling: a bare window with a countdown in seconds, and the CPU time of one of them."""

import sys
import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow  # noqa: TID251 (bare)

from bench.programs.probe import report

SETTLE_MS = 2_000
MEASURED_MS = 10_000


class Countdown(QLabel):
    """Counts down from an hour."""

    def __init__(self) -> None:
        super().__init__("60:00")
        self._seconds = 3600
        self._cpu = 0.0
        self._timer = QTimer(self, interval=1000)
        self._timer.timeout.connect(self._on_second_passed)
        self._timer.start()
        QTimer.singleShot(SETTLE_MS, self, self._measure)

    def _on_second_passed(self) -> None:
        self._seconds -= 1
        self.setText(f"{self._seconds // 60}:{self._seconds % 60:02}")

    def _measure(self) -> None:
        self._cpu = time.process_time()
        QTimer.singleShot(MEASURED_MS, self, self._end)

    def _end(self) -> None:
        report({"cpu_ms": (time.process_time() - self._cpu) / MEASURED_MS * 1e6})


app = QApplication(sys.argv)
window = QMainWindow()
window.setCentralWidget(Countdown())
window.resize(1180, 760)
window.show()
app.exec()
