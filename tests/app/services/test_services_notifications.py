"""Notifications: once each, kept over restarts, by what the person wants; subscriptions looked at gently."""

from __future__ import annotations

import asyncio
import sqlite3
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from app.errors import StorageError
from app.models.notifications import KINDS, Notification
from app.models.settings import AlertThresholds, NotificationChoices
from app.services.notifications import MAX_EVENTS, MAX_NOTIFICATIONS, Notifications
from app.services.subscriptions.poller import SubscriptionPoller
from app.storage.state import Entry, Kind, State, dump, key_of
from support.linked_service import LinkedService
from support.stepped_clock import SteppedClock
from support.waiting import until

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.notifications import NotificationKind

NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


def notification(subject_id: str = "tu_1", kind: NotificationKind = "credited") -> Notification:
    return Notification(
        kind=kind, subject_id=subject_id, occasion=kind, at=NOW, amount_usd="50.00", coin="BTC"
    )


class Listener:
    """What one start of the app tells."""

    def __init__(self, folder: Path, unwanted: frozenset[str] = frozenset()) -> None:
        self.notifications = Notifications(State(folder / "state.sqlite"), lambda kind: kind not in unwanted)
        self.notified: list[tuple[str, str]] = []
        self.batches: list[int] = []
        self.notifications.on_added.append(self._on_notified)

    def _on_notified(self, account: str, notifications: tuple[Notification, ...]) -> None:
        self.notified.extend((account, one.subject_id) for one in notifications)
        self.batches.append(len(notifications))

    def listed(self) -> list[tuple[str, bool]]:
        return [(kept.notification.subject_id, kept.is_read) for kept in self.notifications.stored]


async def test_each_occasion_is_notified_once_also_over_restarts(tmp_path: Path) -> None:
    first = Listener(tmp_path)
    await first.notifications.add("work", [notification(), notification("tu_2")])
    await first.notifications.add("work", [notification()])
    await first.notifications.add("home", [notification()])
    assert first.notified == [("work", "tu_1"), ("work", "tu_2"), ("home", "tu_1")]
    assert first.batches == [2, 1]
    second = Listener(tmp_path)
    await second.notifications.load()
    await second.notifications.add("work", [notification(), notification(kind="purchase_failed")])
    assert second.batches == [1]
    assert [kept.notification.kind for kept in second.notifications.stored] == [
        "purchase_failed",
        *["credited"] * 3,
    ]


async def test_reading_clearing_and_removed_accounts_are_kept_over_restarts(tmp_path: Path) -> None:
    first = Listener(tmp_path)
    for subject in ("tu_1", "tu_2", "tu_3"):
        await first.notifications.add("work", [notification(subject)])
    await first.notifications.add("home", [notification("tu_4")])
    await first.notifications.mark_read(first.notifications.stored[1].number)
    await first.notifications.drop("home")
    second = Listener(tmp_path)
    await second.notifications.load()
    assert first.listed() == second.listed() == [("tu_3", True), ("tu_2", False), ("tu_1", False)]
    await second.notifications.mark_all_read()
    assert all(is_read for _subject, is_read in second.listed())
    await second.notifications.clear()
    third = Listener(tmp_path)
    await third.notifications.load()
    assert second.listed() == third.listed() == []
    # What was cleared was told all the same; of a removed account nothing is known any more.
    await third.notifications.add("work", [notification("tu_1")])
    await third.notifications.add("home", [notification("tu_4")])
    assert third.notified == [("home", "tu_4")]


async def test_the_list_keeps_the_last_hundred(tmp_path: Path) -> None:
    listener = Listener(tmp_path)
    await listener.notifications.add(
        "work", [notification(f"tu_{number}") for number in range(MAX_NOTIFICATIONS + 5)]
    )
    again = Listener(tmp_path)
    await again.notifications.load()
    assert listener.listed() == again.listed()
    assert len(again.listed()) == MAX_NOTIFICATIONS
    assert again.listed()[-1][0] == "tu_5"


async def test_what_fell_off_the_list_does_not_come_back_when_it_is_cleared(tmp_path: Path) -> None:
    first, second = Listener(tmp_path), Listener(tmp_path)
    await first.notifications.add("work", [notification(f"tu_{n}") for n in range(MAX_NOTIFICATIONS + 1)])
    await first.notifications.clear()
    await second.notifications.load()
    assert second.listed() == []


