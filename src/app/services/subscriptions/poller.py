"""Polls an account's subscriptions, and reports notifications."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.errors import AppError
from app.listeners import Listeners
from app.rules.notifications import notifications_of_subscription

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.clock import Clock, ServiceClock
    from app.models.notifications import Notification
    from app.services.subscriptions.subscriptions import Subscriptions

FIRST_AFTER: Final = timedelta(minutes=1)
EVERY: Final = timedelta(minutes=15)
_MAX_SLEEP_SECONDS: Final = 60.0
"""The longest sleep: after a suspend the computer's timers are late by the time it slept."""


class SubscriptionPoller:
    """Polls one account; it owns no task: the caller starts `run`.

    A list that another caller loaded postpones its own next poll.

    Args:
        may_ask: Returns whether the account's key has not been refused.

    Attributes:
        on_notifications: Called with the notifications that the stored subscriptions give reason for, after
            every response; most of them were emitted before.
    """

    def __init__(
        self,
        subscriptions: Subscriptions,
        *,
        clock: Clock,
        service_clock: ServiceClock,
        may_ask: Callable[[], bool],
    ) -> None:
        self._subscriptions = subscriptions
        self._clock = clock
        self._service_clock = service_clock
        self._may_ask = may_ask
        self._due = clock.monotonic() + FIRST_AFTER.total_seconds()
        self.on_notifications: Listeners[tuple[Notification, ...]] = Listeners()
        subscriptions.store.on_change.append(self._on_change)

    async def run(self) -> None:
        """Polls for ever; while offline it reports nothing and polls again when it is due."""
        # Of what was loaded before there was this poller.
        self._on_change()
        every = EVERY.total_seconds()
        while True:
            now = self._clock.monotonic()
            left = max(self._due, self._subscriptions.store.listed_at + every) - now
            if left > 0:
                await self._clock.sleep(max(1.0, min(left, _MAX_SLEEP_SECONDS)))
                continue
            self._due = now + every
            if self._may_ask():
                with suppress(AppError):
                    await self._subscriptions.refresh(every)

    def stop(self) -> None:
        self._subscriptions.store.on_change.remove(self._on_change)

    def _on_change(self) -> None:
        now = self._service_clock.now()
        found = tuple(
            notification
            for subscription in self._subscriptions.store.list()
            for notification in notifications_of_subscription(subscription, now)
        )
        if found:
            self.on_notifications.notify(found)
