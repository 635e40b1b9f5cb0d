"""Every operation of the spec, against the service itself on loopback."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from app.api.client import ServiceClient
from app.api.connections import build_http
from app.api.sandbox_controls import SandboxControls
from app.api.topups import draft_bytes
from app.clock import SystemClock
from app.errors import (
    ConflictError,
    InvalidInputError,
    NotFoundError,
    UnauthorizedError,
    UnreachableError,
    ValidationError,
)
from app.models.money import parse_decimal
from app.models.sub_users import SubUserChange, SubUserDraft
from app.models.subscriptions import SubscriptionChange
from app.models.topup_requests import PurchaseDraft, TopUpDraft
from tollhouse_sandbox.process import SandboxProcess, start_sandbox

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with start_sandbox("--scale", "empty") as running:
        yield running


@asynccontextmanager
async def connected(sandbox: SandboxProcess, key: str | None = "") -> AsyncIterator[ServiceClient]:
    async with build_http() as http:
        chosen = sandbox.api_key if key == "" else key
        yield ServiceClient(sandbox.base_url + "/v1/", chosen, http=http, clock=SystemClock())


def draft(
    amount: str = "25.00", coin: str = "BTC", network: str = "bitcoin", plan: str | None = None
) -> TopUpDraft:
    purchase = None if plan is None else PurchaseDraft(plan_id=plan)
    return TopUpDraft(amount_usd=parse_decimal(amount), coin=coin, network=network, purchase=purchase)


async def bought_subscription(client: ServiceClient, key: str) -> str:
    """Pays for a plan, as a person would, and returns the id of the subscription it made."""
    body = draft_bytes(draft("500.00", plan="residential-5gb"))
    topup = await client.topups.create(body, idempotency_key=key)
    known = {subscription.id for subscription in (await client.subscriptions.list()).items}
    controls = SandboxControls(client)
    txid = await controls.pay_exactly(topup.id)
    await client.topups.report(topup.id, txid)
    await controls.add_confirmation(topup.id, 100)
    paid = await client.topups.get(topup.id)
    assert paid.purchase is not None
    assert paid.purchase.status == "completed"
    (fresh,) = [item.id for item in (await client.subscriptions.list()).items if item.id not in known]
    return fresh


async def test_a_topup_from_creation_to_credit(sandbox: SandboxProcess) -> None:
    async with connected(sandbox) as client:
        created = await client.topups.create(draft_bytes(draft()), idempotency_key="life-1")
        assert created.status == "awaiting_payment"
        assert created.amount_usd == "25.00"
        assert created.txid_deadline - created.expires_at == timedelta(hours=72)
        assert not created.final
        controls = SandboxControls(client)
        txid = await controls.pay_exactly(created.id)
        reported = await client.topups.report(created.id, txid)
        assert (reported.status, reported.txid) == ("verifying", txid)
        await controls.add_confirmation(created.id, 100)
        credited = await client.topups.get(created.id)
        assert (credited.status, credited.final, credited.credited_usd) == ("credited", True, "25.00")


async def test_the_same_key_and_bytes_give_the_same_topup(sandbox: SandboxProcess) -> None:
    async with connected(sandbox) as client:
        body = draft_bytes(draft("30.00", "USDT", "tron"))
        first = await client.topups.create(body, idempotency_key="same")
        again = await client.topups.create(body, idempotency_key="same")
        assert again.id == first.id
        with pytest.raises(ConflictError):
            await client.topups.create(draft_bytes(draft("31.00")), idempotency_key="same")


async def test_a_report_without_txid_is_matched_by_its_amount(sandbox: SandboxProcess) -> None:
    async with connected(sandbox) as client:
        created = await client.topups.create(draft_bytes(draft("26.00")), idempotency_key="bare")
        await SandboxControls(client).pay_exactly(created.id)
        assert (await client.topups.report(created.id)).status == "verifying"
        await SandboxControls(client).add_confirmation(created.id, 100)
        assert (await client.topups.get(created.id)).status == "credited"


async def test_refusals_of_topups_come_as_verdicts(sandbox: SandboxProcess) -> None:
    async with connected(sandbox) as client:
        with pytest.raises(ValidationError) as low:
            await client.topups.create(draft_bytes(draft("24.99")), idempotency_key="low")
        assert [fault.field for fault in low.value.fields] == ["amountUsd"]
        with pytest.raises(ConflictError) as coin:
            await client.topups.create(draft_bytes(draft(coin="DOGE")), idempotency_key="doge")
        assert coin.value.code == "coin_unavailable"
        with pytest.raises(ConflictError) as plan:
            await client.topups.create(draft_bytes(draft(plan="none")), idempotency_key="plan")
        assert plan.value.code == "plan_unavailable"
        created = await client.topups.create(draft_bytes(draft("27.00")), idempotency_key="bad-txid")
        with pytest.raises(ValidationError) as txid:
            await client.topups.report(created.id, "xyz")
        assert [fault.field for fault in txid.value.fields] == ["txid"]
        with pytest.raises(NotFoundError):
            await client.topups.get("nobody")


async def test_pages_walk_through_all_topups(sandbox: SandboxProcess) -> None:
    async with connected(sandbox) as client:
        made = {
            (await client.topups.create(draft_bytes(draft("40.00")), idempotency_key=f"page-{number}")).id
            for number in range(5)
        }
        pages = [page async for page in client.topups.pages(per_page=2)]
        found = [topup.id for page in pages for topup in page.items]
        assert made <= set(found)
        assert len(found) == len(set(found)) == pages[0].total
        assert len(pages) == pages[0].total_pages
        waiting = await client.topups.page(1, 100, "awaiting_payment")
        assert made <= {topup.id for topup in waiting.items}
        assert {topup.status for topup in waiting.items} == {"awaiting_payment"}


async def test_a_probe_tells_good_keys_from_bad_ones(sandbox: SandboxProcess) -> None:
    async with connected(sandbox) as client:
        await client.topups.probe()
        assert abs(client.service_clock.now() - datetime.now(UTC)) < timedelta(days=4)
    async with connected(sandbox, "wrong-key-wrong-key") as client:
        with pytest.raises(UnauthorizedError):
            await client.topups.probe()


async def test_a_subscription_is_read_renamed_and_given_a_new_password(sandbox: SandboxProcess) -> None:
    async with connected(sandbox) as client:
        bought = await bought_subscription(client, "buy-1")
        listed = await client.subscriptions.list()
        assert bought in {item.id for item in listed.items}
        assert (listed.unreadable, listed.problems) == (0, ())
        before = await client.subscriptions.get(bought)
        assert before.endpoint.http_port > 0
        change = SubscriptionChange(label="Shop <b>", auto_renew=not before.auto_renew)
        after = await client.subscriptions.change(bought, change)
        assert (after.label, after.auto_renew) == ("Shop <b>", not before.auto_renew)
        renamed = await client.subscriptions.change(bought, SubscriptionChange(label=""))
        assert (renamed.label, renamed.auto_renew) == ("", after.auto_renew)
        assert (await client.subscriptions.reset_password(bought)).password != before.password
        with pytest.raises(ValidationError):
            await client.subscriptions.change(bought, SubscriptionChange(label="x" * 61))


async def test_usage_is_read_for_the_days_that_are_asked_for(sandbox: SandboxProcess) -> None:
    async with connected(sandbox) as client:
        bought = await bought_subscription(client, "buy-2")
        usual = await client.subscriptions.usage(bought)
        assert usual.last_day - usual.first_day == timedelta(days=29)
        last = usual.last_day
        sub_user = await client.sub_users.create(bought, SubUserDraft("Usage"))
        week = await client.subscriptions.usage(bought, last - timedelta(days=6), last, sub_user.id)
        assert (week.first_day, week.last_day) == (last - timedelta(days=6), last)
        assert (week.total_bytes, week.unreadable) == (0, 0)
        with pytest.raises(ValidationError):
            await client.subscriptions.usage(bought, last - timedelta(days=366), last)


async def test_sub_users_are_made_changed_and_deleted(sandbox: SandboxProcess) -> None:
    async with connected(sandbox) as client:
        bought = await bought_subscription(client, "buy-3")
        made = await client.sub_users.create(bought, SubUserDraft("Anna", "p@ss:word", 0))
        assert (made.label, made.password, made.traffic_cap_bytes) == ("Anna", "p@ss:word", 0)
        open_ended = await client.sub_users.create(bought, SubUserDraft("Ben"))
        assert open_ended.traffic_cap_bytes is None
        assert open_ended.password
        listed = await client.sub_users.list(bought)
        assert {item.id for item in listed.items} == {made.id, open_ended.id}
        assert listed.limit == 50
        renamed = await client.sub_users.change(bought, made.id, SubUserChange(label="Anne"))
        assert (renamed.label, renamed.traffic_cap_bytes) == ("Anne", 0)
        freed = await client.sub_users.change(bought, made.id, SubUserChange(traffic_cap_bytes=None))
        assert (freed.label, freed.traffic_cap_bytes) == ("Anne", None)
        paused = SubUserChange(enabled=False, regenerate_password=True)
        stopped = await client.sub_users.change(bought, made.id, paused)
        assert not stopped.enabled
        assert stopped.password != made.password
        await client.sub_users.delete(bought, made.id)
        assert [item.id for item in (await client.sub_users.list(bought)).items] == [open_ended.id]
        with pytest.raises(NotFoundError):
            await client.sub_users.delete(bought, made.id)


async def test_the_catalogs_need_no_key(sandbox: SandboxProcess) -> None:
    async with connected(sandbox, None) as client:
        coins = await client.catalog.coins()
        assert {"BTC", "USDT"} <= {coin.code for coin in coins.items}
        countries = await client.catalog.countries()
        assert countries.items
        assert countries.unreadable == 0
        code = countries.items[0].code
        assert len((await client.catalog.cities(code)).items) == countries.items[0].cities
        assert len((await client.catalog.asns(code)).items) == countries.items[0].asns
        mobile = await client.catalog.countries("mobile-gb")
        assert all("mobile-gb" in country.products for country in mobile.items)
        with pytest.raises(InvalidInputError):
            await client.topups.probe()


async def test_closed_connections_raise_app_errors(sandbox: SandboxProcess) -> None:
    async with connected(sandbox, sandbox.api_key) as client:
        pass
    with pytest.raises(UnreachableError) as caught:
        await client.topups.probe()
    assert not caught.value.may_have_arrived
