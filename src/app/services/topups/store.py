"""The open top-ups of an account as the service confirmed them last, and which to ask for by itself next."""

from __future__ import annotations

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
from app.models.topups import AWAITING_PAYMENT
from app.rules.ids import can_be_asked
from app.rules.topups.notifications import WARN_BEFORE
from app.rules.topups.transitions import CONFIRMED_FOR, PAUSE_WHEN_INCONSISTENT, is_open, pause_after

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from app.models.snapshots import TopUpSnapshot
    from app.models.topups import TopUp
    from app.services.topups.list_polls import ListPolls

HANDFUL: Final = 5
"""Up to how many open top-ups are each polled by itself; more are polled by the lists they stand in."""


@dataclass(slots=True)
class Followed:
    """An open top-up; all moments are on the monotonic clock.

    Attributes:
        topup: Its last known state.
        seen: What was made of it.
        due: When it may be asked for next.
        confirmed_at: When the service was asked for that state.
        error: Why it could not be had since; None when it could.
        is_denied: Whether asking for it failed for good: a list alone does not make up for that.
        is_doubted: Whether a list told something of it that can't be.
    """

    topup: TopUp
    seen: TopUpSnapshot
    due: float
    confirmed_at: float
    error: AppError | None = None
    is_denied: bool = False
    is_doubted: bool = False


class TopUpStore:
    """Remembers each open top-up once, with what the service last said of it.

    Attributes:
        shown: The id of the top-up on screen; empty for none.
    """

    def __init__(self) -> None:
        self.shown = ""
        self._followed: dict[str, Followed] = {}
        self._taken_at: dict[str, float] = {}

    def get(self, topup_id: str) -> Followed | None:
        """Returns an open top-up, None if there is none of that id."""
        return self._followed.get(topup_id)

    def all(self) -> tuple[Followed, ...]:
        """Returns all open top-ups, in no order."""
        return tuple(self._followed.values())

    def is_outdated(self, topup_id: str, asked_at: float) -> bool:
        """Returns whether a state was asked for before the last one was taken."""
        return self._taken_at.get(topup_id, asked_at) > asked_at

    def record_taken(self, topup_id: str, now: float) -> None:
        """Notes that a state was taken."""
        self._taken_at[topup_id] = now

    def put(self, topup: TopUp, seen: TopUpSnapshot, asked_at: float, *, is_listed: bool) -> None:
        """Takes what the service told of a top-up; one that can't change any more leaves.

        Args:
            topup: The state.
            seen: What is made of it.
            asked_at: When the service was asked for it.
            is_listed: Whether it stood in a list; else it was asked for by itself.
        """
        if not seen.is_open:
            self._followed.pop(topup.id, None)
            return
        pause = (
            PAUSE_WHEN_INCONSISTENT if seen.inconsistency else pause_after(topup)
        ) or PAUSE_WHEN_INCONSISTENT
        # From question to question: counted from the answer, every second poll would come too early.
        now = Followed(topup, seen, asked_at + pause.total_seconds(), asked_at)
        before = self._followed.get(topup.id)
        if is_listed and before is not None:
            if before.is_denied:
                now.error, now.is_denied = before.error, True
            if before.is_denied or before.seen.inconsistency or topup.id == self.shown:
                # It is asked for by itself beside its list, which comes as often and must not put that off.
                now.due = min(now.due, before.due)
        self._followed[topup.id] = now

    def record_failure(self, topup_id: str, error: AppError, asked_at: float) -> None:
        """Notes that a top-up could not be had."""
        one = self._followed.get(topup_id)
        if one is not None:
            one.error = error
            one.is_denied = one.is_denied or not may_pass(error)
            one.due = asked_at + PAUSE_WHEN_INCONSISTENT.total_seconds()

    def mark_inconsistent(self, topup_id: str, now: float) -> None:
        """Lets a top-up be asked for by itself at once."""
        one = self._followed.get(topup_id)
        if one is not None:
            one.is_doubted, one.due = True, now

    def make_due(self, now: float) -> None:
        """Lets all of them be asked for at once."""
        for one in self._followed.values():
            one.due = now

    def not_confirmed(self, topup: TopUp, now: float) -> AppError | None:
        """Returns why a top-up must not be paid although nothing else speaks against it; None if it may.

        It may be paid for two poll intervals after the service confirmed it, unless asking for it failed
        for good.

        Args:
            topup: Its last known state.
            now: The present moment on the monotonic clock.
        """
        if not can_be_asked(topup.id):
            # The deposit check blocks it, and says why.
            return None
        one = self._followed.get(topup.id)
        if one is not None and one.is_denied:
            return one.error
        if topup.status != AWAITING_PAYMENT or not is_open(topup):
            return None
        if one is not None and now - one.confirmed_at <= CONFIRMED_FOR.total_seconds():
            return None
        return (one and one.error) or NotConfirmedError()

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
            lists: Tells what stood in the lists.
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


def may_pass(error: AppError) -> bool:
    """Returns whether a failure may pass by itself and concerns all that is asked for, not one top-up."""
    if isinstance(error, ServiceError):
        return isinstance(error, (RateLimitedError, ServiceFaultError)) or error.status in {401, 408}
    return isinstance(error, ConnectionFailedError)
