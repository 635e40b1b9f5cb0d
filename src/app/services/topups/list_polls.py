"""Polls the lists of open top-ups, one page at a time: 100 top-ups cost no more than one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.models.topups import AWAITING_PAYMENT, EXPIRED, REJECTED, VERIFYING
from app.rules.topups.transitions import pause_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Collection

    from app.api.topups import Page
    from app.clock import Clock
    from app.models.topups import TopUp
    from app.services.topups.topups import TopUps

LIST_AFTER: Final = timedelta(minutes=5)
"""How often a list is polled only to find open top-ups that were made elsewhere."""

_LIST_AGAIN: Final = timedelta(seconds=10)


@dataclass(slots=True)
class _StatusList:
    """The list of one status; all moments are on the monotonic clock.

    Attributes:
        due: When it may be read again.
        begun_at: When reading it last started.
        whole_since: When the last poll began that reached its end.
        pages: The poll under way; None while there is none.
    """

    due: float
    begun_at: float = float("-inf")
    whole_since: float = float("-inf")
    pages: AsyncGenerator[Page[TopUp], None] | None = None


class ListPolls:
    """The lists of the statuses from which a top-up can still change."""

    def __init__(self, topups: TopUps, clock: Clock) -> None:
        self._topups = topups
        self._clock = clock
        statuses = (AWAITING_PAYMENT, VERIFYING, EXPIRED, REJECTED)
        self._lists = {status: _StatusList(clock.monotonic()) for status in statuses}

    @property
    def are_whole(self) -> bool:
        """Whether each list was read to its end at least once."""
        return all(one.whole_since > float("-inf") for one in self._lists.values())

    def next_due(self, followed: Collection[str], busy: Collection[str]) -> str | None:
        """Returns the status whose list is to be polled next; None while none is due.

        Args:
            followed: The statuses whose lists are polled, as often as the service advises.
            busy: The statuses whose lists are being asked for.
        """
        now = self._clock.monotonic()
        moments = [
            (self._due(status, status in followed), status) for status in self._lists if status not in busy
        ]
        due, status = min(moments, default=(now, None))
        return status if due <= now else None

    async def next_page(self, status: str) -> tuple[TopUp, ...]:
        """Returns the next page of a list; the last one ends the poll.

        Raises:
            AppError: It could not be loaded; it is read again in a while.
        """
        one = self._lists[status]
        now = self._clock.monotonic()
        if one.pages is None:
            one.begun_at = now
            one.pages = self._topups.open_pages(status)
        one.due = now + _LIST_AGAIN.total_seconds()
        is_ended = True
        try:
            page = await anext(one.pages, None)
            is_ended = page is None or page.is_last
            if is_ended:
                one.whole_since = one.begun_at
                one.due = one.begun_at + LIST_AFTER.total_seconds()
        finally:
            if is_ended:
                await self._end(one)
        return page.items if page else ()

    def would_show(self, status: str, since: float) -> bool:
        """Returns whether a list that was read to its end would have shown what it last showed at `since`."""
        one = self._lists.get(status)
        return one is not None and one.whole_since > since

    def make_due(self) -> None:
        """Lets all lists be polled at once."""
        for one in self._lists.values():
            one.due = self._clock.monotonic()

    async def aclose(self) -> None:
        """Ends what is under way."""
        for one in self._lists.values():
            await self._end(one)

    def _due(self, status: str, is_followed: bool) -> float:  # noqa: FBT001
        one = self._lists[status]
        if one.pages is not None:
            return one.begun_at
        return min(one.due, one.begun_at + pause_of(status).total_seconds()) if is_followed else one.due

    async def _end(self, one: _StatusList) -> None:
        pages, one.pages = one.pages, None
        if pages is not None:
            await pages.aclose()
