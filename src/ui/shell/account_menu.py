"""The menu of the account switcher."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from app.i18n.texts import _
from ui.theme import theme
from ui.theme.stylesheet import dress
from ui.widgets.text.color_dot import color_icon
from ui.widgets.text.untrusted_text import plain, unmnemonic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget


class AccountMenu(QMenu):
    """Lists the accounts, and what can be done with them.

    Signals:
        account_chosen(str): An account's id.
        add_wanted(): Another account is to be connected.
        management_wanted(): The accounts are to be managed.
    """

    account_chosen = Signal(str)
    add_wanted = Signal()
    management_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        dress(self, "menu")
        self.setAccessibleName(_("Account"))
        self._group = QActionGroup(self)
        theme.follow(self._restyle)

    def show_accounts(self, accounts: Sequence[tuple[str, str, str, str]], current: str) -> None:
        """Fills the menu.

        Args:
            accounts: (id, name, place, color) of each; the color is empty for those without.
            current: The id of the one that is open.
        """
        self.clear()
        self._group = QActionGroup(self)
        for account_id, name, place, color in accounts:
            # An account without a name of its own is called by its service.
            words = name if name == place else f"{name} · {place}"
            action = QAction(unmnemonic(plain(words, 80)), self)
            action.setCheckable(True)
            action.setChecked(account_id == current)
            if color:
                action.setIcon(color_icon(color))
            action.triggered.connect(
                lambda _checked=False, chosen=account_id: self.account_chosen.emit(chosen)
            )
            self._group.addAction(action)
            self.addAction(action)
        self._restyle()
        self.addSeparator()
        self.addAction(_("Add an account…"), self.add_wanted.emit)
        self.addAction(_("Manage accounts…"), self.management_wanted.emit)

    def _restyle(self) -> None:
        chosen = self._group.checkedAction()
        if chosen is not None:
            # The color is shown where the check mark would be.
            chosen.setFont(theme.font("strong"))
