"""The sub-users of one subscription as a Qt model: filtered, sorted, each presented once; no passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from app.present.sub_users import matches, present_sub_user_row
from app.rules.search.words import is_code
from app.rules.sub_users.order import sort_key
from ui.pages.sub_users import columns
from ui.pages.sub_users.cell_texts import hint_text, shown_text, spoken_text
from ui.pages.sub_users.columns import COLUMNS, spoken_title
from ui.widgets.tables.cells import KeyRole, ShareRole, TokenRole, TroubleRole
from ui.widgets.text.untrusted_text import plain, tooltip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime

    from app.models.sub_users import SubUser
    from app.present.sub_user_views import SubUserRow
    from app.rules.sub_users.order import Column

type_index = QModelIndex | QPersistentModelIndex

_ROLES = Qt.ItemDataRole
_BAR_TOKENS = {"normal": "accent", "warning": "warning", "danger": "danger"}


class SubUserTableModel(QAbstractTableModel):
    """Holds sub-users by id.

    Attributes:
        is_locked: Whether nothing can be changed for now.

    Signals:
        switched(str, bool): The user switched a sub-user on or off; the model waits for the result.
    """

    switched = Signal(str, bool)

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Makes an empty table.

        Args:
            now: Returns the service's time, for the year of a day.
        """
        super().__init__()
        self._now = now
        self._sub_users: dict[str, SubUser] = {}
        self._rows: dict[str, SubUserRow] = {}
        self._shown: list[str] = []
        self._text = ""
        self._column: Column = "created"
        self._is_descending = False
        self._switches: dict[str, bool] = {}
        self._troubles: dict[str, str] = {}
        self.is_locked = False
        self._answers: dict[int, Callable[[SubUserRow, int], Any]] = {
            _ROLES.DisplayRole: lambda row, column: plain(shown_text(row, column)),
            _ROLES.ToolTipRole: self._hint,
            _ROLES.AccessibleTextRole: self._spoken,
            _ROLES.CheckStateRole: self._checked,
            ShareRole: lambda row, _column: row.share,
            TokenRole: lambda row, _column: _BAR_TOKENS[row.bar],
            TroubleRole: self._trouble,
        }

    def rowCount(self, parent: type_index | None = None) -> int:
        """Returns how many sub-users are shown."""
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def columnCount(self, parent: type_index | None = None) -> int:
        """Returns the number of columns."""
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def flags(self, index: type_index) -> Qt.ItemFlag:
        """Accepts a switch by the user, unless that is locked."""
        flags = super().flags(index)
        if index.isValid() and index.column() == columns.ENABLED and not self.is_locked:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: type_index, role: int = _ROLES.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        """Returns a cell's text, or its accessible text."""
        answer = self._answers.get(role)
        if (answer is None and role != KeyRole) or not 0 <= index.row() < len(self._shown):
            return None
        key = self._shown[index.row()]
        # The key alone is asked for while rows are being replaced, when the rest may be gone already.
        return key if answer is None else answer(self._rows[key], index.column())

    def setData(self, index: type_index, value: Any, role: int = _ROLES.EditRole) -> bool:  # noqa: ANN401 (Qt's type)
        """Emits that a switch is wanted on or off."""
        if role != _ROLES.CheckStateRole or not self.flags(index) & Qt.ItemFlag.ItemIsUserCheckable:
            return False
        self.switched.emit(self._shown[index.row()], Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _ROLES.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        """Returns a column's title."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == _ROLES.DisplayRole:
            return COLUMNS[section].title()
        return spoken_title(section) if role == _ROLES.AccessibleTextRole else None

    def show_sub_users(self, sub_users: Iterable[SubUser]) -> None:
        """Replaces everything."""
        self._sub_users = {sub_user.id: sub_user for sub_user in sub_users}
        now = self._now()
        self._rows = {key: present_sub_user_row(item, now) for key, item in self._sub_users.items()}
        self._troubles = {key: text for key, text in self._troubles.items() if key in self._rows}
        self._show_fitting()

    def update(self, sub_user: SubUser) -> None:
        """Updates a sub-user in its row, or adds it."""
        is_new = sub_user.id not in self._sub_users
        self._sub_users[sub_user.id] = sub_user
        self._rows[sub_user.id] = present_sub_user_row(sub_user, self._now())
        if is_new:
            self._show_fitting()
        else:
            self._tell_changed(sub_user.id)

    def remove(self, key: str) -> None:
        """Takes a sub-user out."""
        if self._sub_users.pop(key, None) is not None:
            del self._rows[key]
            self._troubles.pop(key, None)
            self._show_fitting()

    def filter_by(self, text: str) -> None:
        """Shows only those that hold every word of a text; the one whose id or username it is comes first."""
        if text != self._text:
            self._text = text
            self._show_fitting()

    def sort_by(self, column: Column, *, descending: bool) -> None:
        """Sorts by a column."""
        self._column, self._is_descending = column, descending
        self._show_fitting()

    def set_locked(self, *, locked: bool) -> None:
        """Lets nothing be switched for now."""
        if locked != self.is_locked:
            self.is_locked = locked
            self._tell_all_changed()

    def show_switch(self, key: str, *, on: bool) -> None:
        """Shows a switch as it is wanted, until `forget_switch`."""
        self._switches[key] = on
        self._tell_changed(key)

    def forget_switch(self, key: str) -> None:
        """Shows a switch as the service has it."""
        self._switches.pop(key, None)
        self._tell_changed(key)

    def show_troubles(self, troubles: Mapping[str, str]) -> None:
        """Shows which rows need attention and why, and no others."""
        self._troubles = dict(troubles)
        self._tell_all_changed()

    def is_shown(self, key: str) -> bool:
        """Returns whether a sub-user is loaded and passes the filter."""
        return key in self._shown

    def is_on(self, key: str) -> bool:
        """Returns whether a switch is shown on."""
        return self._switches.get(key, self._rows[key].enabled)

    def sub_user(self, key: str) -> SubUser | None:
        """Returns a loaded sub-user."""
        return self._sub_users.get(key)

    def sub_users(self, keys: Sequence[str] | None = None) -> list[SubUser]:
        """Returns those of these ids, in their order; all of them, as the service gave them, for None."""
        wanted = self._sub_users if keys is None else keys
        return [self._sub_users[key] for key in wanted if key in self._sub_users]

    def loaded(self) -> int:
        """Returns how many sub-users there are, shown or not."""
        return len(self._sub_users)

    def _show_fitting(self) -> None:
        fitting = [item for key, item in self._sub_users.items() if matches(self._rows[key], self._text)]
        fitting.sort(key=lambda item: sort_key(item, self._column), reverse=self._is_descending)
        fitting.sort(key=lambda item: not is_code(self._text, (item.id, item.username)))
        shown = [item.id for item in fitting]
        if shown == self._shown:
            self._tell_all_changed()
            return
        self.beginResetModel()
        self._shown = shown
        self.endResetModel()

    def _tell_changed(self, key: str) -> None:
        if key in self._shown:
            row = self._shown.index(key)
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(COLUMNS) - 1))

    def _tell_all_changed(self) -> None:
        if self._shown:
            last = self.index(len(self._shown) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _checked(self, row: SubUserRow, column: int) -> Qt.CheckState | None:
        if column != columns.ENABLED:
            return None
        return Qt.CheckState.Checked if self.is_on(row.id) else Qt.CheckState.Unchecked

    def _trouble(self, row: SubUserRow, column: int) -> str:
        return self._troubles.get(row.id, "") if column == columns.LABEL else ""

    def _hint(self, row: SubUserRow, column: int) -> str:
        return tooltip(hint_text(row, column, self._trouble(row, column)))

    def _spoken(self, row: SubUserRow, column: int) -> str:
        trouble = self._trouble(row, column)
        return plain(spoken_text(row, column, trouble, is_on=self.is_on(row.id)), 400)
