"""The check for leaks itself: it finds what a test leaves behind, and nothing else."""

import threading
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QObject, QThread, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from support import leaks
from support.leaks import Leaks

Left = tuple[object, Callable[[], object]]


def timer() -> Left:
    left = QTimer()
    left.start(60_000)
    return left, left.stop


def timer_of_an_object() -> Left:
    owner = QObject()
    left = QTimer(owner)
    left.setObjectName("blink")
    left.start(60_000)
    return owner, owner.deleteLater


def qt_thread() -> Left:
    left = QThread()
    left.start()

    def end() -> None:
        left.quit()
        left.wait()

    return left, end


def thread() -> Left:
    end = threading.Event()
    left = threading.Thread(target=end.wait, name="worker")
    left.start()
    return left, end.set


def window() -> Left:
    left = QWidget()
    left.setObjectName("lost")
    left.show()
    return left, left.deleteLater


def hidden_dialog() -> Left:
    left = QDialog()
    return left, left.deleteLater


@pytest.mark.parametrize(
    ("leave", "words"),
    [
        (timer, "running QTimer ''"),
        (timer_of_an_object, "running QTimer 'blink' of QObject"),
        (qt_thread, "running QThread ''"),
        (thread, "thread worker"),
        (window, "widget QWidget 'lost'"),
        (hidden_dialog, "widget QDialog ''"),
    ],
)
def test_a_leak_is_found_until_it_has_ended(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, leave: Callable[[], Left], words: str
) -> None:
    monkeypatch.setattr(leaks, "PATIENCE", 0.01)
    before = Leaks()
    left, end = leave()
    assert before.found() == [words]
    end()
    monkeypatch.undo()
    assert before.found() == []
    del left


def test_what_has_ended_by_itself_is_no_leak(qapp: QApplication) -> None:
    before = Leaks()
    threading.Thread(target=partial(int, "1")).start()
    QWidget().show()
    QTimer().start(60_000)
    assert before.found() == []
