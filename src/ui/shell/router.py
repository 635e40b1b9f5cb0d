"""Opens the pages of the window: one method for each destination."""

from __future__ import annotations

from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, cast

from shiboken6 import isValid

from app.errors import InvalidInputError
from app.present.field_errors import field_error_text
from app.present.statuses import unfinished_text
from app.services.accounts.known import demo_account, service_name
from ui.pages.context import PageContext
from ui.shell.tabs import LOCATIONS, SUB_USERS, SUBSCRIPTIONS, TABS, TOPUPS, AccountPages

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from app.bootstrap import Services
    from app.models.locations import LocationKind
    from app.models.notifications import Notification
    from app.services.accounts.session import AccountSession, PublicService
    from app.services.locations.cache import CountryList
    from app.services.locations.locations import Locations
    from ui.clipboard import Clipboard
    from ui.links import Links
    from ui.pages.accounts.connect import ConnectForm
    from ui.pages.locations.page import LocationsPage
    from ui.pages.page import Page
    from ui.shell.tabs import Tab
    from ui.shell.window import MainWindow
    from ui.tasks import Tasks


class Router:
    """Opens pages, and stores which account, tab and page are open.

    Attributes:
        account_id: The id of the account that is open; empty before one is.
        page: The page that is open; None before an account or a service's locations are.
        browsed_page: The page of a service's locations, open without an account (spec 5.2); None for none.
        browsed_locations: The locations on it; None for none.
        browsed_service: The service as shown; empty for none.
        shows_connection: Whether the status bar shows the connection status of the page.
    """

    def __init__(
        self, window: MainWindow, services: Services, *, clipboard: Clipboard, links: Links, tasks: Tasks
    ) -> None:
        self._window = window
        self._services = services
        self._tasks = tasks
        self._accounts: dict[str, AccountPages] = {}
        self._browsing: dict[str, tuple[LocationsPage, Locations]] = {}
        self.context = PageContext(
            clipboard, links, self, window.status_bar.show_message, services.settings, services.notifications
        )
        self.account_id = ""
        self.tab = TOPUPS
        self.page: Page | None = None
        self.browsed_page: LocationsPage | None = None
        self.browsed_locations: Locations | None = None
        self.browsed_service = ""
        self.shows_connection = True

    def session(self) -> AccountSession | None:
        pages = self._accounts.get(self.account_id)
        return None if pages is None else pages.session

    def pages(self, account_id: str) -> list[Page]:
        """Returns the pages of an account that have been visited."""
        pages = self._accounts.get(account_id)
        return [] if pages is None else pages.visited

    def unfinished(self, account_id: str) -> str:
        """Returns what ends unfinished if an account is removed now; '' for nothing."""
        return unfinished_text([work for page in self.pages(account_id) for work in page.unfinished()])

    def all_unfinished(self) -> str:
        """Returns what ends unfinished if the app ends now; '' for nothing."""
        return unfinished_text(
            [
                f"{account.name} · {work}"
                for account in self._services.accounts.known()
                for page in self.pages(account.id)
                for work in page.unfinished()
            ]
        )

    def open_account(self, session: AccountSession) -> None:
        self.account_id = session.account.id
        pages = self._accounts.get(self.account_id)
        if pages is None:
            pages = self._accounts[self.account_id] = AccountPages(session, self.context, self._on_built)
        pages.session = session
        self.tab.page(pages)

    def leave_account(self) -> None:
        self.page, self.account_id = None, ""
        self._leave_browsing()

    def build_ahead(self) -> None:
        """Builds what takes long of the open account, before it is visited."""
        if (pages := self._accounts.get(self.account_id)) is not None:
            pages.build_ahead()

    def drop_account(self, account_id: str) -> None:
        """Deletes the pages of an account that was removed, and leaves it if it is open."""
        pages = self._accounts.pop(account_id, None)
        for page in [] if pages is None else pages.built:
            self._window.drop_page(page)
        if account_id == self.account_id:
            self.page, self.account_id = None, ""

    def choose_tab(self, key: str) -> None:
        """Chooses the tab that is opened next, if there is one of that key."""
        self.tab = next((tab for tab in TABS if tab.key == key), self.tab)

    def show_tab(self, key: str) -> None:
        if self.account_id:
            self.choose_tab(key)
            self.show_page()
        elif key == LOCATIONS.key:
            self.show_browsed()

    def show_page(self) -> None:
        self.page = self.tab.page(self._accounts[self.account_id])
        self._leave_browsing()
        self._window.show_page(self.page, self.tab.key)
        self.page.show_connection_status()

    def go_back(self) -> None:
        """Returns from what covers the list of the page, if the page is shown."""
        if self.page is not None and self.page.isVisible():
            self.page.go_back()

    async def browse(self, address: str, form: ConnectForm) -> None:
        """Shows a service's locations without a key (the demo's without an address), or a field error."""
        accounts = self._services.accounts
        try:
            public = accounts.browse(address) if address else await accounts.browse_demo()
        except InvalidInputError as error:
            form.show_field_error("serviceAddress", field_error_text(error.field, error.code))
            return
        # From the cache, or from the service.
        countries = cast("AsyncGenerator[CountryList]", public.locations.countries())
        async with aclosing(countries) as known:
            await anext(known, None)
        self.browsed_service = service_name(public.base_url) if address else demo_account().service
        self.browsed_page, self.browsed_locations = self._browsing_page(self.browsed_service, public)
        self.page = self.browsed_page
        self._window.tabs.offer((LOCATIONS.key,))
        self.show_browsed()
        self.browsed_page.focus_search()

    def show_browsed(self) -> bool:
        """Shows the browsed service again; returns False if none is browsed."""
        if self.browsed_page is None:
            return False
        self._window.show_page(self.browsed_page, LOCATIONS.key)
        self.browsed_page.show_connection_status()
        return True

    def shows_subscriptions(self, account_id: str) -> bool:
        is_open = account_id == self.account_id and self.tab is SUBSCRIPTIONS
        return is_open and self.page is not None and self.page.isVisible()

    def open_new_topup(self, plan_id: str = "") -> None:
        if (pages := self._open(TOPUPS)) is not None:
            pages.topups.open_new("", plan_id)

    def prepare_topup(self, subscription_id: str) -> None:
        """Opens the dialog of a new top-up with the last amount, the last coin and a subscription's plan."""
        if (pages := self._open(TOPUPS)) is not None:
            page = pages.topups
            self._when_loaded(page, lambda: page.prepare_new(subscription_id))

    def show_topup(self, topup_id: str) -> None:
        if (pages := self._open(TOPUPS)) is not None:
            pages.topups.show_topup(topup_id)

    def show_subscription(self, subscription_id: str) -> None:
        if (pages := self._open(SUBSCRIPTIONS)) is not None:
            page = pages.subscriptions
            self._when_loaded(page, lambda: page.show_subscription(subscription_id))

    def show_usage(self, subscription_id: str, sub_user_id: str) -> None:
        if (pages := self._open(SUBSCRIPTIONS)) is not None:
            pages.subscriptions.show_usage(subscription_id, sub_user_id)

    def show_sub_users(self, subscription_id: str, sub_user_id: str = "") -> None:
        if (pages := self._open(SUB_USERS)) is None:
            return
        page = pages.sub_users
        page.show_subscription(subscription_id)
        if sub_user_id:
            self._when_loaded(page, lambda: page.show_sub_user(sub_user_id))

    def show_location(self, code: str, kind: LocationKind | None = None, name: str = "") -> None:
        """Opens a country, and searches a name in its cities or ISPs; `kind` None is the open list."""
        if (page := self._open_locations()) is not None:
            self._when_loaded(page, lambda: page.open_location(code, kind, name))

    def search_all_locations(self) -> None:
        if (page := self._open_locations()) is not None:
            self._when_loaded(page, page.show_all_countries)

    def load_all_locations(self) -> None:
        if (page := self._open_locations()) is not None:
            self._when_loaded(page, partial(_load_all, page))

    def show_found(self, value: object) -> None:
        """`value` is a `Subscription`, `SubUserOf`, `TopUp`, `Country` or `Hit`."""
        from app.models.locations import Country  # noqa: PLC0415 (with the palette, after the first rows)
        from app.models.subscriptions import Subscription  # noqa: PLC0415 (likewise)
        from app.models.topups import TopUp  # noqa: PLC0415 (likewise)
        from app.rules.locations.search import Hit  # noqa: PLC0415 (likewise)
        from app.rules.palette import SubUserOf  # noqa: PLC0415 (likewise)

        match value:
            case Subscription(id=subscription_id):
                self.show_subscription(subscription_id)
            case SubUserOf(subscription=subscription, sub_user=sub_user):
                self.show_sub_users(subscription.id, sub_user.id)
            case TopUp(id=topup_id):
                self.show_topup(topup_id)
            case Country(code=code):
                self.show_location(code)
            case Hit(locations=locations, row=row):
                self.show_location(locations.country, locations.kind, locations.name(row))

    def show_subject(self, notification: Notification) -> None:
        if notification.is_of_subscription:
            self.show_subscription(notification.subject_id)
        else:
            self.show_topup(notification.subject_id)

    def _open(self, tab: Tab) -> AccountPages | None:
        """Opens a tab; returns the account's pages, None before an account is open."""
        self.show_tab(tab.key)
        return self._accounts.get(self.account_id)

    def _open_locations(self) -> LocationsPage | None:
        if self.show_browsed():
            return self.browsed_page
        pages = self._open(LOCATIONS)
        return None if pages is None else pages.locations

    def _browsing_page(self, service: str, public: PublicService) -> tuple[LocationsPage, Locations]:
        if service not in self._browsing:
            from ui.pages.locations.page import LocationsPage  # noqa: PLC0415 (light until it is visited)

            page = LocationsPage(public.locations, self._services.clock, self.context)
            self._browsing[service] = (page, public.locations)
            self._on_built(page)
            page.load()
        return self._browsing[service]

    def _leave_browsing(self) -> None:
        if self.browsed_page is not None:
            self.browsed_page = self.browsed_locations = None
            self.browsed_service = ""
            self._window.tabs.offer(None)

    def _when_loaded(self, page: Page, act: Callable[[], None]) -> None:
        self._tasks.start("when loaded", _when_loaded(page, act))

    def _on_built(self, page: Page) -> None:
        # It may not be shown before the window is gone, as where the settings were opened meanwhile.
        page.setParent(self._window)
        page.content_changed.connect(lambda: self._window.uncover(page.first_rows))
        page.content_changed.connect(self._window.content_changed)
        page.connection_changed.connect(partial(self._on_connection_changed, page))

    def _on_connection_changed(self, page: Page, tone: str, text: str) -> None:
        # Other accounts' pages work in the background; their status does not belong in the status bar.
        if page is self.page and self.shows_connection:
            self._window.show_connection(tone, text)


async def _when_loaded(page: Page, act: Callable[[], None]) -> None:
    await page.tasks.join("load")
    # Its account may have been removed meanwhile.
    if isValid(page):
        act()


def _load_all(page: LocationsPage) -> None:
    page.show_all_countries()
    page.all_countries.load.click()
