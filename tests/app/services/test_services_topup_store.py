"""The store of top-ups: a newer state is never replaced by an older one, and memory stays limited."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from app.clock import ServiceClock
from app.models.topups import CREDITED, VERIFYING
from app.rules.topups.deposit_check import check_deposit
from app.services.topups.saved_topups import SavedTopUps
from app.services.topups.store import MAX_FINAL, TopUpStore
from app.storage.state import State
from support.deposit_samples import make_topup
from support.virtual_clock import START, VirtualClock

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.topups import TopUp, TopUpSnapshot

AWAITED = make_topup()
VERIFIED = AWAITED.model_copy(update={"status": VERIFYING})
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
    await harness.store.saved.save_first_page([AWAITED])
    assert await harness.store.load_cached() == START
    assert harness.store.get(AWAITED.id) == AWAITED
    assert harness.store.cached_at(AWAITED.id) == START
    assert harness.store.not_confirmed(AWAITED) is not None
    assert harness.store.list() == ()
    await harness.store.put(AWAITED)
    assert harness.store.cached_at(AWAITED.id) is None
    assert harness.store.not_confirmed(AWAITED) is None
    harness.store.drop_cached()
    assert harness.store.cached() is None
    assert harness.store.get(AWAITED.id) == AWAITED
