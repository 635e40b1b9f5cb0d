"""Tables with rows to browse: typing goes to the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import QTableView

from ui.theme import theme
from ui.theme.icons import paint_flag
from ui.widgets.hairlines import paint_hairline
from ui.widgets.painting import Marked, marked_width, paint_ground, paint_marked, paint_ring, paint_text
from ui.widgets.tables.row_view import is_formats_key, is_menu_key
from ui.widgets.tables.table_view import TableView

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QPaintEvent
    from PySide6.QtWidgets import QLineEdit

    from ui.theme.theme import FontRole
    from ui.widgets.painting import Mirror

PADDING = 12
_FLAG = (20, 15)
_BOLD: dict[FontRole, FontRole] = {
    "body": "strong",
    "medium": "strong",
    "secondary": "badge",
    "mono": "mono_strong",
}
_INTO_ROWS = frozenset((Qt.Key.Key_Down, Qt.Key.Key_PageDown))
_PRESSES = frozenset((Qt.Key.Key_Return, Qt.Key.Key_Enter))
_HEIGHT = 38


class RowPainter:
    """Draws in rects that are counted from the start of the reading direction."""

    def __init__(self, painter: QPainter, mirror: Mirror) -> None:
        self._painter = painter
        self._mirror = mirror

    def text(self, rect: QRectF, text: str, role: FontRole, token: str, *, at_end: bool = False) -> None:
        """Draws a text at the start of its rect, or at its end, as numbers are."""
        side = self._mirror.end if at_end else self._mirror.start
        mirrored = self._mirror.map_rect(rect)
        paint_text(self._painter, mirrored, text, theme.font(role), theme.color(token), align=side)

    def match(self, rect: QRectF, marked: Marked, role: FontRole, token: str) -> float:
        """Draws a text with bold matches; returns its right edge."""
        fonts = _fonts(role)
        width = min(marked_width(marked, fonts) + 1, rect.width())
        mirrored = self._mirror.map_rect(QRectF(rect.left(), rect.top(), width, rect.height()))
        paint_marked(self._painter, mirrored, marked, fonts, theme.color(token))
        return rect.left() + width

    def match_at_end(self, rect: QRectF, marked: Marked, role: FontRole, token: str) -> float:
        """Draws such a text at the end of its rect; returns its left edge."""
        left = max(rect.left(), rect.right() - marked_width(marked, _fonts(role)) - 1)
        self.match(rect.adjusted(left - rect.left(), 0, 0, 0), marked, role, token)
        return left

    def flag(self, rect: QRectF, code: str) -> float:
        """Draws a country's flag at the start of a rect; returns the left edge of the rest."""
        width, height = flag_size()
        flag_rect = QRectF(round(rect.left()), round(rect.center().y() - height / 2), width, height)
        paint_flag(self._painter, self._mirror.map_rect(flag_rect), code.lower())
        return flag_rect.right() + 10


def flag_size() -> tuple[int, int]:
    return theme.scaled(_FLAG[0]), theme.scaled(_FLAG[1])


def _fonts(role: FontRole) -> tuple[QFont, QFont]:
    return theme.font(role), theme.font(_BOLD[role])


