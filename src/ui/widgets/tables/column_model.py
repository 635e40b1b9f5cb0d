"""The item models of tables: columns that are declared once, above records or a growing sequence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from ui.widgets.tables.columns import Column, ModelIndex, Record, Row, RowRole
from ui.widgets.text.untrusted_text import plain, tooltip

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_ROLES = Qt.ItemDataRole
MAX_PRESENTED: Final = 256
"""The maximum number of cached rows: more than a screen shows."""


def _alignment(column: Column[Any, Any]) -> Qt.AlignmentFlag:
    sides = Qt.AlignmentFlag
    return (sides.AlignRight if column.is_number else sides.AlignLeft) | sides.AlignVCenter


def _check_state(column: Column[Any, Any], row: object) -> Qt.CheckState | None:
    if column.is_checked is None:
        return None
    return Qt.CheckState.Checked if column.is_checked(row) else Qt.CheckState.Unchecked


_READERS: Final[Mapping[int, Callable[[Column[Any, Any], Any], Any]]] = {
    RowRole: lambda _column, row: row,
    _ROLES.DisplayRole: lambda column, row: plain(column.text(row)),
    _ROLES.ToolTipRole: lambda column, row: tooltip((column.tooltip or column.text)(row)),
    _ROLES.AccessibleTextRole: lambda column, row: plain((column.spoken or column.text)(row), 400),
    _ROLES.TextAlignmentRole: lambda column, _row: _alignment(column),
    _ROLES.CheckStateRole: _check_state,
    _ROLES.DecorationRole: lambda column, row: None if column.icon is None else column.icon(row),
    _ROLES.ForegroundRole: lambda column, row: None if column.color is None else column.color(row),
}


class ColumnModel(QAbstractTableModel, Generic[Record, Row]):
    """Reads cells from presented rows by columns."""

    def __init__(self, columns: Sequence[Column[Record, Row]]) -> None:
        super().__init__()
        self.columns = tuple(columns)

    def row(self, number: int) -> Row:
        raise NotImplementedError

    def columnCount(self, parent: ModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.columns)

    def data(self, index: ModelIndex, role: int = _ROLES.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        read = _READERS.get(role)
        if read is None or not 0 <= index.row() < self.rowCount():
            return None
        return read(self.columns[index.column()], self.row(index.row()))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _ROLES.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = self.columns[section]
        match role:
            case _ROLES.DisplayRole:
                return column.title()
            case _ROLES.AccessibleTextRole:
                return (column.spoken_title or column.title)()
            case _ROLES.TextAlignmentRole:
                return _alignment(column)
        return None


class SequenceModel(ColumnModel[Record, Row]):
    """A sequence in its own order, which may grow; a record is presented when it is painted or read."""

    def __init__(self, columns: Sequence[Column[Record, Row]], present: Callable[[Record], Row]) -> None:
        super().__init__(columns)
        self._present = present
        self._records: Sequence[Record] = ()
        self._count = 0
        self._rows: dict[int, Row] = {}

    def show_records(self, records: Sequence[Record]) -> None:
        self.beginResetModel()
        self._records, self._count = records, len(records)
        self._rows.clear()
        self.endResetModel()

    def show_appended(self) -> None:
        """Shows the records that were appended to the sequence."""
        count = len(self._records)
        if count > self._count:
            self.beginInsertRows(QModelIndex(), self._count, count - 1)
            self._count = count
            self.endInsertRows()

    def rowCount(self, parent: ModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self._count

    def row(self, number: int) -> Row:
        if number not in self._rows:
            if len(self._rows) >= MAX_PRESENTED:
                self._rows.clear()
            self._rows[number] = self._present(self._records[number])
        return self._rows[number]
