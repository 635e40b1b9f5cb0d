"""The subscriptions of an account, as the service last reported them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.clock import Clock
    from app.models.subscriptions import Subscription

    _Stored = tuple[Subscription, float]


class SubscriptionStore:
    """The only copy of an account's subscriptions; `Subscriptions` writes, everyone else reads.

    All moments are on the monotonic clock.

    Attributes:
        listed_at: When the stored list was requested; minus infinity before the first one.
        on_change: Called after every response that was stored, also when it reported the same.
    """

    def __init__(self, clock: Clock) -> None:
        self.listed_at = float("-inf")
        self.on_change: list[Callable[[], None]] = []
        self._clock = clock
        self._stored: dict[str, _Stored] = {}

    def get(self, subscription_id: str) -> Subscription | None:
        found = self._stored.get(subscription_id)
        return found and found[0]

    def list(self) -> tuple[Subscription, ...]:
        """Returns all in the service's order."""
        return tuple(subscription for subscription, _stored_at in self._stored.values())

    def put(self, subscription: Subscription, asked_at: float) -> Subscription:
        """Stores a state, unless a later response was stored since its request; returns the stored one."""
        known = self._stored.get(subscription.id)
        newer = self._newer(known, subscription, asked_at)
        if newer is not known:
            self._stored[subscription.id] = newer
            self._notify()
        return newer[0]

    def put_list(self, subscriptions: Iterable[Subscription], asked_at: float) -> None:
        """Stores the whole list: its order, and the states that no later response has reported."""
        self._stored = {one.id: self._newer(self._stored.get(one.id), one, asked_at) for one in subscriptions}
        self.listed_at = asked_at
        self._notify()

    def _newer(self, known: _Stored | None, subscription: Subscription, asked_at: float) -> _Stored:
        if known is not None and asked_at < known[1]:
            return known
        return subscription, self._clock.monotonic()

    def _notify(self) -> None:
        for notify in tuple(self.on_change):
            notify()
