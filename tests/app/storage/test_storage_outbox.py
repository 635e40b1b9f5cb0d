"""The outbox: an intent that was written survives, stays bound to its account, and is private."""

import sqlite3
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.errors import StorageError
from app.storage.outbox import Intent, Outbox

NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
BODY = b'{"amountUsd":"50.00","coin":"BTC","network":"bitcoin"}'


def intent(key: str = "key-1", account: str = "demo", service: str = "demo") -> Intent:
    return Intent(key, account, service, BODY, NOW)


def test_an_intent_is_found_again_with_the_same_key_and_bytes(tmp_path: Path) -> None:
    Outbox(tmp_path / "outbox.sqlite").add(intent())
    assert Outbox(tmp_path / "outbox.sqlite").pending("demo", "demo") == (intent(),)


def test_an_intent_survives_the_death_of_its_process(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; from datetime import UTC, datetime; from pathlib import Path;"
        "from app.storage.outbox import Intent, Outbox;"
        "Outbox(Path(sys.argv[1])).add(Intent('k', 'a', 's', b'{}', datetime.now(UTC)));"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    path = tmp_path / "outbox.sqlite"
    ended = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert ended.returncode == -9
    assert [found.idempotency_key for found in Outbox(path).pending("a", "s")] == ["k"]


def test_it_is_written_with_full_durability(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite")
    outbox.add(intent())
    database = outbox._open()
    try:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)
    finally:
        database.close()


def test_accounts_and_services_never_cross(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite")
    outbox.add(intent("one", "demo", "demo"))
    outbox.add(intent("two", "work", "https://api.example.net"))
    outbox.add(intent("three", "work", "https://other.example.net"))
    keys = [found.idempotency_key for found in outbox.pending("work", "https://api.example.net")]
    assert keys == ["two"]
    outbox.mark_created("two", "tu_1", "{}")
    assert outbox.of_topup("demo", "demo", "tu_1") is None
    assert outbox.of_topup("work", "https://api.example.net", "tu_1") is not None


def test_a_settled_intent_is_not_pending(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite")
    outbox.add(intent("one"))
    outbox.add(intent("two"))
    outbox.mark_created("one", "tu_1", '{"coin": "BTC"}')
    outbox.mark_refused("two")
    assert outbox.pending("demo", "demo") == ()
    made = outbox.of_topup("demo", "demo", "tu_1")
    assert made is not None
    assert (made.topup_id, made.facts) == ("tu_1", '{"coin": "BTC"}')


def test_the_file_is_for_this_user_only(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    Outbox(path).add(intent())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_damaged_file_is_said_to_be_damaged(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    path.write_bytes(b"this is no database, " * 500)
    with pytest.raises(StorageError) as caught:
        Outbox(path).add(intent())
    assert caught.value.reason == "corrupt"


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StorageError) as caught:
        Outbox(path).add(intent())
    assert caught.value.reason == "newer"


def test_a_path_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("not a folder")
    with pytest.raises(StorageError):
        Outbox(folder / "outbox.sqlite").add(intent())
