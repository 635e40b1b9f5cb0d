"""Reports of payments whose answers are lost, come twice, or say no."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import ConflictError, ServiceFaultError, ValidationError
from app.models.topup_requests import TopUpDraft

if TYPE_CHECKING:
    from support.linked_service import LinkedService

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")


@pytest.mark.parametrize("kind", ["reset_after", "status_after", "truncate"])
async def test_a_report_whose_answer_is_lost_is_read_back(service: LinkedService, kind: str) -> None:
    topup = await service.account.topups.create(DRAFT)
    await service.faults({"route": "POST /v1/topups/{id}/txid", "kind": kind, "bytes": 20})
    assert (await service.account.topups.report(topup.id, "ab" * 32)).status == "verifying"
    reports = await service.requests("POST", f"/v1/topups/{topup.id}/txid")
    assert len(reports) == 1


async def test_a_report_is_known_again_by_a_transaction_id_in_another_case(service: LinkedService) -> None:
    topup = await service.account.topups.create(DRAFT)
    await service.faults(
        {"route": "POST /v1/topups/{id}/txid", "kind": "reset_after"},
        {"route": f"GET /v1/topups/{topup.id}", "kind": "mutate", "path": "txid", "value": "AB" * 32},
    )
    assert (await service.account.topups.report(topup.id, "ab" * 32)).status == "verifying"


@pytest.mark.parametrize("txid", ["", "ab" * 32])
async def test_a_report_that_never_arrived_says_so(service: LinkedService, txid: str) -> None:
    topup = await service.account.topups.create(DRAFT)
    await service.faults({"route": "POST /v1/topups/{id}/txid", "kind": "status", "status": 503})
    with pytest.raises(ServiceFaultError):
        await service.account.topups.report(topup.id, txid)
    assert (await service.account.topups.get(topup.id)).status == "awaiting_payment"


async def test_a_report_that_never_arrived_is_not_taken_for_an_earlier_one(service: LinkedService) -> None:
    topup = await service.account.topups.create(DRAFT)
    await service.account.topups.report(topup.id, "ab" * 32)
    await service.control(f"topups/{topup.id}/reject", {})
    await service.clock.sleep(60)
    await service.faults({"route": "POST /v1/topups/{id}/txid", "kind": "status", "status": 503})
    with pytest.raises(ServiceFaultError):
        await service.account.topups.report(topup.id, "")
    assert (await service.account.topups.get(topup.id)).status == "rejected"


async def test_a_report_that_was_rejected_before_it_is_read_back_arrived(service: LinkedService) -> None:
    topup = await service.account.topups.create(DRAFT)
    await service.clock.sleep(60)
    await service.faults(
        {"route": "POST /v1/topups/{id}/txid", "kind": "reset_after"},
        {"route": f"GET /v1/topups/{topup.id}", "kind": "mutate", "path": "status", "value": "rejected"},
    )
    assert (await service.account.topups.report(topup.id, "ab" * 32)).status == "rejected"


async def test_a_report_that_was_taken_before_is_no_failure(service: LinkedService) -> None:
    topup = await service.account.topups.create(DRAFT)
    await service.account.topups.report(topup.id, "ab" * 32)
    assert (await service.account.topups.report(topup.id, "ab" * 32)).status == "verifying"
    with pytest.raises(ConflictError):
        await service.account.topups.report(topup.id, "cd" * 32)


async def test_a_refused_report_is_refused(service: LinkedService) -> None:
    first = await service.account.topups.create(DRAFT)
    second = await service.account.topups.create(DRAFT)
    await service.account.topups.report(first.id, "ab" * 32)
    with pytest.raises(ConflictError) as caught:
        await service.account.topups.report(second.id, "ab" * 32)
    assert caught.value.code == "txid_already_used"
    with pytest.raises(ValidationError):
        await service.account.topups.report(second.id, "no txid")
