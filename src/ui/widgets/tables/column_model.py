"""The item models of tables: columns that are declared once, above records or a growing sequence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal

from app.untrusted_text import sanitized
from ui.widgets.tables.columns import Column, KeyRole, ModelIndex, Record, Row, RowRole
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

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
    _ROLES.DisplayRole: lambda column, row: sanitized(column.text(row)),
    _ROLES.ToolTipRole: lambda column, row: tooltip((column.tooltip or column.text)(row)),
    _ROLES.AccessibleTextRole: lambda column, row: sanitized(
        (column.accessible_text or column.text)(row), 400
    ),
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
                return (column.accessible_title or column.title)()
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


class RecordModel(ColumnModel[Record, Row]):
    """Records by key; a record is presented as a row when it is first painted or read.

    Args:
        present: Returns the row of a record: texts and flags, without secrets.
        tie: Returns the sort key of records that are equal in the sort column.

    Attributes:
        sorted_by: The key of the sort column; empty for the records' own order.
        is_locked: Whether switches are disabled.

    Signals:
        switched(str, bool): The user switched a record on or off.
    """

    switched = Signal(str, bool)

    def __init__(
        self,
        columns: Sequence[Column[Record, Row]],
        present: Callable[[Record], Row],
        *,
        key: Callable[[Record], str],
        tie: Callable[[Record], Any] | None = None,
    ) -> None:
        super().__init__(columns)
        self.sorted_by, self.is_descending, self.is_locked = "", False, False
        self._present, self._key, self._tie = present, key, tie or (lambda _record: 0)
        self._records: dict[str, Record] = {}
        self._shown: list[str] = []
        self._rows: dict[str, Row] = {}
        self._accepts: Callable[[Row], bool] | None = None
        self._is_first: Callable[[Record], bool] | None = None

    def rowCount(self, parent: ModelIndex | None = None) -> int:
        """Counts the rows that pass the filter."""
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def flags(self, index: ModelIndex) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid() and self.columns[index.column()].is_checked is not None and not self.is_locked:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: ModelIndex, role: int = _ROLES.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        # The key alone is read while records are being replaced, when the rest may be gone already.
        if role == KeyRole:
            return self._shown[index.row()] if 0 <= index.row() < len(self._shown) else None
        return super().data(index, role)

    def setData(self, index: ModelIndex, value: Any, role: int = _ROLES.EditRole) -> bool:  # noqa: ANN401 (Qt's type)
        """Emits `switched`; the record stays as it is."""
        if role != _ROLES.CheckStateRole or not self.flags(index) & Qt.ItemFlag.ItemIsUserCheckable:
            return False
        self.switched.emit(index.data(KeyRole), Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def row(self, number: int) -> Row:
        return self._row_of(self._shown[number])

    def record(self, key: str) -> Record | None:
        return self._records.get(key)

    def records(self, keys: Iterable[str] | None = None) -> list[Record]:
        """Returns the records with these keys in their order; all for None."""
        wanted = self._records if keys is None else keys
        return [self._records[key] for key in wanted if key in self._records]

    def count(self) -> int:
        """Counts all records, shown or not."""
        return len(self._records)

    def is_shown(self, key: str) -> bool:
        return key in self._shown

    def show_records(self, records: Iterable[Record]) -> None:
        """Replaces all records; views are reset only if rows appear, disappear or move."""
        self._records = {self._key(record): record for record in records}
        self._rows.clear()
        self._arrange()

    def update(self, record: Record) -> None:
        key = self._key(record)
        is_new = key not in self._records
        self._records[key] = record
        if is_new:
            self._arrange()
        else:
            self.refresh(key)

    def remove(self, key: str) -> None:
        if self._records.pop(key, None) is not None:
            self._rows.pop(key, None)
            self._arrange()

    def refresh(self, key: str | None = None) -> None:
        """Presents a record again, or all for None."""
        if key is None:
            self._rows.clear()
            if self._shown:
                self._emit_changed(0, len(self._shown) - 1)
            return
        self._rows.pop(key, None)
        if key in self._shown:
            number = self._shown.index(key)
            self._emit_changed(number, number)

    def filter_by(
        self, accepts: Callable[[Row], bool] | None, is_first: Callable[[Record], bool] | None = None
    ) -> None:
        """Shows the rows that pass `accepts`, all for None; those that are `is_first` precede all."""
        self._accepts, self._is_first = accepts, is_first
        self._arrange()

    def sort_by(self, column: str, *, descending: bool) -> None:
        self.sorted_by, self.is_descending = column, descending
        self._arrange()

    def set_locked(self, *, locked: bool) -> None:
        if locked != self.is_locked:
            self.is_locked = locked
            self.refresh()

    def _arrange(self) -> None:
        records = self._records
        shown = [key for key in records if self._accepts is None or self._accepts(self._row_of(key))]
        sort_key = next((one.sort_key for one in self.columns if one.key == self.sorted_by), None)
        if sort_key is not None:
            shown.sort(
                key=lambda key: (sort_key(records[key]), self._tie(records[key])), reverse=self.is_descending
            )
        if self._is_first is not None:
            is_first = self._is_first
            shown.sort(key=lambda key: not is_first(records[key]))
        if shown == self._shown:
            if shown:
                self._emit_changed(0, len(shown) - 1)
            return
        self.beginResetModel()
        self._shown = shown
        self.endResetModel()

    def _emit_changed(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))

    def _row_of(self, key: str) -> Row:
        if key not in self._rows:
            self._rows[key] = self._present(self._records[key])
        return self._rows[key]
