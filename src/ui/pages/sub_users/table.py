"""The table of sub-users: columns, model, and the menu of a row."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidgetAction

from app.i18n.texts import _, pgettext
from app.models.sub_users import SubUser
from app.present.sub_users import PASSWORD_MASK, SubUserRow, present_sub_user_row
from app.rules.words import is_code, is_found, natural_key
from ui.theme.icons import icon
from ui.theme.stylesheet import set_style
from ui.theme.theme import scaled
from ui.widgets.tables.cells import BarCell, CheckCell, MenuCell, SecretCell, SwitchCell, TextCell
from ui.widgets.tables.column_model import RecordModel
from ui.widgets.tables.columns import Column
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import unmnemonic

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date, datetime, timedelta

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

_MAX_HEADING = 360


def _accessible_label(row: SubUserRow) -> str:
    if not row.failure:
        return row.label
    return _("{label}, failed: {reason}").format(label=row.label, reason=row.failure)


LABEL: Final = "label"
COLUMNS: Final[tuple[Column[SubUser, SubUserRow], ...]] = (
    Column(
        key="mark",
        title=lambda: "",
        accessible_title=lambda: _("Selected"),
        accessible_text=lambda row: row.accessible_text,
        width=44,
        is_fixed=True,
        cell=CheckCell,
    ),
    Column(
        key=LABEL,
        title=lambda: _("Label"),
        text=lambda row: row.label,
        accessible_text=_accessible_label,
        tooltip=lambda row: row.failure or row.label,
        sort_key=lambda sub_user: natural_key(sub_user.label),
        min_width=150,
        cell=partial(TextCell, font_role="strong", warning=lambda row: row.failure),
    ),
    Column(
        key="username",
        title=lambda: _("Username"),
        text=lambda row: row.username,
        sort_key=lambda sub_user: natural_key(sub_user.username),
        width=184,
        min_width=116,
        shrink_order=4,
        cell=partial(TextCell, font_role="mono"),
    ),
    Column(
        key="password",
        title=lambda: _("Password"),
        text=lambda _row: PASSWORD_MASK,
        accessible_text=lambda _row: _("Password, hidden"),
        tooltip=lambda _row: _("Copy password"),
        width=170,
        shrink_order=3,
        cell=SecretCell,
    ),
    Column(
        key="used",
        title=lambda: _("Used / cap"),
        text=lambda row: row.used,
        accessible_text=lambda row: row.used_full,
        tooltip=lambda row: row.used_full,
        sort_key=lambda sub_user: sub_user.traffic_used_bytes,
        width=230,
        min_width=140,
        shrink_order=2,
        cell=partial(BarCell, share=lambda row: row.share, severity=lambda row: row.bar),
    ),
    Column(
        key="enabled",
        title=lambda: _("Enabled"),
        accessible_text=lambda row: _("Enabled") if row.enabled else _("Disabled"),
        is_checked=lambda row: row.enabled,
        sort_key=lambda sub_user: not sub_user.enabled,
        width=108,
        min_width=72,
        shrink_order=5,
        cell=SwitchCell,
    ),
    Column(
        key="created",
        title=lambda: pgettext("moment", "Created"),
        text=lambda row: row.created,
        accessible_text=lambda row: row.created_full,
        tooltip=lambda row: row.created_full,
        sort_key=lambda sub_user: sub_user.created_at,
        width=108,
        shrink_order=1,
        cell=partial(TextCell, font_role="secondary", color="muted"),
    ),
    Column(
        key="menu",
        title=lambda: "",
        accessible_title=lambda: _("Actions"),
        accessible_text=lambda row: _("Actions for {label}").format(label=row.label),
        tooltip=lambda _row: _("Actions"),
        width=52,
        is_fixed=True,
        cell=MenuCell,
    ),
)


def _zoned_day(moment: datetime) -> tuple[date, timedelta | None]:
    local = moment.astimezone()
    return local.date(), local.utcoffset()


class SubUserModel(RecordModel[SubUser, SubUserRow]):
    """The sub-users of one subscription, without passwords; `switches` has wanted states by key."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        super().__init__(
            COLUMNS,
            self._present_row,
            key=lambda sub_user: sub_user.id,
            tie=lambda sub_user: (natural_key(sub_user.label), sub_user.id),
        )
        self._now = now
        self._shown_at = _zoned_day(now())
        self.switches: dict[str, bool] = {}
        self._failures: dict[str, str] = {}

    def follow_time(self) -> None:
        """Presents the rows again once another local day has begun, or another time zone applies."""
        at = _zoned_day(self._now())
        if at != self._shown_at:
            self._shown_at = at
            self.refresh()

    def search(self, text: str) -> None:
        """Shows only those that match every word; the one with this id or username comes first."""
        self.filter_by(
            lambda row: is_found(text, row.search, row.id),
            lambda sub_user: is_code(text, (sub_user.id, sub_user.username)),
        )

    def show_switch(self, key: str, *, on: bool | None) -> None:
        """Shows the wanted state of a switch; None for the state that the service reported."""
        if on is None:
            self.switches.pop(key, None)
        else:
            self.switches[key] = on
        self.refresh(key)

    def show_failures(self, failures: Mapping[str, str]) -> None:
        """Marks the rows that need attention, with the reason, and no others."""
        self._failures = dict(failures)
        self.refresh()

    def _present_row(self, sub_user: SubUser) -> SubUserRow:
        row = present_sub_user_row(sub_user, self._now())
        return replace(
            row,
            enabled=self.switches.get(row.id, row.enabled),
            failure=self._failures.get(row.id, ""),
        )


