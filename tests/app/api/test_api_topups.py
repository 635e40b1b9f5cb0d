from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

from app.api import topups as topups_module
from app.api.calls import safe_id
from app.api.client import ServiceClient
from app.api.connections import build_http
from app.api.topups import draft_bytes
from app.errors import InvalidInputError, TooLargeResponseError, UnexpectedResponseError
from app.models.money import parse_decimal
from app.models.topup_requests import PurchaseDraft, TopUpDraft
from support.raw_server import RawServer, Reply, reply
from support.service_records import topup_record
from support.virtual_clock import VirtualClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

    from app.api.topups import TopUpsApi


@asynccontextmanager
async def answered(*replies: Reply) -> AsyncIterator[tuple[TopUpsApi, RawServer]]:
    async with RawServer(list(replies)) as server, build_http() as http:
        yield ServiceClient(server.base_url, "some-key", http=http, clock=VirtualClock()).topups, server


def page(*ids: str, total_pages: object = None, **more: object) -> Reply:
    pagination = {"page": 1, "perPage": 2, "total": 99, "totalPages": total_pages} | more
    return reply({"data": [topup_record(id=one) for one in ids], "pagination": pagination})


def target(request: bytes) -> str:
    return request.split(b" ", 2)[1].decode()


def test_a_draft_has_one_body() -> None:
    plain = TopUpDraft(amount_usd=parse_decimal("25.00"), coin="BTC", network="bitcoin")
    assert draft_bytes(plain) == b'{"amountUsd":"25.00","coin":"BTC","network":"bitcoin"}'
    purchase = PurchaseDraft(plan_id="p-1", quantity=2, promo_code="É", options={"a": "b"})
    bought = plain.model_copy(update={"purchase": purchase})
    assert draft_bytes(bought) == (
        b'{"amountUsd":"25.00","coin":"BTC","network":"bitcoin","purchase":'
        rb'{"planId":"p-1","quantity":2,"promoCode":"\u00c9","options":{"a":"b"}}}'
    )


async def test_creating_sends_the_bytes_it_is_given() -> None:
    body = b'{ "odd": "but kept" }'
    async with answered(reply(topup_record(), 201)) as (api, server):
        assert (await api.create(body, idempotency_key="k")).id == "tu_1"
    assert server.requests[0].endswith(b"\r\n\r\n" + body)


@pytest.mark.parametrize(("txid", "body"), [(None, b"{}"), ("", b"{}"), ("ab", b'{"txid":"ab"}')])
async def test_a_report_has_a_txid_only_if_there_is_one(txid: str | None, body: bytes) -> None:
    async with answered(reply(topup_record())) as (api, server):
        await api.report("tu_1", txid)
    assert server.requests[0].endswith(b"\r\n\r\n" + body)
    assert target(server.requests[0]) == "/v1/topups/tu_1/txid"


@pytest.mark.parametrize("bad", ["", "..", ".", "../b", "a/..", "a/./b", "a\\..", "x" * 201])
async def test_an_id_that_could_climb_is_never_sent(bad: str) -> None:
    async with answered(reply(topup_record())) as (api, server):
        with pytest.raises(InvalidInputError) as caught:
            await api.get(bad)
        with pytest.raises(InvalidInputError):
            await api.report(bad)
    assert (caught.value.field, caught.value.code) == ("topUpId", "malformed")
    assert server.requests == []


@pytest.mark.parametrize(
    ("odd", "encoded"),
    [
        ("a.b:c~d=e+f", "a.b%3Ac~d%3De%2Bf"),
        ("a/b", "a%2Fb"),
        ("a%2fb?c#d", "a%252fb%3Fc%23d"),
        ("é \n'\"", "%C3%A9%20%0A%27%22"),
        ("x" * 200, "x" * 200),
    ],
)
async def test_any_other_id_is_percent_encoded(odd: str, encoded: str) -> None:
    async with answered(reply(topup_record(id=odd))) as (api, server):
        assert (await api.get(odd)).id == odd
        assert (await api.report(odd)).id == odd
    assert [target(request) for request in server.requests] == [
        f"/v1/topups/{encoded}",
        f"/v1/topups/{encoded}/txid",
    ]


def test_half_a_character_of_an_id_does_not_break_its_path() -> None:
    # As a terminal passes a byte that is no text.
    assert safe_id("\udcff", "topUpId") == "%3F"


async def test_an_answer_about_another_topup_is_refused() -> None:
    async with answered(reply(topup_record(id="tu_2"))) as (api, _):
        with pytest.raises(UnexpectedResponseError):
            await api.get("tu_1")
        with pytest.raises(UnexpectedResponseError):
            await api.report("tu_1")


async def test_a_date_that_is_behind_is_not_believed_over_what_was_just_made() -> None:
    behind = {"Date": "Wed, 18 Nov 2026 11:00:00 GMT"}
    async with answered(reply(topup_record(), 201, behind), reply(topup_record(), 200, behind)) as (api, _):
        topup = await api.create(b"{}", idempotency_key="k")
        assert api.service_clock.now() == topup.created_at
        await api.get(topup.id)
        assert api.service_clock.now() == topup.created_at


@pytest.mark.parametrize("is_listed", [True, False])
async def test_a_date_that_is_behind_is_not_believed_over_what_waits_for_its_payment(
    *, is_listed: bool
) -> None:
    behind = {"Date": "Wed, 18 Nov 2026 11:00:00 GMT"}
    record = topup_record()
    content = {"data": [record]} if is_listed else record
    async with answered(reply(content, 200, behind)) as (api, _):
        topup = (await api.page(1)).items[0] if is_listed else await api.get(str(record["id"]))
        assert api.service_clock.now() == topup.created_at, "its countdown runs, and ends"


