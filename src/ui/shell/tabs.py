"""The tabs, and the pages behind them: of an account, or of a service that is browsed without one."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar, cast

from app.errors import InvalidInputError
from app.i18n.texts import _
from app.present.field_errors import field_error_text
from app.services.accounts.known import demo_account, service_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.services.accounts.accounts import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.locations.page import LocationsPage
    from ui.pages.page import Page
    from ui.pages.sub_users.page import SubUsersPage
    from ui.pages.subscriptions.page import SubscriptionsPage
    from ui.pages.topups.page import TopUpsPage

    P = TypeVar("P", bound=Page)
    from collections.abc import AsyncGenerator

    from app.bootstrap import Services
    from app.services.accounts.accounts import PublicService
    from app.services.locations.cache import CountryList
    from app.services.locations.locations import Locations
    from ui.pages.accounts.connect import ConnectForm
    from ui.shell.window import MainWindow


class AccountPages:
    """The pages of one account, each built and loaded on its first visit.

    Attributes:
        session: The account's.
        built: The pages that have been visited.
    """

    def __init__(
        self, session: AccountSession, context: PageContext, on_built: Callable[[Page], None]
    ) -> None:
        self.session = session
        self.built: list[Page] = []
        self._context = context
        self._on_built = on_built

    @cached_property
    def topups(self) -> TopUpsPage:
        """The top-ups."""
        from ui.pages.topups.page import TopUpsPage  # noqa: PLC0415 (light until it is visited)

        return self._load(TopUpsPage(self.session, self._context))

    @cached_property
    def subscriptions(self) -> SubscriptionsPage:
        """The subscriptions."""
        from ui.pages.subscriptions.page import SubscriptionsPage  # noqa: PLC0415 (likewise)

        return self._load(SubscriptionsPage(self.session, self._context))

    @cached_property
    def sub_users(self) -> SubUsersPage:
        """The sub-users."""
        from ui.pages.sub_users.page import SubUsersPage  # noqa: PLC0415 (likewise)

        return self._load(SubUsersPage(self.session, self._context))

    @cached_property
    def locations(self) -> LocationsPage:
        """The locations of the account's service."""
        from ui.pages.locations.page import LocationsPage  # noqa: PLC0415 (likewise)

        return self._load(LocationsPage(self.session.locations, self.session.clock, self._context))

    def _load(self, page: P) -> P:
        self.built.append(page)
        self._on_built(page)
        page.load()
        return page


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab.

    Attributes:
        key: Identifies the tab.
        icon: The name of its icon.
        title: Returns its words.
        page: Returns its page of an account.
    """

    key: str
    icon: str
    title: Callable[[], str]
    page: Callable[[AccountPages], Page]


TOPUPS = Tab("topups", "wallet", lambda: _("Top-ups"), lambda pages: pages.topups)
SUBSCRIPTIONS = Tab("subscriptions", "gauge", lambda: _("Subscriptions"), lambda pages: pages.subscriptions)
SUB_USERS = Tab("sub-users", "users", lambda: _("Sub-users"), lambda pages: pages.sub_users)
LOCATIONS = Tab("locations", "globe", lambda: _("Locations"), lambda pages: pages.locations)
TABS = (TOPUPS, SUBSCRIPTIONS, SUB_USERS, LOCATIONS)


class Browsing:
    """Shows a service's public locations (spec 5.2), on one page for each service.

    Attributes:
        page: The page that is open; None while nothing is browsed.
        locations: The locations on it; None while nothing is browsed.
    """

    def __init__(
        self,
        window: MainWindow,
        services: Services,
        context: PageContext,
        on_built: Callable[[Page], None],
    ) -> None:
        self._window = window
        self._services = services
        self._context = context
        self._on_built = on_built
        self._pages: dict[str, tuple[LocationsPage, Locations]] = {}
        self.page: LocationsPage | None = None
        self.locations: Locations | None = None

    async def open(self, address: str, form: ConnectForm) -> LocationsPage | None:
        """Shows a service's locations; returns their page, None when the form shows errors instead.

        Args:
            address: The service address as it was typed; the demo's service if it is empty.
            form: Where it was typed.

        Raises:
            AppError: The service could not be asked, and nothing is known of it.
        """
        accounts = self._services.accounts
        try:
            public = accounts.browse(address) if address else await accounts.browse_demo()
        except InvalidInputError as error:
            form.show_field_error("serviceAddress", field_error_text(error.field, error.code))
            return None
        # From the cache, or from the service.
        countries = cast("AsyncGenerator[CountryList]", public.locations.countries())
        async with aclosing(countries) as known:
            await anext(known, None)
        service = service_name(public.base_url) if address else demo_account().service
        self.page, self.locations = self._page_of(service, public)
        self._window.show_account(service, _("no key"), "globe")
        self._window.show_key_state(_("Connect an account"), "", "")
        self._window.offer_tabs((LOCATIONS.key,))
        self.show_again()
        self.page.focus_search()
        return self.page

    def show_again(self) -> bool:
        """Shows what was browsed, after another page; returns False if nothing is."""
        if self.page is None:
            return False
        self._window.show_page(self.page, LOCATIONS.key)
        self.page.show_connection_status()
        return True

    def leave(self) -> None:
        """Leaves browsing, for an account or the welcome page."""
        if self.page is not None:
            self.page = self.locations = None
            self._window.offer_tabs(None)

    def _page_of(self, service: str, public: PublicService) -> tuple[LocationsPage, Locations]:
        if service not in self._pages:
            from ui.pages.locations.page import LocationsPage  # noqa: PLC0415 (light until it is visited)

            page = LocationsPage(public.locations, self._services.clock, self._context)
            self._pages[service] = (page, public.locations)
            self._on_built(page)
            page.load()
        return self._pages[service]
