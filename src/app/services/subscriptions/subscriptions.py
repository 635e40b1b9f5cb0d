"""Subscriptions of one account: list, change, reset password, usage, check credentials; their store."""

from __future__ import annotations

import asyncio
import socket
from collections import defaultdict
from typing import TYPE_CHECKING

from app.errors import UnknownOutcomeError, UnreachableError
from app.listeners import Listeners
from app.models.subscriptions import SubscriptionChange
from app.rules.identifiers import clean_label
from app.services.reconciliation import reconcile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.api.gateway_checks import GatewayChecks, GatewayResult
    from app.api.json_bodies import Records
    from app.api.subscriptions import SubscriptionsApi
    from app.clock import Clock
    from app.models.subscriptions import Subscription, UsageReport
    from app.rules.proxy_formats.logins import Credentials
    from app.rules.subscriptions.usage import DayRange

    _Stored = tuple[Subscription, float]


class Subscriptions:
    """The subscriptions of one account; every response about them goes into `store`."""

    def __init__(self, api: SubscriptionsApi, checks: GatewayChecks, clock: Clock) -> None:
        self.store = SubscriptionStore(clock)
        self._api = api
        self._checks = checks
        self._clock = clock
        self._listing = asyncio.Lock()
        # One write at a time for each subscription: else a late response would bring back an older password.
        self._writing: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def list(self) -> Records[Subscription]:
        async with self._listing:
            return await self._list()

    async def refresh(self, max_age_s: float) -> None:
        """Loads the list, unless it is newer than that; a load in progress counts."""
        async with self._listing:
            if self._clock.monotonic() - self.store.listed_at >= max_age_s:
                await self._list()

    async def get(self, subscription_id: str) -> Subscription:
        requested_at = self._clock.monotonic()
        return self.store.put(await self._api.get(subscription_id), requested_at)

    async def rename(self, subscription_id: str, label: str) -> Subscription:
        """Raises what `clean_label` raises."""
        change = SubscriptionChange(label=clean_label(label))
        return await self._change(subscription_id, change)

    async def set_auto_renew(self, subscription_id: str, *, on: bool) -> Subscription:
        return await self._change(subscription_id, SubscriptionChange(auto_renew=on))

    async def reset_password(self, subscription: Subscription) -> Subscription:
        """Requests a new main password once; after a lost response it reads back (spec 4.9).

        Raises:
            UnknownOutcomeError: The response was lost, and the service reports the old password still
                (`not_seen`), or can't be asked.
            AppError: The service refused, or was never reached: nothing changed.
        """
        async with self._writing[subscription.id]:
            return self._put_change(
                await reconcile(
                    lambda: self._api.reset_password(subscription.id),
                    lambda: self._api.get(subscription.id),
                    lambda now: now if now.password != subscription.password else None,
                )
            )

    async def usage(
        self, subscription_id: str, span: DayRange, sub_user_id: str | None = None
    ) -> UsageReport:
        return await self._api.usage(subscription_id, span.first, span.last, sub_user_id)

    async def check(self, credentials: Credentials) -> GatewayResult:
        """Asks for the service's public catalog through the gateway; a little paid traffic, no key."""
        return await self._checks.check(
            credentials.host, credentials.http_port, credentials.username, credentials.password
        )

    async def resolve_host(self, host: str) -> str:
        """Returns the IP address of a gateway, IPv4 if it has one; for tools that take no names.

        Raises:
            UnreachableError: The name can't be resolved.
        """
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise UnreachableError(str(error)[:200], may_have_arrived=False) from error
        addresses = sorted(found, key=lambda item: item[0] != socket.AF_INET)
        if not addresses:
            raise UnreachableError("the name has no address", may_have_arrived=False)
        return str(addresses[0][4][0])

    async def _change(self, subscription_id: str, change: SubscriptionChange) -> Subscription:
        wanted = change.model_dump(exclude_none=True)

        def is_done(now: Subscription) -> Subscription | None:
            return now if all(getattr(now, name) == value for name, value in wanted.items()) else None

        async with self._writing[subscription_id]:
            try:
                changed = await reconcile(
                    lambda: self._api.change(subscription_id, change),
                    lambda: self._api.get(subscription_id),
                    is_done,
                )
            except UnknownOutcomeError as error:
                raise error.cause from None
            return self._put_change(changed)

    def _put_change(self, subscription: Subscription) -> Subscription:
        # Whatever was requested before the write was known to be done may not show it yet.
        return self.store.put(subscription, self._clock.monotonic())

    async def _list(self) -> Records[Subscription]:
        requested_at = self._clock.monotonic()
        found = await self._api.list()
        self.store.put_list(found.items, requested_at)
        return found


class SubscriptionStore:
    """The only copy of an account's subscriptions; `Subscriptions` writes, everyone else reads.

    All moments are on the monotonic clock.

    Attributes:
        listed_at: When the stored list was requested; minus infinity before the first one.
        on_change: Called after every response that was stored, also when it reported the same.
    """

    def __init__(self, clock: Clock) -> None:
        self.listed_at = float("-inf")
        self.on_change: Listeners[[]] = Listeners()
        self._clock = clock
        self._stored: dict[str, _Stored] = {}

    def get(self, subscription_id: str) -> Subscription | None:
        found = self._stored.get(subscription_id)
        return found and found[0]

    def list(self) -> tuple[Subscription, ...]:
        """Returns all in the service's order."""
        return tuple(subscription for subscription, _stored_at in self._stored.values())

    def put(self, subscription: Subscription, requested_at: float) -> Subscription:
        """Stores a state, unless a later response was stored since its request; returns the stored one."""
        known = self._stored.get(subscription.id)
        newer = self._newer(known, subscription, requested_at)
        if newer is not known:
            self._stored[subscription.id] = newer
            self.on_change.notify()
        return newer[0]

    def put_list(self, subscriptions: Iterable[Subscription], requested_at: float) -> None:
        """Stores the whole list: its order, and the states that no later response has reported."""
        self._stored = {
            one.id: self._newer(self._stored.get(one.id), one, requested_at) for one in subscriptions
        }
        self.listed_at = requested_at
        self.on_change.notify()

    def _newer(self, known: _Stored | None, subscription: Subscription, requested_at: float) -> _Stored:
        if known is not None and requested_at < known[1]:
            return known
        return subscription, self._clock.monotonic()
