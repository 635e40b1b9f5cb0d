"""Paints a city or an ISP: its name with the state, its id or ASN, and a button that copies it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF

from app.i18n.texts import _
from ui.pages.locations.location_model import CODE, COPY, NAME, CopiedRole, LocationRole
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.mirrors import Mirror
from ui.widgets.tables.browse_rows import BrowseRowDelegate, RowPainter
from ui.widgets.tables.highlights import Marked
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QTableView

    from ui.pages.locations.view import LocationRow
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
        shown = cast("LocationRow", index.data(LocationRole))
        whole = self._shared(cell)
        row = whole.adjusted(_EDGE, 0, -_EDGE, 0)
        drawn = RowPainter(painter, Mirror.of_app(whole))
        painter.setClipRect(cell)
        if shown.country_name:
            row.setLeft(drawn.flag(row, shown.country))
        if shown.country_name or shown.detail:
            _draw_below(drawn, row, shown)
        else:
            _draw_beside(drawn, row, shown)
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
        shown = QRectF(cell.center().x() - side / 2, cell.center().y() - side / 2, side, side)
        if index.data(CopiedRole):
            paint_icon(painter, shown, "check", "success")
        else:
            is_reached = index.row() in {table.pointed_row(), table.currentIndex().row()}
            paint_icon(painter, shown, "copy", "text" if is_reached else "muted")


def _draw_beside(drawn: RowPainter, row: QRectF, shown: LocationRow) -> None:
    """A name and its id or ASN in one line."""
    row.setRight(drawn.match_at_end(row, _code(shown), "mono", "muted") - _GAP)
    drawn.match(row, Marked(shown.name, shown.name_ranges), "body", "text")


def _draw_below(drawn: RowPainter, row: QRectF, shown: LocationRow) -> None:
    """A name with its state and country, and its id or ASN in a line of its own: ids can be long."""
    half = row.height() / 2
    line = QRectF(row.left(), row.top() + 4, row.width(), half - 4)
    code = line.translated(0, half - 4)
    drawn.match(code, _code(shown), "mono", "muted")
    line.setLeft(drawn.match(line, Marked(shown.name, shown.name_ranges), "body", "text") + _WORD_GAP)
    if shown.detail:
        line.setLeft(drawn.match(line, Marked(shown.detail, shown.detail_ranges), "secondary", "muted"))
    if shown.country_name:
        text = plain(shown.country_name)
        drawn.text(
            line, _(" · {country}").format(country=text) if shown.detail else text, "secondary", "muted"
        )


def _code(shown: LocationRow) -> Marked:
    return Marked(shown.code, shown.code_ranges)
