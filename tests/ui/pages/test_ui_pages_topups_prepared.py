"""A prepared top-up: the dialog as the last one was made, and nothing more."""

from __future__ import annotations

import pytest

from support.topups_screen import TopUpsScreen

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="demo")


async def created(screen: TopUpsScreen) -> int:
    return len(await screen.service.requests("POST", "/v1/topups"))


async def test_it_has_the_last_amount_coin_and_the_plan_of_the_subscription(screen: TopUpsScreen) -> None:
    last = screen.service.account.topup_store.list()[0]
    await screen.service.account.subscriptions.refresh(0.0)
    subscription = screen.service.account.subscription_store.list()[1]
    before = await created(screen)
    screen.page.prepare_new(subscription.id)
    await screen.quiet()
    dialog = screen.page.dialog
    assert dialog is not None
    assert dialog.amount.amount_text() == last.amount_usd
    assert dialog.chosen() == f"{last.coin}\n{last.network}"
    assert subscription.plan_id in screen.words(dialog)
    assert await created(screen) == before


async def test_without_the_subscription_the_plan_is_chosen_by_hand(screen: TopUpsScreen) -> None:
    await screen.service.faults(
        {"route": "GET /v1/residential/subscriptions", "kind": "status", "status": 503, "every": True}
    )
    screen.page.prepare_new("sub_unknown")
    await screen.step(60)
    dialog = screen.page.dialog
    assert dialog is not None
    assert dialog.amount.amount_text() == screen.service.account.topup_store.list()[0].amount_usd


@pytest.mark.page(scale="empty")
async def test_before_the_first_topup_nothing_is_filled_in(screen: TopUpsScreen) -> None:
    screen.page.prepare_new("sub_unknown")
    await screen.quiet()
    assert screen.page.dialog is not None
    assert not screen.page.dialog.amount.text()
