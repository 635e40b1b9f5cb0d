"""What becomes of a request whose answer never came: never a second top-up, never a guess."""

from __future__ import annotations

import asyncio
import json
import threading
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from app.api.outcome import MAX_ATTEMPTS
from app.api.topups import draft_bytes
from app.errors import AppError, BusyError, ConflictError, ConnectionFailedError, StorageError
from app.models.topup_requests import PendingState, RequestRefusedError, TopUpDraft
from app.rules.topups.deposit_check import Verdict
from support.topup_stores import restarted

if TYPE_CHECKING:
    from app.storage.outbox import Claim
    from support.linked_service import LinkedService

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")
CREATE = "POST /v1/topups"
LOST = {"route": CREATE, "every": True, "kind": "reset_after"}
NEVER_THERE = {"route": CREATE, "every": True, "kind": "reset_before"}
NO_LIST = {"route": "GET /v1/topups", "every": True, "kind": "reset_before"}


async def made(service: LinkedService) -> int:
    return sum(entry.get("commit") == "topup.created" for entry in await service.ledger())


async def sent(service: LinkedService) -> list[str]:
    return [entry["idempotencyKey"] for entry in await service.requests("POST", "/v1/topups")]


async def lose(service: LinkedService, *faults: dict[str, object]) -> None:
    await service.account.topups.page(1)
    await service.faults(*faults, NO_LIST)
    with pytest.raises(AppError):
        await service.account.topups.create(DRAFT)
    await service.faults()


async def test_past_23_hours_it_is_looked_for_and_never_sent_again(service: LinkedService) -> None:
    await lose(service, LOST)
    await service.clock.sleep(timedelta(hours=23, minutes=1).total_seconds())
    before = len(await sent(service))
    (found,) = await restarted(service).resume()
    assert found.amount_usd == "50.00"
    assert len(await sent(service)) == before
    assert await restarted(service).pending() == ()


async def test_past_23_hours_what_is_not_in_the_list_is_asked_about(service: LinkedService) -> None:
    await lose(service, NEVER_THERE)
    await service.clock.sleep(timedelta(hours=24).total_seconds())
    topups = restarted(service)
    assert await topups.resume() == ()
    (pending,) = await topups.pending()
    assert (pending.state, pending.needs_decision) == (PendingState.UNCERTAIN, True)
    assert await topups.check_again(pending.key) is None
    assert await made(service) == 0
    await topups.forget(pending.key)
    assert await restarted(service).pending() == ()
    assert await made(service) == 0


@pytest.mark.parametrize("is_readable", [True, False])
async def test_it_is_found_behind_a_page_of_later_ones_that_can_be_read(
    service: LinkedService, monkeypatch: pytest.MonkeyPatch, *, is_readable: bool
) -> None:
    await lose(service, LOST)
    api, later = service.client.topups, DRAFT.model_copy(update={"amount_usd": "60.00"})
    for number in range(3):
        await api.create(draft_bytes(later), idempotency_key=f"later-{number}")
    await service.clock.sleep(timedelta(hours=24).total_seconds())
    monkeypatch.setattr(api, "pages", partial(api.pages, per_page=2))
    unreadable = {"kind": "mutate", "path": "data.0.amountUsd", "value": 60}
    # The first one tells the service's time.
    await service.faults(*[] if is_readable else [{"route": "GET /v1/topups", "nth": 2} | unreadable])
    topups = restarted(service)
    assert [one.amount_usd for one in await topups.resume()] == (["50.00"] if is_readable else [])
    assert [one.candidates for one in await topups.pending()] == ([] if is_readable else [1])


async def test_of_several_that_it_could_be_none_is_guessed(service: LinkedService) -> None:
    await lose(service, NEVER_THERE)
    body = {"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"}
    for _twice in range(2):
        answer = await service.http.post("/v1/topups", json=body, headers=service.headers)
        assert answer.status_code == 201
    await service.clock.sleep(timedelta(hours=24).total_seconds())
    topups = restarted(service)
    assert await topups.resume() == ()
    (pending,) = await topups.pending()
    assert (pending.state, pending.candidates) == (PendingState.AMBIGUOUS, 2)


@pytest.mark.parametrize(
    "other",
    [
        {"amountUsd": "51.00", "coin": "BTC", "network": "bitcoin"},
        {"amountUsd": "50.00", "coin": "LTC", "network": "litecoin"},
        {
            "amountUsd": "50.00",
            "coin": "BTC",
            "network": "bitcoin",
            "purchase": {"planId": "residential-5gb", "quantity": 1},
        },
    ],
    ids=["amount", "coin", "purchase"],
)
async def test_what_was_not_asked_for_is_never_taken_for_it(
    service: LinkedService, other: dict[str, object]
) -> None:
    await lose(service, NEVER_THERE)
    answer = await service.http.post("/v1/topups", json=other, headers=service.headers)
    assert answer.status_code == 201
    await service.clock.sleep(timedelta(hours=24).total_seconds())
    assert await restarted(service).resume() == ()


