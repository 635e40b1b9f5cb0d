"""Own references and months of credited top-ups: what a payment record is made of."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from app.models.topup_requests import TopUpDraft
from app.services.topups.exports import COLUMNS, REFERENCE, export_topups
from app.services.topups.saved_topups import TopUpChoices

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.topups import TopUp
    from support.linked_service import LinkedService

NOVEMBER = (datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC))
DECEMBER = (datetime(2026, 12, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC))


async def credited(service: LinkedService, amount: str = "50.00") -> TopUp:
    topup = await service.account.topups.create(TopUpDraft(amount_usd=amount, coin="BTC", network="bitcoin"))
    await service.control(f"topups/{topup.id}/pay", {})
    await service.account.topups.report(topup.id, "")
    await service.control(f"topups/{topup.id}/confirm", {"count": topup.confirmations_required})
    return topup


async def test_a_reference_is_saved_for_its_account_and_deleted_when_it_is_empty(
    service: LinkedService,
) -> None:
    choices = service.account.choices
    other = TopUpChoices(state=service.state, account="other", service="demo")
    await choices.save_reference("tu_1", "Project 2291")
    await choices.save_reference("tu_2", "Project 2292")
    await choices.save_reference("tu_1", "Project 2293")
    assert await choices.references() == {"tu_1": "Project 2293", "tu_2": "Project 2292"}
    assert await other.references() == {}
    await choices.save_reference("tu_1", "")
    assert await choices.references() == {"tu_2": "Project 2292"}


async def test_an_export_has_the_reference(service: LinkedService, tmp_path: Path) -> None:
    first, second = await credited(service), await credited(service)
    references = {first.id: "=1+1, a formula"}
    table, records = tmp_path / "topups.csv", tmp_path / "topups.json"
    async for _step in export_topups(service.account.topups, table, "csv", references=references):
        pass
    async for _step in export_topups(service.account.topups, records, "json", references=references):
        pass
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert list(rows[0]) == [*COLUMNS, REFERENCE]
    assert {row["id"]: row[REFERENCE] for row in rows} == {first.id: "'=1+1, a formula", second.id: ""}
    found = {one["id"]: one.get(REFERENCE) for one in json.loads(records.read_text(encoding="utf-8"))}
    assert found == {first.id: "=1+1, a formula", second.id: None}


async def test_a_month_has_what_was_credited_in_it_in_utc(service: LinkedService) -> None:
    topups = service.account.topups
    before = await credited(service, "30.00")
    await service.advance(60)
    later = await credited(service, "40.00")
    await topups.create(TopUpDraft(amount_usd="60.00", coin="BTC", network="bitcoin"))
    end = datetime(2026, 11, 30, 23, 59, tzinfo=UTC)
    waits = await topups.create(TopUpDraft(amount_usd="70.00", coin="BTC", network="bitcoin"))
    await service.control(f"topups/{waits.id}/pay", {})
    await service.advance((end - service.world.clock.now()).total_seconds() - 60)
    last = await credited(service)
    await service.advance(120)
    next_month = await credited(service)
    november, unreadable = await topups.credited_in(*NOVEMBER)
    assert ([one.id for one in november], unreadable) == ([before.id, later.id, last.id], 0)
    assert [one.id for one in (await topups.credited_in(*DECEMBER))[0]] == [next_month.id]


async def test_a_month_has_what_was_verified_for_long(service: LinkedService) -> None:
    topups = service.account.topups
    draft = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")
    first = await topups.create(draft)
    await service.control(f"topups/{first.id}/pay", {})
    await topups.report(first.id, "")
    await service.advance(600)
    for _number in range(101):
        answer = await service.http.post(
            "/v1/topups",
            json={"amountUsd": "30.00", "coin": "LTC", "network": "litecoin"},
            headers=service.headers,
        )
        made = answer.json()
        await service.control(f"topups/{made['id']}/pay", {})
        await service.http.post(f"/v1/topups/{made['id']}/txid", json={}, headers=service.headers)
    await service.control(f"topups/{made['id']}/confirm", {"count": made["confirmationsRequired"]})
    middle = datetime(2026, 12, 15, tzinfo=UTC)
    await service.advance((middle - service.world.clock.now()).total_seconds())
    await service.control(f"topups/{first.id}/confirm", {"count": first.confirmations_required})
    assert [one.id for one in (await topups.credited_in(*DECEMBER))[0]] == [first.id]


async def test_records_that_cannot_be_read_are_counted(service: LinkedService) -> None:
    first = await credited(service)
    await credited(service)
    await service.faults(
        {"route": "GET /v1/topups", "kind": "mutate", "path": "data.0.createdAt", "value": "soon"}
    )
    found, unreadable = await service.account.topups.credited_in(*NOVEMBER)
    assert ([one.id for one in found], unreadable) == ([first.id], 1)


@pytest.mark.parametrize("scale", ["demo"])
async def test_a_month_is_read_from_all_pages(service: LinkedService) -> None:
    page = await service.account.topups.page(1, "credited")
    everything = (datetime(2020, 1, 1, tzinfo=UTC), datetime(2030, 1, 1, tzinfo=UTC))
    found, _unreadable = await service.account.topups.credited_in(*everything)
    assert len(found) == page.total
    assert [one.credited_at for one in found] == sorted(one.credited_at for one in found if one.credited_at)


async def test_what_a_service_lists_as_credited_although_it_is_not_is_in_no_month(
    service: LinkedService,
) -> None:
    await credited(service)
    await service.faults(
        {"route": "GET /v1/topups", "kind": "mutate", "path": "data.0.status", "value": "rejected"}
    )
    assert await service.account.topups.credited_in(*NOVEMBER) == ((), 0)


async def test_a_credit_that_contradicts_itself_is_in_no_month_but_is_counted(service: LinkedService) -> None:
    await credited(service)
    await service.faults(
        {"route": "GET /v1/topups", "kind": "mutate", "path": "data.0.final", "value": False}
    )
    assert await service.account.topups.credited_in(*NOVEMBER) == ((), 1)
