"""Later answers are held against what passed the gate, and against nothing that never did."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from app.api.topups import draft_bytes
from app.errors import AppError, PendingRequestError
from app.models.money import DecimalText
from app.models.topup_requests import PendingState, TopUpDraft
from app.present.deposits import present_blocked
from app.present.pending_topups import present_pending
from app.rules.topups.deposit_check import Verdict
from app.services.topups import deposits
from support.topup_stores import restarted, session_on

if TYPE_CHECKING:
    from app.models.coins import Coin
    from app.models.topups import TopUp
    from app.services.topups.topups import TopUps
    from app.storage.outbox_rows import TopUpRequest
    from support.linked_service import LinkedService

DRAFT = TopUpDraft.model_validate({"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"})
OTHER = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"


def a_little_more(topup: TopUp) -> TopUp:
    """Another amount, such as the gate would let pass if it knew no better."""
    units = int(topup.amount_crypto.replace(".", "")) + 1
    amount = DecimalText(f"0.{units:08d}")
    return topup.model_copy(update={"amount_crypto": amount, "payment_uri": None})


async def test_what_was_blocked_at_first_does_not_stand_against_what_is_right(
    service: LinkedService,
) -> None:
    lie = {"kind": "mutate", "path": "address", "value": OTHER, "every": True}
    await service.faults({"route": "POST /v1/topups", **lie}, {"route": "GET /v1/topups/{id}", **lie})
    topup = await service.account.topups.create(DRAFT)
    for topups in (service.account.topups, restarted(service)):
        deposit = await topups.check(await topups.get(topup.id))
        assert [(one.code, one.found) for one in deposit.problems] == [("address_not_catalog", OTHER)]
    await service.faults()
    for topups in (service.account.topups, restarted(service)):
        assert (await topups.check(await topups.get(topup.id))).payable


@pytest.mark.parametrize(("field", "value"), [("address", OTHER), ("id", "bitcoin-classic")])
async def test_a_catalog_that_has_changed_since_the_start_is_asked_for_again(
    service: LinkedService, field: str, value: str
) -> None:
    catalog = {"route": "GET /v1/catalog/coins", "kind": "mutate", "every": True}
    await service.faults(catalog | {"path": f"data.0.networks.0.{field}", "value": value})
    await service.account.coins.load()
    await service.faults()
    topups = service.account.topups
    made = await topups.create(DRAFT)
    assert (await topups.check(made)).payable
    await service.faults(catalog | {"kind": "status", "status": 500})
    wrong = made.model_copy(update={"address": OTHER})
    assert (await topups.check(wrong)).problems[0].code == "address_not_catalog"


async def test_a_memo_that_the_catalog_asks_for_later_is_noticed_within_an_hour(
    service: LinkedService,
) -> None:
    await service.account.coins.load()
    memo = {"path": "data.0.networks.0.memoRequired", "value": True}
    await service.faults({"route": "GET /v1/catalog/coins", "kind": "mutate", "every": True, **memo})
    topups = service.account.topups
    assert (await topups.check(await topups.create(DRAFT))).payable, "it is as of just now"
    await service.account.clock.sleep(3601)
    later = await topups.create(DRAFT)
    assert (await topups.check(later)).verdict == Verdict.MEMO_NEEDED
    await service.faults({"route": "GET /v1/catalog/coins", "kind": "status", "status": 500, "every": True})
    await service.account.clock.sleep(3601)
    assert (await topups.check(later)).verdict == Verdict.MEMO_NEEDED, "what was known stays"


async def test_a_catalog_that_takes_long_does_not_hold_up_why_a_deposit_is_blocked(
    service: LinkedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deposits, "_CATALOG_WITHIN_S", 0.05)
    await service.account.coins.load()
    made = await service.account.topups.create(DRAFT)
    await service.faults({"route": "GET /v1/catalog/coins", "kind": "delay", "seconds": 60.0, "every": True})
    wrong = made.model_copy(update={"address": OTHER})
    assert (await service.account.topups.check(wrong)).problems[0].code == "address_not_catalog"


async def test_what_passed_stands_against_later_answers_after_a_crash_too(service: LinkedService) -> None:
    topup = await service.account.topups.create(DRAFT)
    assert (await restarted(service).check(a_little_more(topup))).payable, "it was not shown yet"
    other = await service.account.topups.create(DRAFT)
    assert (await service.account.topups.check(other)).payable
    for topups in (service.account.topups, restarted(service)):
        (problem,) = (await topups.check(a_little_more(other))).problems
        assert problem.code == "amount_changed"
        assert problem.expected == other.amount_crypto


async def test_of_two_states_that_are_checked_at_once_one_alone_is_payable(
    service: LinkedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await service.client.topups.create(draft_bytes(DRAFT), idempotency_key="another-app")
    read, both_read = service.outbox.of_topup, threading.Barrier(2)

    def read_at_once(account: str, at: str, topup_id: str) -> TopUpRequest | None:
        found = read(account, at, topup_id)
        both_read.wait()
        return found

    monkeypatch.setattr(service.outbox, "of_topup", read_at_once)
    check = service.account.topups.check
    found = await asyncio.gather(check(made), check(a_little_more(made)))
    assert sorted(one.payable for one in found) == [False, True]
    assert [one.code for deposit in found for one in deposit.problems] == ["amount_changed"]


@pytest.mark.parametrize("step", ["reading the record", "loading the catalog"])
async def test_a_request_that_becomes_known_during_a_check_is_compared_with(
    service: LinkedService, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    elsewhere = await service.client.topups.create(draft_bytes(DRAFT), idempotency_key="another-app")
    await service.faults({"route": "POST /v1/topups", "kind": "mutate", "path": "id", "value": elsewhere.id})
    topups, coins, outbox = service.account.topups, service.account.coins, service.outbox
    load, read = coins.load, outbox.of_topup
    reached, gone_on = threading.Event(), threading.Event()

    async def slow_load() -> tuple[Coin, ...]:
        reached.set()
        await asyncio.to_thread(gone_on.wait)
        return await load()

    def slow_read(account: str, at: str, topup_id: str) -> TopUpRequest | None:
        found = read(account, at, topup_id)
        if not reached.is_set():
            reached.set()
            gone_on.wait()
        return found

    if step == "loading the catalog":
        monkeypatch.setattr(coins, "load", slow_load)
    else:
        monkeypatch.setattr(outbox, "of_topup", slow_read)
    checking = asyncio.get_running_loop().create_task(codes(topups, elsewhere))
    await asyncio.to_thread(reached.wait)
    await topups.create(DRAFT.model_copy(update={"amount_usd": "60.00"}))
    gone_on.set()
    assert "amount_usd_differs" in await checking


async def test_one_that_another_app_made_is_held_against_what_was_shown_here(service: LinkedService) -> None:
    made = await service.account.topups.create(DRAFT)
    other = service.outbox._database.path.with_name("other.sqlite")
    elsewhere = session_on(other, service.client, service.clock).topups
    assert (await elsewhere.check(made)).payable
    assert [one.code for one in (await elsewhere.check(a_little_more(made))).problems] == ["amount_changed"]


async def test_one_that_a_lost_request_made_is_held_against_what_was_shown_before(
    service: LinkedService,
) -> None:
    lost = {"route": "POST /v1/topups", "every": True, "kind": "reset_after"}
    await service.faults(lost, {"route": "GET /v1/topups", "every": True, "kind": "reset_before"})
    topups = service.account.topups
    with pytest.raises(AppError):
        await topups.create(DRAFT)
    await service.faults()
    (listed,) = (await topups.page(1)).items
    assert (await topups.check(listed)).payable
    assert [one.id for one in await topups.resume()] == [listed.id]
    for again in (topups, topups, restarted(service)):
        assert await codes(again, a_little_more(listed)) == ["amount_changed"]
        assert await codes(again, listed) == []


async def test_a_second_request_answered_with_the_first_top_up_changes_nothing_of_it(
    service: LinkedService,
) -> None:
    await service.faults(
        {"route": "POST /v1/topups", "every": True, "kind": "mutate", "path": "id", "value": "tu_1"}
    )
    topups = service.account.topups
    first = await topups.create(DRAFT)
    assert await codes(topups, first) == []
    more = DRAFT.model_copy(update={"amount_usd": "60.00"})
    second = await topups.create(more)
    assert second.id == first.id
    for again in (topups, restarted(service)):
        assert "amount_usd_differs" in await codes(again, second)
        assert await codes(again, first) == []
        assert await again.pending() == ()
    await service.faults()
    assert (await topups.create(more)).id != first.id, "nothing stands in the way of the next"


async def test_what_was_checked_before_its_request_was_known_is_checked_again(service: LinkedService) -> None:
    elsewhere = await service.client.topups.create(draft_bytes(DRAFT), idempotency_key="another-app")
    topups = service.account.topups
    (listed,) = (await topups.page(1)).items
    topups.store.show(listed.id)
    assert await codes(topups, listed) == []
    changes: list[str] = []
    topups.store.on_change.append(lambda _before, after: changes.append(after.id))
    await service.faults({"route": "POST /v1/topups", "kind": "mutate", "path": "id", "value": elsewhere.id})
    await topups.create(DRAFT.model_copy(update={"amount_usd": "60.00"}))
    assert topups.store.deposit(listed.id) is None
    assert changes == [listed.id], "what is on screen is shown as being checked"
    assert "amount_usd_differs" in await codes(topups, listed)


def damage_body(service: LinkedService, topup: TopUp) -> None:
    with closing(sqlite3.connect(service.outbox._database.path)) as database:
        swap = "UPDATE intents SET body = CAST(replace(body, '50.00', '50.01') AS BLOB) WHERE topup_id = ?"
        assert database.execute(swap, (topup.id,)).rowcount == 1
        database.commit()


async def codes(topups: TopUps, topup: TopUp) -> list[str]:
    return [problem.code for problem in (await topups.check(topup)).problems]


async def test_what_was_asked_for_and_is_damaged_is_never_payable(service: LinkedService) -> None:
    damaged = await service.account.topups.create(DRAFT)
    sound = await service.account.topups.create(DRAFT.model_copy(update={"amount_usd": "60.00"}))
    elsewhere = await service.client.topups.create(draft_bytes(DRAFT), idempotency_key="another-app")
    damage_body(service, damaged)
    topups = restarted(service)
    assert await codes(topups, damaged) == ["request_unknown"]
    assert (await topups.check(sound)).payable
    assert await codes(topups, elsewhere) == ["request_unknown"], "the damaged one could be of it"
    (pending,) = await topups.pending()
    assert (pending.state, pending.draft) == (PendingState.DAMAGED, None)
    view = present_pending(pending, service.clock.now())
    assert view.title == "A top-up that this app can no longer read"
    assert (view.badge.text, view.needs_decision, view.can_forget) == ("Damaged", False, True)
    blocked = present_blocked(await topups.check(damaged))
    assert "damaged" in blocked.text
    await topups.forget(pending.key)
    assert await topups.pending() == ()
    assert (await topups.check(elsewhere)).payable


async def test_what_is_damaged_while_the_app_runs_is_reported_at_the_next_look(
    service: LinkedService,
) -> None:
    topup = await service.account.topups.create(DRAFT)
    topups = restarted(service)
    assert await topups.pending() == ()
    damage_body(service, topup)
    assert [one.state for one in await topups.pending()] == [PendingState.DAMAGED]
    assert await codes(topups, topup) == ["request_unknown"]


async def test_what_is_pending_and_damaged_is_never_sent_and_asked_about(service: LinkedService) -> None:
    await service.faults({"route": "POST /v1/topups", "every": True, "kind": "reset_before"})
    with pytest.raises(AppError):
        await service.account.topups.create(DRAFT)
    await service.faults()
    with closing(sqlite3.connect(service.outbox._database.path)) as database:
        database.execute("UPDATE intents SET idempotency_key = 'another' || idempotency_key")
        database.commit()
    sent = len(await service.requests("POST", "/v1/topups"))
    topups = restarted(service)
    assert await topups.resume() == ()
    (pending,) = await topups.pending()
    assert await topups.check_again(pending.key) is None
    with pytest.raises(PendingRequestError):
        await topups.create(DRAFT)
    assert len(await service.requests("POST", "/v1/topups")) == sent
    assert (await topups.create(DRAFT, is_another=True)).amount_usd == "50.00"
