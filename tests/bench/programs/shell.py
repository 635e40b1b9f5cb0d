"""The app up to its first paint, by the way it really starts."""

import json
import sys
import time
from collections.abc import Mapping

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from ui import __main__
from ui.shell.window import MainWindow
from ui.start import application as start


def report() -> None:
    sys.stdout.write(json.dumps({"moment": time.monotonic()}) + "\n")
    sys.stdout.flush()


def prepare(window: MainWindow, environment: Mapping[str, str], *, debug: bool = False) -> start.Preparation:
    window.painted.connect(lambda: QTimer.singleShot(0, window, report))
    QApplication.exec()
    return start.Preparation(window, environment, debug=debug)


start.prepare = prepare
__main__.main([])
