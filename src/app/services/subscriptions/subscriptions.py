"""Subscriptions of one account: list, change, reset password, usage, check credentials."""

from __future__ import annotations

import asyncio
import socket
from collections import defaultdict
from datetime import UTC, date
from typing import TYPE_CHECKING

from app.errors import UnexpectedResponseError, UnknownOutcomeError, UnreachableError
from app.models.subscriptions import SubscriptionChange
from app.rules.identifiers import clean_label
from app.rules.proxy_formats.refusals import NEEDS_ADDRESS
from app.rules.subscriptions.usage import DayRange, first_whole_day, pace_days, pace_of
from app.services.reconciliation import reconcile
from app.services.subscriptions.store import SubscriptionStore

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.api.gateway_checks import GatewayChecks
    from app.api.json_bodies import Records
    from app.api.subscriptions import SubscriptionsApi
    from app.clock import Clock, ServiceClock
    from app.models.gateway_checks import GatewayResult
    from app.models.settings import AlertThresholds
    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription, UsageReport
    from app.rules.proxy_formats.logins import Credentials
    from app.rules.proxy_formats.rendering import Order, Rendered
    from app.rules.subscriptions.sticky import Session
    from app.services.subscriptions.check_runs import CheckRun, CheckTarget
    from app.services.subscriptions.store import SavedSubscriptions


class Subscriptions:
    """The subscriptions of one account; every response about them goes into `store`."""

    def __init__(
        self,
        api: SubscriptionsApi,
        checks: GatewayChecks,
        saved: SavedSubscriptions,
        clock: Clock,
        service_clock: ServiceClock,
    ) -> None:
        self.store = SubscriptionStore(clock)
        self._api = api
        self._checks = checks
        self._saved = saved
        self._clock = clock
        self._service_clock = service_clock
        self._has_loaded = False
        self._listing = asyncio.Lock()
        # One write at a time for each subscription: else a late response would bring back an older password.
        self._writing: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    @property
    def pause_left_s(self) -> float:
        """The seconds that are left of a pause that the service has asked for."""
        return self._api.connection_status.pause_left_s

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
            UnknownOutcomeError: The response was lost, or had the old password, and the service reports the
                old password still (`not_seen`), or can't be asked.
            AppError: The service refused, or was never reached: nothing changed.
        """

        async def send() -> Subscription:
            now = await self._api.reset_password(subscription.id)
            if now.password == subscription.password:
                raise UnexpectedResponseError("The response has the old password.")
            return now

        async with self._writing[subscription.id]:
            return self._put_change(
                await reconcile(
                    send,
                    lambda: self._api.get(subscription.id),
                    lambda now: now if now.password != subscription.password else None,
                )
            )

    async def usage(
        self, subscription_id: str, span: DayRange, sub_user_id: str | None = None
    ) -> UsageReport:
        """Loads the usage of some days; one of the last two weeks also gives the subscription's pace."""
        report = await self._api.usage(subscription_id, span.first, span.last, sub_user_id)
        if DayRange(report.first_day, report.last_day) != span:
            raise UnexpectedResponseError("The report is of other days than it was asked for.")
        today = self._today()
        needed = pace_days(today)
        if sub_user_id is None and span.first <= needed.first and needed.last <= span.last:
            subscription = self.store.get(subscription_id)
            since = date.min if subscription is None else first_whole_day(subscription)
            pace = pace_of(report, today, since)
            if self.store.put_pace(subscription_id, pace):
                await self._saved.save_pace(subscription_id, pace)
        return report

    async def load_pace(self, subscription_id: str) -> None:
        """Loads the usage that the pace needs, and no more."""
        await self.usage(subscription_id, pace_days(self._today()))

    async def save_alerts(self, subscription_id: str, alerts: AlertThresholds | None) -> None:
        """Saves the own alert thresholds of a subscription; None deletes them.

        Raises:
            StorageError: They could not be saved; the previous ones apply.
        """
        async with self._writing[subscription_id]:
            await self._saved.save_alerts(subscription_id, alerts)
            self.store.put_alerts(subscription_id, alerts)

    async def check(self, credentials: Credentials) -> GatewayResult:
        """Asks for the service's public catalog through the gateway; a little paid traffic, no key."""
        return await self._checks.check(
            credentials.host, credentials.http_port, credentials.username, credentials.password
        )

    def check_sessions(self, credentials: Credentials, sessions: Sequence[Session]) -> CheckRun:
        """Returns a run that checks credentials with each of the sticky sessions."""
        from app.rules.proxy_formats.logins import login  # noqa: PLC0415 (after the first rows)
        from app.services.subscriptions.check_runs import CheckTarget  # noqa: PLC0415 (likewise)

        return self._check_many(CheckTarget(session.id, login(credentials, session)) for session in sessions)

    def check_sub_users(self, subscription: Subscription, sub_users: Sequence[SubUser]) -> CheckRun:
        """Returns a run that checks sub-users; the gateway is asked about disabled ones, too."""
        from app.rules.proxy_formats.logins import credentials_of  # noqa: PLC0415 (likewise)
        from app.services.subscriptions.check_runs import CheckTarget  # noqa: PLC0415 (likewise)

        return self._check_many(
            CheckTarget(one.label or one.username, credentials_of(subscription, one), not one.enabled)
            for one in sub_users
        )

    def _check_many(self, targets: Iterable[CheckTarget]) -> CheckRun:
        from app.services.subscriptions.check_runs import CheckRun  # noqa: PLC0415 (likewise)

        return CheckRun(tuple(targets), self.check, self._clock)

    async def render(self, order: Order) -> Rendered:
        """Writes what is to be copied, with the gateway's name resolved for tools that take addresses only.

        Raises:
            UnreachableError: The name can't be resolved.
        """
        rendered = await _rendered(order)
        if rendered.reason != NEEDS_ADDRESS:
            return rendered
        return await _rendered(order.at(await self.resolve_host(order.credentials.host)))

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
        if not self._has_loaded:
            self.store.put_saved(await self._saved.load_paces(), await self._saved.load_alerts())
            self._has_loaded = True
        requested_at = self._clock.monotonic()
        found = await self._api.list()
        gone = self.store.put_list(found.items, requested_at, is_complete=not found.unreadable)
        await self._saved.delete(gone)
        return found

    def _today(self) -> date:
        return self._service_clock.now().astimezone(UTC).date()


async def _rendered(order: Order) -> Rendered:
    """Renders in a thread what may take longer than a turn of the event loop."""
    return await asyncio.to_thread(order.render) if order.others else order.render()
