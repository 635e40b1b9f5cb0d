"""Base delegate of browsable tables: row background and shared parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui.theme import theme
from ui.theme.icons import paint_flag
from ui.widgets.painting import paint_ring, paint_text
from ui.widgets.tables.highlights import Marked, marked_width, paint_marked

if TYPE_CHECKING:
    from ui.theme.theme import FontRole
    from ui.widgets.mirrors import Mirror
    from ui.widgets.tables.browse_tables import BrowseTable

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


class RowPainter:
    """Draws the parts of a row, each in a rect that is counted from the start of the reading direction.

    Args:
        painter: Draws.
        mirror: That of the cell or the row that contains the rects.
    """

    def __init__(self, painter: QPainter, mirror: Mirror) -> None:
        self._painter = painter
        self._mirror = mirror

    def text(self, rect: QRectF, text: str, role: FontRole, token: str, *, at_end: bool = False) -> None:
        """Draws a text at the start of its rect, or at its end, as numbers are."""
        side = self._mirror.end if at_end else self._mirror.start
        place = self._mirror.place(rect)
        paint_text(self._painter, place, text, theme.font(role), theme.color(token), align=side)

    def match(self, rect: QRectF, marked: Marked, role: FontRole, token: str) -> float:
        """Draws a text whose matches are bold; returns where it ends."""
        fonts = _fonts(role)
        width = min(marked_width(marked, fonts) + 1, rect.width())
        place = self._mirror.place(QRectF(rect.left(), rect.top(), width, rect.height()))
        paint_marked(self._painter, place, marked, fonts, theme.color(token))
        return rect.left() + width

    def match_at_end(self, rect: QRectF, marked: Marked, role: FontRole, token: str) -> float:
        """Draws such a text at the end of its rect; returns where it starts."""
        left = max(rect.left(), rect.right() - marked_width(marked, _fonts(role)) - 1)
        self.match(rect.adjusted(left - rect.left(), 0, 0, 0), marked, role, token)
        return left

    def flag(self, rect: QRectF, code: str) -> float:
        """Draws a country's flag at the start of a rect; returns where the rest starts."""
        width, height = theme.scaled(_FLAG[0]), theme.scaled(_FLAG[1])
        place = QRectF(round(rect.left()), round(rect.center().y() - height / 2), width, height)
        paint_flag(self._painter, self._mirror.place(place), code.lower())
        return place.right() + 10


def _fonts(role: FontRole) -> tuple[QFont, QFont]:
    return theme.font(role), theme.font(_BOLD[role])
