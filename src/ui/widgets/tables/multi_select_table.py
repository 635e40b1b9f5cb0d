"""A table of which many rows are selected, with cells that are pressed, and its box 'Select all'."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from app.i18n.texts import _
from ui.theme import theme
from ui.widgets.inputs.check_box import CheckBox
from ui.widgets.tables.cells import Cell, MenuCell, SecretCell
from ui.widgets.tables.row_view import is_formats_key, is_menu_key
from ui.widgets.tables.table_view import TableView

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QFocusEvent, QShowEvent

    from ui.widgets.tables.column_model import ColumnModel
    from ui.widgets.tables.columns import ModelIndex

_ROW_HEIGHT = 44
_PRESSES = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_OPENS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,  # a screen reader's
)
_Flags = QItemSelectionModel.SelectionFlag
_Kinds = QEvent.Type
_BOX_SIDE = 16
_FOLLOWED = frozenset((_Kinds.Resize, _Kinds.Move, _Kinds.Show, _Kinds.Hide, _Kinds.LayoutDirectionChange))


class MultiSelectTable(TableView):
    """Rows are selected by Space, Shift and arrows, Ctrl+A, a click, or their box in the first column.

    Arrows alone move from cell to cell and leave the selection as it is; Space or Enter presses a cell
    that can be pressed. Selection, current cell and scroll position are preserved over refreshes, by key.

    Signals:
        opened(str): The key of the row: Enter on a text, F2, a double click.
        menu_requested(str, QPoint): The key of the row, and the global position of its menu.
        copy_requested(): Ctrl+C.
        formats_requested(): Ctrl+Shift+C.
    """

    selection_changed = Signal()
    opened = Signal(str)
    menu_requested = Signal(str, QPoint)
    delete_requested = Signal()
    copy_requested = Signal()
    formats_requested = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._cells: dict[int, Cell] = {}
        self._pressed = QPersistentModelIndex()
        self._saved: tuple[list[str], str, int, int, int] = ([], "", 0, 0, 0)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    def show_model(self, model: ColumnModel[Any, Any], *, resizable: bool = False) -> None:
        """The first column is that of the boxes."""
        model.modelAboutToBeReset.connect(self._save_position)
        super().show_model(model, resizable=resizable)
        model.modelReset.connect(self._restore_position)
        self.selectionModel().selectionChanged.connect(self.selection_changed)
        for at in range(len(model.columns)):
            cell = self.itemDelegateForColumn(at)
            if isinstance(cell, Cell):
                self._cells[at] = cell
            if isinstance(cell, MenuCell):
                cell.pressed.connect(lambda key: self.menu_requested.emit(key, self.menu_position()))

    def row_height(self) -> int:
        return theme.scaled(_ROW_HEIGHT)

    def cell(self, column: str) -> Cell:
        return self._cells[self.column(column)]

    def show_copied(self, keys: Collection[str]) -> None:
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
        return self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())

    def selectionCommand(
        self, index: ModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Selects nothing by mere navigation, nor by a press inside a cell."""
        command = super().selectionCommand(index, event)
        if isinstance(event, QMouseEvent):
            return _Flags.NoUpdate if self._pressed.isValid() else command
        # With Shift a range grows; Qt asks a second time without an event, and needs the same result.
        return command if command & _Flags.Current else _Flags.NoUpdate

    def keyboardSearch(self, search: str) -> None:
        """Finds a row by its typed beginning, in the second column where the boxes are current."""
        if self.currentIndex().column() == 0:
            self._go_to(self.current_key(), 1)
        super().keyboardSearch(search)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._show_rings(shown=True)
        index = self.currentIndex()
        cell = self._cells.get(index.column()) if index.column() > 0 else None
        key = event.key()
        if self._emit_wanted(event, index):
            pass
        elif key in _PRESSES and cell is not None and cell.is_pressable:
            cell.press(index)
        elif key == Qt.Key.Key_Space and index.isValid():
            self._toggle(index)
        elif key in _OPENS and index.isValid():
            self.opened.emit(self._key(index))
        elif key == Qt.Key.Key_Delete:
            self.delete_requested.emit()
        elif key == Qt.Key.Key_Escape and self.selectionModel().hasSelection():
            self.clearSelection()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _emit_wanted(self, event: QKeyEvent, index: QModelIndex) -> bool:
        """Emits the signal of a copy or menu key; returns whether it was one."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        elif is_formats_key(event):
            self.formats_requested.emit()
        elif is_menu_key(event) and index.isValid():
            self.menu_requested.emit(self._key(index), self.menu_position())
        else:
            return False
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
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
        """Opens a row, unless a control inside a cell is pressed twice."""
        self.mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not self._pressed.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(self._key(index))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """For the row under the pointer, or the current one."""
        is_pointed = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if is_pointed else self.currentIndex()
        if index.isValid():
            position = event.globalPos() if is_pointed else self.menu_position()
            self.menu_requested.emit(self._key(index), position)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Makes the first cell current where none is, and leaves the selection as it is."""
        QTableView.focusInEvent(self, event)
        if event.reason() in _BY_KEY:
            self._show_rings(shown=True)
        self._begin()

    def _show_rings(self, *, shown: bool) -> None:
        for cell in self._cells.values():
            cell.rings = shown

    def _is_hit(self, index: QModelIndex, position: QPoint) -> bool:
        cell = self._cells.get(index.column()) if index.isValid() else None
        if cell is None or not cell.is_pressable:
            return False
        return cell.hit_rect(self.visualRect(index)).contains(position)

    def _press(self, index: QModelIndex) -> None:
        if index.column() == 0:
            self._toggle(index)
        else:
            self._cells[index.column()].press(index)

    def _toggle(self, index: QModelIndex) -> None:
        self.selectionModel().select(index, _Flags.Toggle | _Flags.Rows)

    def _begin(self, row: int = 0, column: int = 0) -> None:
        """Makes a cell current where none is: of the last row where there are fewer."""
        if not self.currentIndex().isValid() and self.model() is not None and self.model().rowCount():
            index = self.model().index(min(max(0, row), self.model().rowCount() - 1), column)
            self.selectionModel().setCurrentIndex(index, _Flags.NoUpdate)

    def _save_position(self) -> None:
        current = self.currentIndex()
        scrolled = self.verticalScrollBar().value()
        self._saved = (self.marked(), self._key(current), current.row(), max(0, current.column()), scrolled)

    def _restore_position(self) -> None:
        keys, current, row, column, scrolled = self._saved
        self.mark(keys)
        self._go_to(current, column)
        self.verticalScrollBar().setValue(scrolled)
        # Also behind a dialog, or in a window that is not active.
        if self.window().focusWidget() is self:
            self._begin(row, column)
        self.selection_changed.emit()


