"""The files of earlier versions: taken over once, whole, and removed."""

from __future__ import annotations

import errno
import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.errors import StorageError
from app.models.choices import CountryChoices, RecentItems, TableLayout
from app.rules.subscriptions.sticky import Session, StickyChoices
from app.services.locations.cache import LocationCache
from app.services.notifications import Notifications
from app.services.topups.saved_topups import SavedTopUps, TopUpChoices
from app.storage import former_files
from app.storage.state import Kind, State, key_of
from support.former_files import make_former_databases, make_former_json
from support.kept_locations import KeptLocations
from support.virtual_clock import VirtualClock

SERVICE = "https://api.example.net"
OWNER = key_of("work", SERVICE)
NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


def state_in(folder: Path) -> State:
    return State(folder / "state.sqlite")


def names(folder: Path) -> list[str]:
    """The files but for the journal of the state, which stays, empty."""
    return sorted(path.name for path in folder.iterdir() if path.name != "state.sqlite-journal")


async def seen(state: State) -> list[tuple[int, bool]]:
    return [(one.confirmations, one.is_open) for one in await saved(state).timeline("tu_1")]


def saved(state: State) -> SavedTopUps:
    return SavedTopUps(state=state, account="work", service=SERVICE, clock=VirtualClock())


async def listed(state: State) -> list[tuple[str, str, bool]]:
    notifications = Notifications(state, lambda _kind: True)
    await notifications.load()
    return [(kept.account, kept.notification.subject_id, kept.is_read) for kept in notifications.stored]


async def test_the_history_of_top_ups_is_taken_over_whole(tmp_path: Path) -> None:
    make_former_databases(tmp_path)
    state = state_in(tmp_path)
    assert await seen(state) == [(0, True), (1, True), (2, False)]
    assert await saved(state).open_ids() == {"tu_2"}
    choices = TopUpChoices(state=state, account="work", service=SERVICE)
    assert await choices.hidden() == {"tu_2"}
    assert await choices.typed_txid("tu_1") == "0xabc"
    await choices.load_picture("USDT", "tron")
    assert choices.picture("USDT", "tron") == "link"
    assert names(tmp_path) == ["state.sqlite"]


async def test_notifications_keep_their_order_and_their_marks_and_are_not_repeated(tmp_path: Path) -> None:
    make_former_databases(tmp_path)
    state = state_in(tmp_path)
    expected = [("work", "tu_3", False), ("work", "tu_2", False), ("work", "tu_1", True)]
    assert await listed(state) == expected
    notifications = Notifications(state, lambda _kind: True)
    await notifications.load()
    cleared = notifications.stored[0].notification.model_copy(update={"subject_id": "tu_0"})
    await notifications.add("work", [*(kept.notification for kept in notifications.stored), cleared])
    assert await listed(state_in(tmp_path)) == expected


async def test_the_caches_are_taken_over(tmp_path: Path) -> None:
    make_former_databases(tmp_path)
    state = state_in(tmp_path)
    topups = await state.entries(Kind.TOPUP, OWNER)
    assert [(entry.key, json.loads(entry.content)["id"]) for entry in topups] == [
        ("tu_2",) * 2,
        ("tu_1",) * 2,
    ]
    head = await state.entry(Kind.TOPUP_LIST, OWNER)
    assert head is not None
    assert head.moment == NOW
    countries = await LocationCache(state, "demo").load_countries(None)
    assert countries is not None
    assert (countries.as_of, countries.unreadable) == (NOW, 2)
    assert await state.entry(Kind.COINS, "demo") is not None
    kept = KeptLocations(tmp_path)
    try:
        locations = kept.restarted("demo")
        assert await locations.open_cached() == 2
        cities, isps = locations.lists()
        assert [(cities.name(row), cities.state(row)) for row in range(2)] == [
            ("München", "Bavaria"),
            ("Köln", ""),
        ]
        assert (isps.name(0), isps.code(0), isps.as_of) == ("Netz", "1", NOW)
    finally:
        await kept.service.aclose()
        kept.service.close()


@pytest.mark.parametrize("version", [1, 2])
async def test_a_history_of_an_early_version_is_taken_over(tmp_path: Path, version: int) -> None:
    make_former_databases(tmp_path, ["notebook"])
    with closing(sqlite3.connect(tmp_path / "notebook.sqlite")) as database:
        # Version 2 added what was typed, version 3 removed a table that nothing is read from.
        database.execute("CREATE TABLE notes (account TEXT)")
        if version == 1:
            database.execute("DROP TABLE typed")
    state = state_in(tmp_path)
    assert len(await seen(state)) == 3
    txid = await TopUpChoices(state=state, account="work", service=SERVICE).typed_txid("tu_1")
    assert txid == ("0xabc" if version == 2 else "")