async def test_what_was_made_before_or_long_after_is_never_taken_for_it(service: LinkedService) -> None:
    body = {"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"}
    await service.http.post("/v1/topups", json=body, headers=service.headers)
    await service.clock.sleep(60)
    await lose(service, NEVER_THERE)
    await service.clock.sleep(timedelta(hours=24).total_seconds())
    await service.http.post("/v1/topups", json=body, headers=service.headers)
    topups = restarted(service)
    assert await topups.resume() == ()
    (pending,) = await topups.pending()
    assert pending.state is PendingState.UNCERTAIN


async def test_what_came_of_another_request_is_never_taken_for_it(service: LinkedService) -> None:
    await lose(service, NEVER_THERE)
    await service.clock.sleep(timedelta(hours=24).total_seconds())
    topups = restarted(service)
    await topups.create(DRAFT, is_another=True)
    assert await topups.resume() == ()
    assert [pending.state for pending in await topups.pending()] == [PendingState.UNCERTAIN]
    assert await made(service) == 1


async def test_what_another_account_with_the_same_key_created_is_never_taken_for_it(
    service: LinkedService,
) -> None:
    await lose(service, NEVER_THERE)
    theirs = await restarted(service, "other").create(DRAFT)
    await service.clock.sleep(timedelta(hours=24).total_seconds())
    topups = restarted(service)
    assert theirs.id not in {topup.id for topup in await topups.resume()}
    assert [pending.state for pending in await topups.pending()] == [PendingState.UNCERTAIN]


async def test_the_response_to_a_repeated_key_is_not_payable_before_it_is_confirmed(
    service: LinkedService,
) -> None:
    await lose(service, LOST)
    (topup,) = (await service.account.topups.page(1)).items
    assert service.account.wallet is not None
    await service.account.wallet.pay_exactly(topup.id)
    await service.http.post(f"/v1/topups/{topup.id}/txid", json={}, headers=service.headers)
    await service.faults({"route": "GET /v1/topups/{topUpId}", "every": True, "kind": "reset_before"})
    topups = restarted(service)
    (found,) = await topups.resume()
    # The key is answered with the top-up as it was created.
    assert found.status == "awaiting_payment"
    assert topups.store.not_confirmed(found) is not None
    await service.faults()
    assert (await topups.get(topup.id)).status == "verifying"


async def test_a_clock_that_was_set_back_does_not_make_an_old_key_young(service: LinkedService) -> None:
    await lose(service, NEVER_THERE)
    before = len(await sent(service))
    await service.advance(timedelta(hours=30).total_seconds())
    service.clock.set_by(-timedelta(hours=2))
    assert await restarted(service).resume() == ()
    assert len(await sent(service)) == before
    assert await made(service) == 0


async def test_where_the_service_tells_its_time_a_wrong_clock_does_not_matter(service: LinkedService) -> None:
    await lose(service, LOST)
    service.clock.set_by(-timedelta(days=400))
    (found,) = await restarted(service).resume()
    assert len(set(await sent(service))) == 1
    assert await made(service) == 1
    assert found.status == "awaiting_payment"


@pytest.mark.parametrize(
    ("fault", "state"), [(NEVER_THERE, PendingState.UNCERTAIN), (LOST, PendingState.AMBIGUOUS)]
)
async def test_what_was_asked_by_a_clock_that_disagrees_is_never_sent_again(
    service: LinkedService, fault: dict[str, object], state: PendingState
) -> None:
    service.clock.set_by(timedelta(hours=5))
    await service.faults(fault, NO_LIST)
    with pytest.raises(AppError):
        await service.account.topups.create(DRAFT)
    await service.faults()
    before = len(await sent(service))
    topups = restarted(service)
    await topups.page(1)
    assert await topups.resume() == ()
    assert len(await sent(service)) == before
    assert [pending.state for pending in await topups.pending()] == [state]


async def test_it_stays_with_its_account_and_its_service(service: LinkedService) -> None:
    await lose(service, LOST)
    for account, where in (("other", "demo"), ("demo", "https://api.example.net")):
        topups = restarted(service, account, where)
        assert await topups.pending() == ()
        assert await topups.resume() == ()
    assert len(await restarted(service).resume()) == 1


