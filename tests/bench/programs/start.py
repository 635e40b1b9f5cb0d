"""The app as it starts, until a mark is reached (see `Marks`).

Arguments: `painted` or `known` (ends there), `working`, or `watch` (also measures the longest stall, until
3 s after the page works, which takes time itself); then the options of the app.
"""

import sys

from bench.programs.probe import Beat, Marks, report, report_and_end
from ui import __main__
from ui.shell.window import MainWindow
from ui.start import first_paint

_AFTER_MS = 3_000
_until, *_options = sys.argv[1:]
_usual_wait = first_paint.wait_for_first_paint


def wait(window: MainWindow) -> None:
    from PySide6.QtCore import QTimer  # noqa: PLC0415 (the app imports PySide first, in its own way)

    beat = Beat(window) if _until == "watch" else None

    def on_mark(mark: str) -> None:
        if mark == _until == "working":
            report(marks.moments)
        elif mark == _until:
            report_and_end(marks.moments)
        elif beat is not None and mark == "working":
            QTimer.singleShot(_AFTER_MS, window, lambda: report({**marks.moments, **beat.costs()}))

    marks = Marks(window, on_mark)
    _usual_wait(window)


first_paint.wait_for_first_paint = wait
__main__.main(_options)
