"""The first page of the history, requested before a list asks for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from app.errors import AppError, UnreachableError
from app.models.topup_requests import TopUpDraft
from support.topup_stores import restarted
from support.waiting import until

if TYPE_CHECKING:
    from support.linked_service import LinkedService

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")
LIST = "GET /v1/topups"


async def listed(service: LinkedService) -> int:
    return len(await service.requests("GET", "/v1/topups"))


async def test_the_list_gets_what_was_requested_ahead_and_stores_it(service: LinkedService) -> None:
    made = await restarted(service).create(DRAFT)
    topups = restarted(service)
    before = await listed(service)
    await topups.request_ahead()
    assert topups.store.get(made.id) is None, "who listens to the store comes later"
    assert [one.id for one in (await topups.page(1)).items][:1] == [made.id]
    assert topups.store.get(made.id) is not None
    assert await listed(service) == before + 1
    await topups.page(1)
    assert await listed(service) == before + 2


async def test_a_list_that_asks_meanwhile_waits_for_the_same_response(service: LinkedService) -> None:
    topups = restarted(service)
    before = await listed(service)
    await service.faults({"route": LIST, "nth": 1, "kind": "delay", "seconds": 1})

    async def load() -> None:
        await until(lambda: topups._ahead)
        await topups.page(1)

    await asyncio.gather(topups.request_ahead(), load())
    assert await listed(service) == before + 1


async def test_a_response_that_is_old_by_then_is_requested_again(service: LinkedService) -> None:
    topups = restarted(service)
    await topups.request_ahead()
    await service.clock.sleep(6)
    made = await restarted(service).create(DRAFT)
    assert made.id in {one.id for one in (await topups.page(1)).items}


async def test_another_list_does_not_get_it(service: LinkedService) -> None:
    await restarted(service).create(DRAFT)
    topups = restarted(service)
    await topups.request_ahead()
    assert (await topups.read_page(1, "credited")).items == ()


async def test_what_failed_ahead_is_requested_again(service: LinkedService) -> None:
    topups = restarted(service)
    await service.faults({"route": LIST, "every": True, "kind": "reset_before"})
    await topups.request_ahead()
    with pytest.raises(UnreachableError):
        await topups.page(1)
    await service.faults()
    assert (await topups.page(1)).number == 1


async def test_what_fails_while_a_list_waits_for_it_is_not_requested_again(service: LinkedService) -> None:
    topups = restarted(service)
    await service.faults({"route": LIST, "every": True, "kind": "reset_before"})
    before = await listed(service)
    await topups.request_ahead()
    tries = await listed(service) - before

    async def load() -> None:
        while topups._ahead is None:  # noqa: ASYNC110 (nothing tells of it, and it fails within milliseconds)
            await asyncio.sleep(0)
        with pytest.raises(UnreachableError):
            await topups.page(1)

    await asyncio.gather(topups.request_ahead(), load())
    assert await listed(service) == before + 2 * tries


async def test_with_a_pending_request_no_list_is_requested_ahead(service: LinkedService) -> None:
    await service.faults(
        {"route": "POST /v1/topups", "every": True, "kind": "reset_before"},
        {"route": LIST, "every": True, "kind": "reset_before"},
    )
    with pytest.raises(AppError):
        await restarted(service).create(DRAFT)
    await service.faults()
    topups = restarted(service)
    await topups.request_ahead()
    before = await listed(service)
    assert (await topups.resume())[0].id in {one.id for one in (await topups.page(1)).items}
    assert await listed(service) > before


async def test_a_page_is_cached_with_what_was_reported_since(service: LinkedService) -> None:
    topups = restarted(service)
    made = await topups.create(DRAFT)
    page = await topups.read_page(1)
    newer = made.model_copy(update={"status": "verifying"})
    await topups.store.put(newer)
    await topups.cache_page(page)
    cached = await topups.store.saved.load_list()
    assert cached is not None
    assert {one.id: one.status for one in cached[0]}[made.id] == "verifying"
