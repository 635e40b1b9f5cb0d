"""Column titles that sort, by click or by arrow keys and Space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QWidget

from app.i18n.texts import _
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.hairlines import paint_hairline
from ui.widgets.painting import Mirror, paint_ring, paint_text
from ui.widgets.screen_reader import describe
from ui.widgets.viewports import replace_viewport

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QShowEvent

_PADDING = 12
_ARROW = 12
_GAP = 4
_STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_PRESSES = frozenset((Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter))


class SortHeader(QHeaderView):
    """Column titles, with an arrow beside the sort column.

    Qt's own sort indicator is not used: it turns by itself, whether a column can be sorted by or not.

    Args:
        sortable: The columns that can be sorted by.
        table: The Tab key reaches the titles before its rows.
        largest_first: Those that begin with the largest.

    Attributes:
        sorted_by: The sort column, -1 for none.
        is_descending: Whether the last or largest comes first.

    Signals:
        sort_requested(int, bool): By which column, and whether the last or largest comes first.
    """

    sort_requested = Signal(int, bool)

    def __init__(
        self, sortable: Collection[int], table: QWidget, *, largest_first: Collection[int] = ()
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        replace_viewport(self)
        self._sortable, self._largest_first = frozenset(sortable), frozenset(largest_first)
        self.sorted_by, self.is_descending = -1, False
        self._reached = 0
        self.setAccessibleName(_("Sort"))
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMouseTracking(True)
        self.setMinimumSectionSize(40)
        self._table = table
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.sectionClicked.connect(self._press)
        theme.follow(self._restyle)

    def show_order(self, section: int, *, descending: bool) -> None:
        """Shows the sort column, -1 for none."""
        self.sorted_by, self.is_descending = section, descending
        self._describe()
        self.viewport().update()

    def showEvent(self, event: QShowEvent) -> None:
        """Restores the tab order: titles before rows, also after the table was laid out again."""
        super().showEvent(event)
        QWidget.setTabOrder(self, self._table)

    def sizeHint(self) -> QSize:
        # Not Qt's, which measures each title by the style; all that a table reads is the height.
        return QSize(self.length(), theme.metrics("secondary").height() + 18)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        painter.save()
        paint_hairline(painter, rect.left(), rect.bottom(), rect.width(), theme.color("border"))
        if self._title(section):
            self._paint_title(painter, QRectF(rect), section)
        if self.hasFocus() and section == self._reached:
            paint_ring(painter, QRectF(rect).adjusted(2, 2, -2, -4), radius=6)
        painter.restore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _STEPS:
            step = _STEPS[event.key()]
            self._move(-step if self.isRightToLeft() else step)
        elif event.key() in _PRESSES:
            self._press(self._reached)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        begin = next((one for one in (self.sorted_by, self._reached) if self._is_stop(one)), None)
        if begin is None:
            self._reached = -1
            self._move(1)
        else:
            self._focus_title(begin)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _paint_title(self, painter: QPainter, rect: QRectF, section: int) -> None:
        title, is_sorted = self._title(section), section == self.sorted_by
        ink = theme.color("text" if is_sorted or self._is_hovered(rect) else "muted")
        area, side = rect.adjusted(_PADDING, 0, -_PADDING, 0), theme.scaled(_ARROW)
        width = min(theme.text_width(title, "secondary") + 1, area.width())
        is_number = bool(self._alignment(section) & Qt.AlignmentFlag.AlignRight)
        left = area.right() - width if is_number else area.left()
        mirror = Mirror(rect, is_on=self.isRightToLeft())
        text_rect = mirror.map_rect(QRectF(left, area.top(), width, area.height()))
        paint_text(painter, text_rect, title, theme.font("secondary"), ink, align=mirror.start)
        if is_sorted:
            beside = left - side - _GAP if is_number else left + width + _GAP
            arrow = mirror.map_rect(QRectF(beside, area.center().y() - side / 2, side, side))
            paint_icon(painter, arrow, "arrow-down" if self.is_descending else "arrow-up", ink)

    def _press(self, section: int) -> None:
        if section not in self._sortable:
            return
        is_again = section == self.sorted_by
        self.sort_requested.emit(
            section, not self.is_descending if is_again else section in self._largest_first
        )

    def _move(self, step: int) -> None:
        """Moves the focus to the next sortable title, in visual order."""
        position = self.visualIndex(self._reached) + step
        while 0 <= position < self.count():
            if self._is_stop(self.logicalIndex(position)):
                self._focus_title(self.logicalIndex(position))
                return
            position += step

    def _focus_title(self, section: int) -> None:
        """Moves the focus ring to a title, and announces its name."""
        self._reached = section
        self.setAccessibleName(_("Sort by {title}").format(title=self._title(section)))
        self._describe()
        self.viewport().update()

    def _describe(self) -> None:
        """Gives the order of the rows by the reached title to screen readers; sighted people see an arrow."""
        order = _("Descending") if self.is_descending else _("Ascending")
        describe(self, order if self._reached == self.sorted_by else "")

    def _is_stop(self, section: int) -> bool:
        return section in self._sortable and not self.isSectionHidden(section)

    def _is_hovered(self, rect: QRectF) -> bool:
        return self.underMouse() and rect.contains(self.viewport().mapFromGlobal(self.cursor().pos()))

    def _title(self, section: int) -> str:
        return str(self.model().headerData(section, Qt.Orientation.Horizontal) or "")

    def _alignment(self, section: int) -> Qt.AlignmentFlag:
        role = Qt.ItemDataRole.TextAlignmentRole
        found = self.model().headerData(section, Qt.Orientation.Horizontal, role)
        return found if isinstance(found, Qt.AlignmentFlag) else Qt.AlignmentFlag.AlignLeft

    def _restyle(self) -> None:
        self.setFont(theme.font("secondary"))
        self.updateGeometry()
