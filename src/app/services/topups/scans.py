"""Scans the service's list of top-ups, reading no more pages than needed."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from datetime import datetime

    from app.api.topups import Page, TopUpsApi
    from app.models.topups import TopUp


@dataclass(frozen=True, slots=True)
class Scan:
    """What was read.

    Attributes:
        topups: Each once, in the order of the list.
        was_whole: Whether every record that was read could be understood.
    """

    topups: tuple[TopUp, ...]
    was_whole: bool


async def scan_since(api: TopUpsApi, since: datetime | None, status: str | None = None) -> Scan:
    """Reads the list down to what was made before a moment; see `pages_since`."""
    topups: dict[str, TopUp] = {}
    was_whole = True
    async with aclosing(pages_since(api, since, status)) as pages:
        async for page in pages:
            was_whole = was_whole and page.unreadable == 0
            topups.update({topup.id: topup for topup in page.items})
    return Scan(tuple(topups.values()), was_whole)


async def pages_since(
    api: TopUpsApi, since: datetime | None, status: str | None = None
) -> AsyncGenerator[Page[TopUp], None]:
    """Yields the pages of the list down to what was made before a moment.

    The interface does not document the order of the list (spec 4.5): only as long as it is newest first, as
    it is read, the rest is left out; else all of it is read.

    Args:
        api: The client.
        since: The moment by the service's clock; None reads everything.
        status: Reads those of one status only.

    Raises:
        AppError: A page could not be had.
    """
    is_newest_first = True
    async with aclosing(api.pages(status)) as pages:
        async for page in pages:
            yield page
            is_newest_first = is_newest_first and _is_newest_first(page)
            if since is not None and is_newest_first and _ends_before(page, since):
                return


def _is_newest_first(page: Page[TopUp]) -> bool:
    return all(newer.created_at >= older.created_at for newer, older in pairwise(page.items))


def _ends_before(page: Page[TopUp], since: datetime) -> bool:
    return bool(page.items) and page.items[-1].created_at < since
