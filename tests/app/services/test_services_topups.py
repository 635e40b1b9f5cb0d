"""Top-ups of an account: one request makes one top-up."""

import asyncio
from datetime import timedelta
from functools import partial
from pathlib import Path

import httpx
import pytest

from app.errors import (
    AppError,
    ConflictError,
    ServiceError,
    StorageError,
    UnreachableError,
    ValidationError,
)
from app.models.notifications import Notification
from app.models.topup_requests import PendingState, PurchaseDraft, TopUpDraft
from app.models.topups import REJECTED, STATUSES, TopUp
from app.rules.topups.deposit_check import Verdict
from app.rules.topups.transitions import is_open
from app.services.topups.topups import TopUps
from support.deposit_samples import make_topup
from support.linked_service import LinkedService
from support.topup_stores import restarted

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")


async def lose_answers(service: LinkedService) -> None:
    """Every answer to a new top-up is lost after it was made, and the list can't be had either."""
    await service.faults(
        {"route": "POST /v1/topups", "every": True, "kind": "reset_after"},
        {"route": "GET /v1/topups", "every": True, "kind": "reset_before"},
    )


async def topup_count(service: LinkedService) -> int:
    return sum(entry.get("commit") == "topup.created" for entry in await service.ledger())


async def test_the_request_is_on_disk_before_the_first_byte_is_sent(service: LinkedService) -> None:
    await service.faults({"route": "POST /v1/topups", "every": True, "kind": "reset_before"})
    with pytest.raises(AppError):
        await service.account.topups.create(DRAFT)
    (pending,) = service.outbox.pending("demo", "demo")
    sent = await service.requests("POST", "/v1/topups")
    assert {entry["idempotencyKey"] for entry in sent} == {pending.idempotency_key}


async def test_without_a_durable_request_nothing_is_sent(service: LinkedService) -> None:
    service.outbox._database.path.mkdir()
    with pytest.raises(StorageError):
        await service.account.topups.create(DRAFT)
    assert await service.requests("POST", "/v1/topups") == []


async def test_a_refusal_that_cannot_be_saved_is_still_said_to_be_one(service: LinkedService) -> None:
    """The outbox can't be used from the moment on at which the request is sent, as on a full disk."""

    async def take_outbox_away(request: httpx.Request) -> None:
        if request.method == "POST" and request.url.path == "/v1/topups":
            service.outbox._database.path.rename(service.folder / "away")
            service.outbox._database.path.mkdir()

    await service.faults({"route": "POST /v1/topups", "every": True, "kind": "status", "status": 422})
    service.http.event_hooks["request"].append(take_outbox_away)
    with pytest.raises(ValidationError):
        await service.account.topups.create(DRAFT)


async def test_a_lost_answer_is_found_in_the_list(service: LinkedService) -> None:
    await service.faults({"route": "POST /v1/topups", "every": True, "kind": "reset_after"})
    made = await service.account.topups.create(DRAFT)
    assert await topup_count(service) == 1
    assert (await service.account.topups.page(1)).items == (made,)
    assert await service.account.topups.pending() == ()
    assert (await service.account.topups.check(made)).payable


async def test_a_lost_answer_is_found_again_with_the_same_key(service: LinkedService) -> None:
    await lose_answers(service)
    with pytest.raises(AppError):
        await service.account.topups.create(DRAFT)
    (pending,) = await service.account.topups.pending()
    assert (pending.draft, pending.state, pending.needs_decision) == (DRAFT, PendingState.WAITING, False)
    await service.faults()
    (found,) = await service.account.topups.resume()
    assert await topup_count(service) == 1
    assert (await service.account.topups.page(1)).items == (found,)
    assert await service.account.topups.pending() == ()


async def test_asking_again_for_the_same_makes_no_second_topup(service: LinkedService) -> None:
    await lose_answers(service)
    with pytest.raises(AppError):
        await service.account.topups.create(DRAFT)
    await service.faults()
    await service.account.topups.create(DRAFT)
    assert await topup_count(service) == 1


async def test_two_requests_after_each_other_make_two_topups(service: LinkedService) -> None:
    first = await service.account.topups.create(DRAFT)
    second = await service.account.topups.create(DRAFT)
    assert first.id != second.id
    assert first.amount_crypto != second.amount_crypto


async def test_a_refused_request_is_not_sent_again(service: LinkedService) -> None:
    with pytest.raises(ConflictError) as caught:
        await service.account.topups.create(TopUpDraft(amount_usd="50.00", coin="DOGE", network="bitcoin"))
    assert caught.value.code == "coin_unavailable"
    assert service.outbox.pending("demo", "demo") == ()
    with pytest.raises(ValidationError):
        await service.account.topups.create(TopUpDraft(amount_usd="10.00", coin="BTC", network="bitcoin"))
    assert await service.account.topups.resume() == ()


