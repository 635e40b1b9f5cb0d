"""Paints a city or an ISP: its name with the state, its id or ASN, and a button that copies it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF

from app.i18n.texts import _
from ui.pages.locations.place_model import CODE, COPY, NAME, CopiedRole, LocationRole
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.mirrors import Mirror
from ui.widgets.tables.browse_rows import BrowseRowDelegate, RowPainter
from ui.widgets.tables.highlights import Marked
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QTableView

    from app.present.location_views import LocationRow
    from ui.widgets.tables.browse_tables import BrowseTable

_EDGE = 6
_ICON = 15
_GAP = 12
_WORD_GAP = 7


class LocationDelegate(BrowseRowDelegate):
    """One city or ISP a row."""

    def paint_cell(self, painter: QPainter, cell: QRectF, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paints one cell: its part of the texts, which share the row without regard to columns."""
        if index.column() == COPY:
            self._paint_copy(painter, cell, index)
            return
        place = cast("LocationRow", index.data(LocationRole))
        whole = self._shared(cell)
        row = whole.adjusted(_EDGE, 0, -_EDGE, 0)
        drawn = RowPainter(painter, Mirror.of_app(whole))
        painter.setClipRect(cell)
        if place.country_name:
            row.setLeft(drawn.flag(row, place.country))
        if place.country_name or place.detail:
            _draw_below(drawn, row, place)
        else:
            _draw_beside(drawn, row, place)
        painter.setClipping(False)

    def _shared(self, cell: QRectF) -> QRectF:
        """Returns the rect of name and code together, in the line of a cell."""
        table = cast("QTableView", self.parent())
        left = min(table.columnViewportPosition(NAME), table.columnViewportPosition(CODE))
        width = table.columnWidth(NAME) + table.columnWidth(CODE)
        return QRectF(left, cell.top(), width, cell.height())

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


def _draw_beside(drawn: RowPainter, row: QRectF, place: LocationRow) -> None:
    """A name and its id or ASN in one line."""
    row.setRight(drawn.match_at_end(row, _code(place), "mono", "muted") - _GAP)
    drawn.match(row, Marked(place.name, place.name_ranges), "body", "text")


def _draw_below(drawn: RowPainter, row: QRectF, place: LocationRow) -> None:
    """A name with its state and country, and its id or ASN in a line of its own: ids can be long."""
    half = row.height() / 2
    line = QRectF(row.left(), row.top() + 4, row.width(), half - 4)
    code = line.translated(0, half - 4)
    drawn.match(code, _code(place), "mono", "muted")
    line.setLeft(drawn.match(line, Marked(place.name, place.name_ranges), "body", "text") + _WORD_GAP)
    if place.detail:
        line.setLeft(drawn.match(line, Marked(place.detail, place.detail_ranges), "secondary", "muted"))
    if place.country_name:
        text = plain(place.country_name)
        drawn.text(
            line, _(" · {country}").format(country=text) if place.detail else text, "secondary", "muted"
        )


def _code(place: LocationRow) -> Marked:
    return Marked(place.code, place.code_ranges)
