"""The menu of the account switcher."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from app.i18n.texts import _
from app.untrusted_text import sanitized
from ui.theme import theme
from ui.theme.icons import icon
from ui.theme.stylesheet import set_style
from ui.widgets.text.badge import color_icon
from ui.widgets.text.untrusted_text import unmnemonic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

_BESIDE_TEXT: Final = 56
"""The width that an entry's icon and margins take."""


class AccountMenu(QMenu):
    """Lists the accounts, and the actions on them."""

    account_chosen = Signal(str)
    overview_requested = Signal()
    add_requested = Signal()
    management_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        set_style(self, "menu")
        self.setAccessibleName(_("Account"))
        self._group = QActionGroup(self)

    def show_accounts(
        self, accounts: Sequence[tuple[str, str, str, str]], current: str | None, *, has_overview: bool = True
    ) -> None:
        """Shows accounts as (id, name, service, color), of which the color may be empty.

        `current` is the id of the open one, empty for none; None while all accounts are shown, which are
        offered if there is anything to show of them (`has_overview`).
        """
        self.clear()
        if has_overview:
            overview = QAction(icon("layers"), _("All accounts"), self)
            overview.setCheckable(True)
            overview.setChecked(current is None)
            overview.triggered.connect(self.overview_requested)
            self._group.addAction(overview)
            self.addAction(overview)
            self.addSeparator()
        for account_id, name, service, tag in accounts:
            # An account without a name of its own is called by its service.
            text = self._fit(sanitized(name if name == service else f"{name} · {service}", 80))
            action = QAction(unmnemonic(text), self)
            action.setCheckable(True)
            action.setChecked(account_id == current)
            if tag:
                action.setIcon(color_icon(tag))
            action.triggered.connect(
                lambda _checked=False, chosen=account_id: self.account_chosen.emit(chosen)
            )
            self._group.addAction(action)
            self.addAction(action)
        chosen = self._group.checkedAction()
        if chosen is not None:
            # The color is shown where the check mark would be.
            chosen.setFont(theme.font("strong"))
        self.addSeparator()
        self.addAction(_("Add an account…"), self.add_requested.emit)
        self.addAction(_("Manage accounts…"), self.management_requested.emit)

    def _fit(self, text: str) -> str:
        """Returns a text that fits into a menu as wide as the window, the rest in place of its middle."""
        width = self._window.width() - theme.scaled(_BESIDE_TEXT)
        return theme.metrics("strong").elidedText(text, Qt.TextElideMode.ElideMiddle, width)
