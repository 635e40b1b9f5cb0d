"""The pace of each subscription: where it comes from, when it is loaded, and what is saved of it."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from app.models.settings import AlertThresholds
from app.models.subscriptions import ACTIVE, Pace
from app.rules.subscriptions.usage import DayRange, last_days
from app.services.subscriptions.poller import (
    EVERY,
    PACE_EVERY,
    PACE_GAP,
    PACE_PAUSE,
    PACES_AFTER,
    SubscriptionPoller,
)
from app.storage.state import Entry, Kind, key_of
from support.linked_service import LinkedService
from support.stepped_clock import SteppedClock
from support.virtual_clock import START
from support.waiting import until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.models.subscriptions import Subscription
    from app.services.accounts.session import AccountSession

TODAY = START.date()
USAGE = "GET /v1/residential/subscriptions/{subscriptionId}/usage"
LIST = "GET /v1/residential/subscriptions"
OWNER = key_of("demo", "demo")
OWN_ALERTS = AlertThresholds(notifies_days=True, days=7)


class Polled:
    """The demo's subscriptions under a poller, on a clock that the test moves."""

    def __init__(self, folder: Path) -> None:
        self.clock = SteppedClock()
        self.service = LinkedService(folder, "demo", self.clock)
        self.account = self.service.account
        self.may_poll = True
        self.poller = SubscriptionPoller(
            self.account.subscriptions,
            clock=self.clock,
            service_clock=self.account.service_clock,
            may_poll=lambda: self.may_poll,
            default_alerts=AlertThresholds,
        )
        self._task = asyncio.get_running_loop().create_task(self.poller.run())

    async def load_list(self) -> tuple[Subscription, ...]:
        return (await self.account.subscriptions.list()).items

    async def paces_asked(self) -> list[str]:
        """Returns of which subscriptions usage was asked for, in order."""
        paths = [str(entry.get("path")) for entry in await self.service.ledger()]
        return [path.split("/")[-2] for path in paths if path.endswith("/usage")]

    async def step(self, seconds: float) -> None:
        end = self.clock.monotonic() + seconds
        while (moment := self.clock.next_due(end)) < end:
            await self._move(moment)
        await self._move(end)

    async def _move(self, moment: float) -> None:
        await self.clock.move_to(moment)
        await self.service.settle()
        await until(lambda: bool(self.clock.sleepers))

    async def aclose(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])
        await self.service.aclose()
        self.service.close()


@pytest.fixture
async def polled(tmp_path: Path) -> AsyncIterator[Polled]:
    made = Polled(tmp_path)
    await made.step(0)
    yield made
    await made.aclose()


def active(subscriptions: tuple[Subscription, ...]) -> list[str]:
    return sorted(one.id for one in subscriptions if one.status == ACTIVE)


def pace(bytes_per_day: int, as_of: date = TODAY) -> Pace:
    return Pace(bytes_per_day=bytes_per_day, as_of=as_of)


async def test_paces_follow_the_first_list_one_after_the_other(polled: Polled) -> None:
    await polled.step(20)
    assert await polled.paces_asked() == [], "not before the first list"
    listed = active(await polled.load_list())
    await polled.step(PACES_AFTER.total_seconds() - 1)
    assert await polled.paces_asked() == []
    await polled.step(2)
    assert len(await polled.paces_asked()) == 1
    await polled.step(PACE_GAP.total_seconds() * len(listed))
    assert await polled.paces_asked() == listed, "each active one once, and none that has ended"
    store = polled.account.subscription_store
    assert all(store.pace(one) for one in listed)
    entries = await polled.service.ledger()
    days = {entry.get("query") for entry in entries if str(entry.get("path")).endswith("/usage")}
    assert len(days) == 1


async def test_they_are_loaded_again_after_six_hours(polled: Polled) -> None:
    listed = active(await polled.load_list())
    await polled.step(60)
    await polled.step(PACE_EVERY.total_seconds() - 120)
    assert await polled.paces_asked() == listed
    await polled.step(240)
    assert await polled.paces_asked() == listed * 2


