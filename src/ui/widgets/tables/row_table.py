"""A table of selectable rows with interactive cells, for mouse and keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from ui.widgets.tables.cells import Cell, KeyRole
from ui.widgets.tables.row_keys import asks_formats, asks_menu

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from PySide6.QtCore import QAbstractItemModel
    from PySide6.QtGui import QFocusEvent
    from PySide6.QtWidgets import QWidget

    type_index = QModelIndex | QPersistentModelIndex

ROW = 44
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,  # a screen reader's
)
_Flags = QItemSelectionModel.SelectionFlag


class RowTable(QTableView):
    """Rows are selected by Space, Shift and arrows, Ctrl+A, a click, or their box in the first column.

    Arrows alone move from cell to cell and leave the selection as it is; Space or Enter presses a cell
    that can be pressed. Selection, current cell and scroll position stay over refreshes, by `KeyRole`.

    Args:
        name: What it lists, for screen readers.
        parent: The widget it stands in.

    Signals:
        selection_changed(): Other rows are marked.
        opened(str): A row was opened: Enter on a text, F2, a double click.
        menu_wanted(str, QPoint): The row's context menu is requested, at a global position.
        delete_wanted(): The Delete key.
        copy_wanted(): Ctrl+C.
        formats_wanted(): Ctrl+Shift+C.
    """

    selection_changed = Signal()
    opened = Signal(str)
    menu_wanted = Signal(str, QPoint)
    delete_wanted = Signal()
    copy_wanted = Signal()
    formats_wanted = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells: dict[int, Cell] = {}
        self._pressed = QPersistentModelIndex()
        self._kept: tuple[list[str], str, int, int] = ([], "", 0, 0)
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
        theme.follow(self._restyle)

    def show_model(self, model: QAbstractItemModel, cells: Sequence[Cell]) -> None:
        """Shows a model, each column by its kind of cell; the first one is the check mark's."""
        model.modelAboutToBeReset.connect(self._keep_place)
        self.setModel(model)
        model.modelReset.connect(self._find_place)
        self.selectionModel().selectionChanged.connect(self.selection_changed)
        self._cells = dict(enumerate(cells))
        for column, cell in self._cells.items():
            self.setItemDelegateForColumn(column, cell)

    def cell(self, column: int) -> Cell:
        """Returns the kind of cell that stands in a column."""
        return self._cells[column]

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

    def go_to(self, key: str, column: int) -> None:
        """Makes a row the current one, without selecting it."""
        for row in range(self.model().rowCount()):
            index = self.model().index(row, column)
            if self._key(index) == key:
                self.selectionModel().setCurrentIndex(index, _Flags.NoUpdate)
                self.scrollTo(index)
                return

    def current_place(self) -> QPoint:
        """Returns where on the screen a menu for the current cell opens."""
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
            self.menu_wanted.emit(self._key(index), self.current_place())
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
            place = event.globalPos() if is_pointed else self.current_place()
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

    def _keep_place(self) -> None:
        current = self.currentIndex()
        scrolled = self.verticalScrollBar().value()
        self._kept = (self.marked(), self._key(current), max(0, current.column()), scrolled)

    def _find_place(self) -> None:
        keys, current, column, scrolled = self._kept
        self.mark(keys)
        self.go_to(current, column)
        self.verticalScrollBar().setValue(scrolled)
        if self.hasFocus():
            self._begin()
        self.selection_changed.emit()

    def _restyle(self) -> None:
        self.setFont(theme.font("body"))
        self.verticalHeader().setDefaultSectionSize(theme.scaled(ROW))
        self.updateGeometry()
