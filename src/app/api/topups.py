"""The top-up operations (spec 4.2 to 4.5)."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from app.api.calls import Call, Response, safe_id
from app.api.json_bodies import (
    MAX_PROBLEMS,
    read_count,
    read_data,
    read_object,
    read_record,
    read_records,
    write_json,
)
from app.errors import TooLargeResponseError, UnexpectedResponseError
from app.models.topups import AWAITING_PAYMENT, TopUp
from app.models.value import INT64_MAX

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable

    from app.api.transport import Transport
    from app.models.topup_requests import TopUpDraft

T = TypeVar("T")

_PATH: Final = "/v1/topups"
MAX_PAGES: Final = 2_000
"""The maximum number of pages that `pages` reads: 200,000 top-ups."""
MAX_OVERSIZED: Final = 5
"""The maximum number of top-ups of one page that may each exceed the body limit."""


class Page(NamedTuple, Generic[T]):
    """One page of a list, with the fields of `Records`; `number` counts from 1."""

    items: tuple[T, ...]
    unreadable: int = 0
    problems: tuple[str, ...] = ()
    number: int = 1
    per_page: int = 20
    total: int | None = None
    total_pages: int | None = None

    @property
    def is_last(self) -> bool:
        """Whether no page follows: totals may be wrong, so that a full page never is the last."""
        if self.total_pages is not None and self.number < self.total_pages:
            return False
        return len(self.items) + self.unreadable < self.per_page


def draft_bytes(draft: TopUpDraft) -> bytes:
    """Returns the body of `POST /v1/topups` (spec 4.2), to be saved and sent unchanged.

    Raises:
        ValueError: A text of the draft can't be encoded.
    """
    return write_json(draft.model_dump(mode="json", by_alias=True, exclude_none=True))


class TopUpsApi:
    """Creates, reads and reports top-ups; raises what `Transport.request` raises."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.connection_status = transport.connection_status
        self.service_clock = transport.service_clock

    async def create(self, body: bytes, *, idempotency_key: str) -> TopUp:
        """Creates a top-up from `draft_bytes`; the same key and bytes give the same one for 24 h (spec 4.2).

        Raises:
            UnexpectedResponseError: The response is not a top-up, though one may have been created.
        """
        call = Call("POST", _PATH, body=body, idempotency_key=idempotency_key)
        topup = _read_topup(await self._transport.request(call))
        self.service_clock.not_before(topup.created_at)
        return topup

    async def get(self, topup_id: str) -> TopUp:
        response = await self._transport.request(Call("GET", _one(topup_id)))
        topup = _read_topup(response, topup_id)
        self._sync_service_clock((topup,))
        return topup

    async def report(self, topup_id: str, txid: str | None = None) -> TopUp:
        body = write_json({"txid": txid} if txid else {})
        response = await self._transport.request(Call("POST", f"{_one(topup_id)}/txid", body=body))
        return _read_topup(response, topup_id)

    async def page(self, number: int, per_page: int = 20, status: str | None = None) -> Page[TopUp]:
        """Returns one page of the top-ups, all or those of one status (spec 4.5).

        A page over the body limit is requested again in smaller ones.

        Raises:
            TooLargeResponseError: Five top-ups of the page are each too large; fewer count as unreadable.
        """
        return await self._page_or_parts(number, per_page, status, [])

    async def _page_or_parts(
        self, number: int, per_page: int, status: str | None, oversized: list[int]
    ) -> Page[TopUp]:
        try:
            return await self._page(number, per_page, status)
        except TooLargeResponseError as error:
            if per_page == 1:
                oversized.append(number)
                if len(oversized) == MAX_OVERSIZED:
                    raise
                return Page((), 1, (f"{number}: {error.detail}",), number=number, per_page=1)
        count = _smallest_factor(per_page)
        first = (number - 1) * count + 1
        parts: list[Page[TopUp]] = []
        for part_number in range(first, first + count):
            part = await self._page_or_parts(part_number, per_page // count, status, oversized)
            parts.append(part)
            if part.is_last:
                break
        return _joined(parts, number, per_page)

    async def _page(self, number: int, per_page: int, status: str | None) -> Page[TopUp]:
        query = [("page", str(number)), ("perPage", str(per_page))]
        if status is not None:
            query.append(("status", status))
        response = await self._transport.request(Call("GET", _PATH, query=tuple(query)))
        data, content = read_data(response)
        found = await read_records(data, TopUp)
        self._sync_service_clock(found.items)
        pagination = content.get("pagination")
        sizes = pagination if isinstance(pagination, dict) else {}
        total = read_count(sizes, "total")
        return Page(
            found.items,
            found.unreadable,
            found.problems,
            number=number,
            per_page=per_page,
            total=None if total is None or total < len(data) else total,
            total_pages=read_count(sizes, "totalPages"),
        )

    async def pages(
        self, status: str | None = None, per_page: int = 100
    ) -> AsyncGenerator[Page[TopUp], None]:
        """Yields page after page; a top-up can come twice when new ones push it on meanwhile.

        When some leave the list meanwhile, as those of one status do, the page before is read again: what
        was to come next may be on it by now.

        Ends with the last page, and where a service that miscounts would never end: at an empty
        page, at one that repeats the one before, and after 2,000.
        """
        before: list[str] = []
        number, fewest = 1, INT64_MAX
        for _request in range(MAX_PAGES):
            page = await self.page(number, per_page, status)
            total = fewest if page.total is None else page.total
            # A total below what was read counts something else, such as the page alone.
            read = (number - 1) * per_page + len(page.items) if page.items else 0
            if read <= total < fewest and number > 1:
                number, fewest, before = number - 1, total, []
                continue
            ids = [topup.id for topup in page.items]
            if not page.items and not page.unreadable:
                return
            if ids and ids == before:
                return
            yield page
            before = ids
            if page.is_last:
                return
            number, fewest = number + 1, min(fewest, total)

    def _sync_service_clock(self, topups: Iterable[TopUp]) -> None:
        """Sets the service's clock by top-ups that await their payment: a `Date` may be behind."""
        for topup in topups:
            if topup.status == AWAITING_PAYMENT:
                self.service_clock.not_before(topup.created_at)

    async def probe(self) -> None:
        """Finds out whether address and key are good, by the cheapest private call."""
        await self._page(1, per_page=1, status=None)


def _one(topup_id: str) -> str:
    return f"{_PATH}/{safe_id(topup_id, 'topUpId')}"


def _read_topup(response: Response, topup_id: str | None = None) -> TopUp:
    topup = read_record(read_object(response), TopUp, response.status)
    if topup_id is not None and topup.id != topup_id:
        raise UnexpectedResponseError("The response is about another top-up.", response.status)
    return topup


def _smallest_factor(number: int) -> int:
    return next(factor for factor in range(2, number + 1) if number % factor == 0)


def _joined(parts: list[Page[TopUp]], number: int, per_page: int) -> Page[TopUp]:
    totals = [part.total for part in parts if part.total is not None]
    counts = [part.total_pages for part in parts if part.total_pages is not None]
    return Page(
        tuple(topup for part in parts for topup in part.items),
        sum(part.unreadable for part in parts),
        tuple(problem for part in parts for problem in part.problems)[:MAX_PROBLEMS],
        number=number,
        per_page=per_page,
        total=totals[-1] if totals else None,
        total_pages=ceil(counts[-1] * parts[0].per_page / per_page) if counts else None,
    )