async def test_a_saved_pace_of_today_is_not_asked_for_and_one_of_yesterday_is(tmp_path: Path) -> None:
    first = LinkedService(tmp_path, "demo")
    ids = active((await first.account.subscriptions.list()).items)
    yesterday = TODAY - timedelta(days=1)
    entries = [
        Entry(one, f'{{"bytesPerDay": 7, "asOf": "{as_of}"}}')
        for one, as_of in ((ids[0], TODAY), (ids[1], yesterday))
    ]
    await first.state.put(Kind.PACE, OWNER, entries)
    await first.aclose()
    first.close()
    polled = Polled(tmp_path)
    try:
        await polled.step(0)
        await polled.load_list()
        store = polled.account.subscription_store
        assert [store.pace(one) for one in ids[:2]] == [pace(7), pace(7, yesterday)], "at once"
        await polled.step(60)
        assert await polled.paces_asked() == ids[1:]
        assert store.pace(ids[0]) == pace(7)
        assert store.pace(ids[1]) != pace(7, yesterday)
    finally:
        await polled.aclose()


async def test_with_a_refused_key_no_pace_is_asked_for(polled: Polled) -> None:
    listed = active(await polled.load_list())
    polled.may_poll = False
    await polled.step(120)
    assert await polled.paces_asked() == []
    polled.may_poll = True
    await polled.step(90)
    assert await polled.paces_asked() == listed


async def test_after_a_failure_all_wait_and_the_failed_one_comes_last(polled: Polled) -> None:
    first, *others = active(await polled.load_list())
    await polled.service.faults({"route": USAGE, "nth": 1, "kind": "status", "status": 403})
    await polled.step(60)
    assert await polled.paces_asked() == [first]
    await polled.step(PACE_PAUSE.total_seconds())
    assert await polled.paces_asked() == [first, *others, first]


async def test_during_a_pause_that_the_service_asked_for_no_pace_is_asked_for(polled: Polled) -> None:
    listed = active(await polled.load_list())
    too_many = {"kind": "status", "status": 429, "headers": {"retry-after": "90"}}
    await polled.service.faults({"route": "GET /v1/catalog/coins", "nth": 1, **too_many})
    reading = asyncio.get_running_loop().create_task(polled.account.coins.load())
    await until(lambda: polled.account.connection_status.pause_left_s > 0)
    await polled.step(60)
    assert await polled.paces_asked() == []
    await polled.step(90)
    assert await polled.paces_asked() == listed
    await reading


async def test_offline_it_goes_on_when_the_connection_is_back(polled: Polled) -> None:
    listed = active(await polled.load_list())
    assert polled.account.wallet is not None
    await polled.account.wallet.cut_off(cut=True)
    await polled.step(60)
    await polled.account.wallet.cut_off(cut=False)
    await polled.step(EVERY.total_seconds())
    assert sorted(set(await polled.paces_asked())) == listed
    assert all(polled.account.subscription_store.pace(one) for one in listed)


@pytest.fixture
def scale() -> str:
    return "demo"


@pytest.fixture
def account(service: LinkedService) -> AccountSession:
    return service.account


async def test_every_report_of_the_last_two_weeks_gives_a_pace(account: AccountSession) -> None:
    first, second, *_others = (await account.subscriptions.list()).items
    store, changes = account.subscription_store, []
    store.on_change.append(lambda: changes.append(store.pace(first.id)))
    await account.subscriptions.usage(first.id, last_days(7, TODAY))
    sub_user = (await account.sub_users.list(first.id)).items[0]
    await account.subscriptions.usage(first.id, last_days(30, TODAY), sub_user.id)
    await account.subscriptions.usage(first.id, last_days(30, TODAY - timedelta(days=2)))
    assert store.pace(first.id) is None, "neither of a week, nor of a sub-user, nor without yesterday"
    await account.subscriptions.usage(first.id, last_days(30, TODAY))
    known = store.pace(first.id)
    assert known is not None
    assert changes == [known]
    await account.subscriptions.usage(first.id, last_days(366, TODAY))
    await account.subscriptions.load_pace(first.id)
    assert changes == [known], "the same is no change"
    assert store.pace(second.id) is None


async def test_the_pace_of_a_subscription_that_was_not_listed_is_known_as_well(
    account: AccountSession,
) -> None:
    first = await account.client.subscriptions.list()
    await account.subscriptions.load_pace(first.items[0].id)
    assert account.subscription_store.pace(first.items[0].id) is not None


