"""The keyboard comes back to the button whose work is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from support.active_windows import show_active
from ui.widgets.buttons import Button, PrimaryButton

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class Form(QWidget):
    """A button that can be busy, and two others."""

    def __init__(self) -> None:
        super().__init__()
        self.send, self.next, self.last = PrimaryButton("Send", "send"), Button("Next"), Button("Last")
        column = QVBoxLayout(self)
        for button in (self.send, self.next, self.last):
            column.addWidget(button)


@pytest.fixture
def form(qtbot: QtBot) -> Form:
    form = Form()
    qtbot.addWidget(form)
    show_active(qtbot, form)
    form.send.setFocus()
    return form


def test_after_its_work(form: Form) -> None:
    form.send.set_busy(True)
    assert form.next.hasFocus()
    form.send.set_busy(False)
    assert form.send.hasFocus()


def test_not_when_it_was_taken_elsewhere(form: Form) -> None:
    form.send.set_busy(True)
    form.last.setFocus()
    form.send.set_busy(False)
    assert form.last.hasFocus()


def test_not_to_one_that_is_gone(form: Form) -> None:
    form.send.set_busy(True)
    form.send.hide()
    form.send.set_busy(False)
    assert form.next.hasFocus()


def test_not_to_one_that_never_had_it(form: Form) -> None:
    form.next.setFocus()
    form.send.set_busy(True)
    form.send.set_busy(False)
    assert form.next.hasFocus()
