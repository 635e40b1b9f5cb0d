"""Many open top-ups cost the service no more than a few, by its own ledger; and long pauses end."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from app.models.topups import CREDITED, VERIFYING
from support.many_topups import DRAFT, make_many
from support.stepped_clock import SteppedClock
from support.topup_polls import watching

if TYPE_CHECKING:
    from pathlib import Path

    from support.linked_service import LinkedService
    from support.topup_polls import Watch


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock()


async def asked(watch: Watch, since: int = 0) -> list[dict[str, Any]]:
    """Returns what the service was asked for, without what the test did."""
    entries = (await watch.service.ledger())[since:]
    return [entry for entry in entries if str(entry.get("path", "")).startswith("/v1/topups")]


def moments(entries: list[dict[str, Any]]) -> list[float]:
    return [datetime.fromisoformat(entry["time"]).timestamp() for entry in entries]


@pytest.mark.parametrize("count", [40, 790])
async def test_many_are_followed_with_at_most_one_request_a_second(
    service: LinkedService, tmp_path: Path, count: int
) -> None:
    ids = await make_many(service, count)
    async with watching(service, tmp_path) as watch:
        assert {topup.id for topup in watch.store.list_open()} == set(ids)
        watch.store.show(ids[-1])
        await watch.pass_time(10)
        since = len(await service.ledger())
        await watch.pass_time(75)
        entries = await asked(watch, since)
        gaps = [later - earlier for earlier, later in pairwise(moments(entries))]
        assert min(gaps) >= 0.9
        pages = -(-count // 100)
        lists = Counter(f"{entry['query']}" for entry in entries if entry["path"] == "/v1/topups")
        assert sum("awaiting_payment" in query for query in lists.elements()) <= 3 * pages
        alone = Counter(entry["path"].removeprefix("/v1/topups/") for entry in entries) - Counter(
            {"/v1/topups": len(entries)}
        )
        assert set(alone) == {ids[-1]}, "by itself only what is on screen"
        shown = [entry for entry in entries if entry["path"].endswith(ids[-1])]
        assert all(30 <= later - earlier <= 36 for earlier, later in pairwise(moments(shown)))
        assert len(shown) >= 2
        for topup in watch.store.list_open():
            assert watch.store.not_confirmed(topup) is None


async def test_what_left_its_list_is_asked_for_by_itself(service: LinkedService, tmp_path: Path) -> None:
    ids = await make_many(service, 40)
    async with watching(service, tmp_path) as watch:
        await service.account.wallet.pay_exactly(ids[0])  # type: ignore[union-attr]
        await service.client.topups.report(ids[0])
        await watch.pass_time(33)
        known = watch.store.get(ids[0])
        assert known is not None
        assert known.status == VERIFYING
        await service.control(f"topups/{ids[0]}/confirm", {"count": 10})
        await watch.pass_time(15)
        assert not watch.store.is_polled(ids[0])
        assert watch.changes[-1][1].status == CREDITED
        assert watch.kinds() == ["credited"]


async def test_one_that_fails_for_good_among_many_is_asked_for_by_itself(
    service: LinkedService, tmp_path: Path
) -> None:
    ids = await make_many(service, 40)
    async with watching(service, tmp_path) as watch:
        gone = {"route": f"GET /v1/topups/{ids[3]}", "every": True, "kind": "status", "status": 404}
        await service.faults(gone)
        watch.store.show(ids[3])
        await watch.pass_time(33)
        watch.store.show("")
        since = len(await service.ledger())
        await watch.pass_time(100)
        bad = watch.store.get(ids[3])
        assert bad is not None
        assert watch.store.not_confirmed(bad) is not None
        alone = [entry for entry in await asked(watch, since) if entry["path"] != "/v1/topups"]
        assert {entry["path"] for entry in alone} == {f"/v1/topups/{ids[3]}"}
        assert 3 <= len(alone) <= 4
        assert [one.id for one in watch.store.list_open() if watch.store.not_confirmed(one)] == [ids[3]]


async def test_when_many_expire_at_once_the_pace_stays_and_all_are_known(
    service: LinkedService, tmp_path: Path
) -> None:
    ids = await make_many(service, 150)
    async with watching(service, tmp_path) as watch:
        await watch.pass_time(5)
        await service.advance(1_780)
        service.clock.advance(1_780)
        await watch.pass_time(5)
        since = len(await service.ledger())
        await watch.pass_time(150)
        gaps = [later - earlier for earlier, later in pairwise(moments(await asked(watch, since)))]
        assert min(gaps) >= 0.9
        assert {topup.status for topup in watch.store.list_open()} == {"expired"}
        assert len(watch.store.list_open()) == len(ids)


async def test_a_pause_of_hours_ends_after_ten_minutes_with_one_careful_poll(
    service: LinkedService, tmp_path: Path
) -> None:
    for _each in range(3):
        await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        fault = {"kind": "status", "status": 429, "headers": {"retry-after": "86400"}}
        await service.faults({"route": "GET /v1/topups*", "every": True, **fault})
        await watch.pass_time(40)
        since = len(await service.ledger())
        await watch.pass_time(540)
        assert await asked(watch, since) == []
        await watch.pass_time(60)
        assert len(await asked(watch, since)) == 1
        await watch.pass_time(500)
        assert len(await asked(watch, since)) == 1
        await service.faults()
        await watch.pass_time(110)
        assert len(await asked(watch, since)) > 3
        assert watch.errors[-1] is None


async def test_during_a_pause_an_answer_to_anybody_goes_on_at_once(
    service: LinkedService, tmp_path: Path
) -> None:
    topup = await service.account.topups.create(DRAFT)
    async with watching(service, tmp_path) as watch:
        fault = {"kind": "status", "status": 429, "headers": {"retry-after": "86400"}}
        await service.faults({"route": "GET /v1/topups*", "every": True, **fault})
        await watch.pass_time(90)
        await service.faults()
        await watch.poller.refresh(topup.id)
        assert watch.store.not_confirmed(topup) is None
        polls = len(await watch.polls(topup))
        await watch.pass_time(65)
        assert len(await watch.polls(topup)) == polls + 2


async def test_what_was_open_when_the_app_was_closed_is_looked_at_a_few_at_once(
    service: LinkedService, tmp_path: Path
) -> None:
    ids = await make_many(service, 12)
    async with watching(service, tmp_path):
        pass
    await service.advance(timedelta(hours=80).total_seconds())
    since = len(await service.ledger())
    async with watching(service, tmp_path) as watch:
        at_once = [entry for entry in await asked(watch, since) if entry["path"] != "/v1/topups"]
        assert 5 <= len(at_once) <= 6
        await watch.pass_time(30)
        every = {entry["path"] for entry in await asked(watch, since)} - {"/v1/topups"}
        assert every == {f"/v1/topups/{topup_id}" for topup_id in ids}
