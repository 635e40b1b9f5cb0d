"""What users chose outlives a restart, and neither bad rows nor former files do any harm."""

import json
import shutil
import sqlite3
import stat
from contextlib import closing
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.errors import StorageError
from app.models.choices import CountryChoices, TableLayout
from app.models.overviews import SavedSummaries, SubscriptionSummary
from app.models.subscriptions import ACTIVE
from app.rules.subscriptions.sticky import Session, StickyChoices
from app.storage.state import Entry, Kind, State, key_of
from support.virtual_clock import START

STICKY = StickyChoices((Session("abc123", 10), Session("Z9", 1)), "{host}:{port}")
LAYOUT = TableLayout({"username": 240}, "used", is_descending=True)
COUNTRIES = CountryChoices(("DE", "US"), ("FR",), targeting_hint_read=True)


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(tmp_path / "state.sqlite")


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def test_each_owner_has_a_value_of_its_own(tmp_path: Path) -> None:
    state = State(tmp_path / "state.sqlite")
    await state.save(STICKY, "work")
    await state.save(StickyChoices((Session("home", 30),)), "home")
    await state.save(LAYOUT, "sub-users")
    await state.save(COUNTRIES)
    again = State(tmp_path / "state.sqlite")
    assert await again.load(StickyChoices, "work") == STICKY
    assert await again.load(StickyChoices, "home") == StickyChoices((Session("home", 30),))
    assert await again.load(StickyChoices, "nobody") == StickyChoices()
    assert await again.load(TableLayout, "sub-users") == LAYOUT
    assert await again.load(CountryChoices) == COUNTRIES
    assert stat.S_IMODE((tmp_path / "state.sqlite").stat().st_mode) == 0o600


async def test_the_later_value_replaces_the_earlier(tmp_path: Path) -> None:
    state = State(tmp_path / "state.sqlite")
    await state.save(COUNTRIES)
    await state.save(CountryChoices(("FR",)))
    assert await state.load(CountryChoices) == CountryChoices(("FR",))


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "3",
        '{"widths": [1]}',
        '{"widths": {"a": "wide"}}',
        '{"sorted_by": 3}',
        "[" * 99_999,
        "[" * 1_000_001,
        json.dumps(asdict(LAYOUT)) + " " * 1_000_000,
        3,
    ],
)
async def test_an_invalid_row_counts_as_none_and_can_be_replaced(tmp_path: Path, content: str | int) -> None:
    state = State(tmp_path / "state.sqlite")
    await state.save(LAYOUT, "sub-users")
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as database, database:
        database.execute("UPDATE entries SET content = ?", (content,))
    assert await state.load(TableLayout, "sub-users") == TableLayout()
    await state.save(LAYOUT, "sub-users")
    assert await state.load(TableLayout, "sub-users") == LAYOUT


async def test_an_overview_of_500_subscriptions_is_read_back(state: State) -> None:
    one = SubscriptionSummary("sub_" + 24 * "0", 64 * "é", ACTIVE, 10**12, 10**13, 10**12, START, True, 365)
    saved = SavedSummaries(START, tuple(replace(one, id=f"sub_{n:024}") for n in range(500)))
    await state.save(saved, "work")
    assert await state.load(SavedSummaries, "work") == saved


async def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "state.sqlite").write_bytes(b"nonsense" * 1000)
    state = State(tmp_path / "state.sqlite")
    assert await state.load(CountryChoices) == CountryChoices()
    await state.save(COUNTRIES)
    assert await state.load(CountryChoices) == COUNTRIES
    assert any("corrupt" in name for name in names(tmp_path))


