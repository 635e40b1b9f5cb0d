"""A creation that the service refuses for a while: not sent before, over restarts too, and said so."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from app.errors import RateLimitedError, ServiceError, StorageError
from app.models.topup_requests import PendingState, TopUpDraft
from app.present.pending_topups import present_pending
from support.topup_stores import restarted

if TYPE_CHECKING:
    from support.linked_service import LinkedService

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")


def refused(retry_after: str | None, status: int = 429) -> dict[str, object]:
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return {"route": "POST /v1/topups", "every": True, "kind": "status", "status": status, "headers": headers}


async def asked(service: LinkedService) -> int:
    """How often the service was asked for anything of top-ups."""
    return sum(str(entry.get("path", "")).startswith("/v1/topups") for entry in await service.ledger())


async def be_refused(service: LinkedService, fault: dict[str, object]) -> None:
    await service.faults(fault)
    with pytest.raises(ServiceError):
        await service.account.topups.create(DRAFT)


@pytest.mark.parametrize("status", [429, 503])
async def test_it_is_not_sent_before_the_service_allows_it(service: LinkedService, status: int) -> None:
    await be_refused(service, refused("300", status))
    before = await asked(service)
    for _time in range(19):
        assert await service.account.topups.resume() == ()
        assert await restarted(service).resume() == ()
        await service.clock.sleep(15)
    assert await asked(service) == before, "nothing was asked, not even by another start of the app"
    await service.faults()
    await service.clock.sleep(20)
    (topup,) = await restarted(service).resume()
    assert topup.amount_usd == "50.00"
    sent = await service.requests("POST", "/v1/topups")
    assert len({entry["idempotencyKey"] for entry in sent}) == 1


async def test_a_wait_that_can_not_be_saved_is_still_said(
    service: LinkedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: object) -> None:
        raise StorageError("outbox.sqlite", "full")

    monkeypatch.setattr(service.outbox, "mark_paused", full)
    await service.faults(refused("300"))
    with pytest.raises(RateLimitedError):
        await service.account.topups.create(DRAFT)


async def test_its_row_says_until_when_it_waits(service: LinkedService) -> None:
    await be_refused(service, refused("300"))
    now = service.clock.now()
    (pending,) = await restarted(service).pending()
    assert pending.state is PendingState.WAITING
    assert pending.waits_until is not None
    assert abs(pending.waits_until - now - timedelta(minutes=5)) < timedelta(seconds=2)
    assert not pending.is_due(now)
    assert pending.is_due(pending.waits_until)
    view = present_pending(pending, now)
    assert view.badge.text == "Waiting"
    assert f"{pending.waits_until.astimezone():%H:%M}" in view.text
    assert "The service asks to wait" in view.text


async def test_asked_for_again_it_tells_how_long_to_wait_and_sends_nothing(service: LinkedService) -> None:
    await be_refused(service, refused("300"))
    before = await asked(service)
    await service.clock.sleep(60)
    with pytest.raises(RateLimitedError) as caught:
        await service.account.topups.create(DRAFT)
    assert caught.value.retry_after is not None
    assert timedelta(minutes=3, seconds=50) < caught.value.retry_after < timedelta(minutes=4, seconds=10)
    assert await asked(service) == before


async def test_however_long_the_service_asks_for_it_is_tried_once_after_ten_minutes(
    service: LinkedService,
) -> None:
    await be_refused(service, refused("86400"))
    sent = len(await service.requests("POST", "/v1/topups"))
    for _time in range(4 * 19):
        await service.clock.sleep(15)
        try:
            await restarted(service).resume()
        except ServiceError:
            continue
    assert len(await service.requests("POST", "/v1/topups")) == sent + 1, "once in 19 minutes"


async def test_a_clock_that_was_set_back_does_not_lengthen_it(service: LinkedService) -> None:
    await be_refused(service, refused("300"))
    service.clock.set_by(-timedelta(hours=1))
    await service.faults()
    (pending,) = await restarted(service).pending()
    assert pending.waits_until is None
