"""A database is checked once for each file, and set aside for damage alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from app.errors import StorageError
from app.storage.databases import Database, is_damage, remove_database

if TYPE_CHECKING:
    from pathlib import Path

STEPS = ["CREATE TABLE entries (key TEXT)"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state.sqlite"


def add(database: sqlite3.Connection) -> None:
    database.execute("INSERT INTO entries VALUES ('key')")


def keys(database: sqlite3.Connection) -> list[tuple[str]]:
    return database.execute("SELECT key FROM entries").fetchall()


@pytest.mark.parametrize("stays_open", [False, True])
def test_each_file_is_checked_once(path: Path, *, stays_open: bool) -> None:
    checked: list[sqlite3.Connection] = []
    database = Database(path, STEPS, stays_open=stays_open, on_checked=checked.append)
    for _ in range(3):
        database.run(add)
    assert len(checked) == 1
    path.unlink()
    for _ in range(2):
        assert database.run(keys) == []
    assert len(checked) == 2


def test_work_that_fails_on_a_whole_file_sets_nothing_aside(path: Path) -> None:
    database = Database(path, STEPS)
    database.run(add)
    with pytest.raises(StorageError) as caught:
        database.run(lambda open_one: open_one.execute("SELECT nothing FROM entries"))
    assert caught.value.reason == "other"
    assert database.moved_to is None
    assert database.run(keys) == [("key",)]


def test_an_error_of_the_work_itself_reaches_its_caller_and_nothing_is_saved(path: Path) -> None:
    def fail(open_one: sqlite3.Connection) -> None:
        add(open_one)
        raise LookupError

    for stays_open in (False, True):
        database = Database(path, STEPS, stays_open=stays_open)
        with pytest.raises(LookupError):
            database.run(fail)
        assert database.run(keys) == []


def test_a_repair_that_cannot_begin_is_an_error_of_storage(path: Path) -> None:
    path.write_bytes(b"damaged" * 1000)
    path.with_suffix(".repair").mkdir()
    with pytest.raises(StorageError):
        Database(path, STEPS).run(keys)
    assert path.read_bytes() == b"damaged" * 1000


def test_a_file_of_a_newer_version_stays_as_it_is(path: Path) -> None:
    Database(path, [*STEPS, "ALTER TABLE entries ADD COLUMN at TEXT"]).run(lambda _open_one: None)
    content = path.read_bytes()
    older = Database(path, STEPS)
    with pytest.raises(StorageError) as caught:
        older.run(keys)
    assert caught.value.reason == "newer"
    assert older.moved_to is None
    assert path.read_bytes() == content


def test_a_file_that_only_its_header_makes_read_only_is_damaged(path: Path) -> None:
    Database(path, STEPS).run(add)
    content = bytearray(path.read_bytes())
    content[18] = 3  # the version of the format that writers must know
    path.write_bytes(content)
    database = Database(path, STEPS)
    database.run(add)
    assert database.moved_to is not None
    assert database.moved_to.read_bytes() == content
    assert database.run(keys) == [("key",)]


def test_a_file_that_cannot_grow_is_full_and_not_damaged(path: Path) -> None:
    def fill(open_one: sqlite3.Connection) -> None:
        open_one.execute("PRAGMA max_page_count = 1")
        open_one.execute("INSERT INTO entries VALUES (?)", ("x" * 100_000,))

    database = Database(path, STEPS)
    with pytest.raises(StorageError) as caught:
        database.run(fill)
    assert caught.value.reason == "full"
    assert database.moved_to is None


def test_a_schema_that_no_version_has_is_damage(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE entries (another TEXT)")
        other.execute("PRAGMA user_version = 1")
    database = Database(path, STEPS)
    assert database.run(keys) == []
    assert database.moved_to is not None
    assert database.moved_to.name.startswith("state.corrupt-")


def test_only_errors_of_the_content_are_damage() -> None:
    assert is_damage(sqlite3.DatabaseError("of no code"))
    assert not is_damage(OSError("disk I/O error"))
    with closing(sqlite3.connect(":memory:")) as database:
        for statement, expected in (("SELECT nothing", True), ("ATTACH '/nowhere/a' AS b", False)):
            with pytest.raises(sqlite3.Error) as caught:
                database.execute(statement)
            assert is_damage(caught.value) is expected


def test_a_removed_database_leaves_no_part(path: Path, tmp_path: Path) -> None:
    Database(path, STEPS).run(add)
    for part in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + part).touch()
    remove_database(path)
    assert list(tmp_path.iterdir()) == []
    remove_database(path)
