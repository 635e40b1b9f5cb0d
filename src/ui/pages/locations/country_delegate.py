"""Paints a country in the table: star, flag, name, code, region, products and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt

from ui import theme
from ui.icons import paint_icon
from ui.pages.locations.country_model import (
    CARRIERS,
    CITIES,
    CODE,
    ISPS,
    NAME,
    PRODUCTS,
    REGION,
    STAR,
    LineRole,
)
from ui.widgets.browse_rows import PADDING, BrowseRowDelegate, paint_country_flag, paint_match
from ui.widgets.foreign_text import plain
from ui.widgets.painting import paint_text

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from app.present.location_views import CountryRow
    from ui.pages.locations.country_model import CountryLine
    from ui.widgets.browse_tables import BrowseTable

_STAR = 15


class CountryDelegate(BrowseRowDelegate):
    """One country a row."""

    def paint_cell(self, painter: QPainter, cell: QRectF, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paints one cell of a country."""
        line = cast("CountryLine", index.data(LineRole))
        inner = cell.adjusted(PADDING, 0, -PADDING, 0)
        column = index.column()
        if column == STAR:
            self._paint_star(painter, cell, index, is_favourite=line.row.favourite)
        elif column == NAME:
            inner.setLeft(paint_country_flag(painter, inner, line.row.code))
            paint_match(painter, inner, line.name, "medium", "text")
        elif column == CODE:
            paint_match(painter, inner, line.code, "mono", "text")
        elif column == REGION:
            paint_match(painter, inner, line.region, "secondary", "muted")
        elif column == PRODUCTS:
            words = plain(", ".join(line.row.products))
            paint_text(painter, inner, words, theme.font("secondary"), theme.color("muted"))
        else:
            right = Qt.AlignmentFlag.AlignRight
            text = _count(line.row, column)
            paint_text(painter, inner, text, theme.font("body"), theme.color("text"), align=right)

    def _paint_star(
        self,
        painter: QPainter,
        cell: QRectF,
        index: QModelIndex | QPersistentModelIndex,
        *,
        is_favourite: bool,
    ) -> None:
        table = cast("BrowseTable", self.parent())
        if not is_favourite and index.row() != table.pointed_row():
            return
        side = theme.scaled(_STAR)
        place = QRectF(cell.center().x() - side / 2, cell.center().y() - side / 2, side, side)
        paint_icon(
            painter,
            place,
            "star-filled" if is_favourite else "star",
            "warning" if is_favourite else "muted",
        )


def _count(row: CountryRow, column: int) -> str:
    return {CITIES: row.cities, ISPS: row.asns, CARRIERS: row.carriers}[column]
