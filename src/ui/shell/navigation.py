"""Opens accounts and brings their pages into the window; the pages' signals are joined here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.present.errors import present_error
from app.services.accounts import DEMO
from app.texts import _
from ui.pages.accounts.connecting import connect_account
from ui.pages.accounts.welcome import WelcomePage
from ui.pages.subscriptions.page import SubscriptionsPage
from ui.pages.topups.page import TopUpsPage
from ui.shell.account_dialogs import AccountDialogs
from ui.shell.account_header import show_accounts, show_header
from ui.shell.tabs import TABS
from ui.shell.watches import Watches
from ui.tasks import Tasks

if TYPE_CHECKING:
    from app.bootstrap import Services
    from app.errors import AppError
    from app.services.accounts import OpenAccount
    from ui.clipboard import Clipboard
    from ui.links import Links
    from ui.pages.accounts.connect_form import ConnectInput
    from ui.pages.page import Page
    from ui.shell.window import MainWindow


class Navigation:
    """Knows which account and which tab are open, and all pages that were made.

    Attributes:
        watches: Follows the top-ups of every account, and tells what happened to them.
        page: The page that is open; None before an account is.
        account_id: The id of the account that is open; empty before one is.
    """

    def __init__(self, window: MainWindow, services: Services, *, clipboard: Clipboard, links: Links) -> None:
        """Joins the window with the services.

        Args:
            window: The main window.
            services: What the app does.
            clipboard: Takes what is copied.
            links: Opens wallets and explorers.
        """
        self._window = window
        self._accounts = services.accounts
        self._clipboard = clipboard
        self._links = links
        self._opened: dict[str, OpenAccount] = {}
        self._pages: dict[tuple[str, str], Page] = {}
        self._tab = TABS[0].key
        self.page: Page | None = None
        self.account_id = ""
        self.tasks = Tasks(window, self._show_error)
        self.watches = Watches(window, self._accounts, self.tasks, self._show_error)
        self._welcome: WelcomePage | None = None
        self.dialogs = AccountDialogs(services, clipboard, window)
        for tab in TABS:
            window.add_tab(tab.key, tab.icon, tab.title())
        self._connect()

    @property
    def welcome(self) -> WelcomePage:
        """The page of a first start, made when it is needed first."""
        if self._welcome is None:
            self._welcome = WelcomePage(self._clipboard.text)
            self._welcome.demo_wanted.connect(lambda: self.open(DEMO))
            self._welcome.form.submitted.connect(self._on_connect_submitted)
        return self._welcome

    def open_first(self, *, demo: bool) -> None:
        """Opens the account to begin with: the demo if asked for, the environment's, the last one, or none.

        Args:
            demo: Whether the demo was asked for on the command line.
        """
        first = self._accounts.known()[0]
        from_environment = not first.is_demo and not first.colour
        chosen = DEMO if demo else first.id if from_environment else self._accounts.last_account
        if chosen is None:
            self.show_welcome()
        else:
            self.open(chosen)
        if self._accounts.set_aside is not None:
            text = _(
                "The settings were damaged and have been set aside as {name}. Connect your accounts anew."
            )
            self.welcome.show_error(
                text.format(name=self._accounts.set_aside.name), icon="triangle-alert", details=""
            )

    def show_welcome(self) -> None:
        """Shows the page of a first start."""
        self.page, self.account_id = None, ""
        self._window.hide_account()
        self._window.show_page(self.welcome)
        self.welcome.form.address.setFocus()

    def open(self, account_id: str) -> None:
        """Opens an account; its page is there at once, what it shows as soon as its service answers."""
        self._set_welcome_busy(busy=True)
        if self.page is None:
            self._window.show_starting(_("Opening…"))
        self.tasks.start("open", self._open(account_id))

    def show_tab(self, key: str) -> None:
        """Opens a tab of the account that is open."""
        if self.account_id:
            self._tab = key
            self._show_page()

    async def _open(self, account_id: str) -> None:
        opened = self._opened[account_id] = await self._accounts.open(account_id)
        self.watches.follow(opened)
        self.account_id = account_id
        self._show_header()
        self._show_page()
        self._set_welcome_busy(busy=False)
        self.watches.follow_others()

    def show_topup(self, account_id: str, topup_id: str) -> None:
        """Shows one top-up, of whatever account."""
        self.tasks.start("open", self._show_topup(account_id, topup_id))

    async def _show_topup(self, account_id: str, topup_id: str) -> None:
        self._tab = TABS[0].key
        await self._open(account_id)
        self._window.come_forward()
        if isinstance(self.page, TopUpsPage):
            self.page.show_topup(topup_id)

    def _show_page(self) -> None:
        key = (self.account_id, self._tab)
        if key not in self._pages:
            tab = next(tab for tab in TABS if tab.key == self._tab)
            page = tab.build(self._opened[self.account_id], self._clipboard, self._links)
            self._join(page)
            self._pages[key] = page
            page.load()
        self.page = self._pages[key]
        self._window.show_page(self.page, self._tab)
        self.page.say_connection()
        if isinstance(self.page, TopUpsPage):
            self.page.say_totals()

    def _join(self, page: Page) -> None:
        page.connection_changed.connect(partial(self._on_connection_changed, page))
        if isinstance(page, TopUpsPage):
            page.in_progress_changed.connect(partial(self._on_in_progress_changed, page))
        if isinstance(page, SubscriptionsPage):
            page.said.connect(self._window.status_bar.show_note)
            page.topup_wanted.connect(self._open_new)

    def _show_header(self) -> None:
        """Shows the account that is open, and how its key stands."""
        if not show_header(self._window, self._accounts, self.account_id):
            self.show_welcome()

    def _set_welcome_busy(self, *, busy: bool) -> None:
        if self._welcome is not None:
            self._welcome.set_busy(busy=busy)

    def _show_error(self, error: AppError) -> None:
        self._set_welcome_busy(busy=False)
        view = present_error(error)
        if self.page is not None:
            self.page.show_banner("danger", view.text, icon=view.icon, details=view.details)
        else:
            self.show_welcome()
            self.welcome.show_error(view.text, icon=view.icon, details=view.details)

    def _connect(self) -> None:
        window = self._window
        window.tab_chosen.connect(self.show_tab)
        window.menu.account_chosen.connect(self.open)
        window.menu.add_wanted.connect(self.dialogs.add)
        window.menu.management_wanted.connect(self.dialogs.manage)
        window.key_badge_pressed.connect(self._on_key_wanted)
        window.account_banner_acted.connect(self._on_key_wanted)
        window.new_wanted.connect(self._on_new_wanted)
        window.refresh_wanted.connect(self._on_refresh_wanted)
        window.search_wanted.connect(self._on_search_wanted)
        self.dialogs.connected.connect(self.open)
        self.dialogs.changed.connect(self._show_header)
        self.dialogs.key_changed.connect(self._on_key_changed)
        self.dialogs.removed.connect(self._on_account_removed)
        self.dialogs.failed.connect(self._show_error)
        self.watches.notes.topup_wanted.connect(self.show_topup)
        self._clipboard.secret_cleared.connect(lambda: window.status_bar.show_note(""))
        stop = self._accounts.watch(self._on_key_status_changed)
        window.destroyed.connect(stop)

    async def _connect_account(self, entered: ConnectInput) -> None:
        account = await connect_account(self._accounts, self.welcome.form, entered)
        if account is not None:
            self.open(account.id)

    def _on_connect_submitted(self, entered: ConnectInput) -> None:
        if not self.tasks.is_running("connect"):
            self.tasks.start("connect", self._connect_account(entered))

    def _on_key_wanted(self) -> None:
        self.dialogs.change_key(self.account_id)

    def _on_key_status_changed(self, account_id: str) -> None:
        if account_id == self.account_id:
            self._show_header()

    def _on_key_changed(self, account_id: str) -> None:
        self._show_header()
        for (owner, _tab), page in self._pages.items():
            if owner == account_id:
                page.load()

    def _on_account_removed(self, account_id: str) -> None:
        for key in [key for key in self._pages if key[0] == account_id]:
            self._window.drop_page(self._pages.pop(key))
        self.watches.drop(account_id)
        self._opened.pop(account_id, None)
        if account_id == self.account_id:
            self.show_welcome()
        show_accounts(self._window, self._accounts, self.account_id)

    def _on_connection_changed(self, page: Page, tone: str, text: str) -> None:
        # The other accounts' pages work on unseen; what they tell is not of the account in the header.
        if page is self.page:
            self._window.show_connection(tone, text)

    def _on_in_progress_changed(self, page: Page, count: int) -> None:
        if page is self.page:
            self._window.show_in_progress(count)

    def _on_new_wanted(self) -> None:
        if self.account_id:
            self._open_new("")

    def _open_new(self, plan_id: str) -> None:
        """Opens 'New top-up' in its tab, for a plan or for none."""
        self.show_tab(TABS[0].key)
        if isinstance(self.page, TopUpsPage):
            self.page.open_new("", plan_id)

    def _on_refresh_wanted(self) -> None:
        if self.page is not None:
            self.page.load()

    def _on_search_wanted(self) -> None:
        if self.page is not None:
            self.page.focus_search()
