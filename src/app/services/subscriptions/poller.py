"""Polls an account's subscriptions and their paces, and reports notifications."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, timedelta
from itertools import chain
from typing import TYPE_CHECKING, Final

from app.errors import AppError
from app.listeners import Listeners
from app.models.subscriptions import ACTIVE
from app.rules.subscriptions.notifications import notifications_of_subscription

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.clock import Clock, ServiceClock
    from app.models.notifications import Notification
    from app.models.settings import AlertThresholds
    from app.services.subscriptions.subscriptions import Subscriptions

FIRST_AFTER: Final = timedelta(minutes=1)
EVERY: Final = timedelta(minutes=15)
PACES_AFTER: Final = timedelta(seconds=5)
"""How long after a list the first pace is asked for: what the user sees comes first."""

PACE_GAP: Final = timedelta(seconds=2)
PACE_EVERY: Final = timedelta(hours=6)
PACE_PAUSE: Final = timedelta(minutes=5)
"""How long no pace is asked for after one could not be loaded."""

_MAX_SLEEP_SECONDS: Final = 60.0
"""The longest sleep: after a suspend the computer's timers are late by the time it slept."""

_KEY_CHECK_SECONDS: Final = 5.0
"""How often to check for another key while the account has none that works."""


class SubscriptionPoller:
    """Polls one account; it owns no task: the caller starts `run`.

    A list that another caller loaded postpones its own next poll. Of each active subscription whose pace
    is not of today, or was loaded six hours ago, it loads the usage of the last two weeks (spec 4.10), one
    after the other.

    Args:
        may_poll: Returns whether the account has a key that has not been refused; once it has another one,
            the list is polled at once.
        default_alerts: Returns the thresholds of subscriptions that have none of their own.

    Attributes:
        on_notifications: Called with all notifications that the stored subscriptions give reason for, after
            every response; most of them were emitted before.
    """

    def __init__(
        self,
        subscriptions: Subscriptions,
        *,
        clock: Clock,
        service_clock: ServiceClock,
        may_poll: Callable[[], bool],
        default_alerts: Callable[[], AlertThresholds],
    ) -> None:
        self._subscriptions = subscriptions
        self._clock = clock
        self._service_clock = service_clock
        self._may_poll = may_poll
        self._default_alerts = default_alerts
        self._due = clock.monotonic() + FIRST_AFTER.total_seconds()
        self._paces_from = float("-inf")
        # When each pace is to be loaded again.
        self._paces_due: dict[str, float] = {}
        self.on_notifications: Listeners[tuple[Notification, ...]] = Listeners()
        subscriptions.store.on_change.append(self.report)

    async def run(self) -> None:
        """Polls for ever; while offline it reports nothing and polls again when it is due."""
        # Of what was loaded before there was this poller.
        self.report()
        every, store = EVERY.total_seconds(), self._subscriptions.store
        # When the list was requested that is out of date because the key was refused since.
        outdated: float | None = None
        while True:
            now = self._clock.monotonic()
            if not self._may_poll():
                self._due, outdated = now, store.listed_at
                await self._clock.sleep(_KEY_CHECK_SECONDS)
                continue
            max_age = 0.0 if store.listed_at == outdated else every
            list_due = max(self._due, store.listed_at + max_age)
            pace_due, next_pace = self._next_pace(now)
            if now >= list_due:
                self._due = now + every
                with suppress(AppError):
                    await self._subscriptions.refresh(max_age)
            elif now >= pace_due:
                await self._load_pace(next_pace)
            else:
                await self._clock.sleep(max(1.0, min(list_due - now, pace_due - now, self._max_sleep_s())))

    def stop(self) -> None:
        self._subscriptions.store.on_change.remove(self.report)

    def report(self) -> None:
        """Reports the notifications, once there is a list."""
        now, store = self._service_clock.now(), self._subscriptions.store
        if store.listed_at == float("-inf"):
            return
        default = self._default_alerts()
        found = [
            notifications_of_subscription(one, now, store.alerts(one.id) or default, store.pace(one.id))
            for one in store.list()
        ]
        self.on_notifications.notify(tuple(chain.from_iterable(found)))

    def _max_sleep_s(self) -> float:
        """Returns a shorter time before the first list is loaded, since the paces are due soon after it."""
        has_list = self._subscriptions.store.listed_at > float("-inf")
        return _MAX_SLEEP_SECONDS if has_list else PACES_AFTER.total_seconds()

    def _next_pace(self, now: float) -> tuple[float, str]:
        """Returns when a pace is to be loaded next, and the subscription's ID; infinity for never."""
        never, store = float("inf"), self._subscriptions.store
        today = self._service_clock.now().astimezone(UTC).date()
        paces = {one.id: store.pace(one.id) for one in store.list() if one.status == ACTIVE}
        due = (
            (self._paces_due.get(one, never if pace and pace.as_of >= today else 0.0), one)
            for one, pace in paces.items()
        )
        first, subscription_id = min(due, default=(never, ""))
        soonest = max(self._paces_from, store.listed_at + PACES_AFTER.total_seconds())
        return max(first, soonest, now + self._subscriptions.pause_left_s), subscription_id

    async def _load_pace(self, subscription_id: str) -> None:
        pause, again = PACE_GAP, PACE_EVERY
        try:
            await self._subscriptions.load_pace(subscription_id)
        except AppError:
            pause = again = PACE_PAUSE
        now = self._clock.monotonic()
        self._paces_from = now + pause.total_seconds()
        self._paces_due[subscription_id] = now + again.total_seconds()
