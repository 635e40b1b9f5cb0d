"""Paints a city or an ISP: its name with the state below, its id or ASN, and a button that copies it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF

from app.texts import _
from ui import theme
from ui.icons import paint_icon
from ui.pages.locations.place_model import CODE, COPY, NAME, CopiedRole, PlaceRole
from ui.widgets.browse_rows import (
    BrowseRowDelegate,
    paint_country_flag,
    paint_match,
    paint_match_right,
)
from ui.widgets.foreign_text import plain
from ui.widgets.highlights import Marked
from ui.widgets.painting import paint_text

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QTableView

    from app.present.location_views import PlaceRow
    from ui.widgets.browse_tables import BrowseTable

_EDGE = 6
_ICON = 15
_GAP = 12


class PlaceDelegate(BrowseRowDelegate):
    """One city or ISP a row."""

    def paint_cell(self, painter: QPainter, cell: QRectF, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paints one cell: its part of the texts, which share the row without regard to columns."""
        if index.column() == COPY:
            self._paint_copy(painter, cell, index)
            return
        table = cast("QTableView", self.parent())
        left = table.columnViewportPosition(NAME)
        width = table.columnWidth(NAME) + table.columnWidth(CODE)
        place = cast("PlaceRow", index.data(PlaceRole))
        painter.setClipRect(cell)
        row = QRectF(left + _EDGE, cell.top(), width - 2 * _EDGE, cell.height())
        if place.country_name:
            row.setLeft(paint_country_flag(painter, row, place.country))
        if place.country_name or place.detail:
            half = row.height() / 2
            upper = QRectF(row.left(), row.top() + 4, row.width(), half - 4)
            paint_match(painter, upper, Marked(place.name, place.name_ranges), "body", "text")
            self._paint_below(painter, QRectF(row.left(), row.top() + half, row.width(), half - 4), place)
        else:
            self._paint_beside(painter, row, place)
        painter.setClipping(False)

    def _paint_beside(self, painter: QPainter, row: QRectF, place: PlaceRow) -> None:
        """A name and its id or ASN in one line."""
        left = paint_match_right(painter, row, _code(place), "mono", "muted")
        row.setRight(left - _GAP)
        paint_match(painter, row, Marked(place.name, place.name_ranges), "body", "text")

    def _paint_below(self, painter: QPainter, line: QRectF, place: PlaceRow) -> None:
        """State, country and id in the second line."""
        left = paint_match_right(painter, line, _code(place), "mono", "muted")
        line.setRight(left - _GAP)
        if place.detail:
            detail = Marked(place.detail, place.detail_ranges)
            line.setLeft(paint_match(painter, line, detail, "secondary", "muted"))
        if place.country_name:
            text = plain(place.country_name)
            shown = _(" · {country}").format(country=text) if place.detail else text
            paint_text(painter, line, shown, theme.font("secondary"), theme.color("muted"))

    def _paint_copy(
        self, painter: QPainter, cell: QRectF, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        table = cast("BrowseTable", self.parent())
        side = theme.scaled(_ICON)
        place = QRectF(cell.center().x() - side / 2, cell.center().y() - side / 2, side, side)
        if index.data(CopiedRole):
            paint_icon(painter, place, "check", "success")
        else:
            is_reached = index.row() in {table.pointed_row(), table.currentIndex().row()}
            paint_icon(painter, place, "copy", "text" if is_reached else "muted")


def _code(place: PlaceRow) -> Marked:
    return Marked(place.code, place.code_ranges)
