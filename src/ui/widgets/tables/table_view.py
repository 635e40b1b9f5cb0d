"""The one keyboard-complete table view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QItemSelectionModel, QRectF, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyledItemDelegate, QTableView

from ui.theme import theme
from ui.widgets.painting import paint_ring
from ui.widgets.tables.column_model import RecordModel
from ui.widgets.tables.columns import ColumnLayout, KeyRole, ModelIndex
from ui.widgets.tables.sort_header import SortHeader
from ui.widgets.viewports import replace_viewport, set_up_view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QFocusEvent, QPainter, QResizeEvent
    from PySide6.QtWidgets import QStyleOptionViewItem

    from ui.widgets.tables.column_model import ColumnModel


class _RowDelegate(QStyledItemDelegate):
    """Paints cells as Qt does, and a focus ring around the selected row."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        super().paint(painter, option, index)
        paint_row_ring(painter, option, cast("TableView", self.parent()))


def paint_row_ring(painter: QPainter, option: QStyleOptionViewItem, table: QTableView) -> None:
    """Draws a cell's part of the focus ring around the selected row."""
    if table.hasFocus() and option.state & QStyle.StateFlag.State_Selected:
        cell = QRectF(option.rect)
        row = QRectF(0, cell.top(), table.viewport().width(), cell.height())
        painter.save()
        painter.setClipRect(cell)
        paint_ring(painter, row.adjusted(1, 1, -1, -1), radius=6)
        painter.restore()


class TableView(QTableView):
    """A table of which one row at a time is selected.

    Signals:
        layout_changed(): The user sorted, or resized a column.
    """

    layout_changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        set_up_view(self, name)
        self._layout: ColumnLayout | None = None
        self.setItemDelegate(_RowDelegate(self))
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        replace_viewport(self.horizontalHeader())
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setSectionsClickable(False)
        self.horizontalHeader().setHighlightSections(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        theme.follow(self._restyle)

    def show_model(self, model: ColumnModel[Any, Any], *, resizable: bool = False) -> None:
        columns = model.columns
        sortable = [at for at, column in enumerate(columns) if column.sort_key is not None]
        if sortable:
            header = SortHeader(
                sortable, self, largest_first=[at for at in sortable if columns[at].is_number]
            )
            header.sort_requested.connect(self._on_sort_requested)
            self.setHorizontalHeader(header)
        self.setModel(model)
        for at, column in enumerate(columns):
            if column.cell is not None:
                self.setItemDelegateForColumn(at, column.cell(self))
        self._layout = ColumnLayout(self, columns, resizable=resizable)
        self._layout.resized.connect(self.layout_changed)

    def column(self, key: str) -> int:
        return next(at for at, column in enumerate(self._model().columns) if column.key == key)

    def widths(self) -> dict[str, int]:
        """Returns the widths of the resizable columns by key, in pixels at a text scale of 1."""
        return {} if self._layout is None else self._layout.widths()

    def show_layout(self, widths: Mapping[str, int], sorted_by: str, *, descending: bool) -> None:
        """Shows a saved layout; an unknown column is ignored."""
        if self._layout is not None:
            self._layout.show_widths(widths)
        model, header = self._model(), self.horizontalHeader()
        is_sortable = any(one.key == sorted_by and one.sort_key for one in model.columns)
        if is_sortable and isinstance(model, RecordModel) and isinstance(header, SortHeader):
            model.sort_by(sorted_by, descending=descending)
            header.show_order(self.column(sorted_by), descending=descending)

    def sort_by(self, column: str, *, descending: bool) -> None:
        self.show_layout({}, column, descending=descending)
        self.layout_changed.emit()

    def current_key(self) -> str:
        """Returns the key of the current row, '' for none."""
        return self._key(self.currentIndex())

    def row_height(self) -> int:
        return QFontMetrics(theme.font("body")).height() + 12

    def selectRow(self, row: int) -> None:
        """Qt's own does nothing in a right-to-left layout."""
        flags = QItemSelectionModel.SelectionFlag
        index = self.model().index(row, 0)
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._layout is not None:
            self._layout.lay_out()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Selects a row where none is."""
        super().focusInEvent(event)
        if not self.selectionModel().hasSelection() and self.model().rowCount():
            self.selectRow(max(0, self.currentIndex().row()))
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _model(self) -> ColumnModel[Any, Any]:
        return cast("ColumnModel[Any, Any]", self.model())

    def _key(self, index: ModelIndex) -> str:
        return str(index.data(KeyRole) or "") if index.isValid() else ""

    def _on_sort_requested(self, at: int, descending: bool) -> None:  # noqa: FBT001 (Qt's signal)
        self.sort_by(self._model().columns[at].key, descending=descending)

    def _restyle(self) -> None:
        self.setFont(theme.font("body"))
        self.horizontalHeader().setFont(theme.font("secondary"))
        # The delegate's font keeps the size it was created with.
        self.horizontalHeader().viewport().setFont(theme.font("secondary"))
        self.verticalHeader().setDefaultSectionSize(self.row_height())
        self.updateGeometry()
