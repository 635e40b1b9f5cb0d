"""The search of a list of locations: what a keystroke shows at once, and what it leaves for later turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from support.location_lists import cities
from support.page_context import page_context
from ui.clipboard import Clipboard
from ui.pages.locations.location_pane import LocationPane
from ui.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from app.rules.locations.lists import LocationList

LIST = cities(*((f"San {number}", f"de-{number}") for number in range(1000)))


@pytest.fixture
def pane(qapp: QApplication, qtbot: QtBot) -> Iterator[LocationPane]:
    owner = QObject()
    pane = LocationPane("Search cities", "Cities", page_context(Clipboard(qapp)), Tasks(owner, print))
    qtbot.addWidget(pane)
    yield pane
    owner.deleteLater()


def test_a_keystroke_shows_the_first_hits_among_some_rows_at_once(pane: LocationPane) -> None:
    pane.show_lists([LIST], {}, age="")
    pane.search.setText("san 99")
    assert pane.found.text == "san 99"
    assert pane.table.row(0).name == "San 99"


def test_a_keystroke_among_many_rows_is_painted_before_they_are_searched(
    pane: LocationPane, qtbot: QtBot
) -> None:
    pane.show_lists([LIST] * 51, {}, age="")
    pane.search.setText("san 99")
    assert pane.found.text == "", "the rows are those of the text before"
    qtbot.waitUntil(lambda: pane.found.text == "san 99")
    assert pane.table.row(0).name == "San 99"


@pytest.fixture
def many(pane: LocationPane, qtbot: QtBot) -> LocationPane:
    """The pane on screen, with more rows than are searched at once."""
    pane.show_lists([LIST] * 51, {}, age="")
    with qtbot.waitActive(pane):
        pane.show()
    pane.search.setFocus()
    return pane


def test_down_right_after_a_keystroke_reaches_its_first_hit(
    many: LocationPane, qapp: QApplication, qtbot: QtBot
) -> None:
    QTest.keyClicks(many.search, "san 99")
    QTest.keyClick(many.search, Qt.Key.Key_Down)
    QTest.keyClick(many.table, Qt.Key.Key_Return)
    assert qapp.clipboard().text() == "de-99"
    qtbot.waitUntil(lambda: many.found.done)
    assert many.table.currentIndex().row() == 0, "the hits that follow leave it selected"


def test_down_right_after_a_keystroke_without_hits_stays_in_the_search(
    many: LocationPane,
) -> None:
    QTest.keyClicks(many.search, "zzzz")
    QTest.keyClick(many.search, Qt.Key.Key_Down)
    assert many.search.hasFocus()
    assert many.nothing.isVisible()


def test_down_while_no_hit_is_found_yet_reaches_no_row_of_the_text_before(
    many: LocationPane, qtbot: QtBot
) -> None:
    # Each row holds the first word: all of them are looked at.
    QTest.keyClicks(many.search, "san zzzz")
    QTest.keyClick(many.search, Qt.Key.Key_Down)
    assert many.search.hasFocus()
    assert many.table.model().rowCount() == 0
    qtbot.waitUntil(lambda: many.found.done)
    assert many.nothing.isVisible()


def test_lists_that_come_during_a_search_keep_the_selection_and_the_scroll_position(
    many: LocationPane, qtbot: QtBot
) -> None:
    many.search.setText("san 99")
    qtbot.waitUntil(lambda: many.found.text == "san 99" and many.found.done)
    many.table.selectRow(300)
    scroll = many.table.verticalScrollBar().value()
    many.show_lists([LIST] * 52, {}, age="")
    assert many.table.currentIndex().row() == 300
    qtbot.waitUntil(lambda: many.found.rows == 52_000 and many.found.done)
    assert many.table.currentIndex().row() == 300
    assert many.table.selectionModel().hasSelection()
    assert many.table.verticalScrollBar().value() == scroll > 0


def test_lists_that_come_during_a_search_leave_its_rows_until_there_are_new_ones(
    pane: LocationPane, qtbot: QtBot
) -> None:
    last = cities(("Zz San", "de-zz"))
    pane.search.setText("san zz")
    pane.show_lists([*[LIST] * 51, last], {}, age="")
    qtbot.waitUntil(lambda: pane.found.rows == 51_001 and pane.found.done)
    pane.show_lists([*[LIST] * 52, last], {}, age="")
    assert pane.table.model().rowCount() == 1
    qtbot.waitUntil(lambda: pane.found.rows == 52_001 and pane.found.done)
    assert pane.table.row(0).name == "Zz San"


@pytest.mark.qt_log_ignore("does not support raise", "grabbing the keyboard", extend=True)
@pytest.mark.parametrize("renewed", [(), (LIST, LIST), (cities(("Sanaa", "ye-sanaa")),)])
def test_the_menu_of_a_row_copies_its_id_when_other_rows_have_come_meanwhile(
    pane: LocationPane, qapp: QApplication, renewed: tuple[LocationList, ...]
) -> None:
    pane.show_lists([LIST], {}, age="")
    pane.table.menu_requested.emit(5, QPoint())
    menu = pane.findChild(QMenu)
    assert menu is not None
    assert menu.accessibleName() == LIST.name(5)
    pane.search.setText("sana")
    pane.show_lists(renewed, {}, age="")
    next(action for action in menu.actions() if action.text() == "Copy ID").trigger()
    assert qapp.clipboard().text() == "de-5"
    menu.close()
