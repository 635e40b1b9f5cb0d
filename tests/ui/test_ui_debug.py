"""`--debug`: what stalls the event loop is seen with its line of code."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from ui.start.debug import MIN_STALL_S, StallMonitor, StallWindow, innermost_line
from ui.widgets.tables.table_view import TableView

BUSY_S = 4 * MIN_STALL_S


@pytest.fixture
def window(qapp: QApplication) -> Iterator[QWidget]:
    widget = QWidget()
    yield widget
    widget.deleteLater()
    qapp.processEvents()


def be_busy() -> None:
    end = time.perf_counter() + BUSY_S
    while time.perf_counter() < end:
        pass


def test_a_stall_is_listed_with_its_duration_and_line(
    run: Callable[[Coroutine[Any, Any, Any]], Any], window: QWidget
) -> None:
    async def watch() -> StallMonitor:
        monitor = StallMonitor(window)
        stalled = asyncio.Event()
        monitor.stalled.connect(lambda stall: stalled.set() if "be_busy" in stall.location else None)
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_later(0.01, be_busy)
        await stalled.wait()
        monitor.stop()
        return monitor

    monitor = run(watch())
    (stall,) = [one for one in monitor.stalls if "be_busy" in one.location]
    assert stall.duration_s > MIN_STALL_S
    assert stall.location.startswith("ui/test_ui_debug.py:")

    table = StallWindow(monitor, window).findChild(TableView)
    assert isinstance(table, TableView)
    model = table.model()
    shown = [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]
    assert [f"{round(stall.duration_s * 1000)} ms", stall.location] in [row[1:] for row in shown]


STACKS = """Thread 0x00007f3164b4a6c0{sampler} (most recent call first):
  File "/usr/lib/python3/threading.py", line 369 in wait
  File "/home/somebody/src/ui/start/debug.py", line 94 in _sample

Thread 0x00007f3170a41080{main} (most recent call first):
  File "/usr/lib/python3/json/decoder.py", line 361 in raw_decode
  File "/home/somebody/src/app/storage/files.py", line 31 in read
  File "/home/somebody/src/ui/shell/window.py", line 12 in show
"""


@pytest.mark.parametrize(
    "names", [{"sampler": "", "main": ""}, {"sampler": " [stalls]", "main": " [tollhouse]"}]
)
def test_the_line_is_found_whether_or_not_the_stacks_have_the_names_of_threads(names: dict[str, str]) -> None:
    stacks = STACKS.format(**names)
    assert innermost_line(stacks, 0x7F3170A41080) == "app/storage/files.py:31 read"
    assert innermost_line(stacks, 0x7F3164B4A6C0) == "ui/start/debug.py:94 _sample"
    assert innermost_line(stacks, 0x7F3164B4A6C1) == ""
