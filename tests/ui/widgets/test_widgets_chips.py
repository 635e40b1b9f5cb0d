"""Chips and segments: rows of like widths, and one way to be told whoever chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget

from ui.widgets.inputs.chips import ChipGroup, Segments
from ui.widgets.keyboard_focus import put_behind
from ui.widgets.layout.boxes import column

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

GERMAN = ["Alle", "Offen", "Gutgeschrieben", "Abgelehnt", "Abgelaufen"]


def tops(group: ChipGroup) -> list[int]:
    return [group.button(key).y() for key in group.keys()]  # noqa: SIM118 (no mapping)


def shown(qtbot: QtBot, width: int) -> ChipGroup:
    group = ChipGroup("Show", [(word, word) for word in GERMAN])
    qtbot.addWidget(group)
    group.show()
    group.resize(width, group.heightForWidth(width))
    return group


def test_no_chip_is_left_alone_in_a_second_row(qtbot: QtBot) -> None:
    group = shown(qtbot, 0)
    whole = group.sizeHint().width()
    for width in (whole - 1, whole - 40):
        group = shown(qtbot, width)
        rows = tops(group)
        assert rows.count(rows[0]) == 3
        assert rows.count(rows[-1]) == 2


@pytest.mark.parametrize("width", [1, 60, 120, 5000])
def test_any_width_has_its_rows(qtbot: QtBot, width: int) -> None:
    rows = tops(shown(qtbot, width))
    assert rows == sorted(rows)
    assert len(set(rows)) == (1 if width == 5000 else len(set(rows)))


def test_a_screen_reader_chooses_like_the_mouse(qtbot: QtBot) -> None:
    group = Segments("What the code contains", [("link", "Payment link"), ("address", "Address only")])
    qtbot.addWidget(group)
    group.show()
    interface = QAccessible.queryAccessibleInterface(group.button("address"))
    acts = interface.actionInterface()
    assert acts is not None
    with qtbot.waitSignal(group.chosen) as emitted:
        acts.doAction(QAccessibleActionInterface.toggleAction())
    assert emitted.args == ["address"]
    assert group.selected() == "address"


def test_choosing_in_code_tells_nothing(qtbot: QtBot) -> None:
    group = Segments("Days", [("7", "7 d"), ("30", "30 d")])
    qtbot.addWidget(group)
    with qtbot.assertNotEmitted(group.chosen):
        group.select("30")
        group.select("")
        group.select("7")


def test_tab_reaches_another_choice_in_the_place_of_the_former(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    before, after = QLineEdit(), QLineEdit()
    segments = Segments("Contains", [("link", "Payment link"), ("address", "Address only")])
    column(before, segments, after, on=window)
    put_behind(after, [segments])
    put_behind(segments, [before])
    segments.select("address")
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    before.setFocus()
    reached = []
    for _stop in range(2):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        reached.append(window.focusWidget())
    assert reached == [segments.button("address"), after]


def test_arrows_stay_in_the_row_where_a_click_goes_on_to_what_was_chosen(qtbot: QtBot) -> None:
    days, dates = Segments("Days", [("7", "7 d"), ("custom", "Custom…")]), QLineEdit()
    days.chosen.connect(lambda key: dates.setFocus() if key == "custom" else None)
    window = QWidget()
    qtbot.addWidget(window)
    column(days, dates, on=window)
    window.show()
    QTest.mouseClick(days.button("custom"), Qt.MouseButton.LeftButton)
    assert window.focusWidget() is dates
    days.select("7")
    days.button("7").setFocus()
    QTest.keyClick(days.button("7"), Qt.Key.Key_Right)
    assert window.focusWidget() is days.button("custom")
    QTest.keyClick(days.button("custom"), Qt.Key.Key_Left)
    assert (window.focusWidget(), days.selected()) == (days.button("7"), "7")
