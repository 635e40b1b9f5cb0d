"""The menu of one row: everything that can be done with this sub-user, and how the rows are sorted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidgetAction

from app.i18n.texts import _
from ui.pages.sub_users.table import COLUMNS
from ui.theme.icons import icon
from ui.theme.stylesheet import dress
from ui.theme.theme import follow, scaled
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import unmnemonic

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

EDIT, SHARE, USAGE, NEW_PASSWORD, DELETE = "edit", "share", "usage", "new_password", "delete"
_MAX_HEADING = 360


class RowMenu(QMenu):
    """Asks for something by its key.

    Signals:
        chosen(str): `edit`, `share`, `usage`, `new_password` or `delete`.
        sort_wanted(str, bool): By which column, and whether the last comes first.
    """

    chosen = Signal(str)
    sort_wanted = Signal(str, bool)

    def __init__(self, formats: QMenu, parent: QWidget) -> None:
        """Builds the menu.

        Args:
            formats: The menu of copy formats, which becomes a part of this one.
        """
        super().__init__(parent)
        dress(self, "menu")
        self.setToolTipsVisible(True)
        self._whose = Label("", "strong", elide="right")
        self._whose.setContentsMargins(10, 4, 10, 6)
        self._whose.setMaximumWidth(scaled(_MAX_HEADING))
        self._heading = QWidgetAction(self)
        self._heading.setDefaultWidget(self._whose)
        self._heading.setEnabled(False)  # the keyboard passes it by
        self.addAction(self._heading)
        self._icons: list[tuple[QAction, str]] = []
        self.edit = self._add(EDIT, _("Edit"), "pencil")
        copy = self.addMenu(formats)
        self._icons.append((copy, "copy"))
        self._add(SHARE, _("Share…"), "share-2")
        self._add(USAGE, _("Usage"), "chart-column")
        self.new_password = self._add(NEW_PASSWORD, _("New password"), "rotate-ccw-key")
        self.addSeparator()
        self.delete = self._add(DELETE, _("Delete"), "trash-2")
        self.addSeparator()
        self._build_sorting()
        follow(self._restyle)

    def show_whose(self, name: str) -> None:
        """Names the sub-user at the top: other rows may be selected."""
        self._whose.setText(name)
        self._heading.setText(unmnemonic(self._whose.shown_text()))
        self.setAccessibleName(self._whose.shown_text())

    def set_locked(self, reason: str) -> None:
        """Lets nothing be changed; '' lets everything be changed again."""
        for action in (self.edit, self.new_password, self.delete):
            action.setEnabled(not reason)
            action.setToolTip(reason)

    def show_order(self, column: str, *, descending: bool) -> None:
        """Checks the current sort order."""
        for action in self._orders.actions():
            action.setChecked(action.data() == column)
        self._descending.setChecked(descending)

    def _add(self, key: str, text: str, sign: str) -> QAction:
        action = self.addAction(text)
        action.triggered.connect(lambda _checked=False: self.chosen.emit(key))
        self._icons.append((action, sign))
        return action

    def _build_sorting(self) -> None:
        """By keyboard the titles of the columns can't be reached: here they can."""
        self.sorting = self.addMenu(_("Sort by"))
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
            self.sort_wanted.emit(chosen.data(), self._descending.isChecked())

    def _restyle(self) -> None:
        for action, sign in self._icons:
            action.setIcon(icon(sign))
