"""A bar in a table: beside its text, above it, or left out where there is nothing to fill."""

from functools import partial

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.theme import theme
from ui.widgets.tables.cells import BarCell
from ui.widgets.tables.column_model import SequenceModel
from ui.widgets.tables.columns import Column
from ui.widgets.tables.table_view import TableView

SHORT, LONG = "0.4 GB / no cap", "0,4 Go / sans plafond"


def cell(qtbot: QtBot, text: str, share: float | None) -> QImage:
    """Returns the cell of a column as wide as that of sub-users."""
    make = partial(BarCell, share=lambda _row: share, severity=lambda _row: "danger")
    column: Column[str, str] = Column("cell", lambda: "", text=lambda row: row, width=230, cell=make)
    table, model = TableView("Table"), SequenceModel([column], lambda row: row)
    qtbot.addWidget(table)
    model.setParent(table)
    model.show_records([text])
    table.show_model(model)
    table.resize(230, 100)
    table.show()
    return table.viewport().grab(table.visualRect(model.index(0, 0))).toImage()


def bar_rows(picture: QImage, token: str) -> list[int]:
    """Returns the rows of pixels that a bar of a color fills over some length."""
    columns, ink = range(picture.width()), theme.color(token)
    return [y for y in range(picture.height()) if sum(picture.pixelColor(x, y) == ink for x in columns) > 20]


def text_rows(picture: QImage) -> range:
    """Returns the rows of pixels from the top to the bottom of a text."""
    columns, ink = range(picture.width()), theme.color("muted")
    rows = [
        y
        for y in range(picture.height())
        if any(abs(picture.pixelColor(x, y).lightness() - ink.lightness()) < 40 for x in columns)
        and not any(picture.pixelColor(x, y) == theme.color("danger") for x in columns)
    ]
    return range(rows[0], rows[-1] + 1)


@pytest.fixture(autouse=True)
def look(qapp: QApplication) -> None:
    theme.apply_theme(qapp, "light")


def test_a_short_text_is_beside_a_bar_also_where_nothing_can_be_filled(qtbot: QtBot) -> None:
    line = text_rows(cell(qtbot, SHORT, None))
    for share, token in ((None, "sunken"), (1.0, "danger")):
        bar = bar_rows(cell(qtbot, SHORT, share), token)
        assert bar
        assert set(bar) < set(line)


def test_a_long_text_is_above_its_bar(qtbot: QtBot) -> None:
    picture = cell(qtbot, LONG, 1.0)
    assert text_rows(picture)[-1] < bar_rows(picture, "danger")[0]


def test_a_long_text_stays_on_the_line_of_the_others_where_nothing_can_be_filled(qtbot: QtBot) -> None:
    picture = cell(qtbot, LONG, None)
    assert not bar_rows(picture, "sunken")
    assert text_rows(picture) == text_rows(cell(qtbot, SHORT, None))
