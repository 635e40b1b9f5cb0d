"""What screen readers find of controls that draw themselves, and what the wheel does not take."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QDate, QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QVBoxLayout, QWidget

from support.accessible import name_of
from ui.widgets.inputs.check_box import CheckBox, Switch
from ui.widgets.inputs.combo_box import ComboBox, SpinBox
from ui.widgets.inputs.date_edit import DateEdit
from ui.widgets.inputs.field import inline_field
from ui.widgets.inputs.radio_cards import RadioCards, RadioOption
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    window.resize(500, 200)
    QVBoxLayout(window)
    qtbot.addWidget(window)
    return window


def show(window: QWidget, *widgets: QWidget) -> None:
    layout = window.layout()
    assert layout is not None
    for widget in widgets:
        layout.addWidget(widget)
    window.show()


def assert_found_in_all_of_it(widget: QWidget) -> None:
    emitted = QAccessible.queryAccessibleInterface(widget).rect()
    assert emitted.topLeft() == widget.mapToGlobal(QPoint())
    assert emitted.size() == widget.size()


@pytest.mark.parametrize("make", [Switch, lambda: Switch("Reduce motion"), lambda: CheckBox("No cap")])
def test_a_switch_is_found_where_it_is_drawn(window: QWidget, make: Callable[[], QWidget]) -> None:
    switch = make()
    show(window, switch)
    assert_found_in_all_of_it(switch)


def test_a_coin_is_found_in_all_of_its_card(window: QWidget) -> None:
    cards = RadioCards("Coin")
    cards.show_options([RadioOption("btc", "BTC", "Bitcoin", "≈ 20 min", "BTC on Bitcoin")])
    show(window, cards)
    card = next(child for child in cards.findChildren(QWidget) if name_of(child) == "BTC on Bitcoin")
    assert_found_in_all_of_it(card)


def test_a_day_has_a_value(window: QWidget) -> None:
    edit = DateEdit()
    edit.show_day(date(2026, 11, 9))
    edit.set_last(date(2026, 11, 18))
    show(window, edit)
    value = QAccessible.queryAccessibleInterface(edit).valueInterface()
    assert value.currentValue() == 20261109
    assert value.maximumValue() == 20261118
    edit.setDate(QDate(2026, 11, 10))
    assert value.currentValue() == 20261110


def test_two_controls_of_one_visible_name_are_distinguished(window: QWidget) -> None:
    first, second = ComboBox(), ComboBox()
    show(
        window,
        inline_field("For", first, accessible_name="Sessions for"),
        inline_field("For", second, accessible_name="Usage for"),
    )
    labels = {label.buddy(): label for label in window.findChildren(Label)}
    assert [labels[box].shown_text() for box in (first, second)] == ["For", "For"]
    assert [name_of(labels[box]) for box in (first, second)] == ["Sessions for", "Usage for"]


@pytest.mark.parametrize("make", [ComboBox, lambda: SpinBox(1, 9), DateEdit])
def test_the_wheel_takes_no_keyboard_along(window: QWidget, make: Callable[[], QWidget]) -> None:
    control = make()
    show(window, control)
    assert control.focusPolicy() == Qt.FocusPolicy.StrongFocus
