"""Shows where the event loop stalls, for `tollhouse --debug`."""

from __future__ import annotations

import faulthandler
import logging
import re
import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.i18n.texts import _
from app.i18n.units import clock_time
from ui.widgets.tables.column_model import RecordModel
from ui.widgets.tables.columns import Column
from ui.widgets.tables.table_view import TableView

if TYPE_CHECKING:
    from collections.abc import Sequence

MIN_STALL_S: Final = 0.030
"""A turn of the event loop that takes longer is a stall: two frames of a screen."""
_BEAT_S: Final = 0.010
_REFRESH_MS: Final = 2_000

_OUR_PACKAGES: Final = ("/ui/", "/app/")
_LINE = re.compile(r'File "(.+)", line (\d+) in (.+)')
_log = logging.getLogger("tollhouse.stalls")


@dataclass(frozen=True, slots=True)
class Stall:
    """A turn of the event loop that took too long.

    Attributes:
        duration_s: The time in which nothing else could run.
        location: The innermost line of this app at work `MIN_STALL_S` later; empty when there was none.
    """

    number: int
    ended_at: datetime
    duration_s: float
    location: str


class StallMonitor(QObject):
    """Finds the stalls of the event loop of the thread in which it is made, and logs them.

    A timer beats in that loop; a second thread samples the stack when a beat is late, so that a stall has
    a location.

    Attributes:
        stalls: Since the monitor was made, in order.

    Signals:
        stalled(Stall): The loop has just stalled for longer than `MIN_STALL_S`.
    """

    stalled = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.stalls: list[Stall] = []
        self._thread_id = threading.get_ident()
        self._last_beat = time.perf_counter()
        self._location = ""
        self._stopped = threading.Event()
        self._timer = QTimer(self, interval=round(_BEAT_S * 1000), timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_timer_timeout)
        self._timer.start()
        self._sampler = threading.Thread(target=self._sample, name="stalls", daemon=True)
        self._sampler.start()

    def stop(self) -> None:
        self._timer.stop()
        self._stopped.set()
        self._sampler.join()

    def _on_timer_timeout(self) -> None:
        beat, location = time.perf_counter(), self._location
        stalled_s = beat - self._last_beat - _BEAT_S
        self._last_beat, self._location = beat, ""
        if stalled_s > MIN_STALL_S:
            stall = Stall(len(self.stalls) + 1, datetime.now(UTC), stalled_s, location)
            self.stalls.append(stall)
            _log.debug("%.0f ms at %s", stalled_s * 1000, location or "an unknown line")
            self.stalled.emit(stall)

    def _sample(self) -> None:
        while not self._stopped.wait(_BEAT_S):
            is_late = time.perf_counter() - self._last_beat > _BEAT_S + MIN_STALL_S
            if is_late and not self._location:
                self._location = _location(self._thread_id)


def _location(thread_id: int) -> str:
    """Returns 'file:line function' of the innermost line of this app in a thread."""
    # Not by `sys._current_frames`: a frame that is held here would keep a painter of that thread alive.
    with TemporaryFile() as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        return innermost_line(file.read().decode("utf-8", "replace"), thread_id)


def innermost_line(stacks: str, thread_id: int) -> str:
    """Returns 'file:line function' of the innermost line of this app in a thread; empty if there is none.

    Args:
        stacks: Of all threads, as `faulthandler` writes them.
    """
    _, _, rest = stacks.partition(f"0x{thread_id:016x} ")
    # Beside the number may be the thread's name, from Python 3.14 on.
    _, _, rest = rest.partition("(most recent call first):")
    for path, number, function in _LINE.findall(rest.partition("\n\n")[0]):
        for package in _OUR_PACKAGES:
            _, found, name = path.replace("\\", "/").rpartition(package)
            if found:
                return f"{package.strip('/')}/{name}:{number} {function}"
    return ""


def _columns() -> Sequence[Column[Stall, Stall]]:
    return (
        Column(
            key="time",
            title=lambda: _("Time"),
            text=lambda stall: clock_time(stall.ended_at, seconds=True),
            sort_key=lambda stall: stall.number,
            width=110,
        ),
        Column(
            key="duration",
            title=lambda: _("Duration"),
            text=lambda stall: _("{count} ms").format(count=round(stall.duration_s * 1000)),
            sort_key=lambda stall: stall.duration_s,
            is_number=True,
            width=110,
        ),
        Column(key="location", title=lambda: _("Line of code"), text=lambda stall: stall.location),
    )


class StallWindow(QWidget):
    """A window beside the main one with the stalls so far, the latest first."""

    def __init__(self, monitor: StallMonitor, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._monitor = monitor
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setWindowTitle(_("Stalls of the event loop"))
        self.resize(640, 360)
        self._model = RecordModel(_columns(), lambda stall: stall, key=lambda stall: str(stall.number))
        self._model.sort_by("time", descending=True)
        table = TableView(_("Stalls"))
        table.show_model(self._model)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(table)
        # Not at each stall: to show it takes time as well.
        timer = QTimer(self, interval=_REFRESH_MS)
        timer.timeout.connect(self._refresh)
        timer.start()
        self._refresh()

    def _refresh(self) -> None:
        if self._model.count() < len(self._monitor.stalls):
            self._model.show_records(self._monitor.stalls)
