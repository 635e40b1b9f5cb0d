"""A top-up is payable only as long as the service confirms it, each for itself."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from app.errors import (
    NotConfirmedError,
    NotFoundError,
    ServiceError,
    UnexpectedResponseError,
    UnreachableError,
)
from app.models.topup_requests import TopUpDraft
from support.stepped_clock import SteppedClock
from support.topup_polls import watching

if TYPE_CHECKING:
    from pathlib import Path

    from app.errors import AppError
    from app.models.topups import TopUp
    from support.linked_service import LinkedService

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")
GONE = {"kind": "status", "status": 404}
FOR_GOOD: dict[str, tuple[dict[str, object], type[AppError]]] = {
    "404": (GONE, NotFoundError),
    "another id": ({"kind": "mutate", "path": "id", "value": "tu_another"}, UnexpectedResponseError),
    "no address": ({"kind": "mutate", "path": "address", "delete": True}, UnexpectedResponseError),
    "wrong types": ({"kind": "mutate", "path": "amountCrypto", "value": 5}, UnexpectedResponseError),
    "no JSON": ({"kind": "raw_body", "status": 200, "body": "<html>"}, UnexpectedResponseError),
    "410": ({"kind": "status", "status": 410}, ServiceError),
}


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock()


async def polls_since(service: LinkedService, number: int) -> list[dict[str, Any]]:
    entries = (await service.ledger())[number:]
    return [one for one in entries if str(one.get("path", "")).startswith("/v1/topups")]


@pytest.mark.parametrize("kind", FOR_GOOD)
async def test_a_poll_that_fails_for_good_takes_that_one_away_until_it_is_confirmed(
    service: LinkedService, tmp_path: Path, kind: str
) -> None:
    bad = await service.account.topups.create(DRAFT)
    good = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        fault, error = FOR_GOOD[kind]
        await service.faults({"route": f"GET /v1/topups/{bad.id}", "every": True, **fault})
        assert watch.store.not_confirmed(bad) is None
        await watch.pass_time(33)
        assert isinstance(watch.store.not_confirmed(bad), error)
        await watch.pass_time(300)
        assert isinstance(watch.store.not_confirmed(bad), error), "a list does not make up for it"
        assert watch.store.denied() == {bad.id}
        assert watch.store.not_confirmed(good) is None
        assert not [error for error in watch.errors if error is not None]
        await service.faults()
        await watch.pass_time(33)
        assert watch.store.not_confirmed(bad) is None
        assert watch.store.denied() == frozenset()


def gone(topup: TopUp, fault: dict[str, object]) -> tuple[dict[str, object], ...]:
    """A service that lists a top-up no more, and does not confirm it."""
    nothing = {"route": "GET /v1/topups", "kind": "mutate", "path": "data", "value": []}
    return nothing | {"every": True}, {"route": f"GET /v1/topups/{topup.id}", "every": True, **fault}


@pytest.mark.parametrize("kind", ["404", "no address", "410"])
async def test_one_that_the_service_has_no_more_is_in_sight_after_a_restart_until_it_is_confirmed(
    service: LinkedService, tmp_path: Path, kind: str
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await watch.topups.page(1)
        assert watch.store.is_polled(topup.id)
    fault, error = FOR_GOOD[kind]
    await service.faults(*gone(topup, fault))
    for _start in range(2):
        async with watching(service, tmp_path) as watch:
            await watch.topups.page(1)  # the list that is cached now does not contain it
            await watch.pass_time(10)
            assert watch.store.list_open() == (topup,)
            assert watch.changes == [(None, topup)]
            assert isinstance(watch.store.not_confirmed(topup), error)
            assert watch.store.cached_at(topup.id) is not None
            await watch.pass_time(31)
            assert isinstance(watch.store.not_confirmed(topup), error)
    async with watching(service, tmp_path) as watch:
        await watch.pass_time(10)
        await service.faults()
        await watch.pass_time(31)
        assert watch.changes == [(None, topup)] * 2
        assert watch.store.not_confirmed(topup) is None
        assert watch.store.cached_at(topup.id) is None


async def test_nobody_is_urged_to_pay_what_the_service_does_not_confirm(
    service: LinkedService, tmp_path: Path
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await service.faults(*gone(topup, GONE))
        await watch.pass_time(29 * 60)
        assert watch.kinds() == []
        await service.faults()
        await watch.pass_time(31)
        assert watch.kinds() == ["about_to_expire"]


async def test_one_that_the_service_has_no_more_is_past_when_no_payment_of_it_can_count(
    service: LinkedService, tmp_path: Path
) -> None:
    unpaid, reported = [await service.account.topups.create(DRAFT) for _each in range(2)]
    reported = await service.account.topups.report(reported.id, "")
    async with watching(service, tmp_path) as watch:
        await watch.topups.page(1)
    await service.faults(*gone(unpaid, GONE), *gone(reported, GONE)[1:])
    assert isinstance(service.clock, SteppedClock)
    await service.clock.move_to(service.clock.monotonic() + 73 * 3600)
    async with watching(service, tmp_path) as watch:
        await watch.pass_time(10)
        assert [one.id for one in watch.store.list_open()] == [reported.id]


async def test_without_an_answer_it_is_payable_for_two_polls(service: LinkedService, tmp_path: Path) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await watch.pass_time(10)
        await service.faults({"route": "* /v1/*", "every": True, "kind": "reset_before"})
        await watch.pass_time(55)
        assert watch.store.not_confirmed(topup) is None
        await watch.pass_time(10)
        assert isinstance(watch.store.not_confirmed(topup), UnreachableError)
        assert watch.store.denied() == frozenset(), "it may pass"
        await service.faults()
        await watch.pass_time(33)
        assert watch.store.not_confirmed(topup) is None


async def test_one_poll_that_is_lost_changes_nothing(service: LinkedService, tmp_path: Path) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        lost: dict[str, object] = {"route": "GET /v1/topups/{id}", "kind": "reset_before"}
        await service.faults(*({**lost, "nth": nth} for nth in (1, 2, 3)))
        for _second in range(100):
            await watch.pass_time(1)
            assert watch.store.not_confirmed(topup) is None
        assert len(await watch.polls(topup)) > 3


async def test_a_suspended_computer_shows_nothing_payable_until_it_has_asked(
    service: LinkedService, tmp_path: Path
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await watch.pass_time(5)
        service.clock.advance(600)
        assert isinstance(watch.store.not_confirmed(topup), NotConfirmedError)
        await watch.pass_time(2)
        assert watch.store.not_confirmed(topup) is None


async def test_what_nobody_follows_is_not_confirmed(service: LinkedService, tmp_path: Path) -> None:
    async with watching(service, tmp_path) as watch:
        topup = await service.account.topups.create(DRAFT)
        assert isinstance(watch.store.not_confirmed(topup), NotConfirmedError)
        await watch.store.put(topup)
        assert watch.store.not_confirmed(topup) is None


async def test_one_that_another_app_saw_credited_is_taken_from_the_list(
    service: LinkedService, tmp_path: Path
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await service.faults({"route": f"GET /v1/topups/{topup.id}", "every": True, **GONE})
        await watch.pass_time(33)
        await service.account.wallet.pay_exactly(topup.id)  # type: ignore[union-attr]
        await service.account.topups._api.report(topup.id)
        await service.control(f"topups/{topup.id}/confirm", {"count": 1})
        await watch.pass_time(300)
        known = watch.store.get(topup.id)
        assert known is not None
        assert known.status == "verifying"
        assert watch.store.not_confirmed(known) is not None


async def test_a_list_that_lags_behind_does_not_take_a_state_back(
    service: LinkedService, tmp_path: Path
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        verifying = await service.account.topups.report(topup.id, "")
        await watch.store.put(verifying)
        await watch.pass_time(1)
        await watch.store.put_listed([topup], watch.clock.monotonic())
        assert watch.store.get(topup.id) == verifying
        assert watch.store.inconsistency(topup.id) == ""
        polls = len(await watch.polls(topup))
        await watch.pass_time(2)
        assert len(await watch.polls(topup)) == polls + 1, "the top-up itself decides"


async def test_a_403_for_one_top_up_stops_no_other(service: LinkedService, tmp_path: Path) -> None:
    bad = await service.account.topups.create(DRAFT)
    good = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        refusal = {"route": f"GET /v1/topups/{bad.id}", "every": True, "kind": "status", "status": 403}
        await service.faults(refusal)
        await watch.pass_time(100)
        assert watch.store.not_confirmed(bad) is not None
        assert watch.store.not_confirmed(good) is None
        assert len(await watch.polls(good)) == 3


async def test_a_response_that_does_not_come_holds_up_no_other(
    service: LinkedService, tmp_path: Path
) -> None:
    slow = await service.account.topups.create(DRAFT)
    others = [await service.account.topups.create(DRAFT) for _each in range(2)]
    async with watching(service, tmp_path) as watch:
        await watch.pass_time(10)
        hangs = {"route": f"GET /v1/topups/{slow.id}", "every": True, "kind": "delay", "seconds": 3600}
        await service.faults(hangs)
        since = len(await service.ledger())
        await watch.pass_time(100)
        assert isinstance(watch.store.not_confirmed(slow), NotConfirmedError)
        assert [watch.store.not_confirmed(one) for one in others] == [None, None]
        assert len(await watch.polls(slow)) <= 1, "one at a time"
        times = [datetime.fromisoformat(one["time"]) for one in await polls_since(service, since)]
        assert len(times) == 6
        assert min(later - earlier for earlier, later in pairwise(times)) >= timedelta(seconds=0.9)
        assert not [error for error in watch.errors if error is not None]


async def test_a_response_that_is_lost_while_others_come_puts_no_other_off(
    service: LinkedService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost, other = [await service.account.topups.create(DRAFT) for _each in range(2)]
    given_up = asyncio.Event()
    get = service.client.topups.get

    async def get_or_lose(topup_id: str) -> TopUp:
        if topup_id != lost.id or given_up.is_set():
            return await get(topup_id)
        await given_up.wait()
        raise UnreachableError("timed out", may_have_arrived=True)

    async with watching(service, tmp_path) as watch:
        await watch.pass_time(10)
        await watch.poller.refresh(other.id)
        monkeypatch.setattr(service.client.topups, "get", get_or_lose)
        await watch.pass_time(58)
        assert len(await watch.polls(other)) == 2
        given_up.set()
        await watch.pass_time(3)
        assert len(await watch.polls(other)) == 3, "30 seconds after its last one"
        assert not [error for error in watch.errors if error is not None]


async def test_nothing_is_asked_while_a_call_waits_as_the_service_asked(
    service: LinkedService, tmp_path: Path
) -> None:
    for _each in range(3):
        await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await watch.pass_time(10)
        pause = {"kind": "status", "status": 429, "headers": {"retry-after": "100"}}
        await service.faults({"route": "GET /v1/topups*", "nth": 1, **pause})
        since = len(await service.ledger())
        await watch.pass_time(95)
        assert len(await polls_since(service, since)) == 1
        await watch.pass_time(60)
        assert [watch.store.not_confirmed(one) for one in watch.store.list_open()] == [None] * 3
