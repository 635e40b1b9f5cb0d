"""The store of top-ups: a newer state is never replaced by an older one, and memory stays limited."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from app.models.snapshots import snapshot_of
from app.models.topups import CREDITED, VERIFYING
from app.rules.topups.deposit_check import check_deposit
from app.rules.topups.transitions import is_open
from app.services.topups.store import MAX_FINAL, TopUpStore
from support.deposit_samples import make_topup
from support.virtual_clock import START, VirtualClock

if TYPE_CHECKING:
    from app.models.topups import TopUp

AWAITED = make_topup()
VERIFIED = AWAITED.model_copy(update={"status": VERIFYING})
CREDITED_NOW = AWAITED.model_copy(update={"status": CREDITED, "final": True})


class Harness:
    """A store, its clock, and the changes that it reported."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.store = TopUpStore(self.clock)
        self.changes: list[tuple[TopUp | None, TopUp]] = []
        self.store.on_change.append(lambda before, after: self.changes.append((before, after)))

    def put(self, topup: TopUp, asked_at: float | None = None, *, is_listed: bool = False) -> bool:
        seen = snapshot_of(topup, START, inconsistency="", sound_status="", is_open=is_open(topup))
        return self.store.put(topup, seen, asked_at, is_listed=is_listed)


@pytest.fixture
def harness() -> Harness:
    return Harness()


@pytest.mark.parametrize("newer", [VERIFIED, CREDITED_NOW])
def test_an_older_response_never_replaces_a_newer_one(harness: Harness, newer: TopUp) -> None:
    asked_at = harness.clock.monotonic()
    harness.clock.advance(1)
    assert harness.put(newer)
    assert not harness.put(AWAITED, asked_at)
    assert harness.store.get(AWAITED.id) == newer
    assert harness.changes == [(None, newer)]


def test_each_change_is_reported_once(harness: Harness) -> None:
    for topup in (AWAITED, AWAITED, VERIFIED, CREDITED_NOW, CREDITED_NOW):
        harness.put(topup)
    assert harness.changes == [(None, AWAITED), (AWAITED, VERIFIED), (VERIFIED, CREDITED_NOW)]
    assert harness.store.list_open() == ()
    assert harness.store.list() == (CREDITED_NOW,)


def test_a_long_history_leaves_a_limited_number_in_memory_and_what_is_on_screen(harness: Harness) -> None:
    harness.put(AWAITED)
    harness.store.shown = "old_0"
    for number in range(MAX_FINAL + 50):
        made = AWAITED.created_at - timedelta(minutes=number)
        old = CREDITED_NOW.model_copy(update={"id": f"old_{number}", "created_at": made})
        harness.put(old, is_listed=True)
    assert len(harness.store.list()) == MAX_FINAL + 1
    assert harness.store.get(AWAITED.id) == AWAITED
    assert harness.store.get("old_0") is not None
    assert harness.store.get("old_1") is None
    assert harness.changes == [(None, AWAITED)]
    moments = [topup.created_at for topup in harness.store.list()]
    assert moments == sorted(moments, reverse=True)


def test_a_checked_deposit_holds_for_what_is_on_screen_until_it_changes(harness: Harness) -> None:
    harness.put(AWAITED)
    deposit = check_deposit(AWAITED, asked=None, network=None, passed=None)
    harness.store.put_deposit(AWAITED, deposit)
    assert harness.store.deposit(AWAITED.id) is None, "it is not on screen"
    harness.store.show(AWAITED.id)
    harness.store.put_deposit(AWAITED, deposit)
    assert harness.store.deposit(AWAITED.id) is deposit
    assert harness.store.deposit("tu_other") is None
    harness.put(VERIFIED)
    assert harness.store.deposit(AWAITED.id) is deposit, "status is no part of it"
    harness.put(AWAITED.model_copy(update={"amount_usd": "25.01"}))
    assert harness.store.deposit(AWAITED.id) is None
    harness.put(AWAITED)
    harness.store.show("tu_other")
    harness.store.show(AWAITED.id)
    assert harness.store.deposit(AWAITED.id) is None, "it is checked at each opening"


def test_the_cached_list_is_read_until_the_service_has_reported_it(harness: Harness) -> None:
    harness.store.put_cached([AWAITED], START)
    assert harness.store.get(AWAITED.id) == AWAITED
    assert harness.store.cached_at(AWAITED.id) == START
    assert harness.store.not_confirmed(AWAITED) is not None
    assert harness.store.list() == ()
    harness.put(AWAITED)
    assert harness.store.cached_at(AWAITED.id) is None
    assert harness.store.not_confirmed(AWAITED) is None
    harness.store.drop_cached()
    assert harness.store.cached() is None
    assert harness.store.get(AWAITED.id) == AWAITED
