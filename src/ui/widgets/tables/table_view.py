"""The view of every table: rows that are selected, cells that are pressed, by mouse and keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from ui.theme import theme
from ui.theme.stylesheet import dress
from ui.widgets.tables.cells import Cell, MenuCell, SecretCell
from ui.widgets.tables.column_layout import ColumnLayout
from ui.widgets.tables.columns import KeyRole
from ui.widgets.tables.row_keys import asks_formats, asks_menu
from ui.widgets.tables.sort_header import SortHeader

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from PySide6.QtGui import QFocusEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

    from ui.widgets.tables.record_model import RecordModel

    type_index = QModelIndex | QPersistentModelIndex

_ROW_HEIGHT = 44
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,  # a screen reader's
)
_Flags = QItemSelectionModel.SelectionFlag


class TableView(QTableView):
    """Rows are selected by Space, Shift and arrows, Ctrl+A, a click, or their box in the first column.

    Arrows alone move from cell to cell and leave the selection as it is; Space or Enter presses a cell
    that can be pressed. Selection, current cell and scroll position are preserved over refreshes, by key.

    Args:
        name: The accessible name.
        model: The rows and columns.
        resizable: Whether users can resize columns.
        parent: The parent widget.

    Attributes:
        header: The titles that sort.

    Signals:
        selection_changed(): Other rows are selected.
        opened(str): A row was opened: Enter on a text, F2, a double click.
        menu_wanted(str, QPoint): The row's context menu is requested, at a global position.
        delete_wanted(): The Delete key.
        copy_wanted(): Ctrl+C.
        formats_wanted(): Ctrl+Shift+C.
        layout_changed(): The user sorted, or resized a column.
    """

    selection_changed = Signal()
    opened = Signal(str)
    menu_wanted = Signal(str, QPoint)
    delete_wanted = Signal()
    copy_wanted = Signal()
    formats_wanted = Signal()
    layout_changed = Signal()

    def __init__(
        self,
        name: str,
        model: RecordModel[Any, Any],
        *,
        resizable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._cells: dict[int, Cell] = {}
        self._pressed = QPersistentModelIndex()
        self._saved: tuple[list[str], str, int, int] = ([], "", 0, 0)
        self.setAccessibleName(name)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.viewport().setAutoFillBackground(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        dress(self, "view")
        sortable = [at for at, column in enumerate(model.columns) if column.sort_key is not None]
        numbers = [at for at in sortable if model.columns[at].is_number]
        self.header = SortHeader(sortable, self, largest_first=numbers)
        self.setHorizontalHeader(self.header)
        self._show_model()
        self._columns = ColumnLayout(self, model.columns, resizable=resizable)
        self._columns.resized.connect(self.layout_changed)
        self.header.sort_wanted.connect(self._on_sort_wanted)
        theme.follow(self._restyle)

    def _show_model(self) -> None:
        model = self._model
        model.modelAboutToBeReset.connect(self._save_position)
        self.setModel(model)
        model.modelReset.connect(self._restore_position)
        self.selectionModel().selectionChanged.connect(self.selection_changed)
        for at, column in enumerate(model.columns):
            if column.cell is not None:
                delegate = column.cell(self)
                self.setItemDelegateForColumn(at, delegate)
                if isinstance(delegate, Cell):
                    self._cells[at] = delegate
                if isinstance(delegate, MenuCell):
                    delegate.pressed.connect(lambda key: self.menu_wanted.emit(key, self.menu_position()))

    def column(self, key: str) -> int:
        """Returns the position of a column."""
        return next(at for at, column in enumerate(self._model.columns) if column.key == key)

    def widths(self) -> dict[str, int]:
        """Returns the widths of the resizable columns by key, in pixels at a text scale of 1."""
        return self._columns.widths()

    def show_layout(self, widths: Mapping[str, int], sorted_by: str, *, descending: bool) -> None:
        """Shows a saved layout; an unknown column is ignored."""
        self._columns.show_widths(widths)
        if any(column.key == sorted_by and column.sort_key for column in self._model.columns):
            self._model.sort_by(sorted_by, descending=descending)
            self.header.show_order(self.column(sorted_by), descending=descending)

    def sort_by(self, column: str, *, descending: bool) -> None:
        """Sorts by a column, as the user wants."""
        self.show_layout({}, column, descending=descending)
        self.layout_changed.emit()

    def _on_sort_wanted(self, at: int, descending: bool) -> None:  # noqa: FBT001 (Qt's signal)
        self.sort_by(self._model.columns[at].key, descending=descending)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Reduces columns where the table is narrow."""
        super().resizeEvent(event)
        self._columns.lay_out()

    def cell(self, column: str) -> Cell:
        """Returns the delegate of a column."""
        return self._cells[self.column(column)]

    def show_copied(self, keys: Collection[str]) -> None:
        """Shows feedback in the secret cells of these rows."""
        for cell in self._cells.values():
            if isinstance(cell, SecretCell):
                cell.show_copied(keys)

    def marked(self) -> list[str]:
        """Returns the keys of the selected rows, from the top."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self._key(self.model().index(row, 0)) for row in rows]

    def mark(self, keys: Collection[str]) -> None:
        """Selects these rows and no others."""
        wanted, chosen = frozenset(keys), QItemSelection()
        for row in range(self.model().rowCount()):
            index = self.model().index(row, 0)
            if self._key(index) in wanted:
                chosen.select(index, index)
        self.selectionModel().select(chosen, _Flags.ClearAndSelect | _Flags.Rows)

    def current_key(self) -> str:
        """Returns the key of the row where the keyboard is, '' for none."""
        return self._key(self.currentIndex())

    def go_to(self, key: str, column: str) -> None:
        """Makes a row's cell the current one, without selecting it."""
        self._go_to(key, self.column(column))

    def _go_to(self, key: str, at: int) -> None:
        for row in range(self.model().rowCount()):
            index = self.model().index(row, at)
            if self._key(index) == key:
                self.selectionModel().setCurrentIndex(index, _Flags.NoUpdate)
                self.scrollTo(index)
                return

    def menu_position(self) -> QPoint:
        """Returns the global position for a menu of the current cell."""
        return self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())

    def selectionCommand(
        self, index: type_index, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Selects nothing by mere navigation, nor by what is pressed inside a cell."""
        command = super().selectionCommand(index, event)
        if isinstance(event, QMouseEvent):
            return _Flags.NoUpdate if self._pressed.isValid() else command
        # With Shift a range grows; Qt asks a second time without an event, and needs the same result.
        return command if command & _Flags.Current else _Flags.NoUpdate

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Presses, opens, selects; other keys navigate."""
        self._show_rings(shown=True)
        index = self.currentIndex()
        cell = self._cells.get(index.column())
        key = event.key()
        presses = cell is not None and cell.is_pressable() and index.column() > 0
        if self._is_asked_for(event, index):
            pass
        elif key == Qt.Key.Key_Space and index.isValid():
            if presses and cell is not None:
                cell.press(index)
            else:
                self._toggle(index)
        elif key in _ENTER and index.isValid():
            if presses and cell is not None:
                cell.press(index)
            else:
                self.opened.emit(self._key(index))
        elif key == Qt.Key.Key_F2 and index.isValid():
            self.opened.emit(self._key(index))
        elif key == Qt.Key.Key_Delete:
            self.delete_wanted.emit()
        elif key == Qt.Key.Key_Escape and self.selectionModel().hasSelection():
            self.clearSelection()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _is_asked_for(self, event: QKeyEvent, index: QModelIndex) -> bool:
        """Asks for copies or the row's menu where a key says so; returns whether."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
        elif asks_formats(event):
            self.formats_wanted.emit()
        elif asks_menu(event) and index.isValid():
            self.menu_wanted.emit(self._key(index), self.menu_position())
        else:
            return False
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Records what is pressed inside a cell."""
        self._show_rings(shown=False)
        index = self.indexAt(event.position().toPoint())
        is_left = event.button() == Qt.MouseButton.LeftButton
        is_range = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        hit = is_left and not is_range and self._is_hit(index, event.position().toPoint())
        self._pressed = QPersistentModelIndex(index) if hit else QPersistentModelIndex()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Presses the cell where the button was pressed as well."""
        index = self.indexAt(event.position().toPoint())
        pressed = self._pressed.isValid() and self._pressed == index
        super().mouseReleaseEvent(event)
        self._pressed = QPersistentModelIndex()
        if pressed and self._is_hit(index, event.position().toPoint()):
            self._press(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Opens a row, unless something inside a cell is pressed twice."""
        self.mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not self._pressed.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(self._key(index))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Opens the menu of the row under the pointer, or where the keyboard is."""
        is_pointed = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if is_pointed else self.currentIndex()
        if index.isValid():
            place = event.globalPos() if is_pointed else self.menu_position()
            self.menu_wanted.emit(self._key(index), place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begins at the first row."""
        super().focusInEvent(event)
        if event.reason() in _BY_KEY:
            self._show_rings(shown=True)
        self._begin()

    def _show_rings(self, *, shown: bool) -> None:
        for cell in self._cells.values():
            cell.rings = shown

    def _is_hit(self, index: QModelIndex, place: QPoint) -> bool:
        cell = self._cells.get(index.column()) if index.isValid() else None
        return cell is not None and cell.is_pressable() and cell.spot(self.visualRect(index)).contains(place)

    def _press(self, index: QModelIndex) -> None:
        if index.column() == 0:
            self._toggle(index)
        else:
            self._cells[index.column()].press(index)

    def _toggle(self, index: QModelIndex) -> None:
        self.selectionModel().select(index, _Flags.Toggle | _Flags.Rows)

    def _key(self, index: type_index) -> str:
        return str(index.data(KeyRole) or "") if index.isValid() else ""

    def _begin(self) -> None:
        """Makes a cell current where there is none."""
        if not self.currentIndex().isValid() and self.model() is not None and self.model().rowCount():
            self.selectionModel().setCurrentIndex(self.model().index(0, 0), _Flags.NoUpdate)

    def _save_position(self) -> None:
        current = self.currentIndex()
        scrolled = self.verticalScrollBar().value()
        self._saved = (self.marked(), self._key(current), max(0, current.column()), scrolled)

    def _restore_position(self) -> None:
        keys, current, column, scrolled = self._saved
        self.mark(keys)
        self._go_to(current, column)
        self.verticalScrollBar().setValue(scrolled)
        if self.hasFocus():
            self._begin()
        self.selection_changed.emit()

    def _restyle(self) -> None:
        self.setFont(theme.font("body"))
        self.verticalHeader().setDefaultSectionSize(theme.scaled(_ROW_HEIGHT))
        self.updateGeometry()
