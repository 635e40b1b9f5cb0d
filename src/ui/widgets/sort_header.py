"""The titles above a table's columns: quiet, with an arrow where the rows are sorted by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView

from ui import theme
from ui.icons import paint_icon
from ui.widgets.painting import paint_text
from ui.widgets.table_cells import PADDING

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtWidgets import QWidget

_ARROW = 13


class SortHeader(QHeaderView):
    """Titles of which some can be pressed to sort.

    Args:
        sortable: The columns that rows can be sorted by.
        parent: The table.

    Signals:
        sort_wanted(int, bool): By which column, and whether the last comes first.
    """

    sort_wanted = Signal(int, bool)

    def __init__(self, sortable: Collection[int], parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._sortable = frozenset(sortable)
        self._sorted_by = -1
        self._is_descending = False
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(40)
        self.sectionClicked.connect(self._on_section_clicked)
        theme.follow(self._restyle)

    def show_order(self, column: int, *, descending: bool) -> None:
        """Shows by which column the rows are sorted, -1 for none."""
        self._sorted_by, self._is_descending = column, descending
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """A line of text with room around it."""
        return QSize(super().sizeHint().width(), QFontMetrics(theme.font("secondary")).height() + 18)

    def paintSection(self, painter: QPainter, rect: QRect, column: int) -> None:
        """Paints a title, the arrow, and the line below."""
        painter.save()
        area = QRectF(rect)
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), theme.color("border"))
        title = str(self.model().headerData(column, Qt.Orientation.Horizontal) or "")
        is_sorted = column == self._sorted_by
        font = theme.font("badge" if is_sorted else "secondary")
        words = area.adjusted(PADDING, 0, -PADDING, 0)
        sides, is_mirrored = Qt.AlignmentFlag, self.isRightToLeft()
        align = sides.AlignRight if is_mirrored else sides.AlignLeft
        paint_text(painter, words, title, font, theme.color("text" if is_sorted else "muted"), align=align)
        if is_sorted:
            side = theme.scaled(_ARROW)
            beyond = QFontMetrics(font).horizontalAdvance(title) + 6
            left = words.right() - beyond - side if is_mirrored else words.left() + beyond
            arrow = QRectF(left, area.center().y() - side / 2, side, side)
            paint_icon(painter, arrow, "arrow-down" if self._is_descending else "arrow-up", "text")
        painter.restore()

    def _on_section_clicked(self, column: int) -> None:
        if column in self._sortable:
            self.sort_wanted.emit(column, column == self._sorted_by and not self._is_descending)

    def _restyle(self) -> None:
        self.setFont(theme.font("secondary"))
        self.updateGeometry()
