"""A list of rows of one height, of any length."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QItemSelection, QModelIndex, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QAbstractItemView, QListView

from ui.theme import theme
from ui.widgets.painting import paint_ground
from ui.widgets.tables.column_model import MAX_PRESENTED
from ui.widgets.viewports import set_up_view

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QEvent, QItemSelectionModel
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent

    from ui.widgets.tables.column_model import ColumnModel
    from ui.widgets.tables.columns import ModelIndex

_Actions = QAbstractItemView.CursorAction
_Hints = QAbstractItemView.ScrollHint


def is_formats_key(event: QKeyEvent) -> bool:
    """Returns whether a key opens the copy formats: Ctrl+Shift+C."""
    return _is_key(event, "Ctrl+Shift+C")


def is_menu_key(event: QKeyEvent) -> bool:
    """Returns whether a key opens the row's menu: Shift+F10, which Qt does not handle on Linux."""
    return _is_key(event, "Shift+F10")


def _is_key(event: QKeyEvent, keys: str) -> bool:
    from PySide6.QtGui import QKeySequence  # noqa: PLC0415 (with 71 names, not before the first rows)

    return QKeySequence(event.keyCombination()) == QKeySequence(keys)


class RowState(NamedTuple):
    """How a row is painted."""

    is_selected: bool = False
    has_focus: bool = False
    is_hovered: bool = False
    is_mirrored: bool = False


class RowDelegate(ABC):
    """Paints rows; it knows no view, so that a row can be painted before there is one."""

    @abstractmethod
    def height(self) -> int:
        """Returns a row's height in the present text size, in logical pixels."""

    @abstractmethod
    def paint(self, painter: QPainter, rect: QRectF, row: Any, state: RowState) -> None:  # noqa: ANN401 (each its own row)
        """Paints a presented row."""


