"""The store of subscriptions: a later response stays, and one list serves whoever waits for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from app.models.subscriptions import Subscription
    from app.services.accounts.session import AccountSession
    from support.linked_service import LinkedService

LIST = "GET /v1/residential/subscriptions"


@pytest.fixture
def scale() -> str:
    return "demo"


@pytest.fixture
def account(service: LinkedService) -> AccountSession:
    return service.account


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
