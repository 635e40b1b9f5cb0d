"""What is followed is asked about at once after the clock jumped or the computer slept."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from app.models.topup_requests import TopUpDraft
from app.models.topups import EXPIRED
from support.stepped_clock import SteppedClock
from support.topup_polls import watching

if TYPE_CHECKING:
    from pathlib import Path

    from support.linked_service import LinkedService

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock()


@pytest.mark.parametrize("jump", [3600, -3600])
async def test_after_a_jump_of_the_clock_it_asks_within_two_seconds(
    service: LinkedService, tmp_path: Path, jump: float
) -> None:
    await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await watch.pass_time(12)
        before = len(await service.requests("GET", "/v1/topups"))
        service.clock.set_by(timedelta(seconds=jump))
        await watch.pass_time(2)
        assert len(await service.requests("GET", "/v1/topups")) > before


async def test_after_a_suspend_it_asks_within_two_seconds_and_the_clocks_are_right(
    service: LinkedService, tmp_path: Path
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await watch.pass_time(12)
        await service.advance(7200)
        service.clock.set_by(timedelta(hours=2))
        await watch.pass_time(2)
        known = watch.store.get(topup.id)
        assert known is not None
        assert known.status == EXPIRED
        assert abs(service.client.service_clock.now() - service.clock.now()) < timedelta(seconds=3)


@pytest.mark.parametrize("is_wall_alone", [True, False])
async def test_after_a_jump_every_list_is_asked_for_without_a_pause(
    service: LinkedService, tmp_path: Path, *, is_wall_alone: bool
) -> None:
    await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        await watch.pass_time(5)
        before = len(await service.requests("GET", "/v1/topups"))
        if is_wall_alone:
            service.clock.set_by(timedelta(seconds=8))
        else:
            service.clock.advance(8)
        await watch.pass_time(1)
        assert len(await service.requests("GET", "/v1/topups")) == before + 4
