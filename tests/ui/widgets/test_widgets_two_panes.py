"""Esc leads back from the detail to the list, where each is a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.widgets.buttons.buttons import Button
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.layout.two_panes import TwoPanes

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent
    from pytestqt.qtbot import QtBot


@pytest.fixture
def side() -> Button:
    return Button("List")


@pytest.fixture
def detail() -> SearchField:
    return SearchField("Search")


def shown(qtbot: QtBot, side: Button, detail: SearchField, width: int) -> TwoPanes:
    panes = TwoPanes(side, detail, 300)
    qtbot.addWidget(panes)
    panes.resize(width, 400)
    panes.show_pane(detail=True)
    panes.show()
    return panes


def test_esc_leads_back_after_what_the_control_does_with_it(
    qtbot: QtBot, side: Button, detail: SearchField
) -> None:
    panes = shown(qtbot, side, detail, 600)
    assert (side.isVisible(), detail.isVisible()) == (False, True)
    detail.setText("words")
    QTest.keyClick(detail, Qt.Key.Key_Escape)
    assert (detail.text(), detail.isVisible()) == ("", True)
    with qtbot.waitSignal(panes.page_turned) as emitted:
        QTest.keyClick(detail, Qt.Key.Key_Escape)
    assert emitted.args == [False]
    assert (side.isVisible(), detail.isVisible()) == (True, False)


def test_side_by_side_nothing_is_turned(qtbot: QtBot, side: Button, detail: SearchField) -> None:
    panes = shown(qtbot, side, detail, 1100)
    with qtbot.assertNotEmitted(panes.page_turned):
        QTest.keyClick(detail, Qt.Key.Key_Escape)
    assert (side.isVisible(), detail.isVisible()) == (True, True)


def test_a_pane_that_is_visible_is_not_shown_again(qtbot: QtBot, detail: SearchField) -> None:
    class Side(QWidget):
        shows = 0

        def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 (Qt's name)
            super().showEvent(event)
            Side.shows += 1

    panes = TwoPanes(Side(), detail, 300)
    qtbot.addWidget(panes)
    panes.resize(1180, 400)
    panes.show()
    panes.show_pane(detail=True)
    assert Side.shows == 1


def test_the_keyboard_of_a_list_that_goes_is_at_back(qtbot: QtBot, side: Button) -> None:
    detail = QWidget()
    row = QVBoxLayout(detail)
    back, wallet = Button("Back"), Button("Open wallet")
    back.hide()
    row.addWidget(back)
    row.addWidget(wallet)
    panes = TwoPanes(side, detail, 300)
    qtbot.addWidget(panes)
    panes.follow_compact(back.setVisible)
    panes.resize(1180, 400)
    panes.show_pane(detail=True)
    panes.show()
    qtbot.waitUntil(panes.isActiveWindow)
    side.setFocus()
    panes.resize(600, 400)
    assert panes.focusWidget() is back
