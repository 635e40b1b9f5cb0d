"""Time passes while the page is open: polls at the advised pace, and expiry."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from app.api.topups import draft_bytes
from app.models.topup_requests import TopUpDraft
from support.topups_screen import TopUpsScreen

if TYPE_CHECKING:
    from datetime import datetime


pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")


def gaps(times: list[datetime]) -> list[float]:
    return [(after - before).total_seconds() for before, after in pairwise(times)]


def are_advised(times: list[datetime], seconds: float) -> bool:
    """Tells whether looks are as far apart as the service advises; rounds come every 5 s."""
    return len(times) > 3 and all(seconds <= gap <= seconds + 5 for gap in gaps(times))


async def test_the_open_page_polls_as_advised_and_stops_at_the_end(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    await screen.step(301)
    awaiting = await screen.polls(topup.id)
    assert are_advised(awaiting, 30)
    screen.press("Pay exactly")
    await screen.quiet()
    assert "Paid on the demo's chain. Now report it." in screen.words()
    screen.press("I've sent the payment")
    await screen.quiet()
    before = len(await screen.polls(topup.id))
    await screen.step(61)
    verifying = (await screen.polls(topup.id))[before:]
    assert are_advised(verifying, 10)
    await screen.service.control(f"topups/{topup.id}/confirm", {"count": 10})
    await screen.step(16)
    assert screen.current().status == "credited"
    ended = await screen.polls(topup.id)
    await screen.step(600)
    assert await screen.polls(topup.id) == ended


async def test_what_is_not_on_screen_is_followed_too(screen: TopUpsScreen) -> None:
    first = await screen.new_topup("BTC on Bitcoin")
    await screen.new_topup("LTC on Litecoin")
    await screen.service.account.wallet.pay_exactly(first.id)  # type: ignore[union-attr]
    await screen.service.client.topups.report(first.id)
    await screen.service.control(f"topups/{first.id}/confirm", {"count": 10})
    await screen.step(36)
    assert "Credited" in screen.rows()[1]
    assert screen.current().id != first.id
    assert screen.service.account.topup_store.in_progress() == 1


async def test_one_that_another_app_made_is_listed_where_it_belongs(screen: TopUpsScreen) -> None:
    draft = TopUpDraft(amount_usd="60.00", coin="BTC", network="bitcoin")
    elsewhere = await screen.service.client.topups.create(draft_bytes(draft), idempotency_key="another-app")
    await screen.step(2)
    await screen.new_topup("LTC on Litecoin", "70")
    await screen.step(310)
    screen.page._on_second_passed(1)
    await screen.quiet()
    assert [row.split(",")[0] for row in screen.rows()] == ["$70.00", "$60.00"]
    assert screen.page.model.has(elsewhere.id)
    assert screen.current().amount_usd == "70.00", "what is open stays open"


async def test_reloading_does_not_double_the_polls(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    for _time in range(5):
        await screen.load()
    before = len(await screen.polls(topup.id))
    await screen.step(91)
    assert len(await screen.polls(topup.id)) == before + 3


async def test_at_zero_the_service_is_asked_once(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    await screen.step(1790)
    screen.page._on_second_passed(1)
    assert "00:1" in screen.words(screen.detail.payment)
    screen.watch.cancel_all()
    await screen.quiet()
    before = len(await screen.polls(topup.id))
    screen.clock.advance(11)
    for _second in range(5):
        screen.page._on_second_passed(1)
    assert screen.codes() == []
    assert not screen.has_button("Copy address")
    assert "The rate lock has ended" in screen.words(screen.detail)
    await screen.quiet()
    assert len(await screen.polls(topup.id)) == before + 1
    await screen.service.advance(11)
    await screen.load()
    await screen.step(61)
    assert screen.current().status in {"awaiting_payment", "expired"}


async def test_an_expired_one_can_still_be_reported_until_the_deadline(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    await screen.service.account.wallet.pay_exactly(topup.id)  # type: ignore[union-attr]
    await screen.step(1830)
    screen.page._on_second_passed(1)
    await screen.quiet()
    assert screen.current().status == "expired"
    words = screen.words(screen.detail)
    assert "The rate lock ended at" in words
    assert "Already sent it? Report the payment below." in words
    assert screen.codes() == []
    screen.press("I've sent the payment")
    await screen.quiet()
    assert screen.current().status == "verifying"


async def test_what_is_left_for_reporting_is_counted_down_although_nothing_changes(
    screen: TopUpsScreen,
) -> None:
    await screen.new_topup("BTC on Bitcoin")
    await screen.step(1830)
    words = screen.words(screen.detail)
    assert "created 12:00" in words
    assert "It is accepted until 21 Nov, 12:30 (3 d 0 h left)." in words
    screen.watch.cancel_all()
    await screen.quiet()
    screen.clock.advance(14 * 3600 - 60)
    for second in range(1, 21):
        screen.page._on_second_passed(second)
    words = screen.words(screen.detail)
    assert "created 18 Nov, 12:00" in words
    assert "It is accepted until 21 Nov, 12:30 (2 d 10 h left)." in words


async def test_past_the_deadline_nothing_can_be_reported(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    await screen.clock.move_to(screen.clock.monotonic() + 72.6 * 3600)
    await screen.quiet()
    assert screen.current().status == "expired"
    assert screen.current().final
    assert not screen.has_button("I've sent the payment")
    assert screen.has_button("New top-up, same amount")
    ended = await screen.polls(topup.id)
    await screen.step(120)
    assert await screen.polls(topup.id) == ended
