"""Opens accounts and tabs, and connects their pages with the window."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from app.i18n.texts import _
from app.present.errors import present_address_error, present_error
from app.services.accounts.accounts import DEMO
from ui.shell.account_dialogs import AccountDialogs
from ui.shell.account_header import show_accounts, show_header
from ui.shell.account_pages import AccountPages
from ui.shell.browsing import BROWSED, Browsing
from ui.shell.keyring_wait import KeyringWait
from ui.shell.notification_center import NotificationCenter
from ui.shell.onboarding import Onboarding
from ui.shell.page_links import PageLinks
from ui.shell.palette import CommandPalette
from ui.shell.palette_sources import PaletteSources
from ui.shell.pollers import Pollers
from ui.shell.settings_navigation import SettingsNavigation
from ui.shell.tabs import TABS
from ui.tasks import Tasks

if TYPE_CHECKING:
    from app.bootstrap import Services
    from app.errors import AppError
    from app.models.notifications import Notification
    from app.models.window_geometry import WindowGeometry
    from app.services.accounts.accounts import AccountSession
    from ui.clipboard import Clipboard
    from ui.links import Links
    from ui.pages.accounts.welcome import WelcomePage
    from ui.pages.page import Page
    from ui.shell.window import MainWindow


class Navigation:
    """Knows which account and which tab are open.

    Attributes:
        pollers: The pollers of all accounts.
        notification_center: Shows notifications.
        page_links: The ways from page to page.
        palette: Finds everything.
        page: The page that is open; None before an account is.
        account_id: The id of the account that is open; empty before one is.
    """

    def __init__(self, window: MainWindow, services: Services, *, clipboard: Clipboard, links: Links) -> None:
        self._window = window
        self._accounts = services.accounts
        self._sessions: dict[str, AccountSession] = {}
        self._pages = AccountPages(clipboard, links, self._join)
        self._tab = TABS[0].key
        self.page: Page | None = None
        self.account_id = ""
        self.tasks = Tasks(window, self._show_error)
        self.pollers = Pollers(window, self._accounts, services.notifications, self._show_error)
        sources = PaletteSources(window, services, self)
        self.page_links = PageLinks(window, self._open_tab, self.tasks)
        self.palette = CommandPalette(window, sources, self.page_links, clipboard, self._show_error)
        telling = Tasks(window, self._show_error)
        self.notification_center = NotificationCenter(window, services, telling, self._is_in_sight)
        self.onboarding = Onboarding(window, self._accounts, clipboard, self.tasks)
        self._keyring_wait = KeyringWait(window, self._accounts)
        self.dialogs = AccountDialogs(services, clipboard, window)
        self.settings = SettingsNavigation(window, services, clipboard)
        self.browsing = Browsing(window, services, clipboard)
        for tab in TABS:
            window.add_tab(tab.key, tab.icon, tab.title())
        self._connect()

    @property
    def welcome(self) -> WelcomePage:
        """The page of a first start."""
        return self.onboarding.page

    def open_first(self, *, demo: bool) -> None:
        """Opens the account to begin with: the demo if asked for, else the environment's, or the last one."""
        first = self._accounts.known()[0]
        from_environment = not first.is_demo and not first.color
        chosen = DEMO if demo else first.id if from_environment else self._accounts.last_account
        if chosen is None:
            self.show_welcome()
        else:
            self.open(chosen)
        self.onboarding.show_what_was_lost()

    @property
    def tab(self) -> str:
        """The key of the tab that is open, or was last."""
        return self._tab

    def begin_at(self, place: WindowGeometry | None) -> None:
        """Lets the first account open at the tab of the last time, if there still is one of that key."""
        if place is not None and place.tab in {tab.key for tab in TABS}:
            self._tab = place.tab

    def show_welcome(self) -> None:
        """Shows the page of a first start."""
        self.page, self.account_id = None, ""
        self.browsing.leave()
        self.onboarding.show_page()

    def open(self, account_id: str) -> None:
        """Opens an account; its page is shown at once, its data when the service responds."""
        self._leave_settings()
        self.onboarding.set_busy(busy=True)
        if self.page is None:
            self._window.show_starting(_("Opening…"))
        self.tasks.start("open", self._open(account_id))

    def browse(self, address: str) -> None:
        """Shows the locations of a service without a key; the demo's where no address is given."""
        self.onboarding.set_busy(busy=True)
        self.welcome.form.banner.hide_banner()
        self.tasks.start("open", self._browse(address))

    async def _browse(self, address: str) -> None:
        self.page = await self.browsing.open(address, self.welcome.form)
        self.onboarding.set_busy(busy=False)

    def opened(self) -> AccountSession | None:
        """Returns the account that is open; None before one is."""
        return self._sessions.get(self.account_id)

    def page_of(self, key: str) -> Page | None:
        """Returns the page that is open, if it is the one of a tab."""
        return self.page if key == (self._tab if self.browsing.page is None else BROWSED) else None

    def _open_tab(self, key: str) -> Page | None:
        self.show_tab(key)
        return self.page_of(key)

    def show_tab(self, key: str) -> None:
        """Opens a tab of the account that is open."""
        if self.account_id:
            self._tab = key
            self._show_page()

    async def _open(self, account_id: str) -> None:
        self._keyring_wait.begin(account_id)
        try:
            opened = self._sessions[account_id] = await self._accounts.open(account_id)
        finally:
            self._keyring_wait.end()
        self.pollers.follow(opened)
        self.account_id = account_id
        self._show_header()
        self._pages.page(opened, self._tab)
        # New widgets are laid out in a turn of their own: two short stalls instead of a long one.
        await asyncio.sleep(0)
        # Who has gone to the settings meanwhile is not called away.
        if self.account_id == account_id and not self.settings.is_open():
            self._show_page()
        self.onboarding.set_busy(busy=False)
        self.pollers.follow_others()

    def show_subject(self, account_id: str, notice: Notification) -> None:
        """Shows the top-up or the subscription of a notification, of any account."""
        self._leave_settings()
        self.tasks.start("open", self._show_subject(account_id, notice))

    def _is_in_sight(self, account_id: str, notice: Notification) -> bool:
        """Returns whether the visible list shows what a notification says: its bars and dates do."""
        page = self.page_of("subscriptions")
        is_open = account_id == self.account_id and page is not None and page.isVisible()
        return is_open and notice.is_of_subscription

    async def _show_subject(self, account_id: str, notice: Notification) -> None:
        self._tab = "subscriptions" if notice.is_of_subscription else "topups"
        await self._open(account_id)
        self._window.come_forward()
        self.page_links.show_subject(notice)

    def _show_page(self) -> None:
        self.page = self._pages.page(self._sessions[self.account_id], self._tab)
        self.browsing.leave()
        self._window.show_page(self.page, self._tab)
        self.page.show_connection_status()

    def _join(self, key: str, page: Page) -> None:
        page.connection_changed.connect(partial(self._on_connection_changed, page))
        self.page_links.join(key, page)

    def _show_header(self) -> None:
        """Shows the account that is open, and how its key stands."""
        if not show_header(self._window, self._accounts, self.account_id):
            self.show_welcome()

    def _show_error(self, error: AppError) -> None:
        self.onboarding.set_busy(busy=False)
        if self.page is not None:
            view = present_error(error)
            self.page.show_banner("danger", view.text, icon=view.icon, details=view.details)
        else:
            self.show_welcome()
            self.welcome.show_error(present_address_error(error))

    def _connect(self) -> None:
        window = self._window
        # Of all accounts, whichever is open: as in the tray.
        self.pollers.on_change.append(lambda: window.show_in_progress(self.pollers.in_progress()))
        window.tab_chosen.connect(self.show_tab)
        window.menu.account_chosen.connect(self.open)
        window.menu.add_wanted.connect(self.dialogs.add)
        window.menu.management_wanted.connect(self.dialogs.manage)
        window.key_badge_pressed.connect(self._on_key_wanted)
        window.account_banner_acted.connect(self._on_key_wanted)
        window.new_wanted.connect(self._on_new_wanted)
        window.refresh_wanted.connect(self._on_refresh_wanted)
        window.search_wanted.connect(self._on_search_wanted)
        self.browsing.made.connect(partial(self._join, BROWSED))
        self.onboarding.connected.connect(self.open)
        self.onboarding.demo_wanted.connect(lambda: self.open(DEMO))
        self.onboarding.browse_wanted.connect(self.browse)
        self.dialogs.connected.connect(self.open)
        self.dialogs.changed.connect(self._show_header)
        self.dialogs.key_changed.connect(self._on_key_changed)
        self.dialogs.removed.connect(self._on_account_removed)
        self.dialogs.failed.connect(self._show_error)
        self.notification_center.wanted.connect(self.show_subject)
        self.settings.left.connect(self._leave_settings)
        self.settings.deletion_wanted.connect(self.dialogs.ask_deletion)
        window.destroyed.connect(self._accounts.watch(self._on_key_status_changed))

    def _leave_settings(self) -> None:
        if not self.settings.is_open():
            return
        if self.account_id:
            self._show_page()
        elif not self.browsing.show_again():
            self.show_welcome()

    def _on_key_wanted(self) -> None:
        if self.browsing.page is not None:
            self.show_welcome()
            return
        self.dialogs.change_key(self.account_id)

    def _on_key_status_changed(self, account_id: str) -> None:
        if account_id == self.account_id:
            self._show_header()

    def _on_key_changed(self, account_id: str) -> None:
        self._show_header()
        for page in self._pages.of(account_id):
            page.load()

    def _on_account_removed(self, account_id: str) -> None:
        for page in self._pages.take_out(account_id):
            self._window.drop_page(page)
        self.pollers.drop(account_id)
        self._sessions.pop(account_id, None)
        if account_id == self.account_id:
            self.show_welcome()
        show_accounts(self._window, self._accounts, self.account_id)

    def _on_connection_changed(self, page: Page, tone: str, text: str) -> None:
        # Other accounts' pages work in the background; their status does not belong in the header.
        if page is self.page:
            self._window.show_connection(tone, text)

    def _on_new_wanted(self) -> None:
        if self.account_id:
            self.page_links.open_new()

    def _on_refresh_wanted(self) -> None:
        if self.settings.is_open():
            self.settings.open()
        elif self.page is not None:
            self.page.load()

    def _on_search_wanted(self) -> None:
        if self.page is not None and not self.settings.is_open():
            self.page.focus_search()
