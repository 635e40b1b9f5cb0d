"""A process that is alive is taken for alive, whenever others look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.storage import locks
from app.storage.locks import Presence

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


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
