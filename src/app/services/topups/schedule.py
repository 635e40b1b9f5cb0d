"""What is polled next, and when: single top-ups, or the lists of the statuses of many (spec 4.4)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.models.topups import AWAITING_PAYMENT, EXPIRED, REJECTED, VERIFYING
from app.rules.identifiers import is_usable_id
from app.rules.topups.notifications import WARN_BEFORE
from app.rules.topups.transitions import PAUSE_WHEN_INCONSISTENT, pause_after, pause_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection
    from datetime import datetime

    from app.api.topups import Page
    from app.clock import Clock
    from app.errors import AppError
    from app.models.topups import TopUp, TopUpSnapshot

HANDFUL: Final = 5
"""Up to this many open top-ups are polled one by one; of more, the lists that contain them."""

LIST_AFTER: Final = timedelta(minutes=5)
"""The time between two polls of a list that only find open top-ups created elsewhere."""

_LIST_AGAIN: Final = timedelta(seconds=10)


class PolledTopUp:
    """An open top-up; all moments are on the monotonic clock.

    Attributes:
        due: When it may be polled next.
        confirmed_at: When this state was requested of the service.
        stored_at: When this state was stored.
        error: Why the last poll failed, if it did.
        is_denied: Whether a poll failed finally: a list alone does not repair that.
        is_doubted: Whether a list reported an inconsistent state of it.
        is_from_disk: Whether the service has not reported it since the start, nor confirms it.
    """

    def __init__(
        self, topup: TopUp, snapshot: TopUpSnapshot, due: float, confirmed_at: float, stored_at: float
    ) -> None:
        self.topup, self.snapshot = topup, snapshot
        self.due, self.confirmed_at, self.stored_at = due, confirmed_at, stored_at
        self.error: AppError | None = None
        self.is_denied = self.is_doubted = self.is_from_disk = False

    def continue_from(self, before: PolledTopUp, *, is_shown: bool) -> None:
        """Takes over the failures of the previous state, where this one is only from a list."""
        if before.is_denied:
            self.error, self.is_denied = before.error, True
        if before.is_denied or before.snapshot.inconsistency or is_shown:
            # It is polled by itself beside its list, which must not postpone that.
            self.due = min(self.due, before.due)


def due_after(topup: TopUp, snapshot: TopUpSnapshot, requested_at: float) -> float:
    """Returns when an open top-up is to be polled again after this state was requested."""
    pause = PAUSE_WHEN_INCONSISTENT if snapshot.inconsistency else pause_after(topup)
    # From poll to poll: counted from the response, every second poll would come too early.
    return requested_at + (pause or PAUSE_WHEN_INCONSISTENT).total_seconds()


def polled_lists(polled: Collection[PolledTopUp]) -> frozenset[str]:
    """Returns the statuses whose lists are polled instead of their top-ups: with many, all."""
    return frozenset(one.topup.status for one in polled) if len(polled) > HANDFUL else frozenset()


def next_due(  # noqa: PLR0913 (what decides it, by keyword)
    polled: Collection[PolledTopUp],
    *,
    now: float,
    service_now: datetime,
    shown: str,
    lists: ListPolls,
    busy: Collection[str],
) -> str | None:
    """Returns the id of the top-up to be polled by itself next, the one on screen first; None for none."""
    by_lists = bool(polled_lists(polled))
    due = [
        one
        for one in polled
        if one.due <= now
        and one.topup.id not in busy
        and is_usable_id(one.topup.id)
        and (not by_lists or one.topup.id == shown or _needs_own_poll(one, service_now, lists))
    ]
    first = min(due, key=lambda one: (one.topup.id != shown, one.due), default=None)
    return first.topup.id if first else None


def _needs_own_poll(one: PolledTopUp, service_now: datetime, lists: ListPolls) -> bool:
    """Returns whether a top-up is polled by itself although its list is."""
    topup = one.topup
    is_about_to_expire = topup.status == AWAITING_PAYMENT and topup.expires_at - service_now <= WARN_BEFORE
    return (
        one.is_denied
        or one.is_doubted
        or bool(one.snapshot.inconsistency)
        or is_about_to_expire
        or lists.would_show(topup.status, one.confirmed_at)
    )


class _StatusList:
    """The list of one status; `complete_since` is when the last poll began that reached its end."""

    def __init__(self, due: float) -> None:
        self.due = due
        self.begun_at = self.complete_since = float("-inf")
        self.pages: AsyncGenerator[Page[TopUp], None] | None = None


class ListPolls:
    """Polls the lists of the statuses from which a top-up can still change, one page at a time.

    So 100 top-ups cost no more than one.
    """

    def __init__(self, open_pages: Callable[[str], AsyncGenerator[Page[TopUp], None]], clock: Clock) -> None:
        self._open_pages = open_pages
        self._clock = clock
        statuses = (AWAITING_PAYMENT, VERIFYING, EXPIRED, REJECTED)
        self._lists = {status: _StatusList(clock.monotonic()) for status in statuses}

    @property
    def are_complete(self) -> bool:
        """Whether each list was read to its end at least once."""
        return all(one.complete_since > float("-inf") for one in self._lists.values())

    def next_due(self, polled: Collection[str], busy: Collection[str]) -> str | None:
        """Returns the status whose list is polled next, those in `polled` more often; None if none is due."""
        now = self._clock.monotonic()
        moments = [
            (self._due(status, status in polled), status) for status in self._lists if status not in busy
        ]
        due, status = min(moments, default=(now, None))
        return status if due <= now else None

    async def next_page(self, status: str) -> tuple[TopUp, ...]:
        """Returns the next page of a list; the last one ends the poll.

        Raises:
            AppError: It could not be loaded; it is polled again later.
        """
        one = self._lists[status]
        now = self._clock.monotonic()
        if one.pages is None:
            one.begun_at = now
            one.pages = self._open_pages(status)
        one.due = now + _LIST_AGAIN.total_seconds()
        is_ended = True
        try:
            page = await anext(one.pages, None)
            is_ended = page is None or page.is_last
            if is_ended:
                one.complete_since = one.begun_at
                one.due = one.begun_at + LIST_AFTER.total_seconds()
        finally:
            if is_ended:
                await self._end(one)
        return page.items if page else ()

    def would_show(self, status: str, since: float) -> bool:
        """Returns whether a list that was read to its end would have shown what it last showed at `since`."""
        one = self._lists.get(status)
        return one is not None and one.complete_since > since

    def make_due(self) -> None:
        for one in self._lists.values():
            one.due = self._clock.monotonic()

    async def aclose(self) -> None:
        for one in self._lists.values():
            await self._end(one)

    def _due(self, status: str, is_polled: bool) -> float:  # noqa: FBT001
        one = self._lists[status]
        if one.pages is not None:
            return one.begun_at
        return min(one.due, one.begun_at + pause_of(status).total_seconds()) if is_polled else one.due

    async def _end(self, one: _StatusList) -> None:
        pages, one.pages = one.pages, None
        if pages is not None:
            await pages.aclose()