async def test_two_clicks_make_one_top_up(service: LinkedService) -> None:
    results = await asyncio.gather(
        *(service.account.topups.create(DRAFT) for _click in range(3)), return_exceptions=True
    )
    assert await made(service) == 1
    assert sum(isinstance(result, BusyError) for result in results) == 2


async def test_two_windows_make_one_top_up(service: LinkedService) -> None:
    await service.faults({"route": CREATE, "every": True, "kind": "delay", "seconds": 0.5})
    windows = [restarted(service) for _window in range(2)]
    results = await asyncio.gather(*(topups.create(DRAFT) for topups in windows), return_exceptions=True)
    assert await made(service) == 1
    assert sum(isinstance(result, BusyError) for result in results) == 1, results
    assert await windows[0].resume() == ()
    assert await windows[0].pending() == ()


async def test_a_request_that_was_cancelled_can_be_sent_again(service: LinkedService) -> None:
    await service.faults({"route": CREATE, "kind": "delay", "seconds": 30})
    clicked = asyncio.get_running_loop().create_task(service.account.topups.create(DRAFT))
    while not service.outbox.pending("demo", "demo"):  # noqa: ASYNC110 (nothing tells when it is on disk)
        await asyncio.sleep(0.01)
    (pending,) = await service.account.topups.pending()
    assert pending.state is PendingState.CHECKING
    clicked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await clicked
    await service.account.topups.create(DRAFT)
    assert await made(service) == 1


async def test_a_refusal_after_a_lost_answer_does_not_lose_the_top_up(service: LinkedService) -> None:
    await lose(service, LOST)
    await service.faults({"route": CREATE, "every": True, "kind": "status", "status": 422})
    (found,) = await restarted(service).resume()
    assert found.amount_usd == "50.00"
    assert await made(service) == 1


async def test_a_key_that_is_refused_after_a_lost_answer_settles_nothing(service: LinkedService) -> None:
    await lose(service, LOST)
    await service.faults(
        {"route": CREATE, "every": True, "kind": "status", "status": 401},
        {"route": "GET /v1/topups", "every": True, "kind": "status", "status": 401},
    )
    await restarted(service).resume()
    await service.faults()
    assert len(await restarted(service).resume()) == 1
    assert await made(service) == 1


async def test_a_refusal_settles_nothing_while_the_list_can_not_be_read(service: LinkedService) -> None:
    await lose(service, LOST)
    # The first one tells the service's time.
    unread = ({**NO_LIST, "every": False, "nth": nth} for nth in range(2, 2 + MAX_ATTEMPTS))
    await service.faults({"route": CREATE, "every": True, "kind": "status", "status": 422}, *unread)
    assert await restarted(service).resume() == ()
    await service.faults()
    assert len(await restarted(service).resume()) == 1


async def test_why_it_was_not_created_is_said_although_the_list_can_not_be_read(
    service: LinkedService,
) -> None:
    unread = {"route": "GET /v1/topups", "every": True, "kind": "status", "status": 404}
    await service.faults(NEVER_THERE, unread)
    with pytest.raises(ConnectionFailedError):
        await service.account.topups.create(DRAFT)


@pytest.mark.parametrize(
    ("code", "settles"), [("", False), ("request_in_progress", False), ("coin_unavailable", True)]
)
async def test_a_conflict_with_the_lost_try_itself_settles_nothing(
    service: LinkedService, code: str, *, settles: bool
) -> None:
    """The service may still be creating the top-up when its key comes again (spec 4.2)."""
    await service.account.topups.page(1)
    conflict = {
        "kind": "status",
        "status": 409,
        "body": json.dumps({"error": {"code": code, "message": "No."}}),
    }
    await service.faults(
        {"route": CREATE, "nth": 1, "kind": "reset_before"},
        {"route": CREATE, "nth": 2, "every": True} | conflict,
    )
    with pytest.raises(ConflictError):
        await service.account.topups.create(DRAFT)
    assert await restarted(service).resume() == ()
    assert len(await service.account.topups.pending()) == (0 if settles else 1)
    await service.faults()
    assert len(await service.account.topups.resume()) == (0 if settles else 1)
    assert len(set(await sent(service))) == 1


@pytest.mark.parametrize("status", [400, 409, 422])
async def test_a_refusal_of_what_never_arrived_settles_it(service: LinkedService, status: int) -> None:
    await lose(service, NEVER_THERE)
    await service.clock.sleep(timedelta(minutes=5 if status == 409 else 0).total_seconds())
    await service.faults({"route": CREATE, "every": True, "kind": "status", "status": status})
    with pytest.raises(RequestRefusedError) as caught:
        await restarted(service).resume()
    assert (caught.value.draft, caught.value.cause.status) == (DRAFT, status)
    assert await restarted(service).pending() == ()
    assert await restarted(service).resume() == (), "it is told once"


