"""Dialogs: as large as their window allows, modal, named, and closed by Esc."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from support.accessible import name_of, role_of
from ui.theme import theme
from ui.widgets.buttons.buttons import Button
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.layout.boxes import fill
from ui.widgets.layout.cards import Callout
from ui.widgets.overlays.dialog import ConfirmDialog, SheetDialog
from ui.widgets.text.label import Label


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(800, 600)
    host.show()
    return host


def test_a_dialog_fits_its_window_and_scrolls(qtbot: QtBot, window: QWidget) -> None:
    dialog = SheetDialog("New top-up", window)
    dialog.body.addWidget(Label("short"))
    dialog.open()
    small = dialog.height()
    for _row in range(60):
        dialog.body.addWidget(LineEdit())
    qtbot.waitUntil(lambda: dialog.height() > small)
    assert dialog.height() <= window.height()
    assert dialog.width() <= window.width()
    assert dialog._scroller.verticalScrollBar().maximum() > 0
    dialog.close()


def test_a_callout_in_a_dialog_is_as_high_as_its_lines(qtbot: QtBot, window: QWidget) -> None:
    dialog = SheetDialog("Reset password", window, width=460)
    callout = Callout(
        "warning",
        "The old password stops working within 60 seconds; everything that uses it then needs the new one.",
    )
    fill(dialog.body, Label("The service generates a new password.", wrap=True), callout)
    dialog.open()
    qtbot.waitUntil(lambda: callout.height() == callout.heightForWidth(callout.width()))
    assert dialog._scroller.verticalScrollBar().maximum() == 0
    dialog.close()


def test_page_keys_scroll_from_the_buttons_below(window: QWidget) -> None:
    dialog = ConfirmDialog("Forget it", "Nothing here takes the keyboard.", "Forget", window)
    for _row in range(60):
        dialog.body.addWidget(Label("Nor does this."))
    dialog.open()
    bar, button = dialog._scroller.verticalScrollBar(), dialog.focusWidget()
    assert isinstance(button, Button)
    QTest.keyClick(button, Qt.Key.Key_PageDown)
    assert bar.value() == min(bar.pageStep(), bar.maximum()) > 0
    QTest.keyClick(button, Qt.Key.Key_PageUp)
    assert bar.value() == 0
    assert dialog.focusWidget() is button
    dialog.close()


def test_a_dialog_is_modal_named_and_closed_by_escape(qtbot: QtBot, window: QWidget) -> None:
    dialog = SheetDialog("New top-up", window)
    edit = LineEdit()
    dialog.body.addWidget(edit)
    dialog.open()
    assert dialog.isModal()
    assert name_of(dialog) == "New top-up"
    assert role_of(dialog) == QAccessible.Role.Dialog
    assert dialog.focusWidget() is edit
    qtbot.waitUntil(lambda: dialog._scrim is not None)
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isHidden()
    assert dialog._scrim is None
    dialog.open()
    assert name_of(dialog._close) == "Close"
    with qtbot.waitSignal(dialog.rejected):
        QTest.mouseClick(dialog._close, Qt.MouseButton.LeftButton)


def test_a_dialog_dims_what_is_below_it_while_it_is_open(qtbot: QtBot, window: QWidget) -> None:
    below, above = SheetDialog("New top-up", window), SheetDialog("Forget it", window)
    below.open()
    qtbot.waitUntil(lambda: below._scrim is not None)
    above.open()
    qtbot.waitUntil(lambda: above._scrim is not None)
    assert [one.parent() for one in (below._scrim, above._scrim) if one is not None] == [window, below]


def test_a_dialog_that_is_closed_at_once_dims_nothing(qapp: QApplication, window: QWidget) -> None:
    dialog = SheetDialog("New top-up", window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    dialog.open()
    dialog.reject()
    qapp.processEvents()
    assert dialog._scrim is None


def test_an_open_dialog_takes_the_height_that_larger_text_needs(qapp: QApplication, qtbot: QtBot) -> None:
    def opened() -> ConfirmDialog:
        window = QWidget()
        qtbot.addWidget(window)
        window.resize(1184, 760)
        window.show()
        dialog = ConfirmDialog("Delete", "The sub-user loses access at once. " * 6, "Delete", window)
        dialog.open()
        return dialog

    before = opened()
    qapp.processEvents()
    theme.apply_theme(qapp, "light", text_scale=1.5)
    after = opened()
    qtbot.waitUntil(lambda: before.height() == after.height())