class BrowseTable(TableView):
    """A long table with the search that filters it.

    Signals:
        row_pressed(int): Enter on a row.
        cell_pressed(int, int): A click on a cell; row and column.
        mark_requested(int): Space on a row.
        copy_requested(int): Ctrl+C on a row.
        menu_requested(int, QPoint): The row's menu, or Ctrl+Shift+C; with its global position.
        rows_requested(): Down in the search, before it moves into the rows.
        left(): Esc where there is no text to clear.
    """

    row_pressed = Signal(int)
    cell_pressed = Signal(int, int)
    mark_requested = Signal(int)
    copy_requested = Signal(int)
    menu_requested = Signal(int, QPoint)
    rows_requested = Signal()
    left = Signal()

    def __init__(self, name: str, search: QLineEdit) -> None:
        self.row_base = _HEIGHT
        super().__init__(name)
        self._search = search
        search.installEventFilter(self)
        self.setMouseTracking(True)

    def row_height(self) -> int:
        return self.row_base - 16 + QFontMetrics(theme.font("body")).height()

    def set_row_base(self, pixels: int) -> None:
        """Sets the row height at a text scale of 1."""
        if pixels != self.row_base:
            self.row_base = pixels
            self.verticalHeader().setDefaultSectionSize(self.row_height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints whole rows: a delegate that is called for each cell takes more than twice as long."""
        painter, dirty = QPainter(self.viewport()), event.rect()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = {index.row() for index in self.selectionModel().selectedRows()}
        has_focus, pointed, top = self.hasFocus(), self.pointed_row(), self.verticalHeader().offset()
        width, height = self.viewport().width(), self.verticalHeader().defaultSectionSize()
        after = min((dirty.bottom() + top) // height + 1, self.model().rowCount())
        for row in range((dirty.top() + top) // height, after):
            rect = QRectF(0, row * height - top, width, height)
            if row in selected or row == pointed:
                paint_ground(painter, rect, theme.color("accent_tint" if row in selected else "sunken"))
            paint_hairline(painter, 0, rect.bottom() - 1, width, theme.color("border"))
            self.paint_row(painter, rect.adjusted(0, 0, 0, -1), row, is_pointed=row == pointed)
            if row in selected and has_focus:
                paint_ring(painter, rect.adjusted(1, 1, -1, -2), radius=6)

    def paint_row(self, painter: QPainter, rect: QRectF, row: int, *, is_pointed: bool) -> None:
        """Paints the contents of a row on its background."""
        raise NotImplementedError

    def cell(self, rect: QRectF, column: int) -> QRectF:
        """Returns the rect of a cell in that of its row."""
        left, width = self.columnViewportPosition(column), self.columnWidth(column)
        return QRectF(left, rect.top(), width, rect.height())

    def pointed_row(self) -> int:
        """Returns the row under the mouse, -1 for none."""
        if not self.viewport().underMouse():
            return -1
        return self.rowAt(self.viewport().mapFromGlobal(self.cursor().pos()).y())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handles Down and Esc in the search: they move into the rows, or leave an empty search."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched is self._search:
            if event.key() in _INTO_ROWS:
                self.rows_requested.emit()
                if self.model().rowCount():
                    self.setFocus(Qt.FocusReason.TabFocusReason)
                    return True
            if event.key() == Qt.Key.Key_Escape:
                self._leave_search()
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Typed characters go to the search."""
        row = self.currentIndex().row()
        if event.key() in _PRESSES and row >= 0:
            self.row_pressed.emit(row)
        elif event.matches(QKeySequence.StandardKey.Copy) and row >= 0:
            self.copy_requested.emit(row)
        elif (is_formats_key(event) or is_menu_key(event)) and row >= 0:
            self.menu_requested.emit(row, self._point_of(self.currentIndex()))
        elif event.key() == Qt.Key.Key_Space and row >= 0:
            self.mark_requested.emit(row)
        elif event.key() == Qt.Key.Key_Up and row <= 0:
            self._search.setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() == Qt.Key.Key_Escape:
            self._leave()
        elif self._is_typed(event):
            self._search.setFocus(Qt.FocusReason.TabFocusReason)
            self._search.end(False)
            if event.key() == Qt.Key.Key_Backspace:
                self._search.backspace()
            else:
                self._search.insert(event.text())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Selects a row only for focus by keyboard: a click would be scrolled away under the mouse."""
        if event.reason() == Qt.FocusReason.MouseFocusReason:
            QTableView.focusInEvent(self, event)
            self.viewport().update()
        else:
            super().focusInEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.cell_pressed.emit(index.row(), index.column())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.currentIndex()
        point = self._point_of(index)
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            index, point = self.indexAt(self.viewport().mapFromGlobal(event.globalPos())), event.globalPos()
        if index.isValid():
            self.selectRow(index.row())
            self.menu_requested.emit(index.row(), point)

    def _leave_search(self) -> None:
        if not self._search.text():
            self.left.emit()
            return
        self._search.clear()
        if self.model().rowCount():
            self.setFocus(Qt.FocusReason.TabFocusReason)

    def _point_of(self, index: QModelIndex) -> QPoint:
        return self.viewport().mapToGlobal(self.visualRect(index).center())

    def _leave(self) -> None:
        if self._search.text():
            self._search.clear()
            self._search.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.left.emit()

    def _is_typed(self, event: QKeyEvent) -> bool:
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        is_letter = bool(event.text()) and event.text().isprintable()
        return not held and (is_letter or event.key() == Qt.Key.Key_Backspace)
