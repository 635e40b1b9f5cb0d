"""The state's file stays open between calls: whatever happens to it meanwhile is noticed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.errors import StorageError
from app.models.choices import CountryChoices
from app.storage.state import Entry, Kind, State
from support.open_files import on_linux, open_files

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST, SECOND, THIRD = (CountryChoices((country,)) for country in ("DE", "FR", "IT"))
SAVE = """
import asyncio, sys
from pathlib import Path
from app.models.choices import CountryChoices
from app.storage.state import State

async def save():
    state = State(Path(sys.argv[1]))
    print(*(await state.load(CountryChoices)).favorites)
    await state.save(CountryChoices((sys.argv[2],)))

asyncio.run(save())
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state.sqlite"


@pytest.fixture
async def state(path: Path) -> State:
    """A state that was used."""
    state = State(path)
    await state.save(FIRST)
    assert await state.load(CountryChoices) == FIRST
    return state


def save_elsewhere(path: Path, country: str) -> str:
    """Saves a favorite country as another process does; returns the one that it found."""
    command = [sys.executable, "-c", SAVE, str(path), country]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.strip()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the database files that are opened from now on."""
    names, connect = list[str](), sqlite3.connect

    def connect_listed(path: str | Path, **options: object) -> sqlite3.Connection:
        names.append(Path(path).name)
        return connect(path, **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", connect_listed)
    return names


async def test_calls_one_after_the_other_use_one_connection(state: State, opened: list[str]) -> None:
    await state.save(SECOND)
    await state.append(Kind.SNAPSHOT, "work", Entry("tu_1"), max_of_key=3)
    assert await state.load(CountryChoices) == SECOND
    assert await state.keys(Kind.SNAPSHOT, "work") == ["tu_1"]
    await state.delete(Kind.SNAPSHOT, "work")
    assert opened == []


async def test_no_lock_is_held_between_calls(state: State, path: Path) -> None:
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("ROLLBACK")
    assert await state.load(CountryChoices) == FIRST


async def test_processes_see_what_the_others_saved(state: State, path: Path) -> None:
    assert save_elsewhere(path, "FR") == "DE"
    assert await state.load(CountryChoices) == CountryChoices(("FR",))
    await state.save(THIRD)
    assert save_elsewhere(path, "ES") == "IT"
    assert await state.load(CountryChoices) == CountryChoices(("ES",))


@pytest.mark.skipif(sys.platform == "win32", reason="an open file can't be replaced there")
async def test_a_file_that_was_replaced_is_used(state: State, path: Path) -> None:
    other = State(path.with_name("other.sqlite"))
    await other.save(SECOND)
    path.with_name("other.sqlite").rename(path)
    assert await state.load(CountryChoices) == SECOND
    await state.save(THIRD)
    assert await State(path).load(CountryChoices) == THIRD


async def test_a_copy_with_as_many_changes_that_was_written_over_the_file_is_used(
    state: State, path: Path
) -> None:
    """SQLite itself, which counts the changes, would take what it read before for what is there."""
    copy = path.with_name("copy.sqlite")
    shutil.copy(path, copy)
    await state.save(SECOND)
    await State(copy).save(THIRD)
    shutil.copy(copy, path)
    os.utime(path, (0, 0))
    assert await state.load(CountryChoices) == THIRD
    assert state.moved_to is None


@pytest.mark.skipif(sys.platform == "win32", reason="an open file can't be replaced there")
async def test_a_file_that_is_replaced_while_it_is_opened_is_used_by_the_next_call(
    state: State, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, connect = path.with_name("other.sqlite"), sqlite3.connect
    await State(other).save(SECOND)

    def connect_before_it_is_replaced(name: Path, **options: object) -> sqlite3.Connection:
        database = connect(name, **options)  # type: ignore[call-overload]
        database.execute("SELECT * FROM entries").fetchall()
        other.rename(path)
        monkeypatch.undo()
        return database  # type: ignore[no-any-return]

    state.close()
    monkeypatch.setattr(sqlite3, "connect", connect_before_it_is_replaced)
    await state.load(CountryChoices)
    assert await state.load(CountryChoices) == SECOND


@pytest.mark.skipif(sys.platform == "win32", reason="an open file can't be removed there")
async def test_a_file_that_was_removed_is_created_anew(state: State, path: Path, tmp_path: Path) -> None:
    (tmp_path / "state.sqlite").unlink()
    assert await state.load(CountryChoices) == CountryChoices()
    await state.save(SECOND)
    assert await State(path).load(CountryChoices) == SECOND


@pytest.mark.skipif(sys.platform == "win32", reason="a folder of an open file can't be renamed there")
async def test_a_folder_that_was_renamed_is_an_error_and_not_written(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    state = State(tmp_path / "data" / "state.sqlite")
    await state.save(FIRST)
    (tmp_path / "data").rename(tmp_path / "away")
    with pytest.raises(StorageError):
        await state.save(SECOND)
    assert await State(tmp_path / "away" / "state.sqlite").load(CountryChoices) == FIRST


@pytest.mark.parametrize("content", [b"nonsense" * 1000, b"nonsense"])
async def test_a_file_that_was_damaged_meanwhile_is_set_aside(
    state: State, path: Path, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "state.sqlite").write_bytes(content)
    assert await state.load(CountryChoices) == CountryChoices()
    assert state.moved_to is not None
    assert state.moved_to.read_bytes() == content
    await state.save(SECOND)
    assert await State(path).load(CountryChoices) == SECOND


async def test_a_call_that_failed_leaves_nothing_of_it(state: State) -> None:
    with pytest.raises(UnicodeEncodeError):
        await state.put(Kind.TOPUP, "work", [Entry("1"), Entry("\ud800")])
    assert await state.entries(Kind.TOPUP) == []
    await state.put(Kind.TOPUP, "work", [Entry("1")])
    assert [entry.key for entry in await state.entries(Kind.TOPUP)] == ["1"]


@contextlib.contextmanager
def locked(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Locks a file as another process does that writes it; yields an event of the first call that waits."""
    is_waiting, may_go_on = threading.Event(), threading.Event()

    def pause(_seconds: float) -> None:
        is_waiting.set()
        may_go_on.wait(20)

    monkeypatch.setattr(time, "sleep", pause)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield is_waiting
        other.execute("COMMIT")
    may_go_on.set()


