"""The ground of a row in a table that is browsed: line, tint, ring; its cells are painted by kinds of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui import theme
from ui.flags import paint_flag
from ui.widgets.highlights import Marked, marked_width, paint_marked
from ui.widgets.painting import paint_ring

if TYPE_CHECKING:
    from ui.theme import FontRole
    from ui.widgets.browse_tables import BrowseTable

type_index = QModelIndex | QPersistentModelIndex

PADDING = 12
_FLAG = (20, 15)
_BOLD: dict[FontRole, FontRole] = {
    "body": "strong",
    "medium": "strong",
    "secondary": "badge",
    "mono": "mono_strong",
}


class BrowseRowDelegate(QStyledItemDelegate):
    """Paints the ground of each cell, then what is in it."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: type_index) -> None:
        """Paints one cell."""
        table = cast("BrowseTable", self.parent())
        cell = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_selected:
            painter.fillRect(cell, theme.color("accent_tint"))
        elif index.row() == table.pointed_row():
            painter.fillRect(cell, theme.color("sunken"))
        painter.fillRect(QRectF(cell.left(), cell.bottom() - 1, cell.width(), 1), theme.color("border"))
        self.paint_cell(painter, cell.adjusted(0, 0, 0, -1), index)
        if is_selected and table.hasFocus():
            row = QRectF(0, cell.top(), table.viewport().width(), cell.height())
            paint_ring(painter, row.adjusted(1, 1, -1, -2), radius=6)
        painter.restore()

    def paint_cell(self, painter: QPainter, cell: QRectF, index: type_index) -> None:
        """Paints what is in a cell; kinds of tables differ here."""
        raise NotImplementedError


def paint_match(painter: QPainter, rect: QRectF, marked: Marked, role: FontRole, token: str) -> float:
    """Draws a text whose matches are bold; returns where it ends."""
    return paint_marked(painter, rect, marked, _fonts(role), theme.color(token))


def paint_match_right(painter: QPainter, rect: QRectF, marked: Marked, role: FontRole, token: str) -> float:
    """Draws such a text at the right of its place; returns where it begins."""
    width = marked_width(marked, _fonts(role)) + 1
    left = max(rect.left(), rect.right() - width)
    paint_match(painter, rect.adjusted(left - rect.left(), 0, 0, 0), marked, role, token)
    return left


def _fonts(role: FontRole) -> tuple[QFont, QFont]:
    return theme.font(role), theme.font(_BOLD[role])


def paint_country_flag(painter: QPainter, cell: QRectF, code: str) -> float:
    """Draws a flag at the left of a cell; returns where what follows begins."""
    width, height = theme.scaled(_FLAG[0]), theme.scaled(_FLAG[1])
    place = QRectF(round(cell.left()), round(cell.center().y() - height / 2), width, height)
    paint_flag(painter, place, code.lower())
    return place.right() + 10
