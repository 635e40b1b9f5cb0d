"""The top-ups of an account that are in memory, as the service last reported them, and which to poll next."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.errors import (
    AppError,
    ConnectionFailedError,
    NotConfirmedError,
    RateLimitedError,
    ServiceError,
    ServiceFaultError,
)
from app.models.topups import AWAITING_PAYMENT, VERIFYING
from app.rules.ids import can_be_asked
from app.rules.topups.deposit_facts import same_deposit
from app.rules.topups.notifications import WARN_BEFORE
from app.rules.topups.transitions import CONFIRMED_FOR, PAUSE_WHEN_INCONSISTENT, is_open, pause_after

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from datetime import datetime

    from app.clock import Clock
    from app.models.snapshots import TopUpSnapshot
    from app.models.topups import TopUp
    from app.rules.topups.deposit_check import Deposit
    from app.services.topups.list_polls import ListPolls

HANDFUL: Final = 5
"""Up to how many open top-ups are each polled by itself; more are polled by the lists they stand in."""


MAX_FINAL: Final = 300
"""The maximum number of final top-ups in memory; the ones reported longest ago are dropped first."""


@dataclass(slots=True)
class Followed:
    """An open top-up; all moments are on the monotonic clock.

    Attributes:
        topup: Its last known state.
        seen: The snapshot of that state.
        due: When it may be polled next.
        confirmed_at: When the service was asked for that state.
        taken_at: When that state was stored.
        error: Why polling it failed since; None when it did not.
        is_denied: Whether polling it failed for good: a list alone does not make up for that.
        is_doubted: Whether a list reported an inconsistent state of it.
    """

    topup: TopUp
    seen: TopUpSnapshot
    due: float
    confirmed_at: float
    taken_at: float
    error: AppError | None = None
    is_denied: bool = False
    is_doubted: bool = False


class TopUpStore:
    """Remembers an account's top-ups: every open one, a limited number of final ones, and the cached list.

    Only the poller stores states and checks (`TopUpPoller.take`, `TopUpPoller.check`); the list page lends
    the cached list until the service has reported it.

    Attributes:
        shown: The id of the top-up on screen; empty for none.
        on_change: Called with the state before, None if unknown, and after, whenever a state changes. A final
            top-up of a list that was not in memory is no change: a history may be long.
    """

    def __init__(self, clock: Clock) -> None:
        self.shown = ""
        self._checked: tuple[TopUp, Deposit] | None = None
        self.on_change: list[Callable[[TopUp | None, TopUp], None]] = []
        self._clock = clock
        self._followed: dict[str, Followed] = {}
        self._final: OrderedDict[str, tuple[TopUp, float]] = OrderedDict()
        self._cached: dict[str, TopUp] = {}
        self._cached_at: datetime | None = None

    def get(self, topup_id: str) -> TopUp | None:
        """Returns the last known state of a top-up; None if it is not in memory."""
        return self._reported(topup_id) or self._cached.get(topup_id)

    def is_reported(self, topup_id: str) -> bool:
        """Returns whether a top-up in memory was reported by the service since the start, not only cached."""
        return self._reported(topup_id) is not None

    def list(self) -> tuple[TopUp, ...]:
        """Returns all top-ups in memory that the service has reported since the start, newest first."""
        final = (topup for topup, _taken_at in self._final.values())
        return _newest_first((*self.list_open(), *final))

    def list_open(self) -> tuple[TopUp, ...]:
        """Returns all open top-ups, newest first."""
        return _newest_first(one.topup for one in self._followed.values())

    def in_progress(self, but: Collection[str] = ()) -> int:
        """Returns how many top-ups wait for a payment or for the network, but for those of some ids."""
        topups = (one.topup for one in self._followed.values())
        return sum(topup.status in {AWAITING_PAYMENT, VERIFYING} and topup.id not in but for topup in topups)

    def inconsistency(self, topup_id: str) -> str:
        """Returns the inconsistency of a top-up (see `app.rules.topups.transitions`); empty for none."""
        one = self._followed.get(topup_id)
        return one.seen.inconsistency if one else ""

    def show(self, topup_id: str) -> None:
        """Records which top-up is on screen; the deposit of another one has to be checked again."""
        if topup_id != self.shown:
            self.shown, self._checked = topup_id, None

    def deposit(self, topup_id: str) -> Deposit | None:
        """Returns what may be paid of the top-up on screen, or why nothing may be; None until it is checked.

        A result holds only for the deposit that was checked: it goes when a response changes that.
        """
        topup = self.get(topup_id)
        if topup is None or self._checked is None or not same_deposit(self._checked[0], topup):
            return None
        return self._checked[1]

    def put_deposit(self, topup: TopUp, deposit: Deposit) -> None:
        """Stores the result of the deposit check of a state, if that top-up is still on screen."""
        if topup.id == self.shown:
            self._checked = topup, deposit

    def put_cached(self, topups: Iterable[TopUp], as_of: datetime) -> None:
        """Holds the cached list until `drop_cached`; no top-up may be paid by it.

        Args:
            topups: The list.
            as_of: When the service reported it.
        """
        self._cached, self._cached_at = {topup.id: topup for topup in topups}, as_of

    def cached(self) -> tuple[TopUp, ...] | None:
        """Returns the cached list; None once the service has reported it, or if there is none."""
        return None if self._cached_at is None else tuple(self._cached.values())

    def cached_at(self, topup_id: str) -> datetime | None:
        """Returns when a top-up was reported, if nothing but the cached list knows it."""
        is_cached_only = topup_id in self._cached and not self.is_reported(topup_id)
        return self._cached_at if is_cached_only else None

    def drop_cached(self) -> None:
        """Drops the cached list: the service has reported it."""
        self._cached, self._cached_at = {}, None

    def followed(self, topup_id: str) -> Followed | None:
        """Returns an open top-up with the state of its polling, None if there is none of that id."""
        return self._followed.get(topup_id)

    def all_followed(self) -> tuple[Followed, ...]:
        """Returns all open top-ups with the state of their polling, in no order."""
        return tuple(self._followed.values())

    def put(self, topup: TopUp, seen: TopUpSnapshot, asked_at: float | None, *, is_listed: bool) -> bool:
        """Stores a state and reports the change; an older response never replaces a newer one.

        Args:
            topup: The state.
            seen: Its snapshot.
            asked_at: When the service was asked for it; None: just now.
            is_listed: Whether it stood in a list, which may lag behind the top-up itself.

        Returns:
            Whether it was stored.
        """
        now = self._clock.monotonic()
        asked_at = now if asked_at is None else asked_at
        known = self._followed.get(topup.id)
        if asked_at < self._taken_at(topup.id):
            return False
        if is_listed and known is not None and seen.inconsistency and not known.seen.inconsistency:
            # It is polled by itself at once.
            known.is_doubted, known.due = True, now
            return False
        before = self._reported(topup.id)
        if seen.is_open:
            self._final.pop(topup.id, None)
            self._followed[topup.id] = self._follow(topup, seen, asked_at, is_listed=is_listed)
        else:
            self._followed.pop(topup.id, None)
            self._put_final(topup, now)
        if before != topup and (before is not None or seen.is_open or not is_listed):
            for notify in tuple(self.on_change):
                notify(before, topup)
        return True

    def _reported(self, topup_id: str) -> TopUp | None:
        if (one := self._followed.get(topup_id)) is not None:
            return one.topup
        return self._final[topup_id][0] if topup_id in self._final else None

    def _taken_at(self, topup_id: str) -> float:
        if (one := self._followed.get(topup_id)) is not None:
            return one.taken_at
        return self._final[topup_id][1] if topup_id in self._final else float("-inf")

    def _put_final(self, topup: TopUp, now: float) -> None:
        self._final[topup.id] = topup, now
        self._final.move_to_end(topup.id)
        if len(self._final) > MAX_FINAL:
            del self._final[next(one for one in self._final if one != self.shown)]

    def _follow(self, topup: TopUp, seen: TopUpSnapshot, asked_at: float, *, is_listed: bool) -> Followed:
        pause = (
            PAUSE_WHEN_INCONSISTENT if seen.inconsistency else pause_after(topup)
        ) or PAUSE_WHEN_INCONSISTENT
        # From poll to poll: counted from the response, every second poll would come too early.
        due = asked_at + pause.total_seconds()
        now = Followed(topup, seen, due, asked_at, self._clock.monotonic())
        before = self._followed.get(topup.id)
        if is_listed and before is not None:
            if before.is_denied:
                now.error, now.is_denied = before.error, True
            if before.is_denied or before.seen.inconsistency or topup.id == self.shown:
                # It is polled by itself beside its list, which comes as often and must not put that off.
                now.due = min(now.due, before.due)
        return now

    def record_failure(self, topup_id: str, error: AppError, asked_at: float) -> None:
        """Records that a poll of a top-up failed."""
        one = self._followed.get(topup_id)
        if one is not None:
            one.error = error
            one.is_denied = one.is_denied or not may_pass(error)
            one.due = asked_at + PAUSE_WHEN_INCONSISTENT.total_seconds()

    def make_due(self, now: float) -> None:
        """Lets all of them be asked for at once."""
        for one in self._followed.values():
            one.due = now

    def not_confirmed(self, topup: TopUp) -> AppError | None:
        """Returns why a top-up must not be paid although nothing else speaks against it; None if it may.

        It may be paid for two poll intervals after the service confirmed it, unless asking for it failed
        for good.

        Args:
            topup: Its last known state.
        """
        if not can_be_asked(topup.id):
            # The deposit check blocks it, with the reason.
            return None
        one = self._followed.get(topup.id)
        if one is not None and one.is_denied:
            return one.error
        if topup.status != AWAITING_PAYMENT or not is_open(topup):
            return None
        if one is not None and self._clock.monotonic() - one.confirmed_at <= CONFIRMED_FOR.total_seconds():
            return None
        return (one and one.error) or NotConfirmedError()

    def unconfirmed(self) -> frozenset[str]:
        """Returns the IDs of the open top-ups that the service does not confirm."""
        return frozenset(one.topup.id for one in self._followed.values() if self.not_confirmed(one.topup))

    def followed_by_list(self) -> frozenset[str]:
        """Returns the statuses whose lists are polled instead of their top-ups: with many, all."""
        if len(self._followed) <= HANDFUL:
            return frozenset()
        return frozenset(one.topup.status for one in self._followed.values())

    def next_due(self, now: float, at: datetime, lists: ListPolls, busy: Collection[str]) -> str | None:
        """Returns which top-up is to be asked for by itself next, that on screen first; None while none is.

        Args:
            now: The present moment on the monotonic clock.
            at: The same by the service's clock.
            lists: The lists that are polled.
            busy: The IDs of those that are being asked for.
        """
        due = [
            one
            for one in self._followed.values()
            if one.due <= now and one.topup.id not in busy and can_be_asked(one.topup.id)
        ]
        if self.followed_by_list():
            due = [one for one in due if self._is_asked_for_by_itself(one, at, lists)]
        first = min(due, key=lambda one: (one.topup.id != self.shown, one.due), default=None)
        return first.topup.id if first else None

    def _is_asked_for_by_itself(self, one: Followed, at: datetime, lists: ListPolls) -> bool:
        topup = one.topup
        is_about_to_expire = topup.status == AWAITING_PAYMENT and topup.expires_at - at <= WARN_BEFORE
        return (
            topup.id == self.shown
            or one.is_denied
            or one.is_doubted
            or bool(one.seen.inconsistency)
            or is_about_to_expire
            or lists.would_show(topup.status, one.confirmed_at)
        )


def _newest_first(topups: Iterable[TopUp]) -> tuple[TopUp, ...]:
    return tuple(sorted(topups, key=lambda topup: topup.created_at, reverse=True))


def may_pass(error: AppError) -> bool:
    """Returns whether a failure may pass by itself and concerns all that is asked for, not one top-up."""
    if isinstance(error, ServiceError):
        return isinstance(error, (RateLimitedError, ServiceFaultError)) or error.status in {401, 408}
    return isinstance(error, ConnectionFailedError)