async def test_of_the_oldest_events_nothing_is_remembered(tmp_path: Path) -> None:
    state = State(tmp_path / "state.sqlite")
    await state.put(Kind.NOTIFICATION, "work", [Entry(f"event {n}") for n in range(MAX_EVENTS + 1)])
    await Listener(tmp_path).notifications.load()
    keys = await state.keys(Kind.NOTIFICATION, "work")
    assert len(keys) == MAX_EVENTS
    assert "event 0" not in keys


async def test_one_that_can_not_be_read_hides_no_other(tmp_path: Path) -> None:
    first, second = Listener(tmp_path), Listener(tmp_path)
    await first.notifications.add("work", [notification(), notification("tu_2")])
    await State(tmp_path / "state.sqlite").put(Kind.NOTIFICATION, "work", [Entry("damaged", "no json")])
    await second.notifications.load()
    assert second.listed() == [("tu_2", False), ("tu_1", False)]


async def test_each_change_of_the_list_is_reported(tmp_path: Path) -> None:
    notifications = Listener(tmp_path).notifications
    changes: list[int] = []
    notifications.on_change.append(lambda: changes.append(len(notifications.stored)))
    await notifications.load()
    await notifications.add("work", [notification(), notification("tu_2")])
    await notifications.add("work", [notification()])
    for _twice in range(2):
        await notifications.mark_all_read()
    await notifications.drop("home")
    await notifications.clear()
    assert changes == [0, 2, 2, 0]


async def test_what_a_removed_account_was_notified_of_is_new_to_one_of_its_id_alone(tmp_path: Path) -> None:
    listener = Listener(tmp_path)
    for account in ("work", "home"):
        await listener.notifications.add(account, [notification()])
    await listener.notifications.drop("work")
    for account in ("work", "home"):
        await listener.notifications.add(account, [notification()])
    assert listener.notified == [("work", "tu_1"), ("home", "tu_1"), ("work", "tu_1")]


async def test_what_was_notified_last_before_the_start_or_cleared_beside_it_is_not_new(
    tmp_path: Path,
) -> None:
    command, window = Listener(tmp_path), Listener(tmp_path)
    await command.notifications.add("work", [notification()])
    await window.notifications.load()
    await window.notifications.add("work", [notification()])
    assert window.notified == []
    await command.notifications.add("work", [notification("tu_2")])
    await command.notifications.clear()
    await window.notifications.add("work", [notification("tu_2")])
    assert window.notified == []


async def test_what_nobody_wants_to_hear_is_not_notified(tmp_path: Path) -> None:
    listener = Listener(tmp_path, frozenset({"credited"}))
    await listener.notifications.add("work", [notification(), notification(kind="rejected")])
    assert [kept.notification.kind for kept in listener.notifications.stored] == ["rejected"]


async def test_what_is_not_true_of_a_subscription_any_more_is_past(tmp_path: Path) -> None:
    notifications = Listener(tmp_path).notifications
    first, second = notification("sub_1", "traffic_80"), notification("sub_2", "days_left")
    credited = notification("tu_1", "credited")
    await notifications.add("work", [credited])
    await notifications.add("home", [notification("sub_1", "traffic_80")])
    await notifications.add("work", [first])
    assert notifications.past() == frozenset(), "nothing is known yet"
    changes: list[int] = []
    notifications.on_change.append(lambda: changes.append(len(notifications.past())))
    await notifications.add_current("work", (first, second))
    assert notifications.past() == frozenset()
    changes.clear()
    await notifications.add_current("work", (second,))
    assert changes == [1]
    past = [one for one in notifications.stored if one.number in notifications.past()]
    assert [(one.account, one.notification) for one in past] == [("work", first)]
    await notifications.add_current("work", (second,))
    assert changes == [1], "of a change alone"
    await notifications.add_current("work", (first, second))
    assert notifications.past() == frozenset(), "the same event, true again, is not notified twice"
    assert sum(one.notification == first for one in notifications.stored if one.account == "work") == 1
    assert sum(one.notification == second for one in notifications.stored) == 1, "it was added by that"
    await notifications.add_current("work", ())
    await notifications.drop("work")
    assert notifications.past() == frozenset()
    await notifications.add("work", [first])
    assert notifications.past() == frozenset(), "nothing is known of a new account of this id"


