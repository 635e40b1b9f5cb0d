"""The top-ups of an account, as the service last reported them: the only store of them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from app.errors import (
    AppError,
    ConnectionFailedError,
    NotConfirmedError,
    RateLimitedError,
    ServiceError,
    ServiceFaultError,
)
from app.listeners import Listeners
from app.models.topups import AWAITING_PAYMENT, IN_PROGRESS, is_change, snapshot_of
from app.rules.identifiers import is_usable_id
from app.rules.topups.notifications import notifications_of_topup
from app.rules.topups.transitions import (
    CONFIRMED_FOR,
    PAUSE_WHEN_INCONSISTENT,
    contradicts,
    inconsistency,
    is_open,
    is_unnamed_move,
    is_unreliable,
    may_be_credited,
    pause_after,
    sound_after,
)
from app.services.topups.schedule import PolledTopUp, due_after

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable
    from datetime import datetime

    from app.clock import Clock, ServiceClock
    from app.models.notifications import Notification
    from app.models.topups import TopUp, TopUpSnapshot
    from app.rules.topups.deposit_check import Deposit
    from app.services.topups.saved_topups import SavedTopUps

MAX_FINAL: Final = 300
"""The maximum number of final top-ups in memory; the ones reported longest ago are dropped first."""


class TopUpStore:
    """Remembers an account's top-ups: every open one, a limited number of final ones, and the cached list.

    Whoever receives a top-up from the service stores it here with `put`; everyone else reads. Notifications
    are derived from the last saved snapshot and the new state, and the new snapshot is saved only after they
    were emitted: a crash in between loses none, and each is emitted at least once.

    Attributes:
        saved: What is on disk.
        shown: The id of the top-up on screen; empty for none.
        on_change: Called with the state before, None if unknown, and after, whenever a state changes, or its
            deposit has to be checked again. A final top-up of a list that was not in memory is no change: a
            history may be long.
        on_notifications: Awaited with notifications, also with some that were emitted before.
    """

    def __init__(self, saved: SavedTopUps, clock: Clock, service_clock: ServiceClock) -> None:
        self.saved = saved
        self.shown = ""
        self.on_change: Listeners[TopUp | None, TopUp] = Listeners()
        self.on_notifications: list[Callable[[tuple[Notification, ...]], Awaitable[None]]] = []
        self._clock = clock
        self._service_clock = service_clock
        self._writing = asyncio.Lock()
        self._polled: dict[str, PolledTopUp] = {}
        self._final: OrderedDict[str, tuple[TopUp, float]] = OrderedDict()
        self._checked: tuple[TopUp, Deposit] | None = None
        self._cached: dict[str, TopUp] = {}
        self._cached_at: datetime | None = None

    def get(self, topup_id: str) -> TopUp | None:
        if topup_id in self._polled:
            return self._polled[topup_id].topup
        stored = self._stored(topup_id)
        return stored[0] if stored else self._cached.get(topup_id)

    def is_reported(self, topup_id: str) -> bool:
        """Returns whether a top-up in memory was reported by the service since the start, not only cached."""
        return self._stored(topup_id) is not None

    def list(self) -> tuple[TopUp, ...]:
        """Returns all top-ups in memory that the service has reported since the start, newest first."""
        final = (topup for topup, _stored_at in self._final.values())
        return _newest_first((*self.list_open(), *final))

    def list_open(self) -> tuple[TopUp, ...]:
        return _newest_first(one.topup for one in self._polled.values())

    def in_progress(self, but: Collection[str] = ()) -> int:
        """Returns how many top-ups wait for a payment or for the network, but for those of some ids."""
        topups = (one.topup for one in self._polled.values())
        return sum(topup.status in IN_PROGRESS and topup.id not in but for topup in topups)

    def inconsistency(self, topup_id: str) -> str:
        """See `app.rules.topups.transitions.inconsistency`; empty for none."""
        one = self._polled.get(topup_id)
        return one.snapshot.inconsistency if one else ""

    async def put(self, topup: TopUp, *, requested_at: float | None = None) -> None:
        """Stores a state that was just received, and reports the change.

        Args:
            requested_at: When it was requested, on the monotonic clock: one that was requested before the
                last one was stored may be older than that one, and is dropped. None: just now.
        """
        if await self._put(topup, requested_at, is_listed=False):
            await self.saved.save((topup,))

    async def put_listed(
        self, topups: Iterable[TopUp], requested_at: float, *, caches: bool = True
    ) -> tuple[TopUp, ...]:
        """Stores a page of a list, which may be older than the top-ups; returns their last known states.

        Args:
            caches: Whether those that have changed are cached; else the whole page is, by `saved`, later.
        """
        page = tuple(topups)
        changed = [topup for topup in page if await self._put(topup, requested_at, is_listed=True)]
        if changed and caches:
            # Those that were stored meanwhile are newer than the page.
            await self.saved.save([self.get(topup.id) or topup for topup in changed])
        return tuple(self.get(topup.id) or topup for topup in page)

    async def keep_lost(self, topup_id: str, error: AppError) -> None:
        """Polls on a top-up that was open before the start, and that the service does not confirm any more.

        Somebody may have paid it. Nothing is kept if it is not cached, or no payment of it can count.
        """
        topup = await self.saved.load(topup_id)
        async with self._writing:
            last, now = await self.saved.last_snapshot(topup_id), self._clock.monotonic()
            if topup is None or last is None or self._stored(topup_id):
                return
            if may_be_credited(topup, self._service_clock.now()):
                one = PolledTopUp(topup, last, now, float("-inf"), float("-inf"))
                one.is_from_disk = True
                self._polled[topup_id] = one
                self.record_failure(topup_id, error, now)
                self.on_change.notify(None, topup)

    async def timeline(self, topup_id: str) -> tuple[TopUpSnapshot, ...]:
        """Returns the snapshots of a top-up, oldest first, with the one that is being stored."""
        async with self._writing:
            return await self.saved.timeline(topup_id)

    async def notify_of_expiry(self) -> None:
        now = self._service_clock.now()
        polled = tuple(one for one in self._polled.values() if not one.is_denied)
        await self._notify(
            tuple(
                found
                for one in polled
                for found in notifications_of_topup(one.snapshot, one.topup, now, one.snapshot.inconsistency)
            )
        )

    def show(self, topup_id: str) -> None:
        """Sets the top-up on screen; the deposit of another one has to be checked again."""
        if topup_id != self.shown:
            self.shown, self._checked = topup_id, None

    def deposit(self, topup_id: str) -> Deposit | None:
        """Returns what may be paid of the top-up on screen, or why nothing may be; None until it is checked.

        A result holds only for the deposit that was checked, not after a response that changes it.
        """
        topup = self.get(topup_id)
        if topup is None or self._checked is None:
            return None
        from app.rules.topups.deposit_problems import same_deposit  # noqa: PLC0415 (after the first rows)

        return self._checked[1] if same_deposit(self._checked[0], topup) else None

    def put_deposit(self, topup: TopUp, deposit: Deposit) -> None:
        """Stores the result of the deposit check of a state, if that top-up is still on screen."""
        if topup.id == self.shown:
            self._checked = topup, deposit

    def drop_deposit(self, topup_id: str) -> None:
        """Drops the result of the deposit check of a top-up: what it is compared with has changed."""
        topup = self.get(topup_id)
        if topup_id == self.shown and topup is not None:
            self._checked = None
            self.on_change.notify(topup, topup)

    async def load_cached(self) -> datetime | None:
        """Loads the cached list, and holds it until `drop_cached`; no top-up may be paid by it.

        Returns:
            When the service reported the list; None if there is none.
        """
        cached = await self.saved.load_list()
        if cached is not None:
            topups, self._cached_at = cached
            self._cached = {topup.id: topup for topup in topups}
        return self._cached_at

    def cached(self) -> tuple[TopUp, ...] | None:
        """Returns the cached list; None once the service has reported it, or if there is none."""
        return None if self._cached_at is None else tuple(self._cached.values())

    def cached_at(self, topup_id: str) -> datetime | None:
        """Returns when a top-up was reported that the service has not reported since the start."""
        one = self._polled.get(topup_id)
        if one is not None and one.is_from_disk:
            return one.snapshot.at
        is_cached_only = topup_id in self._cached and not self.is_reported(topup_id)
        return self._cached_at if is_cached_only else None

    def drop_cached(self) -> None:
        """Called once the service has reported the list."""
        self._cached, self._cached_at = {}, None

    def polled(self) -> tuple[PolledTopUp, ...]:
        return tuple(self._polled.values())

    def is_polled(self, topup_id: str) -> bool:
        return topup_id in self._polled

    async def _put(self, topup: TopUp, requested_at: float | None, *, is_listed: bool) -> bool:
        """Stores a state, unless it is older than the one in memory; returns whether that is a change."""
        async with self._writing:
            last = await self.saved.last_snapshot(topup.id)
            snapshot = self._snapshot(topup, last.sound_status if last else await self._sound_before(topup))
            was_open = topup.id in self._polled or (last is not None and last.is_open)
            stored = self._stored(topup.id)
            before = stored[0] if stored else None
            if not self._remember(topup, snapshot, requested_at, is_listed=is_listed):
                return False
            is_changed = before != topup and (before is not None or snapshot.is_open or not is_listed)
            if is_changed:
                self.on_change.notify(before, topup)
            if snapshot.is_open or was_open:
                await self._notify(notifications_of_topup(last, topup, snapshot.at, snapshot.inconsistency))
                if is_change(last, snapshot):
                    await self.saved.add_snapshot(topup.id, snapshot)
            return is_changed

    def _snapshot(self, topup: TopUp, sound: str) -> TopUpSnapshot:
        found = inconsistency(topup, sound)
        return snapshot_of(
            topup,
            self._service_clock.now(),
            inconsistency=found,
            sound_status=sound if found else sound_after(topup, sound),
            is_open=bool(found) or pause_after(topup) is not None,
        )

    async def _sound_before(self, topup: TopUp) -> str:
        """Returns the status that one without snapshots had, as it could not change when it was reported."""
        stored = self._stored(topup.id)
        known = stored[0] if stored else self._cached.get(topup.id)
        if known is None and is_open(topup):
            # A command loads no list, and the list is dropped once the service has reported it.
            known = await self.saved.load(topup.id)
        return sound_after(known, "") if known is not None else ""

    def _remember(
        self, topup: TopUp, snapshot: TopUpSnapshot, requested_at: float | None, *, is_listed: bool
    ) -> bool:
        """Takes a state into memory, unless it is older than the one there; returns whether it did."""
        now = self._clock.monotonic()
        requested_at = now if requested_at is None else requested_at
        known, stored = self._polled.get(topup.id), self._stored(topup.id)
        if stored and requested_at < stored[1]:
            return False
        if is_listed and known is not None and _is_implausible(snapshot, known.snapshot):
            # It is polled by itself at once.
            known.is_doubted, known.due = True, now
            return False
        if snapshot.is_open:
            self._final.pop(topup.id, None)
            polled = PolledTopUp(topup, snapshot, due_after(topup, snapshot, requested_at), requested_at, now)
            if is_listed and known is not None:
                polled.continue_from(known, is_shown=topup.id == self.shown)
            self._polled[topup.id] = polled
        else:
            self._polled.pop(topup.id, None)
            self._put_final(topup, now)
        return True

    async def _notify(self, notifications: tuple[Notification, ...]) -> None:
        if notifications:
            for notify in tuple(self.on_notifications):
                await notify(notifications)

    def _stored(self, topup_id: str) -> tuple[TopUp, float] | None:
        """Returns what the service has reported of a top-up since the start, and when it was stored."""
        one = self._polled.get(topup_id)
        if one is not None and not one.is_from_disk:
            return one.topup, one.stored_at
        return self._final.get(topup_id)

    def _put_final(self, topup: TopUp, now: float) -> None:
        self._final[topup.id] = topup, now
        self._final.move_to_end(topup.id)
        if len(self._final) > MAX_FINAL:
            del self._final[next(one for one in self._final if one != self.shown)]

    def record_failure(self, topup_id: str, error: AppError, requested_at: float) -> None:
        one = self._polled.get(topup_id)
        if one is not None:
            one.error = error
            one.is_denied = one.is_denied or not may_pass(error)
            one.due = requested_at + PAUSE_WHEN_INCONSISTENT.total_seconds()

    def make_due(self, now: float, topup_ids: Collection[str] | None = None) -> None:
        """Lets top-ups be polled at once: those of some ids, or all."""
        for one in self._polled.values():
            if topup_ids is None or one.topup.id in topup_ids:
                one.due = now

    def not_confirmed(self, topup: TopUp) -> AppError | None:
        """Returns why a top-up must not be paid although it passes the deposit check; None if it may.

        It may be paid for two poll intervals after the service confirmed it, unless a poll failed finally.
        """
        if not is_usable_id(topup.id):
            # The deposit check blocks it, with the reason.
            return None
        one = self._polled.get(topup.id)
        if one is not None and one.is_denied:
            return one.error
        if topup.status != AWAITING_PAYMENT or not is_open(topup):
            return None
        if one is not None and self._clock.monotonic() - one.confirmed_at <= CONFIRMED_FOR.total_seconds():
            return None
        return (one and one.error) or NotConfirmedError()

    def unconfirmed(self) -> frozenset[str]:
        """Returns the ids of the open top-ups that must not be paid for that reason, or are unreliable.

        Of the cached ones, only those that contradict themselves.
        """
        polled = (
            one.topup.id
            for one in self._polled.values()
            if is_unreliable(one.snapshot.inconsistency) or self.not_confirmed(one.topup)
        )
        cached = (topup for topup in self._cached.values() if not self.is_reported(topup.id))
        return frozenset((*polled, *(topup.id for topup in cached if contradicts(topup))))

    def denied(self) -> frozenset[str]:
        """Returns the ids of the unconfirmed top-ups whose last poll failed for good."""
        return self.unconfirmed() & {one.topup.id for one in self._polled.values() if one.is_denied}


def _newest_first(topups: Iterable[TopUp]) -> tuple[TopUp, ...]:
    return tuple(sorted(topups, key=lambda topup: topup.created_at, reverse=True))


def _is_implausible(listed: TopUpSnapshot, known: TopUpSnapshot) -> bool:
    """Returns whether a list contradicts a sound state, or may, as one that is outdated does."""
    is_odd = bool(listed.inconsistency) or is_unnamed_move(known.status, listed.status)
    return is_odd and not known.inconsistency


def may_pass(error: AppError) -> bool:
    """Returns whether a failure may pass by itself and concerns all polls, not one top-up."""
    if isinstance(error, ServiceError):
        return isinstance(error, (RateLimitedError, ServiceFaultError)) or error.status in {401, 408}
    return isinstance(error, ConnectionFailedError)
