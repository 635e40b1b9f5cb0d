"""A prepared top-up: the dialog as the last one was made, and nothing more."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

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


async def test_what_is_typed_at_once_is_the_amount_and_not_part_of_the_plan(screen: TopUpsScreen) -> None:
    await screen.service.account.subscriptions.refresh(0.0)
    subscription = screen.service.account.subscription_store.list()[1]
    screen.page.prepare_new(subscription.id)
    await screen.quiet()
    dialog = screen.page.dialog
    assert dialog is not None
    focused = dialog.focusWidget()
    assert focused is dialog.amount
    QTest.keyClicks(focused, "40")
    assert dialog.amount.amount_text() == "40.00"
    assert dialog.purchase.plan.currentText() == subscription.plan_id
    # Who switches it on for oneself goes on with the plan.
    dialog.purchase.switch.click()
    dialog.purchase.switch.click()
    assert dialog.focusWidget() is dialog.purchase.plan


@pytest.mark.page(scale="empty")
async def test_before_the_first_topup_nothing_is_filled_in(screen: TopUpsScreen) -> None:
    screen.page.prepare_new("sub_unknown")
    await screen.quiet()
    assert screen.page.dialog is not None
    assert not screen.page.dialog.amount.text()