async def test_a_folder_that_is_not_there_is_an_error_of_storage(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        await State(tmp_path / "none" / "state.sqlite").save(COUNTRIES)


async def test_a_state_of_the_version_before_is_taken_over(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as database, database:
        columns = "kind TEXT NOT NULL, owner TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (kind, owner)"
        database.execute(f"CREATE TABLE state ({columns}) STRICT")
        row = ("TableLayout", "sub-users", json.dumps(asdict(LAYOUT)))
        database.execute("INSERT INTO state VALUES (?, ?, ?)", row)
        database.execute("PRAGMA user_version = 1")
    assert await State(tmp_path / "state.sqlite").load(TableLayout, "sub-users") == LAYOUT
    assert not any("corrupt" in name for name in names(tmp_path))


async def test_a_state_in_wal_mode_of_the_version_before_is_taken_over(tmp_path: Path) -> None:
    running, path = tmp_path / "running.sqlite", tmp_path / "state.sqlite"
    await State(running).save(COUNTRIES)
    with closing(sqlite3.connect(running)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        insert = "INSERT INTO entries (kind, owner, key, at, content) VALUES (?, ?, '', '', ?)"
        with database:
            database.execute(insert, ("TableLayout", "sub-users", json.dumps(asdict(LAYOUT))))
        # As a kill leaves it.
        for part in ("", "-wal"):
            shutil.copy(f"{running}{part}", f"{path}{part}")
    state = State(path)
    assert await state.load(TableLayout, "sub-users") == LAYOUT
    assert await state.load(CountryChoices) == COUNTRIES
    assert not path.with_name("state.sqlite-wal").exists()
    assert state.moved_to is None


async def test_what_was_saved_is_in_the_file_itself(state: State, tmp_path: Path) -> None:
    await state.save(LAYOUT, "sub-users")
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as other:
        other.execute("SELECT count(*) FROM entries").fetchone()
        await state.save(COUNTRIES)
        shutil.copy(tmp_path / "state.sqlite", tmp_path / "copy.sqlite")
    assert await State(tmp_path / "copy.sqlite").load(CountryChoices) == COUNTRIES


def entries(*keys: str, content: str = "") -> list[Entry]:
    """Entries whose moment is the later, the larger the number in their key."""
    return [Entry(key, content or key, (START + timedelta(minutes=int(key))).isoformat()) for key in keys]


async def keys(state: State, owner: str = "work") -> list[str]:
    return [entry.key for entry in await state.entries(Kind.TOPUP, owner)]


async def test_owners_and_kinds_never_cross(state: State) -> None:
    await state.put(Kind.TOPUP, "work", entries("1", "2"))
    await state.put(Kind.TOPUP, "home", entries("1"))
    await state.put(Kind.COINS, "work", entries("1"))
    await state.put(Kind.TOPUP, "work", entries("3"), replace_all=True)
    await state.delete(Kind.COINS, "work")
    assert await keys(state) == ["3"]
    assert await keys(state, "home") == ["1"]
    assert {entry.owner for entry in await state.entries(Kind.TOPUP)} == {"work", "home"}
    assert await state.entry(Kind.COINS, "work", "1") is None


async def test_a_later_entry_of_a_key_replaces_the_earlier_one_where_it_is(state: State) -> None:
    await state.put(Kind.TOPUP, "work", entries("1", "2"))
    await state.put(Kind.TOPUP, "work", [*entries("3"), *entries("1", content="new")])
    assert [(entry.key, entry.content) for entry in await state.entries(Kind.TOPUP, "work")] == [
        ("1", "new"),
        ("2", "2"),
        ("3", "3"),
    ]


async def test_an_event_is_added_once(state: State) -> None:
    first = await state.add(Kind.NOTIFICATION, "work", Entry("a", "1"))
    assert first is not None
    assert await state.add(Kind.NOTIFICATION, "work", Entry("a", "2")) is None
    later = await state.add(Kind.NOTIFICATION, "home", Entry("a", "3"))
    assert later is not None
    assert later > first


async def test_of_one_key_only_the_last_are_kept(state: State) -> None:
    for number in range(5):
        await state.append(Kind.SNAPSHOT, "work", Entry("tu_1", str(number)), max_of_key=3)
        await state.append(Kind.SNAPSHOT, "work", Entry("tu_2", "other"), max_of_key=3)
    assert [one.content for one in await state.entries(Kind.SNAPSHOT, "work", "tu_1")] == ["2", "3", "4"]
    assert {one.key: one.content for one in await state.last_entries(Kind.SNAPSHOT, "work")} == {
        "tu_1": "4",
        "tu_2": "other",
    }


async def test_what_was_added_after_an_entry_is_found_whoever_added_it(state: State) -> None:
    await state.append(Kind.SNAPSHOT, "work", Entry("tu_1", "1"), max_of_key=9)
    (first,) = await state.entries(Kind.SNAPSHOT, "work")
    assert await state.entries_after(Kind.SNAPSHOT, "work", first.number) == []
    other = State(state._database.path)
    await other.append(Kind.SNAPSHOT, "work", Entry("tu_1", "2"), max_of_key=9)
    await other.append(Kind.SNAPSHOT, "home", Entry("tu_1", "3"), max_of_key=9)
    await other.append(Kind.TYPED_TXID, "work", Entry("tu_1", "4"), max_of_key=9)
    found = await state.entries_after(Kind.SNAPSHOT, "work", first.number)
    assert [one.content for one in found] == ["2"]
    other.close()


async def test_of_one_owner_only_the_keys_added_to_last_are_kept(state: State) -> None:
    for key in ("1", "2", "3", "1"):
        await state.append(Kind.SNAPSHOT, "work", Entry(key), max_of_key=9)
    await state.append(Kind.SNAPSHOT, "home", Entry("2"), max_of_key=9)
    await state.trim(Kind.SNAPSHOT, "work", 2)
    assert sorted(await state.keys(Kind.SNAPSHOT, "work")) == ["1", "3"]
    assert await state.keys(Kind.SNAPSHOT, "home") == ["2"]


async def test_the_entries_of_the_earliest_moments_are_dropped(state: State) -> None:
    await state.put(Kind.TOPUP, "work", entries("5", "1", "4", "3"))
    await state.put(Kind.TOPUP, "home", entries("1"))
    await state.drop_oldest(Kind.TOPUP, "work", 2)
    assert await keys(state) == ["5", "4"]
    assert await keys(state, "home") == ["1"]


async def test_the_earliest_are_dropped_when_all_are_too_large(state: State) -> None:
    for owner in ("work", "home"):
        await state.put(Kind.TOPUP, owner, entries("1", "2", content="x" * 100))
    await state.drop_oldest_of_all(Kind.TOPUP, 250)
    assert await keys(state) == await keys(state, "home") == ["2"]


@pytest.mark.parametrize("moment", ["never", "", "2026-01-01"])
def test_a_moment_that_cannot_be_one_counts_as_none(moment: str) -> None:
    assert Entry("a", at=moment).moment is None


async def test_what_a_removed_account_would_still_save_is_not_saved(state: State) -> None:
    owners = ["work", key_of("work", "https://api.example"), "workshop", key_of("workshop", "work")]
    for owner in owners:
        await state.put(Kind.TOPUP, owner, entries("1"))
    await state.drop_account("work")
    for owner in owners:
        await state.put(Kind.TOPUP, owner, entries("2"))
        await state.append(Kind.TOPUP, owner, Entry("3"), max_of_key=9)
        assert (await state.add(Kind.TOPUP, owner, Entry("4")) is None) is (owner in owners[:2])
    assert [await keys(state, owner) for owner in owners[:2]] == [[], []]
    assert [await keys(state, owner) for owner in owners[2:]] == [["1", "2", "3", "4"]] * 2
