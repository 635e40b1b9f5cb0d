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
    """The pages of one account, each built and loaded on its first visit."""

    def __init__(
        self, session: AccountSession, context: PageContext, on_built: Callable[[Page], None]
    ) -> None:
        self.session = session
        self.built: list[Page] = []
        self._context = context
        self._on_built = on_built

    @cached_property
    def topups(self) -> TopUpsPage:
        from ui.pages.topups.page import TopUpsPage  # noqa: PLC0415 (light until it is visited)

        return self._load(TopUpsPage(self.session, self._context))

    @cached_property
    def subscriptions(self) -> SubscriptionsPage:
        from ui.pages.subscriptions.page import SubscriptionsPage  # noqa: PLC0415 (likewise)

        return self._load(SubscriptionsPage(self.session, self._context))

    @cached_property
    def sub_users(self) -> SubUsersPage:
        from ui.pages.sub_users.page import SubUsersPage  # noqa: PLC0415 (likewise)

        return self._load(SubUsersPage(self.session, self._context))

    @cached_property
    def locations(self) -> LocationsPage:
        from ui.pages.locations.page import LocationsPage  # noqa: PLC0415 (likewise)

        return self._load(LocationsPage(self.session.locations, self.session.clock, self._context))

    def _load(self, page: P) -> P:
        self.built.append(page)
        self._on_built(page)
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
