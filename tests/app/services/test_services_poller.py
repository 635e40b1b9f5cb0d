"""Every open top-up is followed, no faster than advised, and what happens is told once."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from app.models.topup_requests import TopUpDraft
from app.models.topups import AWAITING_PAYMENT, CREDITED, EXPIRED, VERIFYING
from app.services.notifications import Notifications
from support.stepped_clock import SteppedClock
from support.topup_polls import watching
from support.topup_stores import session_on

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.topups import TopUp
    from app.services.accounts.session import AccountSession
    from support.linked_service import LinkedService

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock()


def beside(service: LinkedService, folder: Path) -> AccountSession:
    """The account in a command beside what `watching` runs, on the same files."""
    return session_on(folder / "watch" / "outbox.sqlite", service.client, service.clock)


async def test_what_is_open_is_found_and_followed_without_being_shown(
    service: LinkedService, tmp_path: Path
) -> None:
    first = await service.account.topups.create(DRAFT)
    second = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        assert {topup.id for topup in watch.store.list_open()} == {first.id, second.id}
        await watch.pass_time(100)
        for topup in (first, second):
            times = await watch.polls(topup)
            assert len(times) >= 2
            assert all(later - earlier >= 29.5 for earlier, later in pairwise(times))


async def test_polls_are_a_second_apart_and_never_faster_than_advised(
    service: LinkedService, tmp_path: Path
) -> None:
    topups = service.account.topups
    async with watching(service, tmp_path) as watch:
        made: list[TopUp] = []
        for _each in range(4):
            topup = await topups.create(DRAFT)
            made.append(await topups.report(topup.id, "") if len(made) % 2 else topup)
            await watch.store.put(made[-1])
            await watch.pass_time(3)
        await watch.pass_time(200)
        moments: list[float] = []
        for number, topup in enumerate(made):
            times = await watch.polls(topup)
            gaps = [later - earlier for earlier, later in pairwise(times)]
            pause = 10 if number % 2 else 30
            assert min(gaps) >= pause - 0.5
            assert max(gaps) <= pause + 6
            moments += times
        assert min(later - earlier for earlier, later in pairwise(sorted(moments))) >= 1


async def test_a_change_is_notified_with_what_was_before(service: LinkedService, tmp_path: Path) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await service.account.wallet.pay_exactly(topup.id)  # type: ignore[union-attr]
        await watch.store.put(await service.account.topups.report(topup.id, ""))
        await service.control(f"topups/{topup.id}/confirm", {"count": 2})
        await watch.pass_time(16)
        moves = [(before.status if before else None, after.status) for before, after in watch.changes]
        assert moves[0] == (None, AWAITING_PAYMENT)
        assert moves[-1] == (VERIFYING, CREDITED)
        assert watch.kinds() == ["credited"]
        assert not watch.store.is_polled(topup.id)
        polls = len(await watch.polls(topup))
        await watch.pass_time(120)
        assert len(await watch.polls(topup)) == polls
        seen = await watch.store.timeline(topup.id)
        assert [snapshot.status for snapshot in seen] == [AWAITING_PAYMENT, VERIFYING, CREDITED]


async def test_what_happened_while_the_app_was_closed_is_notified_once(
    service: LinkedService, tmp_path: Path
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        assert watch.kinds() == []
    await service.account.wallet.pay_exactly(topup.id)  # type: ignore[union-attr]
    await service.account.topups.report(topup.id, "")
    await service.control(f"topups/{topup.id}/confirm", {"count": 2})
    async with watching(service, tmp_path) as watch:
        assert watch.kinds() == ["credited"]
        assert len(await watch.store.timeline(topup.id)) == 2
    async with watching(service, tmp_path) as watch:
        assert watch.kinds() == []


async def test_nothing_is_notified_of_what_this_app_never_saw_open(
    service: LinkedService, tmp_path: Path
) -> None:
    topup = await service.account.topups.create(DRAFT)
    await service.account.wallet.underpay(topup.id)  # type: ignore[union-attr]
    await service.account.topups.report(topup.id, "")
    async with watching(service, tmp_path) as watch:
        assert watch.kinds() == []
        assert [known.id for known in watch.store.list_open()] == [topup.id]


async def test_without_a_connection_what_is_about_to_expire_is_notified(
    service: LinkedService, tmp_path: Path
) -> None:
    await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await service.faults({"route": "GET /v1/topups*", "every": True, "kind": "reset_before"})
        service.clock.advance(timedelta(minutes=24).total_seconds())
        await watch.pass_time(5)
        assert watch.kinds() == []
        service.clock.advance(timedelta(minutes=1).total_seconds())
        await watch.pass_time(5)
        assert watch.kinds() == ["about_to_expire"]


async def test_a_top_up_is_polled_although_the_lists_can_not_be_read(
    service: LinkedService, tmp_path: Path
) -> None:
    await service.faults({"route": "GET /v1/topups", "every": True, "kind": "status", "status": 404})
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await watch.store.put(topup)
        await watch.pass_time(65)
        assert len(await watch.polls(topup)) >= 2
        assert watch.store.not_confirmed(topup) is None


@pytest.mark.parametrize(("status", "count"), [(404, 1), (403, 3)])
async def test_what_is_not_there_any_more_is_asked_for_once_and_what_is_refused_again(
    service: LinkedService, tmp_path: Path, status: int, count: int
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        later = topup.model_copy(update={"id": "tu_elsewhere"})
        await watch.store.put_listed([later], service.clock.monotonic(), caches=False)
    refused = {"route": "GET /v1/topups/tu_elsewhere", "every": True, "kind": "status", "status": status}
    await service.faults(refused)
    async with watching(service, tmp_path) as watch:
        await watch.pass_time(65)
        assert len(await watch.polls(later)) == count
        assert [one.id for one in watch.store.list_open()] == [topup.id]


async def test_an_underpaid_one_is_notified_as_rejected(service: LinkedService, tmp_path: Path) -> None:
    async with watching(service, tmp_path) as watch:
        topup = await service.account.topups.create(DRAFT)
        await watch.store.put(topup)
        await service.account.wallet.underpay(topup.id)  # type: ignore[union-attr]
        await service.account.topups.report(topup.id, "")
        await watch.poller.refresh(topup.id)
        assert watch.kinds() == ["rejected"]


async def test_five_minutes_before_the_rate_lock_ends_it_is_notified_once(
    service: LinkedService, tmp_path: Path
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await service.advance(24 * 60)
        service.clock.advance(24 * 60)
        await watch.pass_time(30)
        assert watch.kinds() == []
        await watch.pass_time(40)
        assert watch.kinds() == ["about_to_expire"]
        left = topup.expires_at - watch.notes[0].at
        assert timedelta(minutes=4, seconds=55) <= left <= timedelta(minutes=5)
    async with watching(service, tmp_path) as watch:
        await service.advance(300)
        service.clock.advance(300)
        await watch.pass_time(5)
        assert watch.kinds() == []
        known = watch.store.get(topup.id)
        assert known is not None
        assert known.status == EXPIRED


async def test_a_failed_poll_is_reported_and_the_next_success_too(
    service: LinkedService, tmp_path: Path
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        assert set(watch.errors) == {None}
        watch.errors.clear()
        await service.faults({"route": "GET /v1/topups*", "every": True, "kind": "reset_before"})
        await watch.pass_time(40)
        assert watch.errors
        assert all(error is not None for error in watch.errors)
        await service.faults()
        await watch.pass_time(40)
        assert watch.errors[-1] is None
        assert watch.store.get(topup.id) == topup


async def test_a_service_that_asks_for_a_long_pause_is_left_alone(
    service: LinkedService, tmp_path: Path
) -> None:
    await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        fault = {"kind": "status", "status": 429, "headers": {"retry-after": "600"}}
        await service.faults({"route": "GET /v1/topups/{id}", **fault})
        await watch.pass_time(40)
        asked = len(await service.ledger())
        await watch.pass_time(500)
        entries = [entry for entry in (await service.ledger())[asked:] if entry.get("method") == "GET"]
        assert [entry["path"] for entry in entries if entry["path"].startswith("/v1")] == []


@pytest.mark.parametrize(
    ("field", "value", "odd"),
    [
        ("status", "held_by_compliance", "unknown_status"),
        ("final", True, "final_while_open"),
    ],
)
async def test_what_is_odd_is_flagged_and_asked_for_every_30_s(
    service: LinkedService, tmp_path: Path, field: str, value: object, odd: str
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        fault = {"route": "GET /v1/topups/{id}", "every": True, "kind": "mutate", "path": field}
        await service.faults({**fault, "value": value})
        await watch.pass_time(100)
        assert watch.store.inconsistency(topup.id) == odd
        times = await watch.polls(topup)
        assert all(30 <= later - earlier < 36 for earlier, later in pairwise(times))
        await service.faults()
        await watch.pass_time(40)
        assert watch.store.inconsistency(topup.id) == ""


async def test_a_move_that_cannot_be_is_flagged_until_it_is_right_again(
    service: LinkedService, tmp_path: Path
) -> None:
    topup = await service.account.topups.create(DRAFT)
    await service.account.topups.report(topup.id, "")
    fault = {"route": "GET /v1/topups/{id}", "every": True, "kind": "mutate", "path": "status"}
    async with watching(service, tmp_path) as watch:
        await service.faults({**fault, "value": AWAITING_PAYMENT})
        await watch.pass_time(20)
        assert watch.store.inconsistency(topup.id) == "illegal_move"
    async with watching(service, tmp_path) as watch:
        await watch.poller.refresh(topup.id)
        assert watch.store.inconsistency(topup.id) == "illegal_move", "also after a restart"
        await service.faults()
        await watch.pass_time(40)
        assert watch.store.inconsistency(topup.id) == ""


async def test_a_first_status_that_the_spec_leaves_open_does_not_keep_from_paying(
    service: LinkedService, tmp_path: Path
) -> None:
    fault: dict[str, object] = {
        "route": "POST /v1/topups",
        "kind": "mutate",
        "path": "status",
        "value": VERIFYING,
    }
    await service.faults(fault)
    async with watching(service, tmp_path) as watch:
        topup = await service.account.topups.create(DRAFT)
        assert topup.status == VERIFYING
        await watch.store.put(topup)
    async with watching(service, tmp_path) as watch:
        assert watch.store.get(topup.id) == topup.model_copy(update={"status": AWAITING_PAYMENT})
        assert watch.store.inconsistency(topup.id) == ""
        await watch.store.put(await service.account.topups.report(topup.id, ""))
        await service.faults({**fault, "route": "GET /v1/topups/{id}", "value": AWAITING_PAYMENT})
        await watch.poller.refresh(topup.id)
        assert watch.store.inconsistency(topup.id) == "illegal_move", "it was reported meanwhile"


async def test_a_state_that_cannot_be_used_stops_nothing(service: LinkedService, tmp_path: Path) -> None:
    (tmp_path / "watch" / "state.sqlite").mkdir(parents=True)
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await watch.pass_time(40)
        assert len(await watch.polls(topup)) >= 1
        assert await watch.store.timeline(topup.id) == ()


async def test_one_that_was_made_elsewhere_is_found_within_minutes(
    service: LinkedService, tmp_path: Path
) -> None:
    async with watching(service, tmp_path) as watch:
        topup = await service.account.topups.create(DRAFT)
        await watch.pass_time(310)
        assert watch.store.get(topup.id) is not None


async def test_one_that_a_command_has_created_is_followed_within_seconds(
    service: LinkedService, tmp_path: Path
) -> None:
    async with watching(service, tmp_path) as watch:
        await watch.pass_time(100)
        topup = await beside(service, tmp_path).topups.create(DRAFT)
        await watch.pass_time(10)
        assert watch.changes == [(None, topup)]
        await service.account.wallet.pay_exactly(topup.id)  # type: ignore[union-attr]
        await service.account.topups.report(topup.id, "")
        await service.control(f"topups/{topup.id}/confirm", {"count": 2})
        await watch.pass_time(31)
        assert watch.kinds() == ["credited"]
        assert [one.status for one in await watch.store.timeline(topup.id)] == [AWAITING_PAYMENT, CREDITED]


async def test_what_a_command_has_reported_is_polled_within_seconds(
    service: LinkedService, tmp_path: Path
) -> None:
    async with watching(service, tmp_path) as watch:
        topup = await service.account.topups.create(DRAFT)
        await watch.store.put(topup)
        await watch.pass_time(31)
        await beside(service, tmp_path).topups.report(topup.id, "")
        await watch.pass_time(8)
        assert watch.changes[-1][1].status == VERIFYING
        before = len(await watch.polls(topup))
        await watch.pass_time(31)
        assert len(await watch.polls(topup)) == before + 3, "as often as advised"


async def test_what_a_command_has_followed_to_the_end_is_notified_in_the_window_too(
    service: LinkedService, tmp_path: Path
) -> None:
    async with watching(service, tmp_path) as watch:
        await watch.notifications.load()
        command = beside(service, tmp_path)
        notified = Notifications(command.state, lambda _kind: True)
        command.topup_store.on_notifications.append(partial(notified.add, "demo"))
        topup = await command.topups.create(DRAFT)
        await service.account.wallet.pay_exactly(topup.id)  # type: ignore[union-attr]
        await command.topups.report(topup.id, "")
        await service.control(f"topups/{topup.id}/confirm", {"count": 2})
        await command.topups.get(topup.id)
        assert [one.notification.kind for one in notified.stored] == ["credited"]
        await watch.pass_time(10)
        assert watch.kinds() == ["credited"]
        assert not watch.store.is_polled(topup.id)
        polls = len(await watch.polls(topup))
        await watch.pass_time(120)
        assert len(await watch.polls(topup)) == polls


async def test_a_late_answer_to_an_early_question_changes_nothing(
    service: LinkedService, tmp_path: Path
) -> None:
    async with watching(service, tmp_path) as watch:
        awaiting = await service.account.topups.create(DRAFT)
        await watch.store.put(awaiting)
        requested_at = watch.clock.monotonic()
        await watch.pass_time(1)
        verifying = await service.account.topups.report(awaiting.id, "")
        await watch.store.put(verifying)
        await watch.store.put(awaiting, requested_at=requested_at)
        assert watch.store.get(awaiting.id) == verifying
        assert watch.store.inconsistency(awaiting.id) == ""


async def test_every_response_is_reported_whether_it_brings_news_or_not(
    service: LinkedService, tmp_path: Path
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        before, changes = watch.answers, len(watch.changes)
        await watch.pass_time(100)
        polls = await watch.polls(topup)
        assert watch.answers - before == len(polls) > 1
        assert len(watch.changes) == changes
        await service.faults({"route": "GET /v1/topups*", "every": True, "kind": "reset_before"})
        unanswered = watch.answers
        await watch.pass_time(100)
        assert watch.answers == unanswered


async def test_a_refused_key_is_tried_again_after_a_long_pause_or_when_poked(
    service: LinkedService, tmp_path: Path
) -> None:
    async with watching(service, tmp_path) as watch:
        await service.account.topups.create(DRAFT)
        refusal = {"route": "GET /v1/topups*", "every": True, "kind": "status", "status": 401}
        await service.faults(refusal)
        await watch.pass_time(301)
        asked = len(await service.requests("GET", "/v1/topups"))
        await watch.pass_time(290)
        assert len(await service.requests("GET", "/v1/topups")) == asked
        await watch.pass_time(20)
        assert len(await service.requests("GET", "/v1/topups")) == asked + 1
        await service.faults()
        watch.poller.end_pause()
        await watch.pass_time(6)
        assert len(await service.requests("GET", "/v1/topups")) > asked + 1
        assert watch.errors[-1] is None
        again = len(await service.requests("GET", "/v1/topups"))
        watch.poller.end_pause()
        await watch.pass_time(2)
        assert len(await service.requests("GET", "/v1/topups")) == again, "the key is good already"


async def test_what_was_cut_off_before_it_was_notified_is_notified_at_the_next_start(
    service: LinkedService, tmp_path: Path
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await service.account.wallet.pay_exactly(topup.id)  # type: ignore[union-attr]
        await service.account.topups.report(topup.id, "")
        await service.control(f"topups/{topup.id}/confirm", {"count": 2})
        reached = asyncio.Event()

        async def never_emitted(_notifications: object) -> None:
            reached.set()
            await asyncio.Event().wait()

        watch.store.on_notifications.insert(0, never_emitted)
        looking = asyncio.ensure_future(watch.poller.refresh(topup.id))  # noqa: TID251
        await reached.wait()
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        assert watch.kinds() == []
    for expected in (["credited"], []):
        async with watching(service, tmp_path) as watch:
            assert watch.kinds() == expected
