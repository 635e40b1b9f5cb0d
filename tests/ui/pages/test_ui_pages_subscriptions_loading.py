"""While a subscription or its usage is loaded for long, a skeleton is in its place."""

from __future__ import annotations

import pytest

from support.subscriptions_screen import SubscriptionsScreen
from support.waiting import until
from ui.widgets.layout.empty_state import Skeleton

LIST = "GET /v1/residential/subscriptions"
USAGE = f"{LIST}/{{id}}/usage"


async def load_slowly(screen: SubscriptionsScreen) -> None:
    await screen.service.account.subscriptions.list()
    await screen.service.faults({"route": LIST, "kind": "delay", "seconds": 1.0})
    screen.page.load()
    await until(lambda: bool(screen.visible(Skeleton, screen.open)))


@pytest.mark.page(screen=SubscriptionsScreen, load=False)
async def test_a_skeleton_stands_beside_the_list_until_a_subscription_is_open(
    screen: SubscriptionsScreen,
) -> None:
    await load_slowly(screen)
    assert screen.rows()
    assert "Loading" in screen.words(screen.open)
    await screen.quiet()
    assert screen.detail.isVisible()
    assert not screen.visible(Skeleton)


@pytest.mark.page(screen=SubscriptionsScreen, load=False)
async def test_a_subscription_that_is_opened_meanwhile_replaces_the_skeleton(
    screen: SubscriptionsScreen,
) -> None:
    await load_slowly(screen)
    screen.show_row(1)
    assert screen.detail.isVisible()
    assert not screen.visible(Skeleton)
    await screen.quiet()


@pytest.mark.page(screen=SubscriptionsScreen)
async def test_a_skeleton_stands_for_the_usage_of_another_subscription(screen: SubscriptionsScreen) -> None:
    usage, countries = screen.detail.usage, screen.detail.countries
    await screen.service.faults({"route": USAGE, "kind": "delay", "seconds": 0.8})
    screen.show_row(1)
    await until(lambda: bool(screen.visible(Skeleton, usage)))
    assert screen.visible(Skeleton, countries)
    assert "Loading" in screen.words(countries)
    assert not countries.bars.isVisible()
    await screen.quiet()
    assert countries.bars.isVisible()
    assert usage.chart.isVisible()
    assert not screen.visible(Skeleton)


@pytest.mark.page(screen=SubscriptionsScreen)
async def test_no_skeleton_stays_for_a_usage_that_could_not_be_loaded(screen: SubscriptionsScreen) -> None:
    await screen.service.faults(
        {"route": USAGE, "nth": 1, "kind": "delay", "seconds": 0.8},
        {"route": USAGE, "kind": "status", "status": 404, "every": True},
    )
    screen.show_row(1)
    await until(lambda: bool(screen.visible(Skeleton, screen.detail.usage)))
    await screen.quiet()
    assert not screen.visible(Skeleton)


@pytest.mark.page(screen=SubscriptionsScreen)
async def test_the_usage_of_other_days_does_not_stand_for_those_that_are_loaded(
    screen: SubscriptionsScreen,
) -> None:
    usage = screen.detail.usage
    assert "31.4 GB" in screen.words(usage)
    await screen.service.faults({"route": USAGE, "kind": "delay", "seconds": 0.8})
    screen.press("7 d")
    await until(lambda: bool(screen.visible(Skeleton, usage)))
    assert "31.4 GB" not in screen.words(usage)
    await screen.quiet()
    assert not screen.visible(Skeleton)
    await screen.service.faults({"route": USAGE, "kind": "status", "status": 404, "every": True})
    total = usage.chart.accessibleDescription()
    screen.press("7 d")
    await screen.quiet()
    assert usage.chart.accessibleDescription() == total, "what is known of the same days stays"
    screen.press("30 d")
    await screen.quiet()
    assert usage.table.model().rowCount() == 0
    assert not usage.export.isEnabled()
