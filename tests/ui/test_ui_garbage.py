"""Widgets in cycles end on the GUI thread, never in a worker that happens to run."""

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from ui.start.event_loop import GarbageRounds


@pytest.fixture
def collector_as_before() -> Iterator[None]:
    yield
    gc.enable()


@pytest.mark.usefixtures("collector_as_before")
def test_a_worker_never_ends_a_widget(qapp: QApplication) -> None:
    ended: list[str] = []
    owner = QObject()
    rounds = GarbageRounds(owner)

    def drop_widgets() -> None:
        for _widget in range(50):
            widget = QWidget()
            widget.cycle = widget  # type: ignore[attr-defined]
            widget.destroyed.connect(lambda: ended.append(threading.current_thread().name))

    def work() -> None:
        garbage = []
        for _round in range(20_000):
            cycle: list[object] = []
            cycle.append(cycle)
            garbage.append(cycle)

    drop_widgets()
    worker = threading.Thread(target=work, name="worker")
    worker.start()
    worker.join()
    assert ended == []
    rounds.collect()
    gc.collect()
    assert set(ended) == {threading.main_thread().name}
    owner.deleteLater()


@pytest.mark.usefixtures("collector_as_before")
def test_rounds_take_what_is_due(qapp: QApplication) -> None:
    owner = QObject()
    rounds = GarbageRounds(owner)
    assert not gc.isenabled()
    for _cycle in range(gc.get_threshold()[0] + 10):
        cycle: list[object] = []
        cycle.append(cycle)
    rounds.collect()
    assert gc.get_count()[0] < gc.get_threshold()[0]
    owner.deleteLater()
