"""The outbox: a request that was written survives, stays bound to its account, and is private."""

import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.errors import StorageError
from app.rules.topups.idempotency import Moment
from app.storage.outbox import Claim, Outbox
from app.storage.outbox_rows import TopUpRequest

NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
ASKED = Moment(NOW, NOW + timedelta(seconds=3))
LATER = Moment(NOW + timedelta(minutes=5))
BODY = b'{"amountUsd":"50.00","coin":"BTC","network":"bitcoin"}'


def request(
    key: str = "key-1", account: str = "demo", service: str = "demo", body: bytes = BODY
) -> TopUpRequest:
    return TopUpRequest(key, account, service, body, ASKED, ASKED)


def always(_request: TopUpRequest) -> bool:
    return True


def never(_request: TopUpRequest) -> bool:
    return False


def made_by_version_1(path: Path) -> None:
    """A file as the first version of the app made it."""
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(
            """
            CREATE TABLE intents (
                idempotency_key TEXT PRIMARY KEY,
                account TEXT NOT NULL,
                service TEXT NOT NULL,
                body BLOB NOT NULL,
                created_at TEXT NOT NULL,
                state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'created', 'refused')),
                topup_id TEXT,
                facts TEXT
            ) STRICT;
            CREATE UNIQUE INDEX intents_by_topup ON intents (account, service, topup_id)
                WHERE topup_id IS NOT NULL;
            PRAGMA user_version = 1;
            """
        )
        add = "INSERT INTO intents VALUES (?, 'demo', 'demo', ?, ?, ?, ?, ?)"
        moment = NOW.isoformat()
        database.execute(add, ("waiting", BODY, moment, "pending", None, None))
        database.execute(add, ("made", BODY, moment, "created", "tu_1", '{"coin": "BTC"}'))
        database.execute(add, ("refused", BODY, moment, "refused", None, None))
    database.close()


def test_a_request_is_found_again_with_the_same_key_and_bytes(tmp_path: Path) -> None:
    add(Outbox(tmp_path / "outbox.sqlite"), request())
    assert Outbox(tmp_path / "outbox.sqlite").pending("demo", "demo") == (request(),)


