"""Opens accounts, and connects the parts of the window."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Final

from app.errors import AccountRemovedError
from app.i18n.texts import _
from app.present.errors import ErrorView, present_address_error, present_error, present_set_aside
from app.services.accounts.known import DEMO
from ui.pages.page import listen
from ui.shell.account_header import AccountHeader
from ui.shell.app_pages import AppPages
from ui.shell.keyring_wait import OpeningKeyringWait
from ui.shell.pollers import Pollers
from ui.shell.router import Router
from ui.shell.tabs import SUBSCRIPTIONS, TABS, TOPUPS
from ui.tasks import Tasks
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.buttons.header_buttons import CountButton

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.bootstrap import Services
    from app.errors import AppError
    from app.models.notifications import Notification
    from app.services.accounts.session import AccountSession
    from ui.clipboard import Clipboard
    from ui.links import Links
    from ui.pages.accounts.connect import WelcomePage
    from ui.pages.overview.page import OverviewPage
    from ui.pages.page import Page
    from ui.pages.settings.page import SettingsPage
    from ui.shell.accounts import AccountDialogs
    from ui.shell.notification_center import NotificationCenter
    from ui.shell.palette import CommandPalette
    from ui.shell.removed_accounts import RemovedAccounts
    from ui.shell.tabs import Tab
    from ui.shell.window import MainWindow

MAX_LOAD_SECONDS: Final = 5.0
"""What comes after the first rows waits no longer for them."""
_TO_POLL: Final = (
    "app.services.subscriptions.subscriptions",
    "app.services.subscriptions.poller",
    "app.services.accounts.overviews",
)


async def wait_for_load(page: Page | None) -> None:
    """Waits until a page is shown with what it loads, or could not load it, or takes long."""
    if page is not None:
        with suppress(TimeoutError):
            async with asyncio.timeout(MAX_LOAD_SECONDS):
                await page.wait_until_shown()


class Navigation:
    """Opens accounts, and connects what belongs to no account: welcome page, pages of the app, dialogs."""

    def __init__(self, window: MainWindow, services: Services, *, clipboard: Clipboard, links: Links) -> None:
        self._window = window
        self._services = services
        self._accounts = services.accounts
        self._clipboard = clipboard
        self.tasks = Tasks(window, self._show_error)
        self.router = Router(window, services, clipboard=clipboard, links=links, tasks=self.tasks)
        self.pollers = Pollers(window, services, self._show_error)
        self.app_pages = AppPages(window, services, self.router, self.pollers)
        self.account_header = AccountHeader(window, services, self.router, self.app_pages, self.pollers)
        self.bell = CountButton("bell", _("Notifications"))
        window.header.add_tool(self.bell)
        self.settings_button = IconButton("settings", _("Settings"))
        window.header.add_tool(self.settings_button)
        for tab in TABS:
            window.add_tab(tab.key, tab.icon, tab.title())
        self._connect()
        self.tasks.start("begin", self._begin_notifications())

    @property
    def page(self) -> Page | None:
        return self.router.page

    @property
    def account_id(self) -> str:
        """The id of the open account; empty for none."""
        return self.router.account_id

    @cached_property
    def notification_center(self) -> NotificationCenter:
        from ui.shell.notification_center import NotificationCenter  # noqa: PLC0415 (after the first rows)

        center = NotificationCenter(
            self._window,
            self.bell,
            self._services,
            show_error=self._show_error,
            is_on_screen=self._is_on_screen,
            newest_topups=self.pollers.newest_topups,
            now=self.pollers.now,
        )
        center.notification_chosen.connect(self.show_subject)
        center.topup_requested.connect(
            lambda account_id, notification: self.prepare_topup(account_id, notification.subject_id)
        )
        return center

    @cached_property
    def palette(self) -> CommandPalette:
        from ui.shell.palette import CommandPalette  # noqa: PLC0415 (likewise)

        return CommandPalette(self._window, self._services, self.router, self._clipboard, self._show_error)

    @cached_property
    def dialogs(self) -> AccountDialogs:
        from ui.shell.accounts import AccountDialogs  # noqa: PLC0415 (likewise)

        dialogs = AccountDialogs(
            self._window,
            self._services,
            self._clipboard,
            open_account=self.open,
            show_error=self._show_error,
            unfinished=self.router.unfinished,
        )
        dialogs.changed.connect(self._on_accounts_changed)
        dialogs.key_changed.connect(self._on_key_changed)
        dialogs.removed.connect(self._on_account_removed)
        return dialogs

    @cached_property
    def removed_accounts(self) -> RemovedAccounts:
        from ui.shell.removed_accounts import RemovedAccounts  # noqa: PLC0415 (after the first rows)

        removed = RemovedAccounts(self._window, self._services, self.router, self._show_error)
        removed.closed.connect(self._on_account_removed)
        removed.noticed.connect(lambda view: self.tasks.start("explain", self._explain(view)))
        return removed

    @cached_property
    def welcome(self) -> WelcomePage:
        from ui.pages.accounts.connect import WelcomePage  # noqa: PLC0415 (only where no account is open)

        page = WelcomePage(self._accounts, self._clipboard.text, self._window)
        page.demo_requested.connect(lambda: self.open(DEMO))
        page.browse_requested.connect(self.browse)
        page.form.connected.connect(self._on_connected)
        return page

    def open_first(self, *, demo: bool) -> None:
        """Opens the account to begin with, or the welcome page, which tells of damaged settings."""
        chosen, set_aside = self._accounts.first(demo=demo), self._accounts.set_aside
        if chosen is not None:
            self.open(chosen)
            return
        self.show_welcome()
        if set_aside is not None:
            # Also where the demo or the environment's account was asked for: else nobody would learn of it.
            text = present_set_aside(settings=set_aside)
            self.welcome.show_error(ErrorView(text, icon="triangle-alert"))

    def show_welcome(self) -> None:
        self.router.leave_account()
        self._window.hide_account()
        self._window.show_page(self.welcome)
        self.welcome.form.address.setFocus()
        self.welcome.form.check_keyring()

    def open(self, account_id: str) -> None:
        """Opens an account; its page is shown at once, its data when the service responds."""
        self._set_busy(busy=True)
        if self.page is None:
            self._window.show_starting(_("Opening…"))
        else:
            self.app_pages.leave_settings()
        self.tasks.start("open", self._open(account_id))

    def browse(self, address: str) -> None:
        """Shows the locations of a service without a key; the demo's where no address is given."""
        self._set_busy(busy=True)
        self.welcome.form.banner.hide_banner()
        self.tasks.start("open", self._browse(address))

    async def _browse(self, address: str) -> None:
        await self.router.browse(address, self.welcome.form)
        if self.router.browsed_page is not None:
            self._show_header()
        self._set_busy(busy=False)

    async def _open(self, account_id: str, tab: Tab | None = None) -> None:
        """Opens an account on a tab, by default the chosen one; nothing changes if it can't be opened."""
        try:
            with OpeningKeyringWait(self._accounts, self._window, account_id) as wait:
                wait.left.connect(self._on_waiting_left)
                session = await self._accounts.open(account_id)
        except AccountRemovedError:
            # The message about the keyring may be in the place of what was open.
            self.app_pages.leave_overview()
            raise
        if "palette" in vars(self):
            self.palette.close()
        self.router.tab = tab or self.router.tab
        self.pollers.listen(session)
        self.router.open_account(session)
        # The header is filled, and widgets are laid out, in turns of their own: no long stall.
        await asyncio.sleep(0)
        self._show_header()
        await asyncio.sleep(0)
        # The settings stay open if the user has opened them meanwhile.
        if self.account_id == account_id and not self.app_pages.are_settings_open():
            self.router.show_page()
        self._set_busy(busy=False)
        self.tasks.start(f"poll {account_id}", self._poll(session, self.page))

    def _on_waiting_left(self) -> None:
        """Opens no other account any more, unless the settings alone cover the message."""
        if not self.app_pages.are_settings_open():
            self.tasks.cancel("open")
            self._set_busy(busy=False)

    async def wait_for_first_load(self) -> None:
        """Waits until the first account is open, and for its page (see `wait_for_load`)."""
        await self.tasks.join("open")
        await wait_for_load(self.page)

    async def wait_for_first_rows(self) -> None:
        """Waits until the first account is open, and the service has reported the list of its page."""
        await self.tasks.join("open")
        if self.page is not None:
            await self.page.wait_until_reported()

    async def _begin_notifications(self) -> None:
        await self.wait_for_first_load()
        self.notification_center.begin()

    async def _poll(self, session: AccountSession, page: Page | None) -> None:
        """Polls an account, and all others, after its first rows."""
        await wait_for_load(page)
        self._window.uncover(page and page.first_rows)
        await asyncio.sleep(0)
        for name in _TO_POLL:
            await asyncio.to_thread(import_module, name)
        self.pollers.poll(session)
        self.pollers.poll_others()
        self.removed_accounts.watch()

    def _set_busy(self, *, busy: bool) -> None:
        if "welcome" in vars(self):
            self.welcome.set_busy(busy=busy)

    def show_subject(self, account_id: str, notification: Notification) -> None:
        """Shows the top-up or the subscription of a notification, of any account."""

        def show() -> None:
            self._window.bring_to_front()
            self.router.show_subject(notification)

        self._open_at(account_id, SUBSCRIPTIONS if notification.is_of_subscription else TOPUPS, show)

    def prepare_topup(self, account_id: str, subscription_id: str) -> None:
        """Opens the dialog of a new top-up for a subscription of any account; nothing is created."""
        self._open_at(account_id, TOPUPS, lambda: self.router.prepare_topup(subscription_id))

    def show_topup(self, account_id: str, topup_id: str) -> None:
        """Opens a top-up of any account."""
        self._open_at(account_id, TOPUPS, lambda: self.router.show_topup(topup_id))

    def _open_at(self, account_id: str, tab: Tab, show: Callable[[], None]) -> None:
        """Opens an account on a tab, and then shows something there."""

        async def open_and_show() -> None:
            await self._open(account_id, tab)
            show()

        self.app_pages.leave_settings()
        self.tasks.start("open", open_and_show())

    def _is_on_screen(self, account_id: str, notification: Notification) -> bool:
        """Returns whether the visible list shows what the notification reports."""
        return notification.is_of_subscription and self.router.shows_subscriptions(account_id)

    def _show_header(self) -> None:
        # One that another process has removed stays until its pages are closed.
        if not self.account_header.show() and not self.account_id:
            self.show_welcome()

    def _show_error(self, error: AppError) -> None:
        self._set_busy(busy=False)
        page = self.app_pages.overview if self.app_pages.is_overview_open else self.page
        if page is not None:
            view = present_error(error)
            page.show_banner("danger", view.text, icon=view.icon, details=view.details)
        else:
            self.show_welcome()
            self.welcome.show_error(present_address_error(error))

    async def _explain(self, view: ErrorView) -> None:
        """Shows why another account, or the welcome page, is being opened."""
        await self.wait_for_first_load()
        if self.page is None:
            self.welcome.show_error(view)
        else:
            self.page.show_banner("warning", view.text, icon=view.icon)

    def _connect(self) -> None:
        window = self._window
        window.unfinished = self.router.all_unfinished
        # Of all accounts, whichever is open: as in the tray.
        self.pollers.on_change.append(lambda: window.show_in_progress(self.pollers.in_progress()))
        window.tab_chosen.connect(self.router.show_tab)
        window.account_chosen.connect(self.open)
        window.overview_requested.connect(self.app_pages.open_overview)
        self.app_pages.overview_toggled.connect(self._show_header)
        self.app_pages.left_alone.connect(self.show_welcome)
        self.app_pages.settings_built.connect(self._on_settings_built)
        self.app_pages.overview_built.connect(self._on_overview_built)
        window.new_account_requested.connect(lambda: self.dialogs.add())  # noqa: PLW0108 (not yet)
        window.accounts_requested.connect(lambda: self.dialogs.manage())  # noqa: PLW0108 (not yet)
        window.key_badge.clicked.connect(self._on_key_requested)
        window.account_banner.acted.connect(self._on_key_requested)
        self.settings_button.clicked.connect(self.app_pages.show_settings)
        window.settings_requested.connect(self.app_pages.show_settings)
        window.about_requested.connect(self.app_pages.show_about)
        window.shortcuts_requested.connect(self._show_shortcuts)
        window.header.search.clicked.connect(window.palette_requested)
        window.palette_requested.connect(lambda: self.palette.open())  # noqa: PLW0108 (not yet)
        window.new_requested.connect(self.router.open_new_topup)
        window.refresh_requested.connect(self._on_refresh_requested)
        window.search_requested.connect(self._on_search_requested)
        self.bell.clicked.connect(lambda: self.notification_center.open())  # noqa: PLW0108 (not yet)
        listen(
            window,
            self._services.notifications.on_added,
            lambda *added: self.notification_center.show_added(*added),  # noqa: PLW0108 (not yet)
        )
        window.destroyed.connect(self._accounts.watch(self._on_key_status_changed))

    def _show_shortcuts(self) -> None:
        from ui.shell.shortcuts_dialog import ShortcutsDialog  # noqa: PLC0415 (seldom shown)

        ShortcutsDialog(self._window.shortcuts.groups(), self._window).open()

    def _on_key_requested(self) -> None:
        if self.router.browsed_page is not None:
            self.show_welcome()
            return
        self.dialogs.change_key(self.account_id, tries_keyring=True)

    def _on_settings_built(self, page: SettingsPage) -> None:
        page.deletion_requested.connect(lambda: self.dialogs.ask_deletion())  # noqa: PLW0108 (not yet)
        page.restart_requested.connect(self._window.restart)

    def _on_overview_built(self, page: OverviewPage) -> None:
        page.account_chosen.connect(self.open)
        page.topup_requested.connect(self.prepare_topup)
        page.topup_chosen.connect(self.show_topup)
        page.key_requested.connect(lambda account_id: self.dialogs.change_key(account_id))  # noqa: PLW0108 (not yet)

    def _on_key_status_changed(self, account_id: str) -> None:
        if account_id == self.account_id:
            self._show_header()

    def _on_connected(self, account_id: str) -> None:
        """Opens the account, unless the user has left the welcome page meanwhile, as for the demo."""
        if self.page is None and not self.tasks.is_running("open"):
            self.open(account_id)
            return
        name = next(one.name for one in self._accounts.known() if one.id == account_id)
        self._window.status_bar.show_message(_("Connected: {name}").format(name=name))

    def _on_accounts_changed(self) -> None:
        """Shows an account's new name, or another account where the open one turned out to be removed."""
        known = {account.id for account in self._accounts.known()}
        if self.account_id and self.account_id not in known:
            self._on_account_removed(self.account_id)
        else:
            self._show_header()

    def _on_key_changed(self, account_id: str) -> None:
        self._show_header()
        for page in self.router.pages(account_id):
            page.load()
        if self.app_pages.overview is not None and self.app_pages.is_overview_open:
            self.app_pages.overview.refresh_account(account_id)

    def _on_account_removed(self, account_id: str) -> None:
        was_open = account_id == self.account_id
        self.tasks.cancel(f"poll {account_id}")
        self.router.drop_account(account_id)
        self.pollers.drop(account_id)
        if "palette" in vars(self):
            self.palette.drop(account_id)
        if was_open:
            self.open_first(demo=False)

    def _on_refresh_requested(self) -> None:
        if not self.app_pages.load() and self.page is not None:
            self.page.load()

    def _on_search_requested(self) -> None:
        if self.page is not None and self.page.isVisible():
            self.page.focus_search()
