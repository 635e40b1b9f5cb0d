"""Which top-up of the service's list a request is taken to have created, and what is left open beside it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from typing import TYPE_CHECKING, cast

import pytest

from app.api.outcome import MAX_ATTEMPTS
from app.api.topups import Page, draft_bytes
from app.errors import (
    AppError,
    ConnectionFailedError,
    PendingRequestError,
    RateLimitedError,
    ServiceFaultError,
    StorageError,
    UnreachableError,
)
from app.models.topup_requests import PendingState, PurchaseDraft, TopUpDraft
from app.rules.topups.idempotency import Moment
from app.services.topups.reconciliations import pages_since
from app.storage.outbox_rows import TopUpRequest
from support.deposit_samples import CREATED, make_topup
from support.topup_stores import restarted

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from datetime import datetime

    from app.api.topups import TopUpsApi
    from app.models.topups import TopUp
    from support.linked_service import LinkedService

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")
CREATE = "POST /v1/topups"
NO_LIST = {"route": "GET /v1/topups", "every": True, "kind": "reset_before"}
SIXTY = DRAFT.model_copy(update={"amount_usd": "60.00"})
TOO_OLD = timedelta(hours=24).total_seconds()


async def lose(service: LinkedService, kind: str, account: str = "demo", draft: TopUpDraft = DRAFT) -> None:
    """Loses the answer to a new top-up, after it was made (`reset_after`) or before (`reset_before`)."""
    topups = restarted(service, account)
    await topups.page(1)
    await service.faults({"route": CREATE, "every": True, "kind": kind}, NO_LIST)
    with pytest.raises(AppError):
        await topups.create(draft, is_another=True)
    await service.faults()


async def keys(service: LinkedService) -> list[str]:
    return [entry["idempotencyKey"] for entry in await service.requests("POST", "/v1/topups")]


async def state_of(service: LinkedService, account: str = "demo") -> list[tuple[PendingState, int]]:
    topups = restarted(service, account)
    assert await topups.resume() == ()
    return [(one.state, one.candidates) for one in await topups.pending()]


async def test_of_two_accounts_that_asked_for_the_same_none_takes_the_one_top_up(
    service: LinkedService,
) -> None:
    await lose(service, "reset_after")
    await lose(service, "reset_before", "other")
    await service.clock.sleep(TOO_OLD)
    for account in ("demo", "other"):
        assert await state_of(service, account) == [(PendingState.AMBIGUOUS, 1)]


async def test_another_account_that_asked_for_the_same_much_later_makes_nothing_ambiguous(
    service: LinkedService,
) -> None:
    await lose(service, "reset_after")
    (made,) = (await service.account.topups.page(1)).items
    await service.clock.sleep(timedelta(hours=2).total_seconds())
    await lose(service, "reset_before", "other")
    await service.clock.sleep(TOO_OLD)
    (found,) = await restarted(service).resume()
    assert found.id == made.id
    assert await state_of(service, "other") == [(PendingState.UNCERTAIN, 0)]


async def test_beside_a_damaged_request_nothing_is_taken_for_certain(service: LinkedService) -> None:
    await lose(service, "reset_after")
    await lose(service, "reset_before", draft=SIXTY)
    with closing(sqlite3.connect(service.outbox._database.path)) as database, database:
        change = "UPDATE intents SET body = CAST(replace(body, '60.00', '50.00') AS BLOB)"
        database.execute(f"{change} WHERE instr(body, '60.00')")
    await service.clock.sleep(TOO_OLD)
    assert await state_of(service) == [(PendingState.AMBIGUOUS, 1), (PendingState.DAMAGED, 0)]


async def test_beside_a_record_that_cannot_be_read_nothing_is_taken_for_certain(
    service: LinkedService,
) -> None:
    await restarted(service).create(SIXTY)
    await lose(service, "reset_after")
    await service.clock.sleep(TOO_OLD)
    unreadable = {"kind": "mutate", "path": "data.1.amountUsd", "value": 60}
    await service.faults({"route": "GET /v1/topups", "every": True, **unreadable})
    assert await state_of(service) == [(PendingState.AMBIGUOUS, 1)]
    await service.faults()
    assert len(await restarted(service).resume()) == 1


async def test_a_plan_that_the_list_leaves_out_keeps_from_every_conclusion(service: LinkedService) -> None:
    """Before a payment is reported, a service may leave it out (spec 2.1)."""
    plan = PurchaseDraft(plan_id="residential-5gb")
    await lose(service, "reset_after", draft=DRAFT.model_copy(update={"purchase": plan}))
    left_out = {"kind": "mutate", "path": "data.0.purchase", "delete": True}
    refused = {"route": CREATE, "every": True, "kind": "status", "status": 422}
    await service.faults({"route": "GET /v1/topups", "every": True, **left_out}, refused)
    assert await state_of(service) == [(PendingState.WAITING, 1)], "the service has made what it refuses now"
    await service.clock.sleep(TOO_OLD)
    assert await state_of(service) == [(PendingState.AMBIGUOUS, 1)]
    await service.faults()
    assert len(await restarted(service).resume()) == 1


async def test_a_request_that_this_version_cannot_read_is_neither_sent_nor_looked_for(
    service: LinkedService,
) -> None:
    await service.client.topups.create(draft_bytes(DRAFT), idempotency_key="elsewhere")
    now = Moment(service.clock.now())
    request = TopUpRequest("a" * 32, "demo", "demo", b'{"amountEur":"50.00"}', requested=now, sent=now)
    service.outbox.claim(request, lambda _known: True)
    service.outbox.release(request.idempotency_key)
    await service.clock.sleep(TOO_OLD)
    topups = restarted(service)
    assert await topups.resume() == ()
    (pending,) = await topups.pending()
    assert (pending.draft, pending.state) == (None, PendingState.UNCERTAIN)
    assert "a" * 32 not in await keys(service)


async def test_what_another_window_sends_at_this_moment_is_left_to_it(service: LinkedService) -> None:
    await lose(service, "reset_before")
    other = restarted(service)
    (request,) = other._outbox.pending("demo", "demo")
    other._outbox.claim_again(request, request.sent)
    before = len(await keys(service))
    topups = restarted(service)
    assert await topups.check_again(request.idempotency_key) is None
    assert [one.state for one in await topups.pending()] == [PendingState.CHECKING]
    assert len(await keys(service)) == before


async def test_what_another_window_finds_meanwhile_is_left_to_it(
    service: LinkedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lose(service, "reset_after")
    api, other = service.client.topups, restarted(service)
    page = api.page

    async def slow(number: int, per_page: int = 20, status: str | None = None) -> object:
        monkeypatch.undo()
        (found,) = await other.resume()
        assert found.amount_usd == "50.00"
        return await page(number, per_page, status)

    monkeypatch.setattr(api, "page", slow)
    assert await restarted(service).resume() == ()
    assert await restarted(service).pending() == ()
    assert len(set(await keys(service))) == 1


async def test_a_request_that_fails_again_keeps_no_other_from_being_sent(service: LinkedService) -> None:
    await lose(service, "reset_before")
    await lose(service, "reset_before", draft=SIXTY)
    tries = range(1, MAX_ATTEMPTS + 1)
    await service.faults(*({"route": CREATE, "kind": "status", "status": 500, "nth": one} for one in tries))
    topups = restarted(service)
    with pytest.raises(ServiceFaultError):
        await topups.resume()
    assert [one.draft for one in await topups.pending()] == [DRAFT]
    (made,) = (await topups.page(1)).items
    assert made.amount_usd == "60.00"


async def test_of_several_requests_the_one_that_is_checked_again_is_sent_alone(
    service: LinkedService,
) -> None:
    await lose(service, "reset_before")
    await lose(service, "reset_before", draft=SIXTY)
    topups = restarted(service)
    first, second = await topups.pending()
    found = await topups.check_again(second.key)
    assert found is not None
    assert found.amount_usd == "60.00"
    assert await topups.pending() == (first,)


async def test_a_damaged_request_is_not_sent_and_keeps_no_other_from_being_sent(
    service: LinkedService,
) -> None:
    await lose(service, "reset_before")
    await lose(service, "reset_before", draft=SIXTY)
    with closing(sqlite3.connect(service.outbox._database.path)) as database, database:
        database.execute("UPDATE intents SET sent_at = created_at || ' ' WHERE instr(body, '50.00')")
    topups = restarted(service)
    damaged, other = await topups.pending()
    assert damaged.state is PendingState.DAMAGED
    before = len(await keys(service))
    assert [topup.amount_usd for topup in await topups.resume()] == ["60.00"]
    assert await topups.check_again(damaged.key) is None
    with pytest.raises(PendingRequestError):
        await topups.create(DRAFT)
    assert (await keys(service))[before:] == [other.key]


async def test_a_wait_that_the_service_asks_for_holds_for_all_requests(service: LinkedService) -> None:
    await lose(service, "reset_before")
    await lose(service, "reset_before", draft=SIXTY)
    wait = {"kind": "status", "status": 429, "headers": {"Retry-After": "600"}}
    await service.faults({"route": "GET /v1/topups", "every": True} | wait)
    before = len(await service.requests("GET", "/v1/topups"))
    with pytest.raises(RateLimitedError):
        await restarted(service).resume()
    assert await restarted(service).resume() == ()
    assert len(await service.requests("GET", "/v1/topups")) == before + 1


async def test_a_request_that_is_sent_again_keeps_its_time(service: LinkedService) -> None:
    asked = service.clock.now()
    await lose(service, "reset_before")
    await service.clock.sleep(timedelta(hours=1).total_seconds())
    await service.faults({"route": CREATE, "every": True, "kind": "reset_before"})
    topups = restarted(service)
    with pytest.raises(ConnectionFailedError):
        await topups.resume()
    (pending,) = await topups.pending()
    assert pending.requested_at - asked < timedelta(minutes=1)


async def test_a_wait_that_the_service_asks_for_is_saved_with_the_request(service: LinkedService) -> None:
    await lose(service, "reset_before")
    wait = {"kind": "status", "status": 429, "headers": {"Retry-After": "600"}}
    await service.faults({"route": "GET /v1/topups", "every": True} | wait)
    with pytest.raises(RateLimitedError):
        await restarted(service).resume()
    (pending,) = await restarted(service).pending()
    assert pending.waits_until is not None
    assert pending.waits_until - service.clock.now() > timedelta(minutes=9)


async def test_without_a_connection_one_request_is_tried_for_all(service: LinkedService) -> None:
    await lose(service, "reset_before")
    await lose(service, "reset_before", draft=SIXTY)
    await service.faults(NO_LIST)
    before = len(await service.requests("GET", "/v1/topups"))
    with pytest.raises(ConnectionFailedError):
        await restarted(service).resume()
    assert len(await service.requests("GET", "/v1/topups")) == before + MAX_ATTEMPTS


async def test_a_repeated_request_that_never_leaves_stays_pending_and_can_be_sent_again(
    service: LinkedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lose(service, "reset_after")

    async def unreachable(_body: bytes, *, idempotency_key: str) -> TopUp:
        raise UnreachableError(idempotency_key, may_have_arrived=False)

    topups = restarted(service)
    with monkeypatch.context() as patch:
        patch.setattr(service.client.topups, "create", unreachable)
        lists = len(await service.requests("GET", "/v1/topups"))
        with pytest.raises(UnreachableError):
            await topups.resume()
        # One for the service's time; the list is not searched for what was not sent.
        assert len(await service.requests("GET", "/v1/topups")) == lists + 1
    assert [one.state for one in await topups.pending()] == [PendingState.WAITING]
    assert len(await topups.resume()) == 1
    assert len(set(await keys(service))) == 1


@pytest.mark.parametrize(
    ("is_sending", "state"), [(False, PendingState.WAITING), (True, PendingState.CHECKING)]
)
async def test_what_another_window_saved_meanwhile_stays_its_own_when_the_click_is_cancelled(
    service: LinkedService, monkeypatch: pytest.MonkeyPatch, state: PendingState, *, is_sending: bool
) -> None:
    topups, other = restarted(service), restarted(service)._outbox
    claim = topups._outbox.claim
    asking: list[asyncio.Task[TopUp]] = []
    loop = asyncio.get_running_loop()

    def claim_after_another(request: TopUpRequest, may_replay: object) -> object:
        theirs = TopUpRequest(
            "b" * 32, "demo", "demo", request.body, requested=request.requested, sent=request.sent
        )
        other.claim(theirs, lambda _known: True)
        if not is_sending:
            other.release(theirs.idempotency_key)
        loop.call_soon_threadsafe(asking[0].cancel)
        return claim(request, may_replay)  # type: ignore[arg-type]

    monkeypatch.setattr(topups._outbox, "claim", claim_after_another)
    asking.append(loop.create_task(topups.create(DRAFT)))
    with pytest.raises(asyncio.CancelledError):
        await asking[0]
    (pending,) = await topups.pending()
    assert (pending.key, pending.state) == ("b" * 32, state)
    assert await keys(service) == []


async def test_a_top_up_is_shown_although_the_outbox_can_t_tell_whose_it_is(
    service: LinkedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: object) -> None:
        raise StorageError("outbox.sqlite", "read")

    topups = service.account.topups
    with monkeypatch.context() as patch:
        patch.setattr(service.outbox, "of_topup", broken)
        made = await topups.create(DRAFT)
    assert (await topups.check(made)).payable
    assert await restarted(service).pending() == ()


async def test_an_accepted_deposit_that_cannot_be_read_is_never_payable(service: LinkedService) -> None:
    made = await service.account.topups.create(DRAFT)
    service.outbox.mark_passed("demo", "demo", made.id, "{")
    deposit = await restarted(service).check(made)
    assert [one.code for one in deposit.problems] == ["request_unknown"]


class Pages:
    """A list of top-ups in pages, each a text of the hours at which its top-ups were created."""

    def __init__(self, *pages: str) -> None:
        self._pages = pages
        self.read = 0

    async def pages(self, _status: str | None = None) -> AsyncGenerator[Page[TopUp], None]:
        for hours in self._pages:
            self.read += 1
            yield Page(tuple(make_topup(createdAt=at(int(hour))) for hour in hours))


def at(hour: int) -> datetime:
    return CREATED + timedelta(hours=hour)


@pytest.mark.parametrize(
    ("pages", "since", "read"),
    [
        (("98", "76", "54", "32"), 6, 3),
        (("98", "76", "54", "32"), None, 4),
        (("98", "76", "5", "", "32"), 3, 5),
        (("23", "45", "67", "89"), 6, 4),
        (("89", "54", "32", "10"), 6, 4),
        (("98", "45", "32", "10"), 6, 4),
        (("859", "21", "43"), 6, 3),
        (("997", "55", "4"), 6, 2),
    ],
)
async def test_a_list_is_read_down_to_a_moment_if_it_is_newest_first_so_far(
    pages: tuple[str, ...], since: int | None, read: int
) -> None:
    api = Pages(*pages)
    async for _page in pages_since(cast("TopUpsApi", api), None if since is None else at(since)):
        pass
    assert api.read == read