async def test_what_stands_in_the_wal_of_a_killed_process_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "running").mkdir()
    make_former_databases(tmp_path / "running", ["notices"])
    with closing(sqlite3.connect(tmp_path / "running" / "notices.sqlite", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA wal_autocheckpoint = 0")
        database.execute("UPDATE notices SET is_read = 1")
        (tmp_path / "killed").mkdir()
        for part in ("", "-wal"):
            shutil.copy(tmp_path / "running" / f"notices.sqlite{part}", tmp_path / "killed")
    assert all(is_read for _account, _subject, is_read in await listed(state_in(tmp_path / "killed")))
    assert names(tmp_path / "killed") == ["state.sqlite"]


async def test_files_that_cannot_be_removed_are_taken_over_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_former_databases(tmp_path)
    monkeypatch.setattr(Path, "unlink", _refuse)
    assert len(await seen(state_in(tmp_path))) == 3
    notifications = Notifications(state_in(tmp_path), lambda _kind: True)
    await notifications.load()
    await notifications.clear()
    assert await listed(state_in(tmp_path)) == []
    monkeypatch.undo()
    assert len(await seen(state_in(tmp_path))) == 3
    assert names(tmp_path) == ["state.sqlite"]
    # Those of an older version that was used since.
    make_former_databases(tmp_path, ["notebook"])
    assert len(await seen(state_in(tmp_path))) == 6


async def test_files_removed_just_before_a_kill_are_taken_over_again_when_they_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_former_databases(tmp_path, ["notebook"])
    monkeypatch.setattr(Path, "unlink", _refuse)
    assert len(await seen(state_in(tmp_path))) == 3
    monkeypatch.undo()
    # As the kill leaves it: the file is gone, but not yet the mark that it was taken over.
    (tmp_path / "notebook.sqlite").unlink()
    assert len(await seen(state_in(tmp_path))) == 3
    make_former_databases(tmp_path, ["notebook"])
    assert len(await seen(state_in(tmp_path))) == 6


def _refuse(_path: Path, *, missing_ok: bool = False) -> None:
    raise PermissionError(missing_ok)


async def test_files_stay_while_the_state_cannot_be_written(tmp_path: Path) -> None:
    make_former_databases(tmp_path)
    (tmp_path / "state.sqlite").mkdir()
    with pytest.raises(StorageError):
        await state_in(tmp_path).keys(Kind.SNAPSHOT, OWNER)
    (tmp_path / "state.sqlite").rmdir()
    assert len(await seen(state_in(tmp_path))) == 3


@pytest.mark.parametrize("damage", [b"nonsense" * 1000, b"", None])
async def test_a_damaged_database_is_set_aside_with_what_can_be_read_taken_over(
    tmp_path: Path, damage: bytes | None
) -> None:
    make_former_databases(tmp_path)
    path = tmp_path / "notebook.sqlite"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    state = state_in(tmp_path)
    assert len(await listed(state)) == 3
    assert len(await seen(state)) in {0, 3}
    assert not path.exists()
    assert any("notebook.corrupt-" in name for name in names(tmp_path)) is (damage != b"")
    assert await seen(state_in(tmp_path)) == await seen(state)


STICKY = StickyChoices((Session("abc123", 10), Session("Z9", 1)), "{host}:{port}")
LAYOUT = TableLayout({"username": 240}, "used", is_descending=True)
COUNTRIES = CountryChoices(("DE", "US"), ("FR",), targeting_hint_read=True)


async def test_the_files_of_earlier_versions_are_taken_over_once(tmp_path: Path) -> None:
    make_former_json(tmp_path)
    state = State(tmp_path / "state.sqlite")
    assert await state.load(StickyChoices, "work") == STICKY
    assert await state.load(TableLayout, "sub-users") == LAYOUT
    assert await state.load(CountryChoices) == COUNTRIES
    assert await state.load(RecentItems, "work") == RecentItems(("a/b",))
    assert not any(name.endswith(".json") for name in names(tmp_path))


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff\xfe", b'{"accounts": []}', b'{"accounts": {"work": 3}}', b"[" * 100_000],
)
async def test_damaged_files_of_earlier_versions_count_as_none(tmp_path: Path, content: bytes) -> None:
    for name in ("sticky.json", "tables.json", "marks.json", "palette.json"):
        (tmp_path / name).write_bytes(content)
    state = State(tmp_path / "state.sqlite")
    assert await state.load(StickyChoices, "work") == StickyChoices()
    assert await state.load(RecentItems, "work") == RecentItems()
    assert await state.load(TableLayout, "sub-users") == TableLayout()
    assert await state.load(CountryChoices) == CountryChoices()


async def test_what_was_chosen_since_is_not_replaced_by_former_files(tmp_path: Path) -> None:
    await State(tmp_path / "state.sqlite").save(COUNTRIES)
    (tmp_path / "marks.json").write_text('{"favourites": ["FR"]}')
    assert await State(tmp_path / "state.sqlite").load(CountryChoices) == COUNTRIES


def damage(path: Path, statement: str, *changes: tuple[str, str]) -> None:
    """Changes what a database holds, after changes of the texts of its schema."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA writable_schema = 1")
        for old, new in changes:
            database.execute("UPDATE sqlite_schema SET sql = replace(sql, ?, ?)", (old, new))
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(statement)


async def assert_survived(folder: Path, damaged: str) -> None:
    """Checks that a damaged file is set aside, and that it keeps no other one from being taken over."""
    state = state_in(folder)
    await state.save(COUNTRIES)
    assert await state_in(folder).load(CountryChoices) == COUNTRIES
    assert damaged == "notebook" or await seen(state) == [(0, True), (1, True), (2, False)]
    assert damaged == "notices" or len(await listed(state)) == 3
    assert damaged == "topups" or len(await state.entries(Kind.TOPUP, OWNER)) == 2
    assert damaged == "catalogs" or await state.entry(Kind.COINS, "demo") is not None
    others = [name for name in names(folder) if name != "state.sqlite"]
    assert all(name.startswith(f"{damaged}.corrupt-") for name in others)


@pytest.mark.parametrize(
    ("name", "table", "column"),
    [
        ("notebook", "sightings", "topup_id"),
        ("notebook", "sightings", "is_open"),
        ("notebook", "pictures", "picture"),
        ("notices", "notices", "account"),
        ("notices", "told", "occasion"),
        ("topups", "topups", "content"),
        ("topups", "lists", "as_of"),
        ("catalogs", "coins", "content"),
        ("catalogs", "places", "states"),
    ],
)
async def test_a_damaged_column_keeps_nothing_else_from_being_taken_over(
    tmp_path: Path, name: str, table: str, column: str
) -> None:
    for folder in ("null", "renamed"):
        (tmp_path / folder).mkdir()
        make_former_databases(tmp_path / folder)
    null, renamed = (tmp_path / folder / f"{name}.sqlite" for folder in ("null", "renamed"))
    damage(null, f"UPDATE {table} SET {column} = NULL", ("NOT NULL", "        "))
    damage(renamed, f"ALTER TABLE {table} RENAME COLUMN {column} TO damaged")
    for path in (null, renamed):
        await assert_survived(path.parent, name)
    assert len(names(renamed.parent)) == 2, "it is set aside"


async def test_a_null_costs_its_row_alone(tmp_path: Path) -> None:
    make_former_databases(tmp_path, ["topups"])
    statement = "UPDATE topups SET created_at = NULL WHERE topup_id = 'tu_2'"
    damage(tmp_path / "topups.sqlite", statement, ("NOT NULL", "        "))
    state = state_in(tmp_path)
    assert [entry.key for entry in await state.entries(Kind.TOPUP, OWNER)] == ["tu_1"]
    assert await state.entry(Kind.TOPUP_LIST, OWNER) is not None
    assert len(names(tmp_path)) == 2, "it is set aside"


@pytest.mark.parametrize("name", ["sticky", "tables", "palette"])
async def test_an_owner_that_is_no_text_costs_its_value_alone(tmp_path: Path, name: str) -> None:
    make_former_databases(tmp_path)
    value = ["a/b"] if name == "palette" else {"widths": {"username": 240}}
    owners = {"\ud800": value, "work": value}
    (tmp_path / f"{name}.json").write_text(
        json.dumps(owners if name == "tables" else {"version": 1, "accounts": owners})
    )
    await assert_survived(tmp_path, name)
    kind = {"sticky": "StickyChoices", "tables": "TableLayout", "palette": "RecentItems"}[name]
    assert await state_in(tmp_path).keys(kind, "work") == [""]


async def test_a_database_that_is_locked_is_taken_over_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_former_databases(tmp_path)
    connect = sqlite3.connect
    monkeypatch.setattr(former_files, "_LOCK_TIMEOUT_SECONDS", 0.0, raising=False)
    with closing(connect(tmp_path / "notebook.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        state = state_in(tmp_path)
        assert len(await listed(state)) == 3
        assert await seen(state) == []
        other.execute("ROLLBACK")
    assert names(tmp_path) == ["notebook.sqlite", "state.sqlite"]
    assert await seen(state_in(tmp_path)) == [(0, True), (1, True), (2, False)]
    assert names(tmp_path) == ["state.sqlite"]


async def test_a_file_that_cannot_be_opened_is_taken_over_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "marks.json").write_text('{"favourites": ["FR"]}')
    monkeypatch.setattr(Path, "read_bytes", _refuse_to_read)
    assert await state_in(tmp_path).load(CountryChoices) == CountryChoices()
    monkeypatch.undo()
    assert await state_in(tmp_path).load(CountryChoices) == CountryChoices(("FR",))


def _refuse_to_read(_path: Path) -> bytes:
    raise OSError(errno.EMFILE, "too many open files")
