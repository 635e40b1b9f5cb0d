"""The head of a table that is browsed: titles sort by a click, or by the arrow keys and Space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QHeaderView

from ui import theme
from ui.icons import paint_icon
from ui.widgets.painting import paint_ring, paint_text

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_PADDING = 12
_ARROW = 12
_STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_PRESSES = frozenset((Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter))


class BrowseHeader(QHeaderView):
    """Titles with an arrow beside the one that is sorted by.

    Qt's `sectionClicked` tells of a press, by the keyboard too. Qt's own sort indicator is not used: it
    turns by itself, whether a column can be sorted by or not.

    Attributes:
        sorted_by: The column that is sorted by.
        is_descending: Whether the last or largest comes first.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.sorted_by, self.is_descending = 0, False
        self._reached = 0
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMouseTracking(True)

    def show_order(self, section: int, *, descending: bool) -> None:
        """Draws the arrow beside a title."""
        self.sorted_by, self.is_descending = section, descending
        self.viewport().update()

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Draws a title, its arrow and the line below."""
        painter.save()
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.color("border"))
        if self._title(section):
            self._paint_title(painter, rect, section)
        if self.hasFocus() and section == self._reached:
            paint_ring(painter, QRectF(rect).adjusted(2, 2, -2, -4), radius=6)
        painter.restore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves between the titles that can be sorted by, and sorts."""
        if event.key() in _STEPS:
            self._move(_STEPS[event.key()])
        elif event.key() in _PRESSES:
            self.sectionClicked.emit(self._reached)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begins at the title that is sorted by."""
        super().focusInEvent(event)
        self._reached = self.sorted_by
        if not self._is_stop(self._reached):
            self._move(1)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Takes the ring away."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _paint_title(self, painter: QPainter, rect: QRect, section: int) -> None:
        title = self._title(section)
        is_sorted = section == self.sorted_by
        is_right = bool(self._alignment(section) & Qt.AlignmentFlag.AlignRight)
        area = QRectF(rect).adjusted(_PADDING, 0, -_PADDING, 0)
        font = theme.font("secondary")
        width = QFontMetrics(font).horizontalAdvance(title) + 1
        if is_right:
            area.setLeft(max(area.left(), area.right() - width))
        ink = theme.color("text" if is_sorted or self._is_pointed(rect) else "muted")
        paint_text(painter, area, title, font, ink)
        if is_sorted:
            side = theme.scaled(_ARROW)
            left = area.left() - side - 4 if is_right else area.left() + width + 4
            arrow = QRectF(left, area.center().y() - side / 2, side, side)
            paint_icon(painter, arrow, "arrow-down" if self.is_descending else "arrow-up", ink)

    def _move(self, step: int) -> None:
        section = self._reached + step
        while 0 <= section < self.count():
            if self._is_stop(section):
                self._reached = section
                self.viewport().update()
                return
            section += step

    def _is_stop(self, section: int) -> bool:
        return bool(self._title(section)) and not self.isSectionHidden(section)

    def _is_pointed(self, rect: QRect) -> bool:
        return self.underMouse() and rect.contains(self.viewport().mapFromGlobal(self.cursor().pos()))

    def _title(self, section: int) -> str:
        return str(self.model().headerData(section, Qt.Orientation.Horizontal) or "")

    def _alignment(self, section: int) -> Qt.AlignmentFlag:
        role = Qt.ItemDataRole.TextAlignmentRole
        found = self.model().headerData(section, Qt.Orientation.Horizontal, role)
        return found if isinstance(found, Qt.AlignmentFlag) else Qt.AlignmentFlag.AlignLeft
