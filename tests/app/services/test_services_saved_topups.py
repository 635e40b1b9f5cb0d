"""The cached list: what can't be read is as if it had never been saved."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.errors import AppError, StorageError
from app.models.topups import TopUpSnapshot
from app.services.topups.saved_topups import MAX_LISTED, MAX_TOPUPS, SavedTopUps, snapshot_json
from app.storage.state import Entry, Kind, State
from support.deposit_samples import make_topup
from support.virtual_clock import START, VirtualClock


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(tmp_path / "state.sqlite")


def saved_by(state: State) -> SavedTopUps:
    return SavedTopUps(state=state, account="acc", service="demo", clock=VirtualClock())


async def test_what_was_reported_comes_back_whole(state: State) -> None:
    topup = make_topup(purchase={"planId": "residential-5gb", "status": "pending"}, rejection={"a": [1]})
    assert await saved_by(state).load_list() is None
    await saved_by(state).save_first_page((topup,))
    assert await saved_by(state).load_list() == ((topup,), START)


@pytest.mark.parametrize("content", ["no json", '{"id": "tu_1"}', "[" * 5000])
async def test_what_cannot_be_read_counts_as_not_kept(state: State, content: str) -> None:
    await saved_by(state).save_first_page((make_topup(),))
    (entry,) = await state.entries(Kind.TOPUP)
    await state.put(Kind.TOPUP, entry.owner, [entry._replace(content=content)])
    assert await saved_by(state).load_list() is None


_SNAPSHOT = {
    "at": "2026-01-02T03:04:05.000678Z",
    "status": "verifying",
    "confirmations": 1,
    "confirmations_required": 2,
    "amount_received_crypto": "0.1",
    "coin": "btc",
}


@pytest.mark.parametrize("change", [{}, {"is_open": True, "of_a_later_version": [1]}])
async def test_a_snapshot_of_another_version_is_read(state: State, change: dict[str, object]) -> None:
    saved = saved_by(state)
    await saved.add_snapshot("tu_1", TopUpSnapshot(START, "verifying", 0, 2, "", "btc"))
    (entry,) = await state.entries(Kind.SNAPSHOT)
    await state.append(
        Kind.SNAPSHOT, entry.owner, Entry("tu_1", json.dumps(_SNAPSHOT | change)), max_of_key=9
    )
    last = TopUpSnapshot(datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC), "verifying", 1, 2, "0.1", "btc")
    assert await saved_by(state).last_snapshot("tu_1") == last


@pytest.mark.parametrize(
    "content",
    [
        "no json",
        "[" * 5000,
        "[1, 2]",
        '{"status": "verifying"}',
        json.dumps(_SNAPSHOT | {"at": "yesterday"}),
        json.dumps(_SNAPSHOT | {"at": "0001-01-01T00:00:00Z"}),
        json.dumps(_SNAPSHOT | {"confirmations": "1"}),
        json.dumps(_SNAPSHOT | {"confirmations": True}),
        json.dumps(_SNAPSHOT | {"status": None}),
        json.dumps(_SNAPSHOT | {"is_open": 1}),
        json.dumps(_SNAPSHOT | {"inconsistency": "x" * 1_000_000}),
    ],
)
async def test_a_snapshot_that_cannot_be_read_counts_as_not_kept(state: State, content: str) -> None:
    saved = saved_by(state)
    await saved.add_snapshot("tu_1", TopUpSnapshot(START, "verifying", 0, 2, "", "btc"))
    (entry,) = await state.entries(Kind.SNAPSHOT)
    await state.append(Kind.SNAPSHOT, entry.owner, Entry("tu_1", content), max_of_key=9)
    assert await saved_by(state).last_snapshot("tu_1") is None
    assert await saved_by(state).timeline("tu_1") == (TopUpSnapshot(START, "verifying", 0, 2, "", "btc"),)


async def test_a_disk_that_fails_stops_nothing(tmp_path: Path) -> None:
    saved = saved_by(State(tmp_path / "nowhere" / "state.sqlite"))
    await saved.save_first_page((make_topup(),))
    await saved.save((make_topup(),))
    assert await saved.load_list() is None


async def test_the_first_page_continues_the_cached_list_only_where_they_overlap(state: State) -> None:
    saved = saved_by(state)
    first, second, third = (
        make_topup(id=f"tu_{number}", createdAt=(START + timedelta(minutes=number)).isoformat())
        for number in range(3)
    )
    await saved.save_first_page((first,))
    await saved.save_first_page((second, first))
    assert await ids(saved) == ["tu_1", "tu_0"]
    await saved.save_first_page((second,))
    assert await ids(saved) == ["tu_1", "tu_0"]
    await saved.save_first_page((third,))
    assert await ids(saved) == ["tu_2"], "what lies between them is not known"


async def test_what_is_open_stays_cached_whatever_the_first_page_is(state: State) -> None:
    saved = saved_by(state)
    await saved.save_first_page([make_topup(id=one) for one in ("tu_open", "tu_final")])
    for one in ("tu_open", "tu_final"):
        snapshot = TopUpSnapshot(START, "verifying", 1, 20, "0.5", "ETH", is_open=one == "tu_open")
        await saved.add_snapshot(one, snapshot)
    await saved.save_first_page([make_topup(id="tu_new")])
    assert sorted(await ids(saved)) == ["tu_new", "tu_open"]
    assert await saved.load("tu_open") == make_topup(id="tu_open")
    assert await saved.load("tu_final") is None


async def test_snapshots_of_another_process_can_be_missed_but_stop_nothing(tmp_path: Path) -> None:
    saved = saved_by(State(tmp_path / "nowhere" / "state.sqlite"))
    assert await saved.load_new() == frozenset(), "before they are loaded"
    assert await saved.last_snapshot("tu_1") is None
    assert await saved.load_new() == frozenset()
    assert await saved.load("tu_1") is None


async def test_snapshots_that_are_added_while_the_others_are_loaded_are_all_remembered(state: State) -> None:
    saved = saved_by(state)
    first, second = (
        TopUpSnapshot(START, status, 1, 20, "0.5", "ETH", "pending", "", status, is_open=True)
        for status in ("awaiting_payment", "verifying")
    )
    await asyncio.gather(saved.add_snapshot("tu_1", first), saved.add_snapshot("tu_2", second))
    assert (await saved.last_snapshot("tu_1"), await saved.last_snapshot("tu_2")) == (first, second)


async def test_snapshots_that_can_not_be_loaded_ahead_are_reported_when_they_are_needed(
    tmp_path: Path,
) -> None:
    saved = saved_by(State(tmp_path / "nowhere" / "state.sqlite"))
    await saved.load_ahead()
    reported: list[AppError] = []
    saved.on_error.append(reported.append)
    assert await saved.last_snapshot("tu_1") is None
    assert [type(error) for error in reported] == [StorageError]


async def test_what_another_process_has_saved_is_found_once(state: State) -> None:
    saved, command = saved_by(state), saved_by(state)
    await saved.add_snapshot("tu_1", snapshot("awaiting_payment"))
    await command.add_snapshot("tu_1", snapshot("awaiting_payment"))
    assert await saved.load_new() == frozenset(), "it tells nothing new"
    await command.add_snapshot("tu_1", snapshot("verifying"))
    await command.add_snapshot("tu_2", snapshot("awaiting_payment"))
    assert await saved.load_new() == {"tu_1", "tu_2"}
    assert await saved.load_new() == frozenset()
    assert await saved.last_snapshot("tu_1") == snapshot("awaiting_payment"), "until it is polled here"
    assert await saved.last_snapshot("tu_2") == snapshot("awaiting_payment")
    await command.add_snapshot("tu_3", snapshot("awaiting_payment"))
    assert await saved.load_new() == {"tu_3"}


async def test_snapshots_are_a_timeline_and_one_that_is_dropped_stays_in_it(state: State) -> None:
    saved = saved_by(state)
    both = (snapshot("awaiting_payment"), snapshot("verifying"))
    for one in both:
        await saved.add_snapshot("tu_1", one)
    await saved.add_snapshot("tu_2", both[0])
    await saved.drop_last_snapshot("tu_1")
    assert (await saved.last_snapshot("tu_1"), await saved.last_snapshot("tu_2")) == (None, both[0])
    after = saved_by(state)
    assert await after.timeline("tu_1") == both
    assert await after.last_snapshot("tu_1") == both[1]


async def test_the_snapshots_of_what_changed_last_stay(state: State) -> None:
    await saved_by(state).add_snapshot("tu_0", snapshot("verifying"))
    owner = (await state.entries(Kind.SNAPSHOT))[0].owner
    for kind, content in ((Kind.SNAPSHOT, snapshot_json(snapshot("verifying"))), (Kind.TYPED_TXID, "abc")):
        await state.put(kind, owner, [Entry(f"tu_{n}", content) for n in range(MAX_TOPUPS + 1)])
        await saved_by(state).trim()
        assert await state.entries(kind, owner, "tu_0") == []
        assert len(await state.keys(kind, owner)) == MAX_TOPUPS


async def test_each_failure_of_the_disk_with_snapshots_is_reported(tmp_path: Path) -> None:
    saved = saved_by(State(tmp_path / "nowhere" / "state.sqlite"))
    reported: list[AppError] = []
    assert await saved.last_snapshot("tu_1") is None
    saved.on_error.append(reported.append)
    await saved.add_snapshot("tu_1", snapshot("verifying"))
    assert [type(error) for error in reported] == [StorageError]
    assert await saved.last_snapshot("tu_1") == snapshot("verifying"), "until the app ends"
    await saved.trim()
    assert [type(error) for error in reported] == [StorageError] * 2
    assert await saved.timeline("tu_1") == ()


async def test_single_top_ups_are_no_list_yet(state: State) -> None:
    await saved_by(state).save((make_topup(),))
    assert await saved_by(state).load_list() is None
    assert await saved_by(state).load(make_topup().id) == make_topup()


async def test_the_newest_of_many_stay_cached(state: State) -> None:
    page = [
        make_topup(id=f"tu_{n}", createdAt=(START + timedelta(minutes=n)).isoformat())
        for n in range(MAX_LISTED + 1)
    ]
    await saved_by(state).save_first_page(page)
    cached = await ids(saved_by(state))
    assert (cached[0], cached[-1], len(cached)) == (f"tu_{MAX_LISTED}", "tu_1", MAX_LISTED)


def snapshot(status: str) -> TopUpSnapshot:
    return TopUpSnapshot(START, status, 1, 20, "0.5", "ETH")


async def ids(saved: SavedTopUps) -> list[str]:
    cached = await saved.load_list()
    return [topup.id for topup in cached[0]] if cached else []