class RowView(QListView):
    """Computes positions from the rows' height: Qt's own layout would ask the model about every row.

    The background is that of the window, and painted here: Qt moves what is opaque when it is scrolled, and
    paints the rest again.
    """

    def __init__(self, name: str, model: ColumnModel[Any, Any], delegate: RowDelegate) -> None:
        super().__init__()
        self._rows, self._delegate = model, delegate
        self._height = delegate.height()
        self._hovered = -1
        # The current row before a reset removed it; -1 for none, or when something else had the keyboard.
        self._lost_row = -1
        set_up_view(self, name)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setModel(model)
        model.modelAboutToBeReset.connect(self._on_about_to_be_reset)
        theme.follow(self._restyle)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, dirty, top = QPainter(self.viewport()), event.rect(), self.verticalScrollBar().value()
        paint_ground(painter, dirty, theme.color("window"))
        selected = self.selectedIndexes()
        current = self.currentIndex().row() if self.hasFocus() else -1
        is_mirrored, width = self.isRightToLeft(), self.viewport().width()
        first = (dirty.top() + top) // self._height
        after = min((dirty.bottom() + top) // self._height + 1, self._rows.rowCount())
        for row in range(first, after):
            is_selected = any(index.row() == row for index in selected)
            state = RowState(is_selected, row == current, row == self._hovered, is_mirrored)
            rect = QRectF(0, row * self._height - top, width, self._height)
            self._delegate.paint(painter, rect, self._rows.row(row), state)

    def paint_first_rows(self, painter: QPainter, area: QRect, row: Callable[[int], Any]) -> None:
        """Paints as many of the first rows as fit, none of them selected."""
        painter.setClipRect(area)
        paint_ground(painter, area, theme.color("window"))
        state = RowState(is_mirrored=self.isRightToLeft())
        for number in range(min(area.height() // self._height + 1, self._rows.rowCount())):
            rect = QRectF(area.left(), area.top() + number * self._height, area.width(), self._height)
            self._delegate.paint(painter, rect, row(number), state)

    def visualRect(self, index: ModelIndex) -> QRect:
        return self._rect(index.row()) if index.isValid() else QRect()

    def indexAt(self, position: QPoint) -> QModelIndex:
        return self._rows.index((position.y() + self.verticalScrollBar().value()) // self._height, 0)

    def scrollTo(self, index: ModelIndex, _hint: QAbstractItemView.ScrollHint = _Hints.EnsureVisible) -> None:
        if index.isValid():
            self.executeDelayedItemsLayout()
            bar, top = self.verticalScrollBar(), index.row() * self._height
            bar.setValue(min(max(bar.value(), top + self._height - self.viewport().height()), top))

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, _modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Returns the row that a key moves to; where the current one has gone, the one in its place."""
        last, row = self._rows.rowCount() - 1, self.currentIndex().row()
        page = max(1, self.viewport().height() // self._height)
        steps = {
            _Actions.MoveUp: -1,
            _Actions.MovePrevious: -1,
            _Actions.MoveDown: 1,
            _Actions.MoveNext: 1,
            _Actions.MovePageUp: -page,
            _Actions.MovePageDown: page,
            _Actions.MoveHome: -last,
            _Actions.MoveEnd: last,
        }
        goal = row + steps.get(action, 0) if row >= 0 else self._lost_row
        return self._rows.index(min(max(goal, 0), last), 0)

    def keyboardSearch(self, text: str) -> None:
        # Qt reads every row for it; longer lists have a search.
        if self._rows.rowCount() <= MAX_PRESENTED:
            super().keyboardSearch(text)

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        first, last = self.indexAt(rect.topLeft()), self.indexAt(rect.bottomLeft())
        chosen = QItemSelection(first, last) if first.isValid() and last.isValid() else QItemSelection()
        self.selectionModel().select(chosen, command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        region = QRegion()
        for index in selection.indexes():
            region += self._rect(index.row())
        return region

    def doItemsLayout(self) -> None:
        # Not Qt's: QListView lays out every row, and all rows are painted again, also those that just were.
        self.updateGeometries()

    def reset(self) -> None:
        super().reset()
        self.viewport().update()

    def dataChanged(self, first: ModelIndex, last: ModelIndex, roles: Sequence[int] = ()) -> None:
        if first == last:
            # Not QListView's, which lays out and paints all rows.
            QAbstractItemView.dataChanged(self, first, last, roles)
        else:
            super().dataChanged(first, last, roles)
            self.viewport().update()

    def rowsInserted(self, parent: ModelIndex, first: int, last: int) -> None:
        QAbstractItemView.rowsInserted(self, parent, first, last)
        self.updateGeometries()
        if self._rect(first).top() < self.viewport().height():
            self.viewport().update()

    def updateGeometries(self) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        bar.setRange(0, max(0, self._rows.rowCount() * self._height - height))
        bar.setPageStep(height)
        bar.setSingleStep(self._height)
        QAbstractItemView.updateGeometries(self)

    def sizeHintForRow(self, _row: int) -> int:
        return self._height

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        if self._hovered >= 0:
            self._hover(self.viewport().mapFromGlobal(self.cursor().pos()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(QPoint(-1, -1))

    def _hover(self, position: QPoint) -> None:
        is_inside = self.viewport().rect().contains(position)
        before, self._hovered = self._hovered, self.indexAt(position).row() if is_inside else -1
        if before != self._hovered:
            for row in (before, self._hovered):
                self.viewport().update(self._rect(row))

    def _rect(self, row: int) -> QRect:
        top = row * self._height - self.verticalScrollBar().value()
        return QRect(0, top, self.viewport().width(), self._height)

    def _on_about_to_be_reset(self) -> None:
        row = self.currentIndex().row()
        if self.window().focusWidget() is not self:
            self._lost_row = -1
        elif row >= 0:
            self._lost_row = row

    def _restyle(self) -> None:
        self._height = self._delegate.height()
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
