"""The store of an account's subscriptions, and what of it is saved from one start to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from app.listeners import Listeners
from app.models.settings import AlertThresholds
from app.models.subscriptions import Pace
from app.storage.state import Entry, Kind, dump, key_of, parse, storage_failure_logged

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from app.clock import Clock
    from app.models.subscriptions import Subscription
    from app.storage.state import State

    _Stored = tuple[Subscription, float]


class SubscriptionStore:
    """The only copy of an account's subscriptions; `Subscriptions` writes, everyone else reads.

    All moments are on the monotonic clock.

    Attributes:
        listed_at: When the stored list was requested; minus infinity before the first one.
        on_change: Called after every response that was stored, also when it reported the same, and when a
            pace or own alert thresholds have changed.
    """

    def __init__(self, clock: Clock) -> None:
        self.listed_at = float("-inf")
        self.on_change: Listeners[[]] = Listeners()
        self._clock = clock
        self._stored: dict[str, _Stored] = {}
        self._paces: dict[str, Pace] = {}
        self._alerts: dict[str, AlertThresholds] = {}

    def get(self, subscription_id: str) -> Subscription | None:
        found = self._stored.get(subscription_id)
        return found and found[0]

    def list(self) -> tuple[Subscription, ...]:
        """Returns all in the service's order."""
        return tuple(subscription for subscription, _stored_at in self._stored.values())

    def pace(self, subscription_id: str) -> Pace | None:
        """Returns how much a subscription uses a day; None if that is not known, or nothing is used."""
        return self._paces.get(subscription_id)

    def put_pace(self, subscription_id: str, pace: Pace | None) -> bool:
        """Stores a pace; returns whether it is another one."""
        if pace == self._paces.get(subscription_id):
            return False
        if pace is None:
            del self._paces[subscription_id]
        else:
            self._paces[subscription_id] = pace
        self.on_change.notify()
        return True

    def alerts(self, subscription_id: str) -> AlertThresholds | None:
        """Returns the own alert thresholds of a subscription; None if the default of all applies."""
        return self._alerts.get(subscription_id)

    def put_alerts(self, subscription_id: str, alerts: AlertThresholds | None) -> None:
        self._alerts.pop(subscription_id, None)
        if alerts is not None:
            self._alerts[subscription_id] = alerts
        self.on_change.notify()

    def put_saved(self, paces: Mapping[str, Pace], alerts: Mapping[str, AlertThresholds]) -> None:
        """Stores what an earlier start has saved, where nothing later is known."""
        self._paces = {**paces, **self._paces}
        self._alerts = {**alerts, **self._alerts}

    def put(self, subscription: Subscription, requested_at: float) -> Subscription:
        """Stores a state, unless a later response was stored since its request; returns the stored one."""
        known = self._stored.get(subscription.id)
        newer = self._newer(known, subscription, requested_at)
        if newer is not known:
            self._stored[subscription.id] = newer
            self.on_change.notify()
        return newer[0]

    def put_list(
        self, subscriptions: Iterable[Subscription], requested_at: float, *, is_complete: bool = True
    ) -> tuple[str, ...]:
        """Stores the whole list: its order, and the states that no later response has reported.

        Returns:
            The IDs of gone subscriptions, whose pace and alert thresholds were dropped: neither this list,
            if it `is_complete`, nor the previous one has them.
        """
        previous = self._stored if self.listed_at > float("-inf") else None
        self._stored = {
            one.id: self._newer(self._stored.get(one.id), one, requested_at) for one in subscriptions
        }
        gone: tuple[str, ...] = ()
        if is_complete and previous is not None:
            gone = tuple((self._paces.keys() | self._alerts.keys()) - self._stored.keys() - previous.keys())
        for one in gone:
            self._paces.pop(one, None)
            self._alerts.pop(one, None)
        self.listed_at = requested_at
        self.on_change.notify()
        return gone

    def _newer(self, known: _Stored | None, subscription: Subscription, requested_at: float) -> _Stored:
        if known is not None and requested_at < known[1]:
            return known
        return subscription, self._clock.monotonic()


T = TypeVar("T", AlertThresholds, Pace)


class SavedSubscriptions:
    """The paces and the own alert thresholds of one account's subscriptions, by the subscriptions' IDs.

    Paces may be lost: the service knows what was used.
    """

    def __init__(self, *, state: State, account: str, service: str) -> None:
        self._state = state
        self._owner = key_of(account, service)

    async def load_paces(self) -> dict[str, Pace]:
        return await self._load(Kind.PACE, Pace)

    async def load_alerts(self) -> dict[str, AlertThresholds]:
        found = await self._load(Kind.ALERTS, AlertThresholds)
        return {one: alerts for one, alerts in found.items() if alerts.is_valid}

    async def save_pace(self, subscription_id: str, pace: Pace | None) -> None:
        with storage_failure_logged("a pace could not be saved"):
            await self._save(Kind.PACE, subscription_id, pace)

    async def save_alerts(self, subscription_id: str, alerts: AlertThresholds | None) -> None:
        """Raises `StorageError` when they can't be saved."""
        await self._save(Kind.ALERTS, subscription_id, alerts)

    async def delete(self, subscription_ids: Iterable[str]) -> None:
        """Deletes what is saved of subscriptions that are gone."""
        with storage_failure_logged("what was saved of gone subscriptions could not be deleted"):
            for subscription_id in subscription_ids:
                await self._save(Kind.PACE, subscription_id, None)
                await self._save(Kind.ALERTS, subscription_id, None)

    async def _load(self, kind: Kind, model: type[T]) -> dict[str, T]:
        """Returns the valid values; none if they can't be loaded."""
        entries: list[Entry] = []
        with storage_failure_logged("what was saved of subscriptions could not be loaded"):
            entries = await self._state.entries(kind, self._owner)
        parsed = ((entry.key, parse(model, entry.content)) for entry in entries)
        return {subscription_id: value for subscription_id, value in parsed if value is not None}

    async def _save(self, kind: Kind, subscription_id: str, value: Pace | AlertThresholds | None) -> None:
        if value is None:
            await self._state.delete(kind, self._owner, subscription_id)
        else:
            await self._state.put(kind, self._owner, [Entry(subscription_id, dump(value))])