async def test_a_cancelled_call_disturbs_no_later_one(
    state: State, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with locked(path, monkeypatch) as is_waiting:
        cancelled = asyncio.get_running_loop().create_task(
            state.put(Kind.TOPUP, "work", [Entry("cancelled")])
        )
        await asyncio.to_thread(is_waiting.wait, 20)
        cancelled.cancel()
        # Its thread goes on.
        later = asyncio.get_running_loop().create_task(state.put(Kind.TOPUP, "work", [Entry("later")]))
        with pytest.raises(asyncio.CancelledError):
            await cancelled
    await later
    assert [entry.key for entry in await state.entries(Kind.TOPUP)] == ["cancelled", "later"]


@on_linux
async def test_it_is_closed_when_a_call_that_was_cancelled_has_ended(
    state: State, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with locked(path, monkeypatch) as is_waiting:
        cancelled = asyncio.get_running_loop().create_task(state.save(SECOND))
        await asyncio.to_thread(is_waiting.wait, 20)
        cancelled.cancel()
        closed = asyncio.get_running_loop().create_task(asyncio.to_thread(state.close))
        with pytest.raises(asyncio.CancelledError):
            await cancelled
    await closed
    assert open_files(tmp_path) == []
    assert await State(path).load(CountryChoices) == SECOND


@on_linux
async def test_a_closed_state_has_no_file_open_and_opens_it_again(
    state: State, path: Path, tmp_path: Path
) -> None:
    assert open_files(tmp_path) == [str(path)]
    state.close()
    assert open_files(tmp_path) == []
    state.close()
    assert await state.load(CountryChoices) == FIRST
    assert open_files(tmp_path) == [str(path)]
