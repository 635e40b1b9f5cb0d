"""A top-up that nobody pays in time: the right words at each moment, and no question faster than advised."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from app.models.topup_requests import TopUpDraft
from app.present.topups import TopUpFacts, present_topup
from support.stepped_clock import SteppedClock
from support.topup_polls import watching

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.topups import TopUp
    from app.present.topups import TopUpView
    from support.linked_service import LinkedService
    from support.topup_polls import Watch

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")
NIGHT = timedelta(hours=14).total_seconds()


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock()


def now(watch: Watch) -> datetime:
    return watch.service.client.service_clock.now()


def shown(watch: Watch) -> TopUp:
    """What a window shows: the last state that was told."""
    return watch.changes[-1][1]


def view(watch: Watch) -> TopUpView:
    facts = TopUpFacts(inconsistency=watch.store.inconsistency(shown(watch).id))
    return present_topup(shown(watch), now(watch), facts)


def words(watch: Watch) -> str:
    """Returns what stands at the top of the page of the top-up."""
    outcome = view(watch).outcome
    return "" if outcome is None else "\n".join((outcome.title, *outcome.lines))


async def pass_until(watch: Watch, moment: datetime) -> None:
    """Lets each second pass."""
    await watch.pass_time((moment - now(watch)).total_seconds())


async def sleep_through(watch: Watch, moment: datetime) -> None:
    """Suspends the computer again and again, with a few minutes of work between."""
    while (left := (moment - now(watch)).total_seconds()) > NIGHT:
        await watch.clock.move_to(watch.clock.monotonic() + NIGHT)
        await watch.pass_time(min(180, left - NIGHT))
    await watch.clock.move_to(watch.clock.monotonic() + left)
    await watch.pass_time(2)


async def test_expired_then_closed_after_72_hours(service: LinkedService, tmp_path: Path) -> None:
    async with watching(service, tmp_path) as watch:
        topup = await service.account.topups.create(DRAFT)
        assert topup.txid_deadline - topup.created_at == timedelta(hours=72, minutes=30)
        await watch.store.put(topup)
        clock = view(watch).clock
        assert clock is not None
        assert clock.text in {"30:00", "29:59"}
        assert clock.trailing == "left at this rate"
        assert "late payments count until" in clock.second_line
        assert view(watch).badge.text == "Awaiting payment"
        assert (view(watch).can_pay, words(watch)) == (True, "")

        await pass_until(watch, topup.expires_at - timedelta(minutes=4, seconds=58))
        assert watch.kinds() == ["about_to_expire"]

        await pass_until(watch, topup.expires_at - timedelta(seconds=1))
        assert view(watch).can_pay
        await pass_until(watch, topup.expires_at)
        if shown(watch).status == "awaiting_payment":
            assert "The rate lock has ended" in words(watch)
            assert "Don't pay at this rate any more." in words(watch)
        assert not view(watch).can_pay

        await watch.pass_time(36)
        assert view(watch).badge.text == "Expired"
        assert "The rate lock ended at" in words(watch)
        assert "(2 d 23 h left)" in words(watch)
        assert "Start a new top-up" in words(watch)
        report = view(watch).report
        assert report is not None
        assert report.title == "Report a payment"

        await watch.pass_time(600)
        await sleep_through(watch, topup.txid_deadline - timedelta(seconds=90))
        assert "(1 min left)" in words(watch)
        assert view(watch).report is not None

        await pass_until(watch, topup.txid_deadline + timedelta(seconds=1))
        assert "No payment was reported in time." in words(watch)
        assert view(watch).report is None

        await watch.pass_time(70)
        assert shown(watch).final
        assert "No payment was reported in time." in words(watch)
        assert not watch.store.is_polled(topup.id)
        polls = len(await watch.polls(topup))
        await watch.pass_time(400)
        assert len(await watch.polls(topup)) == polls
        assert watch.kinds() == ["about_to_expire"]
        assert [seen.status for seen in await watch.store.timeline(topup.id)][:2] == [
            "awaiting_payment",
            "expired",
        ]


async def test_rejected_then_reported_again_then_closed(service: LinkedService, tmp_path: Path) -> None:
    async with watching(service, tmp_path) as watch:
        topup = await service.account.topups.create(DRAFT)
        await watch.store.put(topup)
        await sleep_through(watch, topup.expires_at + timedelta(hours=1))
        assert "The rate lock ended at" in words(watch)

        await service.account.wallet.underpay(topup.id)  # type: ignore[union-attr]
        await watch.store.put(await service.account.topups.report(topup.id, ""))
        await watch.pass_time(36)
        assert view(watch).badge.text == "Rejected"
        assert "The payment was not accepted" in words(watch)
        assert "Report it below until" in words(watch)
        assert view(watch).report is not None
        assert watch.kinds() == ["rejected"]

        await sleep_through(watch, topup.txid_deadline + timedelta(seconds=90))
        assert shown(watch).final
        assert "The time for reporting a payment is over." in words(watch)
        assert view(watch).report is None
        assert not watch.store.is_polled(topup.id)


async def test_no_question_is_faster_than_advised(service: LinkedService, tmp_path: Path) -> None:
    async with watching(service, tmp_path) as watch:
        topup = await service.account.topups.create(DRAFT)
        await watch.store.put(topup)
        await pass_until(watch, topup.expires_at + timedelta(minutes=10))
        reported = await service.account.topups.report(topup.id, "")
        await watch.store.put(reported)
        assert view(watch).badge.text == "Verifying"
        reported_at = now(watch).timestamp()
        await watch.pass_time(300)
        times = await watch.polls(topup)
        assert len(times) > 60
        for earlier, later in pairwise(times):
            assert later - earlier >= (10 if later > reported_at else 30) - 0.5