async def test_what_is_true_of_an_account_that_is_removed_meanwhile_is_nothing(tmp_path: Path) -> None:
    notifications = Listener(tmp_path).notifications
    await asyncio.gather(
        notifications.add_current("work", (notification("sub_1", "traffic_80"),)), notifications.drop("work")
    )
    assert notifications.past() == frozenset()


async def test_thresholds_apply_at_once_and_each_event_is_notified_once(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    try:
        subscriptions = watched.service.account.subscriptions
        first = (await subscriptions.list()).items[0]
        before = watched.seen[-1]
        await subscriptions.save_alerts(first.id, AlertThresholds(first_percent=60, second_percent=90))
        assert sorted(watched.seen[-1]) == sorted([*before, "traffic_80"]), "31.4 of 50 GB are 62 %"
        await subscriptions.save_alerts(first.id, None)
        assert watched.seen[-1] == before
        watched.default = AlertThresholds(notifies_used=False)
        watched.watch.report()
        assert watched.seen[-1] == ()
    finally:
        await watched.aclose()


async def test_own_thresholds_are_saved_and_a_failing_disk_changes_nothing(tmp_path: Path) -> None:
    own = AlertThresholds(first_percent=50, notifies_days=True, days=9)
    service, again = LinkedService(tmp_path, "demo"), LinkedService(tmp_path, "demo")
    try:
        first, second, *_others = (await service.account.subscriptions.list()).items
        await service.account.subscriptions.save_alerts(first.id, own)
        await service.account.subscriptions.save_alerts(second.id, own)
        await service.account.subscriptions.save_alerts(second.id, None)
        owner = key_of("demo", "demo")
        broken = AlertThresholds(first_percent=90, second_percent=10)
        await service.state.put(Kind.ALERTS, owner, [Entry("sub_x", dump(broken))])
        await again.account.subscriptions.list()
        store = again.account.subscription_store
        assert [store.alerts(one) for one in (first.id, second.id, "sub_x")] == [own, None, None]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(again.state, "put", _fail)
            with pytest.raises(StorageError):
                await again.account.subscriptions.save_alerts(first.id, AlertThresholds())
        assert store.alerts(first.id) == own
        await again.state.drop_account("demo")
        assert await again.state.keys(Kind.ALERTS, owner) == []
    finally:
        for one in (service, again):
            await one.aclose()
            one.close()


async def _fail(*_args: object) -> None:
    raise StorageError("state.sqlite", "full", "")


def test_every_kind_has_its_switch() -> None:
    assert all(getattr(NotificationChoices(), kind) is True for kind in KINDS)


async def test_a_disk_that_fails_silences_nothing(tmp_path: Path) -> None:
    (tmp_path / "state.sqlite").mkdir()
    listener = Listener(tmp_path)
    await listener.notifications.load()
    await listener.notifications.add("work", [notification(), notification()])
    await listener.notifications.add("work", [notification("tu_2")])
    await listener.notifications.mark_all_read()
    assert listener.notified == [("work", "tu_1"), ("work", "tu_2")]
    assert listener.listed() == [("tu_2", True), ("tu_1", True)]
    assert [one.number for one in listener.notifications.stored] == [2, 1]


class Watched:
    """The demo's subscriptions under watch."""

    def __init__(self, folder: Path) -> None:
        self.clock = SteppedClock()
        self.service = LinkedService(folder, "demo", self.clock)
        self.may_poll = True
        self.default = AlertThresholds()
        self.seen: list[tuple[str, ...]] = []
        self.watch = SubscriptionPoller(
            self.service.account.subscriptions,
            clock=self.clock,
            service_clock=self.service.account.service_clock,
            may_poll=lambda: self.may_poll,
            default_alerts=lambda: self.default,
        )
        self.watch.on_notifications.append(lambda found: self.seen.append(tuple(one.kind for one in found)))
        self.task = asyncio.get_running_loop().create_task(self.watch.run())

    async def lists(self) -> int:
        return len(await self.service.requests("GET", "/v1/residential/subscriptions"))

    async def step(self, minutes: float) -> None:
        end = self.clock.monotonic() + minutes * 60
        while (moment := self.clock.next_due(end)) < end:
            await self.clock.move_to(moment)
            await self._settle()
        await self.clock.move_to(end)
        await self._settle()

    async def _settle(self) -> None:
        await self.service.settle()
        await until(lambda: bool(self.clock.sleepers))

    async def aclose(self) -> None:
        self.task.cancel()
        await asyncio.wait([self.task])
        await self.service.aclose()
        self.service.close()


async def test_subscriptions_are_looked_at_after_a_minute_and_every_quarter_of_an_hour(
    tmp_path: Path,
) -> None:
    watched = Watched(tmp_path)
    try:
        await watched.step(0.9)
        assert await watched.lists() == 0
        await watched.step(0.2)
        assert await watched.lists() == 1
        assert watched.seen
        assert set(watched.seen[0]) <= set(KINDS)
        await watched.step(14)
        assert await watched.lists() == 1
        await watched.step(2)
        assert await watched.lists() == 2
    finally:
        await watched.aclose()


async def test_a_list_that_the_page_loaded_serves_and_puts_the_next_look_off(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    try:
        await watched.step(0.5)
        await watched.service.account.subscriptions.list()
        assert len(watched.seen) == 1
        await watched.step(14)
        assert await watched.lists() == 1
        watched.watch.stop()
        looks = len(watched.seen)
        await watched.service.account.subscriptions.list()
        assert len(watched.seen) == looks
    finally:
        await watched.aclose()


async def test_a_list_that_was_loaded_before_there_was_a_poller_is_notified_as_well(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    try:
        watched.task.cancel()
        watched.watch.stop()
        await watched.service.account.subscriptions.list()
        assert watched.seen == []
        watched.task = asyncio.get_running_loop().create_task(watched.watch.run())
        await watched.step(0.1)
        assert len(watched.seen) == 1
    finally:
        await watched.aclose()


async def test_an_account_with_a_refused_key_is_not_asked_for(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    try:
        watched.may_poll = False
        await watched.step(40)
        assert watched.seen == []
        watched.may_poll = True
        await watched.step(15)
        assert await watched.lists() == 1
    finally:
        await watched.aclose()


async def test_without_a_connection_it_is_silent_and_goes_on(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    try:
        assert watched.service.account.wallet is not None
        await watched.service.account.wallet.cut_off(cut=True)
        await watched.step(2)
        assert not watched.task.done()
        assert watched.seen == []
        await watched.service.account.wallet.cut_off(cut=False)
        await watched.step(15)
        assert watched.seen
    finally:
        await watched.aclose()


@pytest.mark.parametrize("listed_before", [False, True])
async def test_with_another_key_than_a_refused_one_they_are_polled_at_once(
    tmp_path: Path, *, listed_before: bool
) -> None:
    watched = Watched(tmp_path)
    try:
        if listed_before:
            await watched.step(2)
        before = await watched.lists()
        watched.may_poll = False
        await watched.step(20)
        assert await watched.lists() == before
        watched.may_poll = True
        await watched.step(0.1)
        assert await watched.lists() == before + 1
        await watched.step(14)
        assert await watched.lists() == before + 1
    finally:
        await watched.aclose()


async def test_what_was_cut_off_while_it_was_written_is_notified_again(tmp_path: Path) -> None:
    listener = Listener(tmp_path)
    lock = sqlite3.connect(tmp_path / "state.sqlite", isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    adding = asyncio.ensure_future(listener.notifications.add("work", [notification()]))  # noqa: TID251
    await asyncio.sleep(0)
    adding.cancel()
    await asyncio.gather(adding, return_exceptions=True)
    assert listener.notified == []
    lock.execute("ROLLBACK")
    lock.close()
    await listener.notifications.add("work", [notification()])
    again = Listener(tmp_path)
    await again.notifications.load()
    assert [subject for subject, _is_read in again.listed()] == ["tu_1"]


async def test_what_a_command_has_saved_meanwhile_is_notified_by_the_window_once(tmp_path: Path) -> None:
    window, command = Listener(tmp_path), Listener(tmp_path)
    await window.notifications.load()
    await command.notifications.add("work", [notification()])
    for _time in range(2):
        await window.notifications.add("work", [notification()])
    assert window.notified == [("work", "tu_1")]
    assert window.listed() == [("tu_1", False)]
    await window.notifications.clear()
    await window.notifications.add("work", [notification()])
    assert window.listed() == []
