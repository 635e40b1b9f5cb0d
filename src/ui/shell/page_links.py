"""Navigates from one page to another; pages don't know each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from app.models.locations import Country
from app.models.palette import SubUserOf
from app.models.subscriptions import Subscription
from app.models.topups import TopUp
from app.rules.locations.search import Hit

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.models.locations import LocationKind
    from app.models.notifications import Notification
    from ui.pages.locations.page import LocationsPage
    from ui.pages.page import Page
    from ui.pages.sub_users.page import SubUsersPage
    from ui.pages.subscriptions.page import SubscriptionsPage
    from ui.pages.topups.page import TopUpsPage
    from ui.shell.window import MainWindow
    from ui.tasks import Tasks


class PageLinks:
    """Joins the signals of pages with the pages that they ask for."""

    def __init__(self, window: MainWindow, open_tab: Callable[[str], Page | None], tasks: Tasks) -> None:
        """Takes the ways.

        Args:
            open_tab: Opens the tab of a key; returns its page, None where it can't be opened.
        """
        self._tasks = tasks
        self._window = window
        self._open_tab = open_tab

    def join(self, key: str, page: Page) -> None:
        """Joins the page of a tab, which was just made."""
        match key:
            case "topups":
                cast("TopUpsPage", page).row_menu.said.connect(self._window.status_bar.show_note)
            case "subscriptions":
                subscriptions = cast("SubscriptionsPage", page)
                subscriptions.said.connect(self._window.status_bar.show_note)
                subscriptions.sub_users_wanted.connect(self._show_sub_users)
                subscriptions.topup_wanted.connect(self.open_new)
            case "sub-users":
                sub_users = cast("SubUsersPage", page)
                sub_users.said.connect(self._window.status_bar.show_note)
                sub_users.usage_wanted.connect(self.show_usage)
            case "locations":
                cast("LocationsPage", page).said.connect(self._window.status_bar.show_note)

    def open_new(self, plan_id: str = "") -> None:
        """Opens 'New top-up' in its tab, for a plan or for none."""
        page = cast("TopUpsPage | None", self._open_tab("topups"))
        if page is not None:
            page.open_new("", plan_id)

    def show_usage(self, subscription_id: str, sub_user_id: str) -> None:
        """Shows the usage of a sub-user."""
        page = cast("SubscriptionsPage | None", self._open_tab("subscriptions"))
        if page is not None:
            page.show_usage(subscription_id, sub_user_id)

    def open_found(self, value: object) -> None:
        """Opens what the palette found.

        Args:
            value: A `Subscription`, `SubUserOf`, `TopUp`, `Country` or `Hit`.
        """
        match value:
            case Subscription(id=subscription_id):
                self.show_subscription(subscription_id)
            case SubUserOf(subscription=subscription, sub_user=sub_user):
                self._show_sub_users(subscription.id, sub_user.id)
            case TopUp(id=topup_id):
                self.show_topup(topup_id)
            case Country(code=code):
                self._show_place(code)
            case Hit(places=places, row=row):
                self._show_place(places.country, places.kind, places.name(row))

    def show_subject(self, notice: Notification) -> None:
        """Opens the top-up or the subscription of a notification."""
        if notice.is_of_subscription:
            self.show_subscription(notice.subject_id)
        else:
            self.show_topup(notice.subject_id)

    def show_topup(self, topup_id: str) -> None:
        """Opens a top-up."""
        page = cast("TopUpsPage | None", self._open_tab("topups"))
        if page is not None:
            page.show_topup(topup_id)

    def show_subscription(self, subscription_id: str) -> None:
        """Opens a subscription."""
        page = cast("SubscriptionsPage | None", self._open_tab("subscriptions"))
        if page is not None:
            self._when_loaded(page, lambda: page.show_subscription(subscription_id))

    def _show_sub_users(self, subscription_id: str, sub_user_id: str = "") -> None:
        page = cast("SubUsersPage | None", self._open_tab("sub-users"))
        if page is None:
            return
        page.show_subscription(subscription_id)
        if sub_user_id:
            self._when_loaded(page, lambda: page.show_sub_user(sub_user_id))

    def _show_place(self, code: str, kind: LocationKind | None = None, name: str = "") -> None:
        page = cast("LocationsPage | None", self._open_tab("locations"))
        if page is not None:
            self._when_loaded(page, lambda: page.open_place(code, kind, name))

    def open_all_places(self) -> None:
        """Opens the search across the cities and ISPs of all countries."""
        page = cast("LocationsPage | None", self._open_tab("locations"))
        if page is not None:
            self._when_loaded(page, page.show_all_countries)

    def load_all_places(self) -> None:
        """Opens that search, and loads all lists for it."""
        page = cast("LocationsPage | None", self._open_tab("locations"))
        if page is not None:
            self._when_loaded(page, lambda: _load_all(page))

    def _when_loaded(self, page: Page, act: Callable[[], None]) -> None:
        self._tasks.start("cross", _when_loaded(page, act))


async def _when_loaded(page: Page, act: Callable[[], None]) -> None:
    await page.tasks.join("load")
    act()


def _load_all(page: LocationsPage) -> None:
    page.show_all_countries()
    page.all_countries.load.click()
