"""The titles of a table sort it by mouse and keyboard, from either side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.i18n.texts import use_language
from support.accessible import description_of, name_of
from support.active_windows import show_active
from support.text_tables import text_table
from ui.start.application import apply_language
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.tables.sort_header import SortHeader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from ui.widgets.tables.table_view import TableView


@pytest.fixture
def mirrored(qapp: QApplication) -> Iterator[None]:
    apply_language(qapp, "qps-rtl")
    yield
    use_language("en")
    apply_language(qapp, "en")


@pytest.fixture
def table(qtbot: QtBot) -> TableView:
    titles, rows = ("Country", "Code", "Region", "Cities"), [("Germany", "DE", "Europe", "312")]
    table, _model = text_table("Countries", titles, rows, numbers=["Cities"])
    qtbot.addWidget(table)
    table.resize(480, 160)
    return table


@pytest.fixture
def header(table: TableView, qtbot: QtBot) -> SortHeader:
    """Its second column sorts nothing."""
    header = SortHeader((0, 2, 3), table, largest_first=(3,))
    table.setHorizontalHeader(header)
    show_active(qtbot, table)
    return header


@pytest.fixture
def asked(header: SortHeader) -> list[tuple[int, bool]]:
    """What was asked of the table, which does it."""
    kept: list[tuple[int, bool]] = []

    def answer(section: int, descending: bool) -> None:  # noqa: FBT001 (Qt's signal)
        kept.append((section, descending))
        header.show_order(section, descending=descending)

    header.sort_requested.connect(answer)
    return kept


def test_a_click_sorts_and_turns_the_order_but_not_in_every_column(
    header: SortHeader, asked: list[tuple[int, bool]]
) -> None:
    for section in (0, 0, 1, 3, 3):
        place = QPoint(header.sectionViewportPosition(section) + 20, 8)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked == [(0, False), (0, True), (3, True), (3, False)]


def test_arrows_lead_over_what_sorts_and_each_title_is_said(
    header: SortHeader, asked: list[tuple[int, bool]]
) -> None:
    header.setFocus()
    assert name_of(header) == "Sort by Country"
    QTest.keyClick(header, Qt.Key.Key_Right)
    assert name_of(header) == "Sort by Region"
    QTest.keyClick(header, Qt.Key.Key_Space)
    QTest.keyClick(header, Qt.Key.Key_Return)
    assert asked == [(2, False), (2, True)]


def test_the_order_by_the_reached_title_is_described(
    header: SortHeader, asked: list[tuple[int, bool]]
) -> None:
    header.setFocus()
    assert description_of(header) == "", "nothing is sorted by it"
    described = []
    for _press in range(2):
        QTest.keyClick(header, Qt.Key.Key_Space)
        described.append(description_of(header))
    assert described == ["Ascending", "Descending"]
    assert asked == [(0, False), (0, True)]
    QTest.keyClick(header, Qt.Key.Key_Right)
    assert description_of(header) == ""


def test_the_keyboard_begins_where_there_is_a_title(header: SortHeader) -> None:
    header.clearFocus()
    header.show_order(3, descending=True)
    header.setFocus()
    assert name_of(header) == "Sort by Cities"
    header.clearFocus()
    header.setSectionHidden(3, True)
    header.setFocus()
    assert name_of(header) == "Sort by Country"


@pytest.mark.usefixtures("mirrored")
def test_left_goes_on_where_one_reads_from_right_to_left(
    header: SortHeader, asked: list[tuple[int, bool]]
) -> None:
    assert header.sectionViewportPosition(0) > header.sectionViewportPosition(2)
    header.setFocus()
    QTest.keyClick(header, Qt.Key.Key_Left)
    QTest.keyClick(header, Qt.Key.Key_Space)
    assert asked == [(2, False)]


def test_tab_reaches_the_titles_before_the_rows_however_the_table_was_laid_out(
    table: TableView, qtbot: QtBot
) -> None:
    header = SortHeader((0, 2, 3), table)
    table.setHorizontalHeader(header)
    page, search = QWidget(), SearchField("Search")
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    for widget in (search, table):
        column.addWidget(widget)
    show_active(qtbot, page)
    at: QWidget = search
    at.setFocus()
    for stop in (header, table):
        QTest.keyClick(at, Qt.Key.Key_Tab)
        assert stop.hasFocus()
        at = stop
    table.setParent(None)  # its fixture puts it away
