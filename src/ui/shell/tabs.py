"""The tabs of an account, and the pages behind them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from app.i18n.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.locations.page import LocationsPage
    from ui.pages.page import Page
    from ui.pages.sub_users.page import SubUsersPage
    from ui.pages.subscriptions.page import SubscriptionsPage
    from ui.pages.topups.page import TopUpsPage

    P = TypeVar("P", bound=Page)


class AccountPages:
    """The pages of one account, each loaded on its first visit, and built then at the latest.

    Attributes:
        built: The pages that there are, in the order in which they were built.
        visited: Those of them that have been loaded.
    """

    def __init__(
        self, session: AccountSession, context: PageContext, on_built: Callable[[Page], None]
    ) -> None:
        self.session = session
        self.built: list[Page] = []
        self.visited: list[Page] = []
        self._context = context
        self._on_built = on_built

    @property
    def topups(self) -> TopUpsPage:
        return self._visit(self._topups)

    @property
    def subscriptions(self) -> SubscriptionsPage:
        return self._visit(self._subscriptions)

    @property
    def sub_users(self) -> SubUsersPage:
        return self._visit(self._sub_users)

    @property
    def locations(self) -> LocationsPage:
        return self._visit(self._locations)

    def build_ahead(self) -> None:
        """Builds the page that takes longest, so that its first visit need only load it."""
        self._subscriptions.build_ahead()

    @cached_property
    def _topups(self) -> TopUpsPage:
        from ui.pages.topups.page import TopUpsPage  # noqa: PLC0415 (light until it is visited)

        return self._build(TopUpsPage(self.session, self._context))

    @cached_property
    def _subscriptions(self) -> SubscriptionsPage:
        from ui.pages.subscriptions.page import SubscriptionsPage  # noqa: PLC0415 (likewise)

        return self._build(SubscriptionsPage(self.session, self._context))

    @cached_property
    def _sub_users(self) -> SubUsersPage:
        from ui.pages.sub_users.page import SubUsersPage  # noqa: PLC0415 (likewise)

        return self._build(SubUsersPage(self.session, self._context))

    @cached_property
    def _locations(self) -> LocationsPage:
        from ui.pages.locations.page import LocationsPage  # noqa: PLC0415 (likewise)

        return self._build(LocationsPage(self.session.locations, self.session.clock, self._context))

    def _build(self, page: P) -> P:
        self.built.append(page)
        self._on_built(page)
        return page

    def _visit(self, page: P) -> P:
        if page not in self.visited:
            self.visited.append(page)
            page.load()
        return page


class Tab(NamedTuple):
    key: str
    icon: str
    title: Callable[[], str]
    page: Callable[[AccountPages], Page]


TOPUPS = Tab("topups", "wallet", lambda: _("Top-ups"), lambda pages: pages.topups)
SUBSCRIPTIONS = Tab("subscriptions", "gauge", lambda: _("Subscriptions"), lambda pages: pages.subscriptions)
SUB_USERS = Tab("sub-users", "users", lambda: _("Sub-users"), lambda pages: pages.sub_users)
LOCATIONS = Tab("locations", "globe", lambda: _("Locations"), lambda pages: pages.locations)
TABS = (TOPUPS, SUBSCRIPTIONS, SUB_USERS, LOCATIONS)
