"""Two processes with several threads each write one outbox at the same time: nothing is lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from app.errors import StorageError
from app.storage.outbox import Outbox

if TYPE_CHECKING:
    from pathlib import Path

EACH = 40
THREADS = 3
SCRIPT = f"""
import sys, threading
from datetime import UTC, datetime
from pathlib import Path
from app.rules.topups.idempotency import Moment
from app.storage.outbox import Outbox
from app.storage.outbox_rows import TopUpRequest

name, path = sys.argv[1], Path(sys.argv[2])
now = Moment(datetime.now(UTC))
sys.stdin.readline()

def click(thread):
    outbox = Outbox(path)
    for number in range({EACH}):
        key = f"{{name}}-{{thread}}-{{number}}"
        claim = outbox.claim(TopUpRequest(key, "work", "service", key.encode(), now, now), bool)
        assert claim.is_new and claim.is_ours
        if number % 2:
            outbox.mark_created(claim.request, f"tu_{{key}}")
        else:
            outbox.release(key)

threads = [threading.Thread(target=click, args=(thread,)) for thread in range({THREADS})]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_two_processes_with_three_threads_each_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    command = [sys.executable, "-c", SCRIPT]
    writers = [
        subprocess.Popen(
            [*command, name, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in "ab"
    ]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    said = [writer.communicate(timeout=60)[1] for writer in writers]
    assert said == ["", ""]
    outbox = Outbox(path)
    everything = {
        f"{name}-{thread}-{number}" for name in "ab" for thread in range(3) for number in range(EACH)
    }
    pending = {request.idempotency_key for request in outbox.pending("work", "service")}
    made = {topup_id.removeprefix("tu_") for topup_id in outbox.topup_ids("service")}
    assert pending | made == everything
    assert not pending & made
    assert outbox.moved_to is None
    assert not list(tmp_path.glob("*corrupt*"))


def test_a_locked_file_is_tried_again_every_10_ms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's own waits are so long that among several writers one may never come to its turn."""
    path, pauses = tmp_path / "outbox.sqlite", list[float]()
    outbox = Outbox(path)
    outbox.pending("work", "service")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        def pause(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 3:
                other.execute("COMMIT")

        monkeypatch.setattr(time, "sleep", pause)
        assert outbox.pending("work", "service") == ()
    assert pauses == [0.01] * 3


def test_a_file_that_stays_locked_is_waited_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page makes many calls one after the other: if each waited that long, nothing would be shown."""
    path, now = tmp_path / "outbox.sqlite", [0.0]
    outbox = Outbox(path)
    outbox.pending("work", "service")
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.append(now.pop() + seconds))

    def waited() -> float:
        begin = now[0]
        with pytest.raises(StorageError):
            outbox.pending("work", "service")
        return now[0] - begin

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        for _twice in range(2):
            other.execute("BEGIN IMMEDIATE")
            assert 10 <= waited() < 11
            assert waited() < 1
            other.execute("COMMIT")
            assert outbox.pending("work", "service") == ()
