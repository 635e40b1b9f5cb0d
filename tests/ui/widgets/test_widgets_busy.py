"""The keyboard stays at a button that can't be used for a while, and is never handed to one that destroys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from support.active_windows import show_active
from ui.widgets.buttons.buttons import Button, IconButton, PrimaryButton
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.overlays.dialog import SheetDialog

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


def press(form: QWidget, key: Qt.Key) -> None:
    """Presses a key as the desktop does: it goes to whatever has the keyboard."""
    handle = form.window().windowHandle()
    assert handle is not None
    QTest.keyClick(handle, key)


def test_it_stays_during_the_work_and_after_it(form: Form) -> None:
    form.send.set_busy(True)
    assert form.send.hasFocus()
    assert not form.send.isEnabled()
    form.send.set_busy(False)
    assert form.send.hasFocus()


@pytest.mark.parametrize("kind", [Button, PrimaryButton, IconButton])
def test_it_stays_at_any_button_that_is_disabled(qtbot: QtBot, kind: type[Button]) -> None:
    form = QWidget()
    column = QVBoxLayout(form)
    one, other = kind("copy", "copy"), Button("Other")
    column.addWidget(one)
    column.addWidget(other)
    qtbot.addWidget(form)
    show_active(qtbot, form)
    one.setFocus()
    clicks: list[bool] = []
    one.clicked.connect(lambda: clicks.append(True))
    one.setEnabled(False)
    assert one.hasFocus()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        press(form, key)
    assert not clicks, "it can't be pressed meanwhile"
    one.setEnabled(True)
    press(form, Qt.Key.Key_Return)
    assert clicks == [True]


def test_the_tab_key_leads_on_from_a_busy_button(form: Form) -> None:
    form.next.setFocus()
    form.next.setEnabled(False)
    press(form, Qt.Key.Key_Tab)
    assert form.last.hasFocus()
    form.next.setEnabled(True)
    form.next.setFocus()
    form.next.setEnabled(False)
    press(form, Qt.Key.Key_Backtab)
    assert form.send.hasFocus()


def test_escape_closes_a_dialog_from_a_busy_button(qtbot: QtBot) -> None:
    window = QWidget()
    show_active(qtbot, window)
    dialog = SheetDialog("Asking", window)
    closed: list[int] = []
    dialog.finished.connect(closed.append)
    send = PrimaryButton("Send", "send")
    dialog.footer.addWidget(send)
    dialog.open()
    send.setFocus()
    send.set_busy(True)
    press(dialog, Qt.Key.Key_Escape)
    assert closed == [SheetDialog.DialogCode.Rejected]


def test_a_page_does_not_move_when_its_button_becomes_busy(qtbot: QtBot) -> None:
    area, content = ScrollArea(), QWidget()
    column = QVBoxLayout(content)
    send = PrimaryButton("Send", "send")
    column.addWidget(send)
    column.addSpacing(2000)
    column.addWidget(LineEdit())
    area.setWidget(content)
    area.resize(300, 200)
    qtbot.addWidget(area)
    show_active(qtbot, area)
    send.setFocus()
    before = send.mapTo(area, QPoint())
    send.set_busy(True)
    assert send.mapTo(area, QPoint()) == before


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


class Removing(QWidget):
    """A row's button above one that destroys, and a harmless one."""

    def __init__(self) -> None:
        super().__init__()
        self.row = Button("Row")
        self.delete, self.add = Button("Delete everything", tone="danger"), Button("Add")
        column = QVBoxLayout(self)
        for button in (self.row, self.delete, self.add):
            column.addWidget(button)


@pytest.fixture
def removing(qtbot: QtBot) -> Removing:
    removing = Removing()
    qtbot.addWidget(removing)
    show_active(qtbot, removing)
    removing.row.setFocus()
    return removing


def test_what_destroys_inherits_no_keyboard_from_what_is_hidden(removing: Removing) -> None:
    removing.row.hide()
    assert removing.add.hasFocus()


def test_what_destroys_inherits_no_keyboard_from_what_is_disabled(qtbot: QtBot, removing: Removing) -> None:
    edit = LineEdit()
    layout = removing.layout()
    assert isinstance(layout, QVBoxLayout)
    layout.insertWidget(0, edit)
    QWidget.setTabOrder(edit, removing.delete)
    qtbot.waitUntil(edit.isVisible)
    edit.setFocus()
    edit.setEnabled(False)
    assert removing.row.hasFocus()


def test_what_destroys_inherits_no_keyboard_when_the_window_is_back(qtbot: QtBot, removing: Removing) -> None:
    dialog = SheetDialog("Remove?", removing)
    dialog.open()
    qtbot.waitUntil(dialog.isActiveWindow)
    removing.row.hide()
    removing.row.deleteLater()
    dialog.accept()
    show_active(qtbot, removing)
    assert removing.add.hasFocus()


def test_what_destroys_is_reached_by_hand(qtbot: QtBot, removing: Removing) -> None:
    press(removing, Qt.Key.Key_Tab)
    assert removing.delete.hasFocus()
    removing.row.setFocus()
    QTest.mouseClick(removing.delete, Qt.MouseButton.LeftButton)
    assert removing.delete.hasFocus()
    dialog = SheetDialog("Sure?", removing)
    dialog.open()
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.reject()
    show_active(qtbot, removing)
    assert removing.delete.hasFocus(), "who asked and thought better of it is where they were"


def test_a_dialog_does_not_begin_at_what_destroys(qtbot: QtBot) -> None:
    dialog = SheetDialog("Accounts")
    destroy, add = Button("Delete everything", tone="danger"), Button("Add")
    dialog.aside.addWidget(destroy)
    dialog.footer.addWidget(add)
    qtbot.addWidget(dialog)
    show_active(qtbot, dialog)
    assert add.hasFocus()