class RowMenu(QMenu):
    """The actions of one row, and how the rows are sorted.

    Signals:
        chosen(str): `edit`, `share`, `usage`, `new_password` or `delete`.
        sort_requested(str, bool): By which column, and whether the last comes first.
    """

    chosen = Signal(str)
    sort_requested = Signal(str, bool)

    def __init__(self, formats: QMenu, parent: QWidget) -> None:
        """The menu of the copy formats becomes a submenu."""
        super().__init__(parent)
        set_style(self, "menu")
        self.setToolTipsVisible(True)
        self._name = Label("", "strong", elide="right")
        self._name.setContentsMargins(10, 4, 10, 6)
        self._name.setMaximumWidth(scaled(_MAX_HEADING))
        self._heading = QWidgetAction(self)
        self._heading.setDefaultWidget(self._name)
        self._heading.setEnabled(False)  # the keyboard passes it by
        self.addAction(self._heading)
        self._icons: list[tuple[QAction, str]] = []
        self.edit = self._add("edit", _("Edit"), "pencil")
        copy = self.addMenu(formats)
        self._icons.append((copy, "copy"))
        self._add("share", _("Share…"), "share-2")
        self._add("usage", _("Usage"), "chart-column")
        self.new_password = self._add("new_password", _("New password"), "rotate-ccw-key")
        self.addSeparator()
        self.delete = self._add("delete", _("Delete"), "trash-2")
        self.addSeparator()
        self._build_sorting()
        self.aboutToShow.connect(self._show_icons)

    def show_name(self, name: str) -> None:
        """Shows the sub-user's name at the top, since other rows may be selected."""
        self._name.setText(name)
        self._heading.setText(unmnemonic(self._name.shown_text()))
        self.setAccessibleName(self._name.shown_text())

    def set_locked(self, reason: str) -> None:
        """Disables changes with a reason; '' enables them."""
        for action in (self.edit, self.new_password, self.delete):
            action.setEnabled(not reason)
            action.setToolTip(reason)

    def show_order(self, column: str, *, descending: bool) -> None:
        """Checks the current sort order."""
        for action in self._orders.actions():
            action.setChecked(action.data() == column)
        self._descending.setChecked(descending)

    def _add(self, key: str, text: str, icon_name: str) -> QAction:
        action = self.addAction(text)
        action.triggered.connect(lambda _checked=False: self.chosen.emit(key))
        self._icons.append((action, icon_name))
        return action

    def _build_sorting(self) -> None:
        """Offers by menu what the column titles offer to the mouse: the keyboard can't reach them."""
        self.sorting = self.addMenu(_("Sort by"))
        self.sorting.setAccessibleName(self.sorting.title())
        self._orders = QActionGroup(self)
        for column in COLUMNS:
            if column.sort_key is not None:
                action = self.sorting.addAction(column.title())
                action.setCheckable(True)
                action.setData(column.key)
                self._orders.addAction(action)
        self._orders.triggered.connect(lambda _action: self._emit_order())
        self.sorting.addSeparator()
        self._descending = self.sorting.addAction(_("Reverse order"))
        self._descending.setCheckable(True)
        self._descending.triggered.connect(lambda _checked=False: self._emit_order())

    def _emit_order(self) -> None:
        chosen = self._orders.checkedAction()
        if chosen is not None:
            self.sort_requested.emit(chosen.data(), self._descending.isChecked())

    def _show_icons(self) -> None:
        for action, icon_name in self._icons:
            action.setIcon(icon(icon_name))