def test_a_request_survives_the_death_of_its_process(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; from datetime import UTC, datetime; from pathlib import Path;"
        "from app.rules.topups.idempotency import Moment; from app.storage.outbox import Outbox;"
        "from app.storage.outbox_rows import TopUpRequest;"
        "now = Moment(datetime.now(UTC));"
        "claim = Outbox(Path(sys.argv[1])).claim(TopUpRequest('k', 'a', 's', b'{}', now, now), bool);"
        "assert claim.is_ours;"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    path = tmp_path / "outbox.sqlite"
    ended = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert ended.returncode == -9
    outbox = Outbox(path)
    (found,) = outbox.pending("a", "s")
    assert found.idempotency_key == "k"
    assert outbox.being_sent("a", "s") == frozenset(), "who died sends nothing"
    again = outbox.claim_again(found, LATER)
    assert again is not None
    assert again.is_ours


def add(outbox: Outbox, request: TopUpRequest) -> None:
    """Writes a request that nobody is sending."""
    outbox.claim(request, never)
    outbox.release(request.idempotency_key)


def test_it_is_written_with_full_durability(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite")
    add(outbox, request())
    database = outbox._database._open()
    try:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("truncate",)
        assert database.execute("PRAGMA synchronous").fetchone() == (3,)
    finally:
        database.close()


def test_accounts_and_services_never_cross(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite")
    add(outbox, request("one", "demo", "demo"))
    mine = request("two", "work", "https://api.example.net")
    add(outbox, mine)
    add(outbox, request("three", "work", "https://other.example.net"))
    keys = [found.idempotency_key for found in outbox.pending("work", "https://api.example.net")]
    assert keys == ["two"]
    assert outbox.claim(request("four", "work", "https://third.example.net"), always).is_new
    outbox.mark_created(mine, "tu_1")
    assert outbox.of_topup("demo", "demo", "tu_1") is None
    assert outbox.topup_ids("demo") == frozenset()
    assert outbox.of_topup("work", "https://api.example.net", "tu_1") is not None
    assert outbox.topup_ids("https://api.example.net") == {"tu_1"}


def test_a_settled_request_is_not_pending(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite")
    for key in ("one", "two", "three"):
        add(outbox, request(key))
    outbox.mark_created(request("one"), "tu_1")
    outbox.mark_refused("two")
    outbox.mark_forgotten("three")
    assert outbox.pending("demo", "demo") == ()
    made = outbox.of_topup("demo", "demo", "tu_1")
    assert made is not None
    assert (made.topup_id, made.facts) == ("tu_1", None)
    assert outbox.claim_again(request("two"), LATER) is None


def test_what_became_a_top_up_is_never_refused_afterwards(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite")
    add(outbox, request())
    outbox.mark_created(request(), "tu_1")
    outbox.mark_refused("key-1")
    assert outbox.topup_ids("demo") == {"tu_1"}


def test_what_became_a_top_up_is_never_forgotten_afterwards(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite")
    add(outbox, request())
    outbox.mark_created(request(), "tu_1")
    outbox.mark_forgotten("key-1")
    assert outbox.topup_ids("demo") == {"tu_1"}


def test_a_damaged_request_stays_until_it_is_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    outbox = Outbox(path)
    add(outbox, request())
    damage_time(path, "key-1")
    outbox.mark_refused("key-1")
    outbox.mark_paused("key-1", NOW)
    (damaged,) = outbox.pending("demo", "demo")
    assert damaged.is_damaged
    outbox.mark_forgotten(damaged.idempotency_key)
    assert outbox.pending("demo", "demo") == ()


def test_a_request_that_waits_for_a_pause_is_still_being_sent(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    outbox = Outbox(path)
    outbox.claim(request(), always)
    outbox.mark_paused("key-1", NOW)
    assert outbox.being_sent("demo", "demo") == Outbox(path).being_sent("demo", "demo") == {"key-1"}


def test_a_pause_that_the_service_asked_for_outlasts_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    outbox = Outbox(path)
    for key in ("one", "two"):
        add(outbox, request(key))
    outbox.mark_refused("two")
    until = NOW + timedelta(minutes=7)
    for key in ("one", "two"):
        outbox.mark_paused(key, until)
    (pending,) = Outbox(path).pending("demo", "demo")
    assert (pending.idempotency_key, pending.not_before) == ("one", until)
    outbox.mark_created(request("one"), "tu_1")
    made = outbox.of_topup("demo", "demo", "tu_1")
    assert made is not None
    assert made.not_before is None


def test_the_same_request_keeps_its_key_until_it_is_settled(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite")
    first = outbox.claim(request("one"), always)
    assert (first.is_new, first.is_ours) == (True, True)
    outbox.release("one")
    again = outbox.claim(request("two")._replace(sent=LATER), always)
    assert (again.request.idempotency_key, again.is_new, again.is_ours) == ("one", False, True)
    assert again.request.requested == ASKED
    assert outbox.pending("demo", "demo")[0].sent == LATER
    outbox.mark_created(again.request, "tu_1")
    assert outbox.claim(request("three"), always).is_new


def test_a_request_that_may_not_be_sent_again_does_not_lend_its_key(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite")
    add(outbox, request("old"))
    assert outbox.claim(request("new"), never).request.idempotency_key == "new"


def test_another_window_does_not_send_what_is_being_sent(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    one, other = Outbox(path), Outbox(path)
    assert one.claim(request("one"), always).is_ours
    refused = other.claim(request("two"), always)
    assert (refused.request.idempotency_key, refused.is_ours) == ("one", False)
    assert other.being_sent("demo", "demo") == {"one"}
    assert not one.claim(request("three"), always).is_ours, "nor does a second click"
    one.release("one")
    assert other.claim(request("four"), always).is_ours
    assert len(one.pending("demo", "demo")) == 1


def test_many_windows_at_once_make_one_request(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    start = threading.Barrier(8)
    claims: list[tuple[Outbox, Claim]] = []

    def click(number: int) -> None:
        outbox = Outbox(path) if number % 2 else shared
        start.wait()
        claims.append((outbox, outbox.claim(request(f"key-{number}"), always)))

    shared = Outbox(path)
    threads = [threading.Thread(target=click, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(Outbox(path).pending("demo", "demo")) == 1
    assert [claim.is_ours for _outbox, claim in claims].count(True) == 1


def test_the_file_is_for_this_user_only(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    add(Outbox(path), request())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_could_not_be_released_can_be_sent_again_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite")
    outbox.claim(request(), always)

    def full(_work: object) -> None:
        raise StorageError("outbox.sqlite", "full")

    with monkeypatch.context() as patch:
        patch.setattr(outbox._database, "run", full)
        with pytest.raises(StorageError):
            outbox.release("key-1")
    again = outbox.claim_again(request(), LATER)
    assert again is not None
    assert again.is_ours


def test_what_another_process_sends_is_not_released_here(tmp_path: Path) -> None:
    first, second = Outbox(tmp_path / "outbox.sqlite"), Outbox(tmp_path / "outbox.sqlite")
    first.claim(request(), always)
    second.release("key-1")
    again = second.claim_again(request(), LATER)
    assert again is not None
    assert not again.is_ours


def damage_time(path: Path, key: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE intents SET sent_at = '2020-01-01' WHERE idempotency_key = ?", (key,))


def test_a_request_that_is_damaged_while_it_is_sent_is_saved_again_with_its_top_up(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    outbox = Outbox(path)
    outbox.claim(request(), always)
    damage_time(path, "key-1")
    outbox.mark_created(request(), "tu_1")
    assert Outbox(path).result_of(request()) == "tu_1"
    assert Outbox(path).pending("demo", "demo") == ()


def test_a_damaged_request_takes_no_top_up_from_the_one_that_created_it(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    outbox = Outbox(path)
    for key in ("key-1", "key-2"):
        outbox.claim(request(key), never)
    outbox.mark_created(request("key-1"), "tu_1")
    damage_time(path, "key-1")
    assert any(saved.is_damaged for saved in outbox.pending("demo", "demo"))
    outbox.mark_created(request("key-2"), "tu_1")
    assert outbox.result_of(request("key-2")) == "tu_1"
    made = outbox.of_topup("demo", "demo", "tu_1")
    assert made is not None
    assert made.idempotency_key == "key-2"


def test_a_damaged_request_has_no_result(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    outbox = Outbox(path)
    assert outbox.result_of(request()) is None
    add(outbox, request())
    outbox.mark_created(request(), "tu_1")
    assert outbox.result_of(request()) == "tu_1"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE intents SET topup_id = 'tu_2'")
    assert outbox.result_of(request()) is None


def test_the_first_accepted_deposit_stays(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite")
    outbox.claim(request(), always)
    outbox.mark_created(request(), "tu_1")
    outbox.mark_passed("demo", "demo", "tu_1", "first")
    outbox.mark_passed("demo", "demo", "tu_1", "second")
    saved = outbox.of_topup("demo", "demo", "tu_1")
    assert saved is not None
    assert saved.facts == "first"


@pytest.mark.parametrize("damage", ["no database", "page"])
def test_a_damaged_file_is_moved_aside_and_begun_anew(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "outbox.sqlite"
    if damage == "no database":
        path.write_bytes(b"this is no database, " * 500)
    else:
        add(Outbox(path), request("lost"))
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            if damage == "row":
                database.execute("UPDATE intents SET created_at = 'yesterday'")
        database.close()
        if damage == "page":
            whole = path.read_bytes()
            path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    outbox = Outbox(path)
    assert outbox.claim(request("new"), always).is_new
    assert [found.idempotency_key for found in outbox.pending("demo", "demo")] == ["new"]
    assert outbox.moved_to is not None
    assert outbox.moved_to.name.startswith("outbox.corrupt-2")
    assert outbox.moved_to.exists()
    assert Outbox(path).moved_to is None


def test_a_top_up_is_noted_even_when_its_request_went_with_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    outbox = Outbox(path)
    claim = outbox.claim(request(), always)
    for part in tmp_path.glob("outbox.sqlite-*"):
        part.unlink()
    path.write_bytes(b"damaged" * 1000)
    outbox.mark_created(claim.request, "tu_1")
    assert outbox.topup_ids("demo") == {"tu_1"}


def test_a_file_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    made_by_version_1(path)
    outbox = Outbox(path)
    (waiting,) = outbox.pending("demo", "demo")
    assert (waiting.idempotency_key, waiting.body) == ("waiting", BODY)
    assert waiting.requested == waiting.sent == Moment(NOW)
    assert outbox.topup_ids("demo") == {"tu_1"}
    outbox.mark_forgotten("waiting")
    assert Outbox(path).pending("demo", "demo") == ()
    assert outbox.moved_to is None


def test_an_update_that_is_killed_leaves_the_first_version(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    made_by_version_1(path)
    script = (
        "import os, signal, sys; from pathlib import Path; import app.storage.databases as databases;"
        "from app.storage.outbox import Outbox;"
        "outbox = Outbox(Path(sys.argv[1]));"
        "outbox._database._steps = (*outbox._database._steps, 'SELECT die()');"
        "real = databases.sqlite3.connect;\n"
        "def connect(*given, **named):\n"
        "    database = real(*given, **named)\n"
        "    database.create_function('die', 0, lambda: os.kill(os.getpid(), signal.SIGKILL))\n"
        "    return database\n"
        "databases.sqlite3.connect = connect\n"
        "outbox.pending('demo', 'demo')"
    )
    ended = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert ended.returncode == -9
    shutil.copy(path, tmp_path / "copy.sqlite")
    with closing(sqlite3.connect(path)) as database, database:
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
    database.close()
    assert len(Outbox(path).pending("demo", "demo")) == 1


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StorageError) as caught:
        add(Outbox(path), request())
    assert caught.value.reason == "newer"


def test_a_path_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("not a folder")
    with pytest.raises(StorageError):
        add(Outbox(folder / "outbox.sqlite"), request())
    with pytest.raises(StorageError):
        Outbox(folder / "outbox.sqlite").claim(request(), always)
