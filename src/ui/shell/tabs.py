"""The tabs, and how their pages are created."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.i18n.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.services.accounts.accounts import AccountSession
    from ui.clipboard import Clipboard
    from ui.links import Links
    from ui.pages.page import Page


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab.

    Attributes:
        key: Identifies the tab.
        icon: The name of its icon.
        title: Returns its words.
        build: Makes its page for an account, on the first visit.
    """

    key: str
    icon: str
    title: Callable[[], str]
    build: Callable[[AccountSession, Clipboard, Links], Page]


def _build_topups(account: AccountSession, clipboard: Clipboard, links: Links) -> Page:
    from ui.pages.topups.page import TopUpsPage  # noqa: PLC0415 (light until it is visited)

    return TopUpsPage(account, clipboard=clipboard, links=links)


def _build_subscriptions(account: AccountSession, clipboard: Clipboard, _links: Links) -> Page:
    from ui.pages.subscriptions.page import SubscriptionsPage  # noqa: PLC0415 (likewise)

    return SubscriptionsPage(account, clipboard=clipboard)


def _build_locations(account: AccountSession, clipboard: Clipboard, _links: Links) -> Page:
    from ui.pages.locations.page import LocationsPage  # noqa: PLC0415 (likewise)

    return LocationsPage(account.locations, account.clock, clipboard=clipboard)


def _build_sub_users(account: AccountSession, clipboard: Clipboard, _links: Links) -> Page:
    from ui.pages.sub_users.page import SubUsersPage  # noqa: PLC0415 (likewise)

    return SubUsersPage(account, clipboard=clipboard)


TABS = (
    Tab("topups", "wallet", lambda: _("Top-ups"), _build_topups),
    Tab("subscriptions", "gauge", lambda: _("Subscriptions"), _build_subscriptions),
    Tab("sub-users", "users", lambda: _("Sub-users"), _build_sub_users),
    Tab("locations", "globe", lambda: _("Locations"), _build_locations),
)
