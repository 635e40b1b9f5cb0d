"""The same top-up asked for twice while the first is unknown: one key, one top-up, whatever is slow."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest

from app.errors import AppError, BusyError, PendingRequestError
from app.models.topup_requests import TopUpDraft
from support.topup_stores import restarted

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.api.topups import Page, TopUpsApi
    from app.models.topups import TopUp
    from app.storage.outbox import Claim
    from app.storage.outbox_rows import TopUpRequest
    from support.linked_service import LinkedService

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")
LOST = {"route": "POST /v1/topups", "every": True, "kind": "reset_after"}
NO_LIST = {"route": "GET /v1/topups", "every": True, "kind": "reset_before"}


class SlowList:
    """Holds the next question for the list up until it is let go."""

    def __init__(self, api: TopUpsApi) -> None:
        self._page = api.page
        self.asked = asyncio.Event()
        self.go_on = asyncio.Event()
        api.page = self._slow  # type: ignore[method-assign]
        self._api = api

    async def _slow(self, number: int, per_page: int = 20, status: str | None = None) -> Page[TopUp]:
        self._api.page = self._page  # type: ignore[method-assign]
        page = await self._page(number, per_page, status)
        self.asked.set()
        await self.go_on.wait()
        return page


async def lose(service: LinkedService) -> None:
    await service.account.topups.page(1)
    await service.faults(LOST, NO_LIST)
    with pytest.raises(AppError):
        await service.account.topups.create(DRAFT)
    await service.faults()


async def keys(service: LinkedService) -> set[str]:
    return {entry["idempotencyKey"] for entry in await service.requests("POST", "/v1/topups")}


async def made(service: LinkedService) -> int:
    return sum(entry.get("commit") == "topup.created" for entry in await service.ledger())


async def test_two_clicks_make_one_even_if_both_find_nothing_pending(
    service: LinkedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox = service.outbox
    claim, read_pending = outbox.claim, outbox.pending
    claims, reads = [], []
    second_read, first_done = threading.Event(), threading.Event()

    def pending(account: str, at: str) -> tuple[TopUpRequest, ...]:
        reads.append(read_pending(account, at))
        if len(reads) == 2:
            second_read.set()
        return reads[-1]

    def slow_claim(request: TopUpRequest, may_replay: Callable[[TopUpRequest], bool]) -> Claim:
        claims.append(request)
        (second_read if len(claims) == 1 else first_done).wait(10)
        return claim(request, may_replay)

    monkeypatch.setattr(outbox, "pending", pending)
    monkeypatch.setattr(outbox, "claim", slow_claim)
    first, second = (asyncio.ensure_future(service.account.topups.create(DRAFT)) for _ in range(2))  # noqa: TID251
    second.add_done_callback(lambda _done: second_read.set())
    await first
    first_done.set()
    with pytest.raises(BusyError):
        await second
    assert (await made(service), len(claims)) == (1, 1)


@pytest.mark.parametrize("where", ["the same process", "another process"])
@pytest.mark.parametrize("is_another", [False, True])
async def test_what_was_reconciled_while_the_service_was_slow_is_returned(
    service: LinkedService, where: str, *, is_another: bool
) -> None:
    await lose(service)
    other = service.account.topups if where == "the same process" else restarted(service)
    slow = SlowList(service.client.topups)
    creating = asyncio.ensure_future(service.account.topups.create(DRAFT, is_another=is_another))  # noqa: TID251
    await slow.asked.wait()
    (reconciled,) = await other.resume()
    slow.go_on.set()
    assert (await creating).id == reconciled.id
    assert (await made(service), len(await keys(service))) == (1, 1)


async def test_what_was_reconciled_meanwhile_and_cannot_be_read_is_not_made_again(
    service: LinkedService,
) -> None:
    await lose(service)
    slow = SlowList(service.client.topups)
    creating = asyncio.ensure_future(service.account.topups.create(DRAFT))  # noqa: TID251
    await slow.asked.wait()
    await restarted(service).resume()
    await service.faults({"route": "GET /v1/topups/{id}", "every": True, "kind": "reset_before"})
    slow.go_on.set()
    with pytest.raises(PendingRequestError):
        await creating
    assert (await made(service), len(await keys(service))) == (1, 1)


async def test_what_was_given_up_meanwhile_is_not_sent_under_a_new_key(service: LinkedService) -> None:
    await lose(service)
    slow = SlowList(service.client.topups)
    creating = asyncio.ensure_future(service.account.topups.create(DRAFT))  # noqa: TID251
    await slow.asked.wait()
    other = restarted(service)
    (pending,) = await other.pending()
    await other.forget(pending.key)
    slow.go_on.set()
    with pytest.raises(BusyError):
        await creating
    assert (await made(service), len(await keys(service))) == (1, 1)
