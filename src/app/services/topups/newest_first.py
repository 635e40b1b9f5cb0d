"""The pages of the history, newest first also where the service lists the oldest first."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from app.api.topups import Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.api.topups import TopUpsApi
    from app.models.topups import TopUp


class NewestFirstPages:
    """Reads the list of an account, or of one status, page by page, from its newest end.

    The interface does not document the order of the list (spec 4.5). Pages of any other order than newest
    first or oldest first come as they are.
    """

    def __init__(self, api: TopUpsApi, per_page: int) -> None:
        self._api = api
        self._per_page = per_page
        # By status, where the oldest come first: how many of the service's pages follow the first one here.
        self._further: dict[str | None, int] = {}

    async def page(self, number: int, status: str | None, first: Page[TopUp] | None = None) -> Page[TopUp]:
        """Returns one page; `first` is the service's first one where it is known already."""
        if number == 1:
            return await self._first(first or await self._read(1, status), status)
        further = self._further.get(status)
        if further is None:
            return await self._read(number, status)
        if number > further + 1:
            return Page((), number=number, per_page=self._per_page)
        page = await self._read(further - number + 2, status)
        return page._replace(items=page.items[::-1], number=number, total_pages=further + 1)

    async def _first(self, page: Page[TopUp], status: str | None) -> Page[TopUp]:
        last = page.total_pages or 1
        is_turned = last > 1 and _are_oldest_first(page.items)
        newest = await self._read(last, status) if is_turned else page
        # There may be fewer pages than the service says.
        if not is_turned or not newest.items:
            self._further.pop(status, None)
            return page._replace(items=_newest_first(page.items)) if page.is_last else page
        # The last page may have a few only: the one before it belongs to the first rows, too.
        before = page if last == 2 else await self._read(last - 1, status)
        self._further[status] = last - 2
        return newest._replace(
            items=(*newest.items[::-1], *before.items[::-1]),
            unreadable=newest.unreadable + before.unreadable,
            problems=(*newest.problems, *before.problems),
            number=1,
            total_pages=last - 1,
        )

    async def _read(self, number: int, status: str | None) -> Page[TopUp]:
        return await self._api.page(number, per_page=self._per_page, status=status)


def _are_oldest_first(topups: Sequence[TopUp]) -> bool:
    moments = [topup.created_at for topup in topups]
    return bool(moments) and moments[0] < moments[-1] and all(a <= b for a, b in pairwise(moments))


def _newest_first(topups: Sequence[TopUp]) -> tuple[TopUp, ...]:
    return tuple(sorted(topups, key=lambda topup: topup.created_at, reverse=True))
