"""The limit of any start: a bare window, shown and painted. With the argument `painted` it ends then."""

import os
import sys
import time

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QMainWindow


class Window(QMainWindow):
    """An empty window."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        super().paintEvent(event)
        QTimer.singleShot(0, self.report)

    def report(self) -> None:
        cpu_ms = time.process_time() * 1000
        sys.stdout.write(f'{{"painted": {time.monotonic()}, "cpu_ms": {cpu_ms}}}\n')
        sys.stdout.flush()
        if "painted" in sys.argv:
            os._exit(0)


app = QApplication(sys.argv)
window = Window()
window.resize(1180, 760)
window.show()
app.exec()
