"""While it is open what became of one request, no other is sent beside it unless the person says so."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from app.errors import AppError, PendingRequestError
from app.models.topup_requests import TopUpDraft

if TYPE_CHECKING:
    from support.linked_service import LinkedService

CREATE = "POST /v1/topups"
NO_LIST = {"route": "GET /v1/topups", "every": True, "kind": "reset_before"}
DRAFT = TopUpDraft.model_validate({"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"})
OTHER = DRAFT.model_copy(update={"coin": "LTC", "network": "litecoin"})


async def lose(service: LinkedService, kind: str) -> None:
    """Asks for a top-up and gets no answer."""
    await service.account.topups.page(1)
    await service.faults({"route": CREATE, "every": True, "kind": kind}, NO_LIST)
    with pytest.raises(AppError):
        await service.account.topups.create(DRAFT)
    await service.faults()


async def keys(service: LinkedService) -> list[str]:
    """Returns the keys of all that was made, oldest first."""
    sent = await service.requests("POST", "/v1/topups")
    return list(dict.fromkeys(entry["idempotencyKey"] for entry in sent))


async def made(service: LinkedService) -> int:
    return sum(entry.get("commit") == "topup.created" for entry in await service.ledger())


async def test_another_request_is_refused_until_the_person_says_so(service: LinkedService) -> None:
    await lose(service, "reset_before")
    before = await keys(service)
    with pytest.raises(PendingRequestError):
        await service.account.topups.create(OTHER)
    assert await keys(service) == before
    await service.account.topups.create(OTHER, is_another=True)
    assert len(await keys(service)) == 2


async def test_the_same_request_needs_no_word_and_keeps_its_key(service: LinkedService) -> None:
    await lose(service, "reset_after")
    assert await service.account.topups.is_pending(DRAFT)
    assert not await service.account.topups.is_pending(OTHER)
    await service.account.topups.create(DRAFT)
    assert not await service.account.topups.is_pending(DRAFT)
    assert (await made(service), len(await keys(service))) == (1, 1)


async def test_what_is_too_old_to_be_sent_again_is_beside_its_like(service: LinkedService) -> None:
    await lose(service, "reset_after")
    await service.clock.sleep(timedelta(hours=24).total_seconds())
    with pytest.raises(PendingRequestError):
        await service.account.topups.create(DRAFT)
    assert await made(service) == 1