async def test_zeros_of_the_days_before_a_subscription_was_bought_do_not_make_it_last_longer(
    account: AccountSession, service: LinkedService
) -> None:
    bought = {"path": "data.0.createdAt", "value": (START - timedelta(days=5)).isoformat()}
    days = [(TODAY - timedelta(days=back)).isoformat() for back in range(14, 0, -1)]
    used = [0] * 9 + [700_000_000] + [2_000_000_000] * 4
    points = [{"date": day, "bytes": size, "requests": 1} for day, size in zip(days, used, strict=True)]
    await service.faults(
        {"route": LIST, "kind": "mutate", "every": True, **bought},
        {"route": USAGE, "kind": "mutate", "every": True, "path": "points", "value": points},
    )
    first, *_others = (await account.subscriptions.list()).items
    await account.subscriptions.load_pace(first.id)
    assert account.subscription_store.pace(first.id) == pace(2_000_000_000)


async def test_what_is_saved_of_a_subscription_is_deleted_once_two_lists_lack_it(
    tmp_path: Path, account: AccountSession, service: LinkedService
) -> None:
    first, *_others = (await account.subscriptions.list()).items
    await account.subscriptions.load_pace(first.id)
    await account.subscriptions.save_alerts(first.id, OWN_ALERTS)
    known = account.subscription_store.pace(first.id)
    await service.state.put(Kind.PACE, OWNER, [Entry("sub_gone", '{"bytesPerDay": 7, "asOf": "2026-11-18"}')])
    await service.state.put(Kind.PACE, OWNER, [Entry("sub_odd", '{"bytesPerDay": 0, "asOf": "2026-11-18"}')])
    await account.subscriptions.save_alerts("sub_gone", OWN_ALERTS)
    again = LinkedService(tmp_path, "demo")
    try:
        store = again.account.subscription_store
        await again.account.subscriptions.list()
        assert store.pace(first.id) == known
        assert store.alerts("sub_gone") == OWN_ALERTS, "one list may be wrong"
        await again.account.subscriptions.list()
        assert (store.pace("sub_gone"), store.alerts("sub_gone")) == (None, None)
        assert "sub_gone" not in await again.state.keys(Kind.PACE, OWNER)
        assert await again.state.keys(Kind.ALERTS, OWNER) == [first.id]
        assert (store.pace(first.id), store.alerts(first.id)) == (known, OWN_ALERTS)
        await again.state.drop_account("demo")
        assert await again.state.keys(Kind.PACE, OWNER) == []
    finally:
        await again.aclose()
        again.close()


async def test_a_list_with_an_unreadable_subscription_deletes_nothing(
    account: AccountSession, service: LinkedService
) -> None:
    first, *others = (await account.subscriptions.list()).items
    await account.subscriptions.save_alerts(first.id, OWN_ALERTS)
    unreadable = {"kind": "mutate", "path": "data.0.trafficTotalBytes", "value": "many"}
    await service.faults({"route": LIST, "every": True, **unreadable})
    for _list in range(3):
        found = await account.subscriptions.list()
        assert (found.unreadable, list(found.items)) == (1, others)
    assert account.subscription_store.alerts(first.id) == OWN_ALERTS
    assert await service.state.keys(Kind.ALERTS, OWNER) == [first.id]


async def test_a_report_of_other_days_is_refused_and_gives_no_pace(
    account: AccountSession, service: LinkedService
) -> None:
    first = (await account.subscriptions.list()).items[0]
    await service.faults({"route": USAGE, "nth": 1, "kind": "mutate", "path": "to", "value": "2026-11-16"})
    with pytest.raises(Exception, match="other days"):
        await account.subscriptions.usage(first.id, DayRange(TODAY - timedelta(days=14), TODAY))
    assert account.subscription_store.pace(first.id) is None


async def test_a_disk_that_fails_costs_no_pace(tmp_path: Path) -> None:
    (tmp_path / "state.sqlite").mkdir()
    service = LinkedService(tmp_path, "demo")
    try:
        first = (await service.account.subscriptions.list()).items[0]
        await service.account.subscriptions.load_pace(first.id)
        assert service.account.subscription_store.pace(first.id) is not None
    finally:
        await service.aclose()
        service.close()
