"""The item model of the usage table: rows of texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from ui.widgets.tables.table_view import TableView
from ui.widgets.text.untrusted_text import plain, tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence


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


DataTable = TableView
