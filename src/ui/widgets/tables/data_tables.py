"""Tables of texts with keyboard navigation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
)
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyledItemDelegate, QTableView

from ui.theme import theme
from ui.theme.stylesheet import dress
from ui.widgets.painting import paint_ring
from ui.widgets.text.untrusted_text import plain, tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QPainter
    from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

type_index = QModelIndex | QPersistentModelIndex

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, and whether it holds numbers, which stand to the right."""

    title: str
    is_number: bool = False


class TextTableModel(QAbstractTableModel):
    """Rows of texts, made plain when they are shown."""

    def __init__(self, columns: Sequence[Column]) -> None:
        super().__init__()
        self._columns = tuple(columns)
        self._rows: Sequence[Sequence[str]] = ()

    def show_rows(self, rows: Sequence[Sequence[str]]) -> None:
        """Shows other rows, a text for each column."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: type_index | None = None) -> int:
        """Returns how many rows there are."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: type_index | None = None) -> int:
        """Returns how many columns there are."""
        return 0 if parent is not None and parent.isValid() else len(self._columns)

    def data(self, index: type_index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        """Returns a cell's text, or how it is aligned."""
        if role == Qt.ItemDataRole.DisplayRole:
            return plain(self._rows[index.row()][index.column()])
        if role == Qt.ItemDataRole.TextAlignmentRole and self._columns[index.column()].is_number:
            return _RIGHT
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self._rows[index.row()][index.column()])
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 (Qt's type)
        """Returns a column's title."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._columns[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            return _RIGHT if self._columns[section].is_number else left
        return None


class _RowDelegate(QStyledItemDelegate):
    """Paints cells as Qt does, and the ring of the row where the keyboard is."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: type_index) -> None:
        """Paints one cell with its part of the ring."""
        super().paint(painter, option, index)
        table = cast("DataTable", self.parent())
        if table.hasFocus() and option.state & QStyle.StateFlag.State_Selected:
            cell = QRectF(option.rect)
            row = QRectF(0, cell.top(), table.viewport().width(), cell.height())
            painter.save()
            painter.setClipRect(cell)
            paint_ring(painter, row.adjusted(1, 1, -1, -1), radius=6)
            painter.restore()


class DataTable(QTableView):
    """A table of which whole rows are chosen.

    Args:
        name: What it lists, for screen readers.
        parent: The widget it stands in.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(_RowDelegate(self))
        self.setAccessibleName(name)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.viewport().setAutoFillBackground(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setSectionsClickable(False)
        self.horizontalHeader().setHighlightSections(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        dress(self, "view")
        theme.follow(self._restyle)

    def row_height(self) -> int:
        """Returns the height of a row in the present text size."""
        return QFontMetrics(theme.font("body")).height() + 12

    def selectRow(self, row: int) -> None:
        """Chooses a row; Qt's own does nothing where one reads from right to left."""
        flags = QItemSelectionModel.SelectionFlag
        index = self.model().index(row, 0)
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows where the keyboard is: on a row."""
        super().focusInEvent(event)
        if not self.selectionModel().hasSelection() and self.model().rowCount():
            self.selectRow(max(0, self.currentIndex().row()))
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Takes the ring away."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _restyle(self) -> None:
        self.setFont(theme.font("body"))
        self.horizontalHeader().setFont(theme.font("secondary"))
        # The delegate's font keeps the size it was created with.
        self.horizontalHeader().viewport().setFont(theme.font("secondary"))
        self.verticalHeader().setDefaultSectionSize(self.row_height())
        self.updateGeometry()
