"""Tables that are searched while typing: letters go to the search, Down enters the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QTableView

from ui.theme import theme
from ui.widgets.tables.row_keys import asks_formats, asks_menu
from ui.widgets.tables.table_view import TableView

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QFocusEvent
    from PySide6.QtWidgets import QLineEdit, QWidget

_INTO_ROWS = frozenset((Qt.Key.Key_Down, Qt.Key.Key_PageDown))
_PRESSES = frozenset((Qt.Key.Key_Return, Qt.Key.Key_Enter))
_HEIGHT = 38


class BrowseTable(TableView):
    """A long table with the search that narrows it down.

    Args:
        name: What it lists, for screen readers.
        search: The line above it.
        parent: The widget it stands in.

    Signals:
        row_pressed(int): Enter on a row.
        cell_pressed(int, int): A click on a cell; row and column.
        mark_wanted(int): Space on a row.
        copy_wanted(int): Ctrl+C on a row.
        menu_wanted(int, QPoint): The row's menu, or Ctrl+Shift+C; the place on the screen.
        left(): Esc where there is nothing to clear.
    """

    row_pressed = Signal(int)
    cell_pressed = Signal(int, int)
    mark_wanted = Signal(int)
    copy_wanted = Signal(int)
    menu_wanted = Signal(int, QPoint)
    left = Signal()

    def __init__(self, name: str, search: QLineEdit, parent: QWidget | None = None) -> None:
        self.row_base = _HEIGHT
        super().__init__(name, parent)
        self._search = search
        search.installEventFilter(self)
        self.setMouseTracking(True)

    def row_height(self) -> int:
        """Returns the height of a row in the present text size."""
        return self.row_base - 16 + QFontMetrics(theme.font("body")).height()

    def set_row_base(self, pixels: int) -> None:
        """Makes rows as high as this at a text scale of 1."""
        if pixels != self.row_base:
            self.row_base = pixels
            self.verticalHeader().setDefaultSectionSize(self.row_height())

    def pointed_row(self) -> int:
        """Returns the row under the mouse, -1 for none."""
        if not self.viewport().underMouse():
            return -1
        return self.rowAt(self.viewport().mapFromGlobal(self.cursor().pos()).y())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down in the search leads into the rows; Esc clears it and goes there, in an empty one it leaves."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched is self._search:
            if event.key() in _INTO_ROWS and self.model().rowCount():
                self.setFocus(Qt.FocusReason.TabFocusReason)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._leave_search()
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves, presses and copies; whatever can be typed goes on in the search."""
        row = self.currentIndex().row()
        if event.key() in _PRESSES and row >= 0:
            self.row_pressed.emit(row)
        elif event.matches(QKeySequence.StandardKey.Copy) and row >= 0:
            self.copy_wanted.emit(row)
        elif (asks_formats(event) or asks_menu(event)) and row >= 0:
            self.menu_wanted.emit(row, self._place_of(self.currentIndex()))
        elif event.key() == Qt.Key.Key_Space and row >= 0:
            self.mark_wanted.emit(row)
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
        """Selects a row only where the keyboard came: a click would be scrolled away under the mouse."""
        if event.reason() == Qt.FocusReason.MouseFocusReason:
            QTableView.focusInEvent(self, event)
            self.viewport().update()
        else:
            super().focusInEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Emits which cell was clicked."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.cell_pressed.emit(index.row(), index.column())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Shows which row the mouse is over."""
        super().mouseMoveEvent(event)
        self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        """Shows that the mouse left."""
        super().leaveEvent(event)
        self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Asks for the menu of a row, by mouse or keyboard."""
        index = self.currentIndex()
        place = self._place_of(index)
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            index, place = self.indexAt(self.viewport().mapFromGlobal(event.globalPos())), event.globalPos()
        if index.isValid():
            self.selectRow(index.row())
            self.menu_wanted.emit(index.row(), place)

    def _leave_search(self) -> None:
        if not self._search.text():
            self.left.emit()
            return
        self._search.clear()
        if self.model().rowCount():
            self.setFocus(Qt.FocusReason.TabFocusReason)

    def _place_of(self, index: QModelIndex) -> QPoint:
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
