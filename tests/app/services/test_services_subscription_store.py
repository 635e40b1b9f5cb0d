"""The store of subscriptions: a later response stays, and one list serves whoever waits for it."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import TYPE_CHECKING

import pytest

from app.models.settings import AlertThresholds
from app.models.subscriptions import Pace, Subscription
from app.services.subscriptions.store import SavedSubscriptions, SubscriptionStore
from app.storage.state import State
from support.service_records import subscription_record
from support.virtual_clock import VirtualClock

if TYPE_CHECKING:
    from pathlib import Path

    from app.services.accounts.session import AccountSession
    from support.linked_service import LinkedService

LIST = "GET /v1/residential/subscriptions"
PACE, OTHER_PACE = (Pace(bytes_per_day=n, as_of=date(2026, 11, 18)) for n in (7, 8))
OWN = AlertThresholds(first_percent=50)


@pytest.fixture
def scale() -> str:
    return "demo"


@pytest.fixture
def account(service: LinkedService) -> AccountSession:
    return service.account


def _subscription(subscription_id: str) -> Subscription:
    return Subscription.model_validate(subscription_record(id=subscription_id))


def _renamed(subscription: Subscription, label: str) -> Subscription:
    return subscription.model_copy(update={"label": label})


async def test_it_has_what_was_listed_in_the_services_order(account: AccountSession) -> None:
    store = account.subscription_store
    assert store.list() == ()
    assert store.get("sub_unknown") is None
    listed = (await account.subscriptions.list()).items
    assert store.list() == listed
    assert all(store.get(one.id) == one for one in listed)


async def test_every_response_about_one_is_stored_and_notified(account: AccountSession) -> None:
    first = (await account.subscriptions.list()).items[0]
    store, changes = account.subscription_store, []
    store.on_change.append(lambda: changes.append(store.get(first.id)))
    renamed = await account.subscriptions.rename(first.id, "Crawlers")
    reset = await account.subscriptions.reset_password(renamed)
    fresh = await account.subscriptions.get(first.id)
    assert changes == [renamed, reset, fresh]
    assert store.list()[0] == fresh


async def test_a_response_that_was_requested_before_a_later_one_replaces_nothing(
    service: LinkedService, account: AccountSession
) -> None:
    first, *others = (await account.subscriptions.list()).items
    store, clock = account.subscription_store, service.clock
    requested_at = clock.monotonic()
    clock.advance(1)
    renamed = await account.subscriptions.rename(first.id, "Renamed")
    assert store.put(_renamed(first, "Stale"), requested_at) == renamed
    changed = _renamed(others[0], "Not renamed since")
    store.put_list((changed, first), requested_at)
    assert store.list() == (changed, renamed), "in the list's order, each in its last state"
    clock.advance(1)
    newest = _renamed(first, "Newest")
    assert store.put(newest, clock.monotonic()) == newest == store.get(first.id)


async def test_who_takes_a_list_of_some_age_shares_one_request(
    service: LinkedService, account: AccountSession
) -> None:
    async def lists() -> int:
        entries = await service.ledger()
        return sum(entry.get("path") == "/v1/residential/subscriptions" for entry in entries)

    subscriptions = account.subscriptions
    await asyncio.gather(subscriptions.list(), subscriptions.refresh(30), subscriptions.refresh(30))
    assert await lists() == 1
    service.clock.advance(29)
    await subscriptions.refresh(30)
    assert await lists() == 1
    service.clock.advance(2)
    await subscriptions.refresh(30)
    assert await lists() == 2


async def test_a_list_that_could_not_be_loaded_is_loaded_by_the_next(
    service: LinkedService, account: AccountSession
) -> None:
    await service.faults({"route": LIST, "nth": 1, "kind": "status", "status": 403})
    failed, *others = await asyncio.gather(
        account.subscriptions.refresh(30), account.subscriptions.refresh(30), return_exceptions=True
    )
    assert isinstance(failed, Exception)
    assert others == [None]
    assert len(account.subscription_store.list()) == 4


async def test_a_late_response_to_a_write_never_brings_back_an_older_password(
    account: AccountSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = (await account.subscriptions.list()).items[0]
    change, arrives = account.subscriptions._api.change, asyncio.Event()

    async def change_late(*args: object) -> Subscription:
        changed: Subscription = await change(*args)  # type: ignore[arg-type]
        await arrives.wait()
        return changed

    monkeypatch.setattr(account.subscriptions._api, "change", change_late)
    async with asyncio.TaskGroup() as writes:
        renaming = writes.create_task(account.subscriptions.rename(first.id, "Crawlers"))
        resetting = writes.create_task(account.subscriptions.reset_password(first))
        await asyncio.wait({renaming, resetting}, timeout=0.2)
        arrives.set()
    now = account.subscription_store.get(first.id)
    assert now == await account.subscriptions.get(first.id)
    assert now is not None
    assert now.password != first.password


def test_a_pace_is_notified_when_it_is_another_one() -> None:
    store, changes = SubscriptionStore(VirtualClock()), []
    store.on_change.append(lambda: changes.append(store.pace("sub_1")))
    assert [store.put_pace("sub_1", one) for one in (None, PACE, PACE, OTHER_PACE, None, None)] == [
        False,
        True,
        False,
        True,
        True,
        False,
    ]
    assert changes == [PACE, OTHER_PACE, None]


def test_own_thresholds_are_notified_and_taken_back() -> None:
    store, changes = SubscriptionStore(VirtualClock()), []
    store.on_change.append(lambda: changes.append(store.alerts("sub_1")))
    for one in (OWN, None, None):
        store.put_alerts("sub_1", one)
    assert changes == [OWN, None, None]


def test_what_was_saved_replaces_nothing_later() -> None:
    store, default = SubscriptionStore(VirtualClock()), AlertThresholds()
    store.put_pace("sub_1", OTHER_PACE)
    store.put_alerts("sub_1", OWN)
    store.put_saved(dict.fromkeys(("sub_1", "sub_2"), PACE), dict.fromkeys(("sub_1", "sub_2"), default))
    assert [store.pace(one) for one in ("sub_1", "sub_2")] == [OTHER_PACE, PACE]
    assert [store.alerts(one) for one in ("sub_1", "sub_2")] == [OWN, default]


def test_what_belongs_to_a_subscription_goes_once_two_whole_lists_lack_it() -> None:
    store, stays = SubscriptionStore(VirtualClock()), _subscription("sub_1")
    store.put_saved({"sub_1": PACE, "sub_2": PACE}, {"sub_2": OWN, "sub_3": OWN})
    assert store.put_list([stays], 1.0) == (), "the first list after a start has no list before it"
    assert store.put_list([stays], 2.0, is_complete=False) == ()
    assert (store.pace("sub_2"), store.alerts("sub_2"), store.alerts("sub_3")) == (PACE, OWN, OWN)
    assert sorted(store.put_list([stays], 3.0)) == ["sub_2", "sub_3"]
    assert (store.pace("sub_2"), store.alerts("sub_2"), store.alerts("sub_3")) == (None, None, None)
    assert (store.pace("sub_1"), store.listed_at) == (PACE, 3.0)
    assert store.put_list([], 4.0) == (), "the list before had it"
    assert store.put_list([], 5.0) == ("sub_1",)


def test_a_response_that_replaces_nothing_is_not_notified() -> None:
    clock = VirtualClock()
    store, changes = SubscriptionStore(clock), []
    store.on_change.append(lambda: changes.append(store.get("sub_1")))
    first = _subscription("sub_1")
    store.put(first, clock.monotonic())
    assert store.put(_renamed(first, "Stale"), clock.monotonic() - 1) == first
    assert changes == [first]
    store.put_list([first], clock.monotonic())
    assert changes == [first, first]


async def test_paces_and_valid_own_thresholds_are_loaded_at_the_next_start(tmp_path: Path) -> None:
    def started(account: str = "acc") -> SavedSubscriptions:
        return SavedSubscriptions(state=State(tmp_path / "state.sqlite"), account=account, service="demo")

    saved = started()
    for one in ("sub_1", "sub_2"):
        await saved.save_pace(one, PACE)
        await saved.save_alerts(one, OWN)
    await saved.save_alerts("sub_3", AlertThresholds(first_percent=90, second_percent=10))
    assert await started().load_paces() == {"sub_1": PACE, "sub_2": PACE}
    assert await started().load_alerts() == {"sub_1": OWN, "sub_2": OWN}
    assert (await started("other").load_paces(), await started("other").load_alerts()) == ({}, {})
    await saved.save_pace("sub_2", None)
    await saved.delete(["sub_1"])
    assert (await started().load_paces(), await started().load_alerts()) == ({}, {"sub_2": OWN})


async def test_without_a_disk_nothing_saved_is_known_and_paces_are_lost(tmp_path: Path) -> None:
    saved = SavedSubscriptions(state=State(tmp_path / "none" / "state"), account="acc", service="demo")
    await saved.save_pace("sub_1", PACE)
    await saved.delete(["sub_1"])
    assert (await saved.load_paces(), await saved.load_alerts()) == ({}, {})