@pytest.mark.parametrize("status", [401, 403, 404, 422])
async def test_after_a_refusal_nothing_is_pending_and_nothing_more_is_asked(
    service: LinkedService, status: int
) -> None:
    await service.faults({"route": "POST /v1/topups", "every": True, "kind": "status", "status": status})
    with pytest.raises(ServiceError):
        await service.account.topups.create(DRAFT)
    assert await service.account.topups.pending() == ()
    assert await service.requests("GET", "/v1/topups") == []


async def test_what_was_just_created_needs_no_other_confirmation(service: LinkedService) -> None:
    topups = service.account.topups
    made = await topups.create(DRAFT)
    assert topups.store.not_confirmed(made) is None


async def test_an_old_key_is_never_sent_again(service: LinkedService) -> None:
    await service.faults({"route": "POST /v1/topups", "every": True, "kind": "reset_before"})
    with pytest.raises(AppError):
        await service.account.topups.create(DRAFT)
    await service.faults()
    sent = len(await service.requests("POST", "/v1/topups"))
    await service.clock.sleep(timedelta(hours=23, minutes=1).total_seconds())
    assert await service.account.topups.resume() == ()
    assert len(await service.requests("POST", "/v1/topups")) == sent


async def test_a_connection_that_never_opened_leaves_no_request(service: LinkedService) -> None:
    api = service.client.topups
    original = api.create

    async def unreachable(body: bytes, *, idempotency_key: str) -> TopUp:
        raise UnreachableError("refused", may_have_arrived=False)

    api.create = unreachable  # type: ignore[method-assign]
    with pytest.raises(UnreachableError):
        await service.account.topups.create(DRAFT)
    api.create = original  # type: ignore[method-assign]
    assert await service.account.topups.resume() == ()
    assert await topup_count(service) == 0


@pytest.mark.parametrize(
    ("coin", "network", "verdict"),
    [
        ("BTC", "bitcoin", Verdict.MATCH),
        ("LTC", "litecoin", Verdict.MATCH),
        ("ETH", "ethereum", Verdict.MATCH),
        ("SOL", "solana", Verdict.MATCH),
        ("USDT", "tron", Verdict.PARTIAL),
        ("USDT", "ethereum", Verdict.MATCH),
        ("USDC", "solana", Verdict.MATCH),
    ],
)
async def test_the_deposit_check_lets_every_coin_through(
    service: LinkedService, coin: str, network: str, verdict: Verdict
) -> None:
    draft = TopUpDraft(amount_usd="50.00", coin=coin, network=network)
    topup = await service.account.topups.create(draft)
    deposit = await service.account.topups.check(topup)
    assert deposit.payable
    assert deposit.verdict is verdict
    assert (deposit.address, deposit.amount) == (topup.address, topup.amount_crypto)


async def test_the_deposit_check_remembers_what_was_asked_and_first_shown(service: LinkedService) -> None:
    topup = await service.account.topups.create(DRAFT)
    assert (await service.account.topups.check(topup)).payable
    other = topup.model_copy(update={"amount_crypto": type(topup.amount_crypto)("0.00100000")})
    codes = {problem.code for problem in (await service.account.topups.check(other)).problems}
    assert "amount_changed" in codes
    dearer = topup.model_copy(update={"amount_usd": type(topup.amount_usd)("90.00")})
    codes = {problem.code for problem in (await service.account.topups.check(dearer)).problems}
    assert "amount_usd_differs" in codes


async def test_nothing_is_payable_without_the_catalog(service: LinkedService) -> None:
    topup = await service.account.topups.create(DRAFT)
    await service.faults({"route": "GET /v1/catalog/coins", "every": True, "kind": "status", "status": 500})
    with pytest.raises(AppError):
        await service.account.topups.check(topup)


async def test_an_underpaid_one_is_rejected_with_what_came(service: LinkedService) -> None:
    topup = await service.account.topups.create(DRAFT)
    txid = await service.account.wallet.underpay(topup.id)  # type: ignore[union-attr]
    topup = await service.account.topups.report(topup.id, txid)
    await service.control(f"topups/{topup.id}/confirm", {"count": 2})
    topup = await service.account.topups.get(topup.id)
    assert topup.status == REJECTED
    assert topup.amount_received_crypto is not None
    assert topup.amount_received_crypto.value < topup.amount_crypto.value


async def open_ids(topups: TopUps) -> set[str]:
    pages = [page for status in STATUSES async for page in topups.open_pages(status)]
    return {topup.id for page in pages for topup in page.items if is_open(topup)}


async def test_open_ones_are_found_whatever_their_state(service: LinkedService) -> None:
    topups = service.account.topups
    expired = await topups.create(DRAFT)
    await service.advance(timedelta(hours=1).total_seconds())
    verifying = await topups.create(DRAFT)
    await topups.report(verifying.id, "")
    waiting = await topups.create(DRAFT)
    assert await open_ids(topups) == {waiting.id, verifying.id, expired.id}
    await service.advance(timedelta(hours=80).total_seconds())
    assert expired.id not in await open_ids(topups)


