"""From a subscription to its sub-users, from a sub-user to its usage, and to all that the palette finds."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, cast

import pytest
from shiboken6 import isValid

from app.models.topup_requests import TopUpDraft
from app.rules.locations.search import Hit
from app.rules.palette import SubUserOf
from support.linked_service import linked_service
from support.page_context import page_context
from support.stepped_clock import SteppedClock
from support.waiting import until
from ui.clipboard import Clipboard
from ui.links import Links
from ui.pages.locations.page import LocationsPage
from ui.pages.sub_users.page import SubUsersPage
from ui.pages.subscriptions.page import SubscriptionsPage
from ui.pages.subscriptions.usage_card import UsageCard
from ui.pages.topups.page import TopUpsPage
from ui.shell.router import Router
from ui.shell.tabs import TABS
from ui.shell.window import MainWindow
from ui.tasks import Tasks
from ui.widgets.tables.columns import KeyRole

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.bootstrap import Services
    from app.errors import AppError
    from support.linked_service import LinkedService

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@asynccontextmanager
async def opened_window(folder: Path) -> AsyncIterator[tuple[MainWindow, Router, Tasks, LinkedService]]:
    """A window over the demo's account; ends with the test's failure if an error was reported."""
    window = MainWindow()
    window.build()
    errors: list[AppError] = []
    tasks = Tasks(window, errors.append)
    with linked_service(folder, "demo", SteppedClock()) as service:
        router = Router(
            window,
            # Its settings and notifications are all that pages use of the services.
            cast("Services", page_context(Clipboard(window), folder=folder)),
            clipboard=Clipboard(window),
            links=Links(),
            tasks=tasks,
        )
        for tab in TABS:
            window.add_tab(tab.key, tab.icon, tab.title())
        yield window, router, tasks, service
        assert errors == []
        window.close()
        window.deleteLater()
        await service.aclose()


async def test_a_subscription_leads_to_its_sub_users_and_one_of_them_to_its_usage(tmp_path: Path) -> None:
    async with opened_window(tmp_path) as (window, router, _tasks, service):
        router.choose_tab("sub-users")
        router.open_account(service.account)
        router.show_tab("sub-users")
        sub_users = router.page
        router.show_tab("subscriptions")
        subscriptions = router.page
        assert isinstance(subscriptions, SubscriptionsPage)
        assert isinstance(sub_users, SubUsersPage)
        for page in (subscriptions, sub_users):
            await page.tasks.join("load")
        second = service.account.subscription_store.get(subscriptions.model.index(1, 0).data(KeyRole))
        assert second is not None
        subscriptions.show_subscription(second.id)
        subscriptions.subscription_page.detail.header.sub_users.click()
        await sub_users.tasks.join("load")
        assert window.shown_page() is sub_users
        assert sub_users.current_id() == second.id
        person = sub_users.model.records()[0]
        first = service.account.subscription_store.get(subscriptions.model.index(0, 0).data(KeyRole))
        assert first is not None
        subscriptions.show_subscription(first.id)
        sub_users.do("usage", person.id)
        await subscriptions.subscription_page.tasks.join("sub-users")
        assert window.shown_page() is subscriptions
        assert subscriptions.current_id() == second.id
        assert subscriptions.subscription_page.detail.usage.user.currentData() == person.id
        await subscriptions.subscription_page.tasks.join()


async def test_all_that_the_palette_finds_is_opened_on_its_page(tmp_path: Path) -> None:
    async with opened_window(tmp_path) as (window, router, tasks, service):
        account = service.account
        router.show_found(None)
        router.open_new_topup()
        assert router.page is None, "there is no account yet"
        router.open_account(account)
        found = await account.subscriptions.list()
        subscription = next(one for one in reversed(found.items) if one.sub_user_count)
        router.show_found(subscription)
        await tasks.join("when loaded")
        subscriptions = window.shown_page()
        assert isinstance(subscriptions, SubscriptionsPage)
        assert subscriptions.current_id() == subscription.id

        sub_user = (await account.sub_users.list(subscription.id)).items[-1]
        router.show_found(SubUserOf(subscription, sub_user))
        await tasks.join("when loaded")
        sub_users = window.shown_page()
        assert isinstance(sub_users, SubUsersPage)
        assert sub_users.current_id() == subscription.id
        assert sub_users.table.currentIndex().data(KeyRole) == sub_user.id

        topup = await account.topups.create(TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin"))
        router.show_found(topup)
        topups = window.shown_page()
        assert isinstance(topups, TopUpsPage)
        await topups.tasks.join()
        assert topups.topup_page.topup_id == topup.id

        router.show_tab("locations")
        locations = window.shown_page()
        assert isinstance(locations, LocationsPage)
        await locations.tasks.join("load")
        country = account.locations.known("DE")
        assert country is not None
        router.show_found(country)
        await tasks.join("when loaded")
        assert (window.shown_page(), locations.current_code()) == (locations, "DE")

        async for cities in account.locations.cities("FR"):
            router.show_found(Hit(cities, 0))
            await tasks.join("when loaded")
            assert locations.current_code() == "FR"
            assert locations.detail.pane("cities").search.text() == cities.name(0)
        await locations.tasks.join()


async def test_what_is_built_before_its_visit_is_loaded_with_it(tmp_path: Path) -> None:
    async with opened_window(tmp_path) as (window, router, _tasks, service):
        router.open_account(service.account)
        router.show_tab("topups")
        topups = router.page
        assert topups is not None
        await topups.tasks.join("load", "cache")
        router.build_ahead()
        page = window.findChild(SubscriptionsPage)
        assert page is not None
        await page.tasks.join("build")
        assert page.responded_at is None
        assert router.pages(router.account_id) == [topups]
        assert page.subscription_page.findChild(UsageCard) is not None
        router.show_tab("subscriptions")
        assert window.shown_page() is page
        await page.tasks.join("load")
        assert page.current_id() == page.model.index(0, 0).data(KeyRole)
        await page.subscription_page.tasks.join()


async def test_an_account_is_removed_while_a_page_of_it_is_built_that_nobody_has_seen(tmp_path: Path) -> None:
    async with opened_window(tmp_path) as (window, router, _tasks, service):
        router.open_account(service.account)
        router.show_tab("topups")
        router.build_ahead()
        page = window.findChild(SubscriptionsPage)
        assert page is not None
        assert page.tasks.is_running("build")
        router.drop_account(router.account_id)
        await until(lambda: not isValid(page))
        await service.settle()
