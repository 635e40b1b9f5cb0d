"""A process that is alive is taken for alive, whenever others look."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from app.errors import StorageError
from app.storage import locks
from app.storage.databases import Database
from app.storage.locks import Presence, hold_file, open_locked
from support.open_files import on_linux, open_files

if TYPE_CHECKING:
    from pathlib import Path


def test_one_that_ended_is_cleared_away(tmp_path: Path) -> None:
    gone, other = Presence(tmp_path / "alive"), Presence(tmp_path / "alive")
    gone.show()
    assert other.is_alive(gone.name)
    name = gone.name
    del gone
    assert not other.is_alive(name)
    assert list((tmp_path / "alive").iterdir()) == []


def test_one_that_is_looked_for_while_it_begins_is_alive_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = locks.lock_file
    looks: list[bool] = []

    def lock_late(file: int, *, wait: bool) -> None:
        if wait and not looks:
            # Another one looks between the making of the file and its lock.
            looks.append(other.is_alive(beginner.name))
        lock(file, wait=wait)

    monkeypatch.setattr(locks, "lock_file", lock_late)
    beginner, other = Presence(tmp_path / "alive"), Presence(tmp_path / "alive")
    beginner.show()
    assert looks == [False]
    assert other.is_alive(beginner.name)


@on_linux
def test_a_locked_file_that_is_asked_for_again_and_again_is_open_once(tmp_path: Path) -> None:
    path = tmp_path / "instance.lock"
    file = open_locked(path, wait=False)
    for _ in range(2):
        with pytest.raises(BlockingIOError):
            open_locked(path, wait=False)
    assert open_files(tmp_path) == [str(path)]
    os.close(file)
    with hold_file(path):
        assert open_files(tmp_path) == [str(path)]
    assert open_files(tmp_path) == []


def test_a_file_that_cannot_be_locked_at_all_is_an_error_to_who_would_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lock_nothing(_file: int, *, wait: bool) -> None:
        raise OSError("no locks available")

    monkeypatch.setattr(locks, "lock_file", lock_nothing)
    with pytest.raises(OSError, match="no locks") as caught:
        open_locked(tmp_path / "a.alive", wait=True)
    assert not isinstance(caught.value, BlockingIOError)


@on_linux
def test_who_looks_for_others_leaves_no_file_open(tmp_path: Path) -> None:
    folder = tmp_path / "alive"
    shown, other = Presence(folder), Presence(folder)
    shown.show()
    (folder / "ended.alive").touch()
    assert other.is_alive(shown.name)
    assert not other.is_alive("ended")
    assert not other.is_alive("never")
    assert open_files(tmp_path) == [str(folder / f"{shown.name}.alive")]


def test_a_damaged_file_is_not_set_aside_while_another_process_repairs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "_TIMEOUT_SECONDS", 0)
    path = tmp_path / "state.sqlite"
    path.write_bytes(b"damaged" * 1000)
    database = Database(path, ["CREATE TABLE entries (key TEXT)"])
    with hold_file(tmp_path / "state.repair"), pytest.raises(StorageError):
        database.run(lambda _database: None)
    assert path.read_bytes() == b"damaged" * 1000
    database.run(lambda _database: None)
    assert database.moved_to is not None