async def made_by_another_app(service: LinkedService, count: int) -> list[str]:
    body = DRAFT.model_dump(by_alias=True, exclude_none=True)
    answers = [
        await service.http.post("/v1/topups", json=body, headers=service.headers) for _each in range(count)
    ]
    return [str(answer.json()["id"]) for answer in answers]


async def test_a_further_page_is_known_after_a_restart(service: LinkedService) -> None:
    (oldest, *_others) = await made_by_another_app(service, 51)
    await service.account.topups.page(1)
    await service.account.topups.page(2)
    after = restarted(service)
    await after.store.load_cached()
    assert oldest in {topup.id for topup in after.store.cached() or ()}


async def test_one_that_is_verified_for_long_is_found_behind_a_page_of_newer_ones(
    service: LinkedService,
) -> None:
    made = await made_by_another_app(service, 101)
    for one in made:
        await service.control(f"topups/{one}/pay", {})
        await service.http.post(f"/v1/topups/{one}/txid", json={}, headers=service.headers)
    await service.clock.sleep(timedelta(hours=100).total_seconds())
    assert await open_ids(service.account.topups) == set(made)


async def test_one_that_can_still_be_reported_is_found_behind_a_page_of_newer_ones(
    service: LinkedService,
) -> None:
    """The page before it ends just before what can't be reported any more, and is the last one afterwards."""
    topups = service.account.topups
    oldest = await topups.create(DRAFT)
    await service.clock.sleep(timedelta(minutes=6).total_seconds())
    await made_by_another_app(service, 100)
    await service.clock.sleep(timedelta(hours=72, minutes=20).total_seconds())
    assert oldest.id in await open_ids(topups)
    asked = len(await service.requests("GET", "/v1/topups"))
    await service.clock.sleep(timedelta(minutes=15).total_seconds())
    assert await open_ids(topups) == set()
    assert len(await service.requests("GET", "/v1/topups")) == asked + len(STATUSES)


async def test_what_was_created_and_reported_is_in_the_store_and_on_the_disk(service: LinkedService) -> None:
    topups = service.account.topups
    await topups.page(1)
    made = await topups.create(DRAFT)
    assert topups.store.get(made.id) == made
    reported = await topups.report(made.id, "")
    assert topups.store.get(made.id) == reported
    cached = await topups.store.saved.load_list()
    assert cached is not None
    assert cached[0] == (reported,)


async def be_cut_off(
    found: list[Notification], reached: asyncio.Event, notifications: tuple[Notification, ...]
) -> None:
    found.extend(notifications)
    reached.set()
    await asyncio.Event().wait()


async def test_what_happens_after_the_app_ended_right_behind_a_creation_is_notified(
    service: LinkedService, tmp_path: Path
) -> None:
    made = await service.account.topups.create(DRAFT)
    await service.account.wallet.pay_exactly(made.id)  # type: ignore[union-attr]
    await service.client.topups.report(made.id, None)
    await service.control(f"topups/{made.id}/confirm", {"count": 2})
    for _start in range(2):
        # Each start that ends before its notifications were saved derives them again.
        store = restarted(service).store
        found: list[Notification] = []
        reached = asyncio.Event()

        store.on_notifications.append(partial(be_cut_off, found, reached))
        async with asyncio.TaskGroup() as tasks:
            put = tasks.create_task(store.put(await service.client.topups.get(made.id)))
            await reached.wait()
            put.cancel()
        assert [(one.kind, one.subject_id) for one in found] == [("credited", made.id)]


async def test_what_something_else_requested_is_repeated_as_the_service_reports_it(
    service: LinkedService,
) -> None:
    order = {"planId": "residential-5gb", "quantity": 3, "promoCode": "TEN", "status": "pending"}
    options = {"region": "EU", "months": 3, "trial": True, "cities": ["Köln"]}
    topup = make_topup(purchase=order | {"options": options})
    draft = await service.account.topups.draft_to_repeat(topup)
    assert (draft.amount_usd, draft.coin, draft.network) == (topup.amount_usd, topup.coin, topup.network)
    assert draft.purchase == PurchaseDraft(
        plan_id="residential-5gb",
        quantity=3,
        promo_code="TEN",
        options={"region": "EU", "months": "3", "trial": "true", "cities": '["Köln"]'},
    )
    alone = await service.account.topups.draft_to_repeat(make_topup(id="tu_alone"))
    assert alone.purchase is None
    uncounted = make_topup(id="tu_uncounted", purchase={"planId": "residential-5gb", "status": "pending"})
    draft = await service.account.topups.draft_to_repeat(uncounted)
    assert draft.purchase == PurchaseDraft(plan_id="residential-5gb", quantity=1)


async def test_what_this_app_requested_is_repeated_whatever_the_service_reports(
    service: LinkedService,
) -> None:
    topup = await service.account.topups.create(DRAFT)
    other = topup.model_copy(update={"amount_usd": make_topup(amountUsd="60.00").amount_usd})
    assert await service.account.topups.draft_to_repeat(other) == DRAFT
