"""What a search found as a Qt model: grows while the search goes on, and never holds a row itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from app.i18n.texts import _
from app.rules.locations.search import Search
from ui.pages.locations.view import present_location
from ui.widgets.text.untrusted_text import plain, tooltip

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ui.pages.locations.view import LocationRow

type_index = QModelIndex | QPersistentModelIndex

LocationRole = int(Qt.ItemDataRole.UserRole) + 1
CopiedRole = LocationRole + 1
NAME, CODE, COPY = range(3)
_ROLES = frozenset(
    (
        LocationRole,
        CopiedRole,
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    )
)
_PRESENTED = 256
"""The maximum number of presented rows that are cached: more than a screen shows."""


class LocationTableModel(QAbstractTableModel):
    """The hits of one search, presented when they are painted or read."""

    def __init__(self) -> None:
        super().__init__()
        self._search = Search((), "")
        self._names: Mapping[str, str] = {}
        self._count = 0
        self._copied = -1
        self._rows: dict[int, LocationRow] = {}

    def show_search(self, search: Search, names: Mapping[str, str]) -> None:
        """Shows another search, as far as it has come.

        Args:
            search: It may go on; `show_more` then shows more of it.
            names: Countries by their code, where the rows should name theirs.
        """
        self.beginResetModel()
        self._search, self._names, self._count, self._copied = search, names, len(search), -1
        self._rows.clear()
        self.endResetModel()

    def show_more(self) -> None:
        """Shows what the search has found since."""
        found = len(self._search)
        if found > self._count:
            self.beginInsertRows(QModelIndex(), self._count, found - 1)
            self._count = found
            self.endInsertRows()

    def mark_copied(self, row: int) -> None:
        """Shows that a row has just been copied, -1 for none."""
        self._copied, last = row, self._copied
        for changed in (last, row):
            if 0 <= changed < self._count:
                index = self.index(changed, COPY)
                self.dataChanged.emit(index, index)

    def row(self, row: int) -> LocationRow:
        """Returns a presented row."""
        if row not in self._rows:
            if len(self._rows) >= _PRESENTED:
                self._rows.clear()
            hit = self._search[row]
            name = self._names.get(hit.locations.country, "")
            self._rows[row] = present_location(hit, self._search.text, name)
        return self._rows[row]

    def rowCount(self, parent: type_index | None = None) -> int:
        """Returns how many hits are shown."""
        return 0 if parent is not None and parent.isValid() else self._count

    def columnCount(self, parent: type_index | None = None) -> int:
        """Returns how many columns there are: name, id or ASN, copy."""
        return 0 if parent is not None and parent.isValid() else COPY + 1

    def data(self, index: type_index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        """Returns a presented row, or a cell's accessible text."""
        if role not in _ROLES:
            return None
        if role == CopiedRole:
            return index.row() == self._copied
        row = self.row(index.row())
        return row if role == LocationRole else _cell_words(row, index.column(), role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 (Qt's type)
        """Returns a column's title, which is also its accessible name."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (_("Name"), _("ID or ASN"), _("Copy"))[section]
        return None


def copy_words(row: LocationRow) -> str:
    """Returns what copying a row's code is called."""
    return _("Copy ID") if row.kind == "cities" else _("Copy ASN")


def _cell_words(row: LocationRow, column: int, role: int) -> str:
    if column == COPY:
        return plain(copy_words(row))
    if role == Qt.ItemDataRole.ToolTipRole:
        return tooltip(row.spoken)
    if column == CODE:
        return plain(row.code)
    return plain(row.spoken if role == Qt.ItemDataRole.AccessibleTextRole else row.name)
