"""What the programs of the bench share: reports, the beat of the event loop, and the moments of a start.

It imports and loads little before the first paint: `Qt` alone would be a fifth of the time until then.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Any

from ui.start.process import import_qt

import_qt()  # as `ui.__main__` does, which does it again: the garbage collector is off from here on

from PySide6.QtCore import QObject, QTimer  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QEvent

    from ui.shell.window import MainWindow

_BEAT_MS = 2
_BUSY_S = 0.0002
"""A turn that takes less CPU time does nothing but beat."""
_CHECK_EVERY_MS = 4


def report(values: dict[str, Any]) -> None:
    """Prints the one line that the bench waits for."""
    import json  # noqa: PLC0415 (after the first paint)

    sys.stdout.write(json.dumps(values) + "\n")
    sys.stdout.flush()


def report_and_end(values: dict[str, Any]) -> None:
    """Ends the process at once: what comes afterwards is not to be counted."""
    report(values)
    os._exit(0)


class Beat(QObject):
    """Measures the turns of the event loop, by a timer that is due again after 2 ms."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = _precise_timer(self, _BEAT_MS, self._on_timeout)
        self._timer.start()
        self.restart()

    def restart(self) -> None:
        """Forgets what was measured."""
        self._longest = self._longest_cpu = self._spent = 0.0
        self._last, self._last_cpu, self._last_spent = _times()

    def stop(self) -> None:
        """Ends the measurement."""
        self._timer.stop()

    def costs(self) -> dict[str, float]:
        """Returns the longest time between two beats, the most CPU time of this thread in one, and all of it.

        The last is that of all threads, in the turns that did something.
        """
        self._on_timeout()
        longest = {"stall_ms": self._longest * 1000, "turn_ms": self._longest_cpu * 1000}
        return {**longest, "cpu_ms": self._spent * 1000}

    def _on_timeout(self) -> None:
        now, cpu, spent = _times()
        self._longest = max(self._longest, now - self._last)
        self._longest_cpu = max(self._longest_cpu, cpu - self._last_cpu)
        if spent - self._last_spent > _BUSY_S:
            self._spent += spent - self._last_spent
        self._last, self._last_cpu, self._last_spent = now, cpu, spent


def _times() -> tuple[float, float, float]:
    """Returns the time, the CPU time of this thread, and that of the process."""
    return time.monotonic(), time.thread_time(), time.process_time()


class Marks(QObject):
    """Records the moments of a start.

    `painted`: the window is painted for the first time. `known`: rows are painted, by the first frame, from
    the cache, or from the service. `fresh`: rows are painted after the service has responded. `working`: all
    tasks of the page have ended, and the top-up beside the list is shown.

    Args:
        on_mark: Called with the name of each moment when it is reached.
    """

    def __init__(self, window: MainWindow, on_mark: Callable[[str], None]) -> None:
        super().__init__(window)
        self.moments: dict[str, float] = {}
        self._window = window
        self._on_mark = on_mark
        # The page is not imported here: the app is to do that when it does.
        self._page: Any = None
        self._look: QTimer | None = None
        window.painted.connect(self._on_painted)
        window.page_changed.connect(self._on_page_changed)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's name)
        if event.type() == event.Type.Paint and self._page.model.rowCount():
            self._mark_soon("known")
            if self._page.history.is_reported():
                self._mark_soon("fresh")
                if self._look is None:
                    self._look = _precise_timer(self, _CHECK_EVERY_MS, self._on_look)
                    self._look.start()
        return False

    def _on_painted(self) -> None:
        self._mark_soon("painted")
        frame = self._window.first_frame
        if frame is not None and frame.fits():
            self._mark_soon("known")

    def _on_page_changed(self) -> None:
        page = self._window.shown_page()
        if self._page is None and hasattr(page, "pane"):
            self._page = page
            self._page.pane.view.viewport().installEventFilter(self)

    def _on_look(self) -> None:
        page = self._page
        are_busy = page.tasks.is_running("load") or page.topup_page.tasks.names()
        if page.topup_page.topup_id and not are_busy and self._look is not None:
            self._look.stop()
            self._mark_soon("working")

    def _mark_soon(self, mark: str) -> None:
        # One turn later it is painted.
        if mark not in self.moments:
            QTimer.singleShot(0, self, lambda: self._mark(mark))

    def _mark(self, mark: str) -> None:
        if mark not in self.moments:
            self.moments[mark] = time.monotonic()
            self._on_mark(mark)


def _precise_timer(parent: QObject, interval_ms: int, notify: Callable[[], None]) -> QTimer:
    from PySide6.QtCore import Qt  # noqa: PLC0415 (see above)

    timer = QTimer(parent, interval=interval_ms, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(notify)
    return timer


def memory_mb() -> float:
    """Returns the resident memory of this process."""
    with open("/proc/self/status", encoding="ascii") as lines:  # noqa: PTH123 (pathlib is not imported)
        for line in lines:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    raise RuntimeError("this system does not report the memory of a process")