async def test_a_refusal_settles_nothing_beside_what_the_request_may_have_created(
    service: LinkedService,
) -> None:
    await lose(service, NEVER_THERE)
    for key in ("elsewhere-1", "elsewhere-2"):
        await service.client.topups.create(draft_bytes(DRAFT), idempotency_key=key)
    await service.faults({"route": CREATE, "every": True, "kind": "status", "status": 422})
    topups = restarted(service)
    assert await topups.resume() == ()
    assert [one.candidates for one in await topups.pending()] == [2]


async def test_a_refusal_settles_nothing_beside_a_record_that_can_not_be_read(service: LinkedService) -> None:
    await lose(service, NEVER_THERE)
    await service.client.topups.create(draft_bytes(DRAFT), idempotency_key="elsewhere")
    unreadable = {"kind": "mutate", "path": "data.0.amountUsd", "value": 60}
    await service.faults(
        {"route": CREATE, "every": True, "kind": "status", "status": 422},
        {"route": "GET /v1/topups", "every": True} | unreadable,
    )
    topups = restarted(service)
    assert await topups.resume() == ()
    assert len(await topups.pending()) == 1


@pytest.mark.parametrize("by_hand", [True, False])
async def test_what_is_sent_again_late_shows_its_present_state(
    service: LinkedService, *, by_hand: bool
) -> None:
    await lose(service, LOST)
    await service.clock.sleep(timedelta(minutes=31).total_seconds())
    topups = restarted(service)
    (found,) = [await topups.create(DRAFT)] if by_hand else await topups.resume()
    assert found.status == "expired"
    assert topups.store.get(found.id) == found


async def test_a_top_up_that_cannot_be_noted_is_shown_all_the_same(
    service: LinkedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: object) -> None:
        raise StorageError("outbox.sqlite", "full")

    topups = service.account.topups
    with monkeypatch.context() as patch:
        patch.setattr(service.outbox, "mark_created", full)
        topup = await topups.create(DRAFT)
        assert await topups.pending() == ()
        with pytest.raises(StorageError):
            await topups.create(DRAFT)
    assert await topups.resume() == ()
    assert service.outbox.topup_ids("demo") == {topup.id}
    assert await made(service) == 1


async def test_an_outbox_begun_anew_is_reported_and_the_service_still_knows_all(
    service: LinkedService,
) -> None:
    topup = await service.account.topups.create(DRAFT)
    path = service.outbox._database.path
    path.write_bytes(b"damaged" * 2000)
    topups = restarted(service)
    assert await topups.resume() == ()
    assert topups.outbox_moved_to is not None
    assert ".corrupt-" in topups.outbox_moved_to.name
    assert (await topups.page(1)).items == (topup,)
    assert (await topups.check(topup)).payable
    assert restarted(service).outbox_moved_to is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("amountUsd", "5000.00"),
        ("coin", "LTC"),
        ("network", "litecoin"),
        ("address", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT"),
    ],
)
async def test_an_answer_to_another_question_is_kept_and_never_paid(
    service: LinkedService, field: str, value: str
) -> None:
    await service.faults({"route": CREATE, "kind": "mutate", "path": field, "value": value})
    topup = await service.account.topups.create(DRAFT)
    assert (await service.account.topups.check(topup)).verdict is Verdict.BLOCKED
    assert await service.account.topups.pending() == ()
    topups = restarted(service)
    again = await topups.get(topup.id)
    assert (await topups.check(again)).payable, "what never was payable does not stand against it"
    assert await made(service) == 1


async def test_a_request_that_is_cancelled_while_it_is_saved_is_not_left_behind(
    service: LinkedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    topups = service.account.topups
    claim, is_claiming, may_end = topups._outbox.claim, threading.Event(), threading.Event()

    def slow_claim(*arguments: Any) -> Claim:
        is_claiming.set()
        may_end.wait(20)
        return claim(*arguments)

    monkeypatch.setattr(topups._outbox, "claim", slow_claim)
    asked = asyncio.get_running_loop().create_task(topups.create(DRAFT))
    await asyncio.to_thread(is_claiming.wait, 20)
    asked.cancel()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await topups.pending() == ()
    assert await restarted(service).resume() == ()
    monkeypatch.undo()
    assert (await topups.create(DRAFT)).amount_usd == "50.00"
