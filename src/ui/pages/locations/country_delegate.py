"""Paints a country in the table: star, flag, name, code, region, products and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF

from app.i18n.texts import listed
from ui.pages.locations.country_model import (
    CARRIERS,
    CITIES,
    CODE,
    ISPS,
    NAME,
    PRODUCTS,
    REGION,
    STAR,
    RowRole,
)
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.mirrors import Mirror
from ui.widgets.tables.browse_rows import PADDING, BrowseRowDelegate, RowPainter
from ui.widgets.tables.highlights import Marked
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from ui.pages.locations.view import CountryRow
    from ui.widgets.tables.browse_tables import BrowseTable

_STAR = 15


class CountryDelegate(BrowseRowDelegate):
    """One country a row."""

    def paint_cell(self, painter: QPainter, cell: QRectF, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paints one cell of a country."""
        row = cast("CountryRow", index.data(RowRole))
        inner = cell.adjusted(PADDING, 0, -PADDING, 0)
        drawn = RowPainter(painter, Mirror.of_app(cell))
        column = index.column()
        if column == STAR:
            self._paint_star(painter, cell, index, is_favorite=row.favorite)
        elif column == NAME:
            inner.setLeft(drawn.flag(inner, row.code))
            drawn.match(inner, Marked(row.name, row.name_ranges), "medium", "text")
        elif column == CODE:
            drawn.match(inner, Marked(row.code, row.code_ranges), "mono", "text")
        elif column == REGION:
            drawn.match(inner, Marked(row.region, row.region_ranges), "secondary", "muted")
        elif column == PRODUCTS:
            drawn.text(inner, plain(listed(row.products)), "secondary", "muted")
        else:
            drawn.text(inner, _count(row, column), "body", "text", at_end=True)

    def _paint_star(
        self,
        painter: QPainter,
        cell: QRectF,
        index: QModelIndex | QPersistentModelIndex,
        *,
        is_favorite: bool,
    ) -> None:
        table = cast("BrowseTable", self.parent())
        if not is_favorite and index.row() != table.pointed_row():
            return
        side = theme.scaled(_STAR)
        box = QRectF(cell.center().x() - side / 2, cell.center().y() - side / 2, side, side)
        paint_icon(
            painter,
            box,
            "star-filled" if is_favorite else "star",
            "warning" if is_favorite else "muted",
        )


def _count(row: CountryRow, column: int) -> str:
    return {CITIES: row.cities, ISPS: row.asns, CARRIERS: row.carriers}[column]