class SelectAllBox(CheckBox):
    """Selects all rows that are shown, or none; partially checked while some are selected.

    Rows that a filter hides are never selected.

    Args:
        table: Has its model already; the box is above its first column.
        parent: A widget around the table: screen readers expect nothing but cells in a table.
    """

    def __init__(self, table: MultiSelectTable, parent: QWidget) -> None:
        header = table.horizontalHeader()
        super().__init__("", parent)
        self._table, self._around = table, parent
        self._header = header
        self.setTristate(True)
        self.setAccessibleName(_("Select all"))
        self.setToolTip(_("Select all"))
        self.clicked.connect(self._on_clicked)
        table.selection_changed.connect(self._show_state)
        for changed in (table.model().modelReset, table.model().rowsInserted, table.model().rowsRemoved):
            changed.connect(self._show_state)
        header.installEventFilter(self)
        header.sectionResized.connect(self._fit)
        table.horizontalScrollBar().valueChanged.connect(self._fit)
        theme.follow(self._fit)
        self._show_state()

    def nextCheckState(self) -> None:
        """Leaves the state to the selection."""

    def showEvent(self, event: QShowEvent) -> None:
        """Restores the tab order: box, titles, rows."""
        super().showEvent(event)
        QWidget.setTabOrder(self, self._header)
        QWidget.setTabOrder(self._header, self._table)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._header and event.type() in _FOLLOWED:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        side = theme.scaled(_BOX_SIDE) + 6
        middle = self._header.sectionViewportPosition(0) + self._header.sectionSize(0) // 2
        rect = QRect(QPoint(middle - side // 2, 0), QSize(side, self._header.height() - 1))
        self.setGeometry(rect.translated(self._header.mapTo(self._around, QPoint())))
        # Scrolled away it would cover a title, or what is beside the table.
        self.setVisible(self._header.isVisible() and self._header.rect().contains(rect))
        self.raise_()

    def _show_state(self) -> None:
        marked, rows = len(self._table.selectionModel().selectedRows()), self._table.model().rowCount()
        self.setEnabled(rows > 0)
        states = Qt.CheckState
        if not marked:
            self.setCheckState(states.Unchecked)
        else:
            self.setCheckState(states.Checked if marked == rows else states.PartiallyChecked)

    def _on_clicked(self) -> None:
        if self.checkState() == Qt.CheckState.Checked:
            self._table.clearSelection()
        else:
            self._table.selectAll()
