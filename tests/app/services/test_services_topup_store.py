"""The store of top-ups: a newer state is never replaced by an older one, and memory stays limited."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from app.clock import ServiceClock
from app.errors import (
    NotFoundError,
    RateLimitedError,
    ServiceError,
    ServiceFaultError,
    UnexpectedResponseError,
    UnreachableError,
)
from app.models.topups import CREDITED, EXPIRED, REJECTED, VERIFYING
from app.rules.topups.deposit_check import check_deposit
from app.rules.topups.notifications import WARN_BEFORE
from app.rules.topups.transitions import CONFIRMED_FOR
from app.services.topups.saved_topups import SavedTopUps
from app.services.topups.store import MAX_FINAL, TopUpStore, may_pass
from app.storage.state import State
from support.deposit_samples import make_topup
from support.virtual_clock import START, VirtualClock

if TYPE_CHECKING:
    from pathlib import Path

    from app.errors import AppError
    from app.models.notifications import Notification
    from app.models.topups import TopUp, TopUpSnapshot

AWAITED = make_topup()
VERIFIED = AWAITED.model_copy(update={"status": VERIFYING})
OTHER = AWAITED.model_copy(update={"id": "tu_other"})
EXPIRED_ONE = AWAITED.model_copy(update={"id": "tu_expired", "status": EXPIRED})
CREDITED_NOW = AWAITED.model_copy(update={"status": CREDITED, "final": True})


class Harness:
    """A store, its clock, and the changes that it reported."""

    def __init__(self, folder: Path) -> None:
        self.clock = VirtualClock()
        state = State(folder / "state.sqlite")
        saved = SavedTopUps(state=state, account="acc", service="demo", clock=self.clock)
        self.store = TopUpStore(saved, self.clock, ServiceClock(self.clock))
        self.changes: list[tuple[TopUp | None, TopUp]] = []
        self.store.on_change.append(lambda before, after: self.changes.append((before, after)))


@pytest.fixture
def harness(tmp_path: Path) -> Harness:
    return Harness(tmp_path)


@pytest.mark.parametrize("newer", [VERIFIED, CREDITED_NOW])
async def test_an_older_response_never_replaces_a_newer_one(harness: Harness, newer: TopUp) -> None:
    requested_at = harness.clock.monotonic()
    harness.clock.advance(1)
    await harness.store.put(newer)
    await harness.store.put(AWAITED, requested_at=requested_at)
    assert harness.store.get(AWAITED.id) == newer
    assert harness.changes == [(None, newer)]


async def test_a_page_does_not_replace_a_newer_state_on_disk(harness: Harness) -> None:
    store, other = harness.store, AWAITED.model_copy(update={"id": "other"})
    await store.saved.save_first_page([AWAITED])
    loop = asyncio.get_running_loop()
    polling: list[asyncio.Task[None]] = []

    def poll(_before: TopUp | None, after: TopUp) -> None:
        if after == VERIFIED:
            polling.append(loop.create_task(harness.store.put(CREDITED_NOW)))

    store.on_change.append(poll)
    assert await store.put_listed([VERIFIED, other], harness.clock.monotonic()) == (CREDITED_NOW, other)
    await polling[0]
    cached = await store.saved.load_list()
    assert cached is not None
    assert {one.id: one.status for one in cached[0]} == {AWAITED.id: CREDITED, other.id: other.status}


async def test_each_change_is_reported_once(harness: Harness) -> None:
    for topup in (AWAITED, AWAITED, VERIFIED, CREDITED_NOW, CREDITED_NOW):
        await harness.store.put(topup)
    assert harness.changes == [(None, AWAITED), (AWAITED, VERIFIED), (VERIFIED, CREDITED_NOW)]
    assert harness.store.list_open() == ()
    assert harness.store.list() == (CREDITED_NOW,)
    timeline = await harness.store.timeline(AWAITED.id)
    assert [snapshot.status for snapshot in timeline] == [AWAITED.status, VERIFYING, CREDITED]


async def test_a_credit_that_contradicts_itself_is_notified_once_it_is_in_order(harness: Harness) -> None:
    found: list[str] = []

    async def notify(notifications: tuple[Notification, ...]) -> None:
        found.extend(one.kind for one in notifications)

    harness.store.on_notifications.append(notify)
    await harness.store.put(VERIFIED)
    await harness.store.put(CREDITED_NOW.model_copy(update={"final": False}))
    assert found == []
    await harness.store.put(CREDITED_NOW)
    assert found == ["credited"]
    await harness.store.put(AWAITED)
    harness.clock.advance((AWAITED.expires_at - START - WARN_BEFORE / 2).total_seconds())
    await harness.store.notify_of_expiry()
    assert found == ["credited"], "nobody is told to pay what was credited already"


async def test_a_long_history_leaves_a_limited_number_in_memory_and_what_is_on_screen(
    harness: Harness,
) -> None:
    await harness.store.put(AWAITED)
    harness.store.shown = "old_0"
    for number in range(MAX_FINAL + 50):
        made = AWAITED.created_at - timedelta(minutes=number)
        old = CREDITED_NOW.model_copy(update={"id": f"old_{number}", "created_at": made})
        await harness.store.put_listed([old], harness.clock.monotonic())
    assert len(harness.store.list()) == MAX_FINAL + 1
    assert harness.store.get(AWAITED.id) == AWAITED
    assert harness.store.get("old_0") is not None
    assert harness.store.get("old_1") is None
    assert harness.changes == [(None, AWAITED)]
    moments = [topup.created_at for topup in harness.store.list()]
    assert moments == sorted(moments, reverse=True)


async def test_a_timeline_that_is_read_at_a_change_contains_it(harness: Harness) -> None:
    await harness.store.put(AWAITED)
    reading: list[asyncio.Task[tuple[TopUpSnapshot, ...]]] = []
    loop = asyncio.get_running_loop()
    harness.store.on_change.append(
        lambda _before, after: reading.append(loop.create_task(harness.store.timeline(after.id)))
    )
    await harness.store.put(VERIFIED)
    assert [snapshot.status for snapshot in await reading[0]] == [AWAITED.status, VERIFYING]


async def test_a_checked_deposit_holds_for_what_is_on_screen_until_it_changes(harness: Harness) -> None:
    await harness.store.put(AWAITED)
    deposit = check_deposit(AWAITED, requested=None, network=None, passed=None)
    harness.store.put_deposit(AWAITED, deposit)
    assert harness.store.deposit(AWAITED.id) is None, "it is not on screen"
    harness.store.show(AWAITED.id)
    harness.store.put_deposit(AWAITED, deposit)
    harness.store.show(AWAITED.id)
    assert harness.store.deposit(AWAITED.id) is deposit
    assert harness.store.deposit("tu_other") is None
    await harness.store.put(VERIFIED)
    assert harness.store.deposit(AWAITED.id) is deposit, "status is no part of it"
    await harness.store.put(AWAITED.model_copy(update={"amount_usd": "25.01"}))
    assert harness.store.deposit(AWAITED.id) is None
    await harness.store.put(AWAITED)
    harness.store.show("tu_other")
    harness.store.show(AWAITED.id)
    assert harness.store.deposit(AWAITED.id) is None, "it is checked at each opening"


async def test_the_cached_list_is_read_until_the_service_has_reported_it(harness: Harness) -> None:
    assert await harness.store.load_cached() is None
    await harness.store.saved.save_first_page([AWAITED])
    assert await harness.store.load_cached() == START
    assert harness.store.cached() == (AWAITED,)
    assert harness.store.get(AWAITED.id) == AWAITED
    assert harness.store.cached_at(AWAITED.id) == START
    assert harness.store.cached_at("tu_other") is None
    assert harness.store.not_confirmed(AWAITED) is not None
    assert harness.store.list() == ()
    await harness.store.put(AWAITED)
    assert harness.store.cached_at(AWAITED.id) is None
    assert harness.store.not_confirmed(AWAITED) is None
    harness.store.drop_cached()
    assert harness.store.cached() is None
    assert harness.store.get(AWAITED.id) == AWAITED


async def test_a_deposit_that_has_to_be_checked_again_is_reported(harness: Harness) -> None:
    await harness.store.put(AWAITED)
    await harness.store.put(OTHER)
    deposit = check_deposit(AWAITED, requested=None, network=None, passed=None)
    harness.store.show(AWAITED.id)
    harness.store.put_deposit(AWAITED, deposit)
    harness.changes.clear()
    harness.store.drop_deposit(OTHER.id)
    assert harness.store.deposit(AWAITED.id) is deposit
    assert harness.changes == []
    harness.store.drop_deposit(AWAITED.id)
    assert harness.store.deposit(AWAITED.id) is None
    assert harness.changes == [(AWAITED, AWAITED)]
    harness.store.show("tu_unknown")
    harness.store.drop_deposit("tu_unknown")
    assert len(harness.changes) == 1


async def test_a_change_of_a_final_top_up_is_reported_once_it_is_in_memory(harness: Harness) -> None:
    later = CREDITED_NOW.model_copy(update={"credited_usd": "24.90"})
    for topup in (CREDITED_NOW, later):
        await harness.store.put_listed([topup], harness.clock.monotonic())
    assert harness.changes == [(CREDITED_NOW, later)]


async def test_a_page_that_is_cached_later_is_not_cached_at_once(harness: Harness) -> None:
    await harness.store.put_listed([AWAITED], harness.clock.monotonic(), caches=False)
    assert await harness.store.saved.load(AWAITED.id) is None
    await harness.store.put_listed([VERIFIED], harness.clock.monotonic())
    assert await harness.store.saved.load(AWAITED.id) == VERIFIED


async def test_what_waits_for_a_payment_or_the_network_is_counted(harness: Harness) -> None:
    for topup in (AWAITED, OTHER.model_copy(update={"status": VERIFYING}), EXPIRED_ONE):
        await harness.store.put(topup)
    assert len(harness.store.list_open()) == 3
    assert harness.store.in_progress() == 2
    assert harness.store.in_progress([AWAITED.id]) == 1


async def test_what_is_about_to_expire_is_notified_unless_the_service_denies_it(harness: Harness) -> None:
    notified: list[tuple[str, str]] = []

    async def notify(found: tuple[Notification, ...]) -> None:
        notified.extend((one.kind, one.subject_id) for one in found)

    harness.store.on_notifications.append(notify)
    for topup in (AWAITED, OTHER):
        await harness.store.put(topup)
    harness.store.record_failure(OTHER.id, NotFoundError(404), harness.clock.monotonic())
    await harness.store.notify_of_expiry()
    assert notified == []
    harness.clock.advance((AWAITED.expires_at - START - WARN_BEFORE).total_seconds())
    await harness.store.notify_of_expiry()
    assert notified == [("about_to_expire", AWAITED.id)]


async def test_a_top_up_that_the_service_has_no_more_is_kept_if_it_is_cached(
    harness: Harness, tmp_path: Path
) -> None:
    await harness.store.put(AWAITED)
    await harness.store.saved.save([OTHER])
    uncached = AWAITED.model_copy(update={"id": "tu_uncached"})
    await harness.store.put_listed([uncached], harness.clock.monotonic(), caches=False)
    again, denied = Harness(tmp_path), NotFoundError(404)
    for topup_id in ("tu_unknown", OTHER.id, uncached.id, AWAITED.id):
        await again.store.keep_lost(topup_id, denied)
    assert again.store.list_open() == (AWAITED,)
    assert again.store.cached_at(AWAITED.id) == START
    assert not again.store.is_reported(AWAITED.id)
    assert again.store.not_confirmed(AWAITED) is denied
    assert again.changes == [(None, AWAITED)]


async def test_a_top_up_that_the_service_has_reported_since_is_not_taken_from_the_disk(
    harness: Harness, tmp_path: Path
) -> None:
    await harness.store.put(AWAITED)
    again = Harness(tmp_path)
    await again.store.put(VERIFIED)
    await again.store.keep_lost(AWAITED.id, NotFoundError(404))
    assert again.store.list_open() == (VERIFIED,)
    assert again.store.not_confirmed(VERIFIED) is None
    assert again.store.is_reported(VERIFIED.id)


async def test_a_list_that_contradicts_a_sound_state_is_not_believed(harness: Harness) -> None:
    odd = AWAITED.model_copy(update={"final": True})
    now = harness.clock.monotonic()
    await harness.store.put_listed([odd], now)
    assert harness.store.get(AWAITED.id) == odd, "nothing else is known of it"
    assert harness.store.inconsistency(AWAITED.id) == "final_while_open"
    await harness.store.put_listed([odd.model_copy(update={"confirmations": 1})], now)
    assert harness.store.get(AWAITED.id) != odd, "it was as odd before"
    await harness.store.put(AWAITED)
    harness.clock.advance(1)
    assert await harness.store.put_listed([odd], harness.clock.monotonic()) == (AWAITED,)
    (polled,) = harness.store.polled()
    assert (polled.is_doubted, polled.due) == (True, harness.clock.monotonic())
    assert harness.store.inconsistency("tu_unknown") == ""


@pytest.mark.parametrize("status", [VERIFYING, REJECTED])
async def test_a_list_that_is_behind_does_not_end_a_report(harness: Harness, status: str) -> None:
    """Whether a reported one can expire is not shown (spec 3.1): its own route decides."""
    reported = AWAITED.model_copy(update={"status": status})
    expired = AWAITED.model_copy(update={"status": EXPIRED})
    await harness.store.put(reported)
    harness.clock.advance(1)
    assert await harness.store.put_listed([expired], harness.clock.monotonic()) == (reported,)
    (polled,) = harness.store.polled()
    assert (polled.is_doubted, polled.due) == (True, harness.clock.monotonic())
    await harness.store.put(expired)
    assert harness.store.list_open() == (expired,)
    assert harness.store.inconsistency(AWAITED.id) == ""


async def test_a_list_does_not_confirm_what_the_service_denies(harness: Harness) -> None:
    denied = NotFoundError(404)
    await harness.store.put(AWAITED)
    harness.store.record_failure(AWAITED.id, denied, harness.clock.monotonic())
    await harness.store.put_listed([AWAITED], harness.clock.monotonic())
    assert harness.store.not_confirmed(AWAITED) is denied
    harness.store.record_failure(AWAITED.id, UnreachableError(), harness.clock.monotonic())
    assert harness.store.denied() == {AWAITED.id}
    await harness.store.put(AWAITED)
    assert harness.store.not_confirmed(AWAITED) is None
    assert harness.store.denied() == frozenset()


async def test_a_final_top_up_that_is_open_again_is_listed_once(harness: Harness) -> None:
    for topup in (AWAITED, CREDITED_NOW):
        await harness.store.put(topup)
    for _poll in range(2):
        await harness.store.put(AWAITED)
        assert harness.store.list() == harness.store.list_open() == (AWAITED,)
        assert harness.store.inconsistency(AWAITED.id) == "illegal_move"


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_one_that_was_only_ever_seen_credited_can_not_be_paid_again(
    tmp_path: Path, *, is_restarted: bool
) -> None:
    harness = Harness(tmp_path)
    await harness.store.put_listed([CREDITED_NOW], harness.clock.monotonic())
    await harness.store.saved.save_first_page([CREDITED_NOW])
    if is_restarted:
        harness = Harness(tmp_path)
        await harness.store.load_cached()
    harness.clock.advance(1)
    await harness.store.put_listed([AWAITED], harness.clock.monotonic())
    assert harness.store.inconsistency(AWAITED.id) == "illegal_move"
    harness.store.drop_cached()
    await harness.store.put(AWAITED)
    assert harness.store.inconsistency(AWAITED.id) == "illegal_move"


async def test_what_is_credited_on_disk_is_not_payable_in_a_command_either(
    harness: Harness, tmp_path: Path
) -> None:
    """A command loads no cached list."""
    await harness.store.saved.save_first_page([CREDITED_NOW, OTHER])
    command = Harness(tmp_path).store
    for topup in (AWAITED, OTHER):
        await command.put(topup)
    assert command.inconsistency(AWAITED.id) == "illegal_move"
    assert command.inconsistency(OTHER.id) == ""


@pytest.mark.parametrize("status", ["verifying", "rejected", "expired"])
async def test_nor_is_it_after_another_status_that_cannot_follow(
    harness: Harness, tmp_path: Path, status: str
) -> None:
    await harness.store.saved.save_first_page([CREDITED_NOW])
    command = Harness(tmp_path).store
    for topup in (AWAITED.model_copy(update={"status": status}), AWAITED):
        await command.put(topup)
        assert command.inconsistency(AWAITED.id) == "illegal_move"


async def test_what_waits_for_its_payment_is_confirmed_for_a_while(harness: Harness) -> None:
    odd_id = AWAITED.model_copy(update={"id": ".."})
    for topup in (AWAITED, OTHER.model_copy(update={"status": VERIFYING}), odd_id):
        await harness.store.put(topup)
    harness.clock.advance(CONFIRMED_FOR.total_seconds())
    harness.store.record_failure(AWAITED.id, UnreachableError("down"), harness.clock.monotonic())
    assert harness.store.unconfirmed() == frozenset()
    harness.clock.advance(1)
    assert harness.store.unconfirmed() == {AWAITED.id}
    assert str(harness.store.not_confirmed(AWAITED)) == "down"
    assert harness.store.not_confirmed(CREDITED_NOW) is None
    assert harness.store.denied() == frozenset()


async def test_what_contradicts_itself_is_not_confirmed_but_an_unknown_status_is_a_word_of_its_own(
    harness: Harness,
) -> None:
    await harness.store.put(CREDITED_NOW.model_copy(update={"final": False}))
    await harness.store.put(OTHER.model_copy(update={"status": "unheard_of"}))
    assert harness.store.unconfirmed() == {AWAITED.id}
    assert harness.store.denied() == frozenset()


async def test_what_contradicts_itself_on_disk_is_not_confirmed_until_it_is_reported(
    harness: Harness,
) -> None:
    odd = CREDITED_NOW.model_copy(update={"final": False})
    await harness.store.saved.save_first_page([odd, OTHER])
    await harness.store.load_cached()
    assert harness.store.unconfirmed() == {odd.id}
    await harness.store.put(CREDITED_NOW)
    assert harness.store.unconfirmed() == frozenset()


async def test_some_or_all_are_polled_at_once(harness: Harness) -> None:
    for topup in (AWAITED, OTHER):
        await harness.store.put(topup)
    harness.store.make_due(1.0, [OTHER.id])
    assert [one.topup.id for one in harness.store.polled() if one.due == 1.0] == [OTHER.id]
    harness.store.make_due(2.0)
    assert [one.due for one in harness.store.polled()] == [2.0, 2.0]


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        *((ServiceError(status), passes) for status, passes in ((401, True), (408, True), (403, False))),
        (RateLimitedError(429), True),
        (ServiceFaultError(503), True),
        (NotFoundError(404), False),
        (UnreachableError(), True),
        (UnexpectedResponseError("no JSON"), False),
    ],
)
def test_what_may_pass_by_itself_denies_no_top_up(error: AppError, *, passes: bool) -> None:
    assert may_pass(error) is passes
