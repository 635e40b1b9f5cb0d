"""Searches the service's list of top-ups, and in it the result of a request whose response was lost."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from pydantic import ValidationError as MalformedError

from app.errors import AppError
from app.rules.topups.idempotency import Moment, candidates, creation_window, fits, may_replay

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable
    from datetime import datetime

    from app.api.topups import Page, TopUpsApi
    from app.clock import Clock
    from app.models.topup_requests import TopUpDraft
    from app.models.topups import TopUp
    from app.storage.outbox import Outbox
    from app.storage.outbox_rows import TopUpRequest


class ListSearch(NamedTuple):
    """The result of searching the service's list for one request.

    Attributes:
        found: The one top-up that it created, if that is certain.
        is_complete: Whether nothing of the list was left out or unreadable.
    """

    found: TopUp | None
    candidates: int
    is_complete: bool


def draft_of(request: TopUpRequest) -> TopUpDraft | None:
    """Returns the draft of a request; None if its bytes can't be parsed or are damaged."""
    if request.is_damaged:
        return None
    from app.models.topup_requests import TopUpDraft  # noqa: PLC0415 (after the first rows)

    try:
        return TopUpDraft.model_validate_json(request.body)
    except MalformedError:
        return None


class Reconciliation:
    """Reconciles one account's requests by the service's list, and knows how long their keys are valid."""

    def __init__(self, *, api: TopUpsApi, outbox: Outbox, clock: Clock) -> None:
        self._api = api
        self._outbox = outbox
        self._clock = clock
        self._ambiguous: dict[str, int] = {}

    def candidates(self, request: TopUpRequest) -> int:
        """Returns how many top-ups of the list a request could have created, as of the last search."""
        return self._ambiguous.get(request.idempotency_key, 0)

    def drop(self, key: str) -> None:
        self._ambiguous.pop(key, None)

    async def try_search(self, request: TopUpRequest) -> ListSearch:
        """Searches the list; if it can't be read, the outcome stays unknown."""
        try:
            return await self.search(request)
        except AppError:
            return ListSearch(None, 0, is_complete=False)

    async def search(self, request: TopUpRequest) -> ListSearch:
        """Searches the service's list for the top-up that a request created; never guesses.

        Raises:
            AppError: The list could not be read.
        """
        draft = draft_of(request)
        if draft is None:
            return ListSearch(None, 0, is_complete=False)
        if not self._api.service_clock.known:
            await self.sync_service_clock()
        between = self._creation_window(request)
        listed: dict[str, TopUp] = {}
        is_complete = True
        async with aclosing(pages_since(self._api, between[0] if between else None)) as pages:
            async for page in pages:
                is_complete = is_complete and page.unreadable == 0
                listed.update({topup.id: topup for topup in page.items})
        taken = await asyncio.to_thread(self._outbox.topup_ids, request.service)
        fitting = candidates(listed.values(), draft, between, taken)
        is_certain = between is not None and len(fitting) == 1 and is_complete
        is_certain = is_certain and fits(fitting[0], draft)
        if is_certain and not await self._could_be_another(fitting[0], request):
            self._ambiguous.pop(request.idempotency_key, None)
            return ListSearch(fitting[0], 1, is_complete=True)
        self._ambiguous[request.idempotency_key] = len(fitting)
        return ListSearch(None, len(fitting), is_complete)

    async def sync_service_clock(self) -> None:
        """Updates the service's clock, which decides how old a request is, by the cheapest call."""
        await self._api.page(1, per_page=1)

    async def _could_be_another(self, topup: TopUp, request: TopUpRequest) -> bool:
        for other in await asyncio.to_thread(self._outbox.similar, request):
            between = None if other.is_damaged else self._creation_window(other)
            if between is None or between[0] <= topup.created_at <= between[1]:
                return True
        return False

    def may_replay(self, request: TopUpRequest) -> bool:
        """Returns whether the service certainly still has the key of a request."""
        return may_replay(request.requested, self.now())

    def _creation_window(self, request: TopUpRequest) -> tuple[datetime, datetime] | None:
        return creation_window(request.requested, request.sent, self.now())

    def now(self) -> Moment:
        service_clock = self._api.service_clock
        return Moment(self._clock.now(), service_clock.now() if service_clock.known else None)


async def pages_since(
    api: TopUpsApi, since: datetime | None, status: str | None = None
) -> AsyncGenerator[Page[TopUp], None]:
    """Yields the pages of the list, or of one status, down to what was created before a moment.

    The interface does not document the order of the list (spec 4.5): only if it is newest first so far, the
    rest is left out; else all of it is loaded.

    Args:
        since: By the service's clock; None loads everything.

    Raises:
        AppError: A page could not be loaded.
    """
    is_newest_first = True
    async with aclosing(api.pages(status)) as pages:
        async for page in pages:
            yield page
            is_newest_first = is_newest_first and are_newest_first(page.items)
            if since is not None and is_newest_first and _ends_before(page, since):
                return


def are_newest_first(topups: Iterable[TopUp]) -> bool:
    return all(newer.created_at >= older.created_at for newer, older in pairwise(topups))


def _ends_before(page: Page[TopUp], since: datetime) -> bool:
    return bool(page.items) and page.items[-1].created_at < since
