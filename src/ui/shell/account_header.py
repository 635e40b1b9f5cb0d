"""What the header shows of the account that is open, and the menu that opens another one."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from app.i18n.texts import _, ngettext
from app.present.keys import key_badge, key_text

if TYPE_CHECKING:
    from app.bootstrap import Services
    from ui.shell.account_menu import AccountMenu
    from ui.shell.app_pages import AppPages
    from ui.shell.pollers import Pollers
    from ui.shell.router import Router
    from ui.shell.window import MainWindow


class AccountHeader:
    """Shows the open account with the state of its key, or what is open in its place; builds the menu."""

    def __init__(
        self, window: MainWindow, services: Services, router: Router, app_pages: AppPages, pollers: Pollers
    ) -> None:
        self._window = window
        self._accounts = services.accounts
        self._router = router
        self._app_pages = app_pages
        self._pollers = pollers
        window.account_button.clicked.connect(self._open_menu)

    @cached_property
    def menu(self) -> AccountMenu:
        from ui.shell.account_menu import AccountMenu  # noqa: PLC0415 (after the first rows)

        menu, window = AccountMenu(self._window), self._window
        menu.account_chosen.connect(window.account_chosen)
        menu.overview_requested.connect(window.overview_requested)
        menu.add_requested.connect(window.new_account_requested)
        menu.management_requested.connect(window.accounts_requested)
        menu.aboutToShow.connect(self._show_accounts)
        return menu

    def show(self) -> bool:
        """Shows what is open; returns False, and shows nothing, if that is none of them."""
        if self._app_pages.is_overview_open:
            count = len(self._pollers.overviews.accounts())
            text = ngettext("{n} account", "{n} accounts", count).format(n=count)
            self._window.show_account(_("All accounts"), text, "layers")
            self._window.show_key_state("", "", "")
            return True
        if self._router.browsed_page is not None:
            self._window.show_account(self._router.browsed_service, _("no key"), "globe")
            self._window.show_key_state(_("Connect an account"), "", "")
            return True
        known = self._accounts.known()
        current = next((account for account in known if account.id == self._router.account_id), None)
        if current is None:
            return False
        icon = "flask-conical" if current.is_demo else "building"
        self._window.show_account(current.name, current.service_beside_name, icon)
        status = self._accounts.key_status(current.id)
        self._window.show_key_state(
            key_badge(status) if status.is_usable else "",
            "" if status.is_usable else key_text(status),
            _("Try the keyring again") if status.is_shut_in else _("Enter the key"),
            "danger" if status.is_refused else "warning",
        )
        return True

    def _show_accounts(self) -> None:
        accounts = [(one.id, one.name, one.service, one.color) for one in self._accounts.known()]
        current = None if self._app_pages.is_overview_open else self._router.account_id
        has_overview = bool(self._pollers.overviews.accounts())
        self.menu.show_accounts(accounts, current, has_overview=has_overview)

    def _open_menu(self) -> None:
        self.menu.popup(self._window.account_button.menu_position())