async def test_an_unreadable_creation_keeps_the_status_that_says_it_may_exist() -> None:
    async with answered(reply("<html>", 201)) as (api, server):
        with pytest.raises(UnexpectedResponseError) as caught:
            await api.create(b"{}", idempotency_key="k")
    assert caught.value.status == 201
    assert len(server.requests) == 1


async def test_a_page_says_what_was_asked_and_what_there_is() -> None:
    async with answered(page("a", "b", total_pages=50)) as (api, server):
        found = await api.page(3, 2, "expired")
    assert target(server.requests[0]) == "/v1/topups?page=3&perPage=2&status=expired"
    assert (found.number, found.per_page, found.total, found.total_pages) == (3, 2, 99, 50)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        "many",
        {},
        {"total": -1, "totalPages": 1.5},
        {"total": True, "totalPages": "3"},
        {"total": 2**63},
        {"total": 0},
    ],
)
async def test_a_wrong_pagination_is_tolerated(wrong: object) -> None:
    async with answered(reply({"data": [topup_record()], "pagination": wrong})) as (api, _):
        found = await api.page(1)
    assert (len(found.items), found.total, found.total_pages) == (1, None, None)


async def numbers_of_pages(*replies: Reply, per_page: int = 2) -> tuple[int, int]:
    async with answered(*replies) as (api, server):
        pages = [found async for found in api.pages(per_page=per_page)]
    return len(pages), len(server.requests)


async def test_pages_end_with_the_last() -> None:
    assert await numbers_of_pages(page("a", "b", total_pages=2), page("c", total_pages=2)) == (2, 2)


async def test_pages_without_pagination_end_with_a_short_one() -> None:
    assert await numbers_of_pages(page("a", "b"), page("c")) == (2, 2)


async def test_an_empty_page_ends_the_walk_though_more_are_promised() -> None:
    assert await numbers_of_pages(page("a", "b", total_pages=9), page(total_pages=9)) == (1, 2)


async def test_a_service_that_ignores_the_page_number_ends_the_walk() -> None:
    assert await numbers_of_pages(page("a", "b", total_pages=9)) == (1, 2)


async def test_a_page_of_bad_records_does_not_end_the_walk() -> None:
    bad = reply({"data": [1, 2], "pagination": {"totalPages": 3}})
    replies = (page("a", "b", total_pages=3), bad, page("c", total_pages=3))
    assert await numbers_of_pages(*replies) == (3, 3)


async def test_a_service_that_counts_what_remains_is_walked_to_its_end() -> None:
    first, second, last = page("a", "b", total=5), page("c", "d", total=3), page("e", total=1)
    assert await numbers_of_pages(first, second, last) == (3, 3)


async def test_an_endless_service_is_left_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topups_module, "MAX_PAGES", 5)
    endless = [page(f"a{number}", total_pages=number + 2) for number in range(10)]
    assert await numbers_of_pages(*endless) == (5, 5)


@asynccontextmanager
async def listed(*sizes: int) -> AsyncIterator[tuple[TopUpsApi, list[str]]]:
    """A service that has one top-up of each of these sizes in bytes, and what it was asked."""
    queries: list[str] = []

    async def answer(request: Request) -> JSONResponse:
        queries.append(str(request.url.query))
        per_page = int(request.query_params["perPage"])
        start = (int(request.query_params["page"]) - 1) * per_page
        shown = enumerate(sizes[start : start + per_page], start)
        data = [topup_record(id=f"tu_{n}", explorerUrl="x" * size) for n, size in shown]
        pagination = {"total": len(sizes), "totalPages": -(-len(sizes) // per_page)}
        return JSONResponse({"data": data, "pagination": pagination})

    service = httpx.ASGITransport(Starlette(routes=[Route("/v1/topups", answer)]))
    async with httpx.AsyncClient(transport=service) as http:
        client = ServiceClient("http://127.0.0.1:9", "some-key", http=http, clock=VirtualClock())
        yield client.topups, queries


async def test_a_page_that_is_too_large_is_asked_for_in_smaller_ones() -> None:
    async with listed(*[60_000] * 130) as (api, queries):
        first, second = await api.page(1, 100), await api.page(2, 100)
    assert [topup.id for topup in (*first.items, *second.items)] == [f"tu_{n}" for n in range(130)]
    assert (first.total, first.total_pages, first.per_page, first.unreadable) == (130, 2, 100, 0)
    assert (second.number, second.total_pages) == (2, 2)
    assert queries[:4] == [f"page={n}&perPage={size}" for n, size in ((1, 100), (1, 50), (1, 25), (2, 25))]


async def test_one_topup_that_is_too_large_costs_itself_alone() -> None:
    async with listed(*[100] * 37, 3_000_000, *[100] * 62) as (api, queries):
        found = await api.page(1, 100)
    assert (len(found.items), found.unreadable) == (99, 1)
    assert len(found.problems) == 1
    assert len(queries) < 20


async def test_a_service_whose_answers_are_all_too_large_is_left_soon() -> None:
    async with listed(*[2_200_000] * 10) as (api, queries):
        with pytest.raises(TooLargeResponseError):
            await api.page(1, 10)
    assert len(queries) == 7


async def test_a_key_is_not_proved_by_an_answer_that_is_too_large() -> None:
    async with listed(3_000_000) as (api, _):
        with pytest.raises(UnexpectedResponseError):
            await api.probe()
