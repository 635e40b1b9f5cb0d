"""Damage to any file of the app: found, said, and never taken for what was written."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from app.models.notifications import Notification
from app.models.settings import TableLayout
from app.models.topups import TopUpSnapshot
from app.rules.topups.idempotency import Moment
from app.services.notifications import Notifications
from app.services.topups.saved_topups import SavedTopUps, TopUpChoices
from app.storage.databases import Database
from app.storage.outbox import Outbox
from app.storage.outbox_rows import TopUpRequest
from app.storage.state import Entry, Kind, State
from support.deposit_samples import make_topup
from support.location_lists import cities
from support.virtual_clock import VirtualClock

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
ASKED = Moment(NOW, NOW + timedelta(seconds=3))
SERVICE = "https://api.example.net"
COUNT = 12


def request(number: int) -> TopUpRequest:
    body = f'{{"amountUsd":"{50 + number}.00","coin":"BTC","network":"bitcoin"}}'.encode()
    return TopUpRequest(f"key-{number}", "work", SERVICE, body, ASKED, ASKED)


def never(_request: TopUpRequest) -> bool:
    return False


def fill_outbox(outbox: Outbox) -> None:
    for number in range(COUNT):
        saved = request(number)
        outbox.claim(saved, never)
        outbox.release(saved.idempotency_key)
        if number % 3 == 0:
            outbox.mark_created(saved, f"tu_{number}")
            outbox.mark_passed("work", SERVICE, f"tu_{number}", '{"coin": "BTC"}')


def use_outbox(path: Path) -> None:
    outbox = Outbox(path)
    written = {request(number).idempotency_key: request(number).body for number in range(COUNT)}
    for found in outbox.pending("work", SERVICE):
        if not found.is_damaged:
            assert written[found.idempotency_key] == found.body, "it would be sent"
            assert found.requested == ASKED
    for number in range(COUNT):
        made = outbox.of_topup("work", SERVICE, f"tu_{number}")
        assert made is None or made.is_damaged or made.body == request(number).body
    outbox.topup_ids(SERVICE)
    outbox.being_sent("work", SERVICE)
    fresh = TopUpRequest("fresh", "work", SERVICE, b"{}", ASKED, ASKED)
    assert outbox.claim(fresh, never).is_new
    outbox.mark_created(fresh, "tu_fresh")
    assert "tu_fresh" in outbox.topup_ids(SERVICE)


SNAPSHOT = TopUpSnapshot(NOW, "verifying", 1, 20, "0.5", "ETH", "pending", "", "verifying", is_open=True)
NOTIFICATION = Notification(
    kind="credited", subject_id="tu_1", occasion="credited", at=NOW, amount_usd="50.00"
)


def use_state(path: Path) -> None:
    async def use() -> None:
        state = State(path)
        notifications = Notifications(state, lambda _kind: True)
        await notifications.load()
        for number in range(3):
            await notifications.add("work", [NOTIFICATION.model_copy(update={"subject_id": f"tu_{number}"})])
        await notifications.mark_all_read()
        saved = SavedTopUps(state=state, account="work", service=SERVICE, clock=VirtualClock())
        await saved.load_list()
        await saved.timeline("tu_1")
        await saved.save_first_page([make_topup(id=f"tu_{number}") for number in range(COUNT)])
        await saved.add_snapshot("tu_1", SNAPSHOT)
        await saved.trim()
        choices = TopUpChoices(state=state, account="work", service=SERVICE)
        await choices.hidden()
        await choices.save_typed_txid("tu_1", "abc")
        assert await choices.typed_txid("tu_1") == "abc"
        await state.put(Kind.LOCATIONS, SERVICE, [Entry("DE", cities(("Berlin", "b")).to_bytes())])
        await state.load(TableLayout, "sub-users")
        await state.save(TableLayout({"username": 240}), "sub-users")

    asyncio.run(use())


FILES: dict[str, Callable[[Path], None]] = {
    "outbox": use_outbox,
    "state": use_state,
}


def flip(content: bytes, draw: random.Random) -> bytes:
    damaged = bytearray(content)
    for _time in range(draw.choice((1, 1, 1, 2, 8))):
        damaged[draw.randrange(len(damaged))] ^= 1 << draw.randrange(8)
    return bytes(damaged)


def cut(content: bytes, draw: random.Random) -> bytes:
    return content[: draw.randrange(len(content))]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("damage", [flip, cut])
def test_no_damage_stops_the_app_or_escapes_as_anything_but_an_app_error(
    tmp_path: Path, name: str, damage: Callable[[bytes, random.Random], bytes]
) -> None:
    path = tmp_path / f"{name}.sqlite"
    if name == "outbox":
        fill_outbox(Outbox(path))
    FILES[name](path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = path.read_bytes()
    draw = random.Random(f"{name} {damage.__name__}")
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        damaged = folder / path.name
        damaged.write_bytes(damage(whole, draw))
        # The head: every byte of it means something to SQLite.
        if number % 4 == 0 and damage is flip:
            damaged.write_bytes(flip(whole[:100], draw) + whole[100:])
        FILES[name](damaged)
        FILES[name](damaged)
        shutil.rmtree(folder)


COLUMNS = [
    "idempotency_key",
    "account",
    "service",
    "body",
    "created_at",
    "service_created_at",
    "sent_at",
    "state",
    "topup_id",
    "facts",
    "checksum",
]


def damage_cell(path: Path, column: str, key: str) -> None:
    """Changes one character of a cell, past the app."""
    statement = f"UPDATE intents SET {column} = CAST(substr({column}, 1, 1) || 'x' || substr({column}, 3) AS"
    kind = "BLOB" if column == "body" else "TEXT"
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"{statement} {kind}) WHERE idempotency_key = ?", (key,))
        database.commit()


@pytest.mark.parametrize("column", COLUMNS)
def test_a_damaged_row_is_told_apart_whatever_of_it_is_damaged(tmp_path: Path, column: str) -> None:
    path = tmp_path / "outbox.sqlite"
    fill_outbox(Outbox(path))
    damage_cell(path, column, "key-3")
    for _start in range(2):
        outbox = Outbox(path)
        pending = outbox.pending("work", SERVICE)
        damaged = [saved for saved in pending if saved.is_damaged]
        assert len(damaged) == 1
        assert len(pending) == COUNT - COUNT // 3 + 1
        made = outbox.of_topup("work", SERVICE, "tu_3")
        assert made is None or made.is_damaged
        assert outbox.claim_again(damaged[0], ASKED) is None
        assert outbox.moved_to is None
    outbox.mark_forgotten(damaged[0].idempotency_key)
    assert not any(saved.is_damaged for saved in Outbox(path).pending("work", SERVICE))


def test_a_damaged_text_does_not_keep_the_others_from_being_read(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    fill_outbox(Outbox(path))
    content = path.read_bytes()
    assert content.count(b"https://api") > COUNT
    path.write_bytes(content.replace(b"https://api", b"https://\xff\xfe\xff", 1))
    pending = Outbox(path).pending("work", SERVICE)
    assert sum(not saved.is_damaged for saved in pending) >= COUNT - COUNT // 3 - 1


def made_by_version_2(path: Path) -> sqlite3.Connection:
    """A file in WAL mode as the second version of the app made it; what was written last is in the WAL."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA wal_autocheckpoint = 0")
    old = Database(path, Outbox(path)._database._steps[:2])
    for step in old._steps:
        assert isinstance(step, str)
        for statement in step.split(";"):
            database.execute(statement)
    database.execute("PRAGMA user_version = 2")
    add = (
        "INSERT INTO intents (idempotency_key, account, service, body, created_at, sent_at, topup_id, state)"
        " VALUES (?, 'work', ?, ?, ?, ?, ?, ?)"
    )
    for number in range(COUNT):
        made = number % 3 == 0
        topup_id, state = (f"tu_{number}", "created") if made else (None, "pending")
        moment = NOW.isoformat()
        values: tuple[Any, ...] = (f"key-{number}", SERVICE, request(number).body, moment, moment)
        database.execute(add, (*values, topup_id, state))
    return database


def test_an_outbox_of_the_version_before_is_taken_over_with_what_stands_in_its_wal(tmp_path: Path) -> None:
    running = tmp_path / "running.sqlite"
    database = made_by_version_2(running)
    # As a crash leaves it.
    path = tmp_path / "outbox.sqlite"
    for part in ("", "-wal"):
        shutil.copy(f"{running}{part}", f"{path}{part}")
    database.close()
    outbox = Outbox(path)
    pending = outbox.pending("work", SERVICE)
    assert [saved.body for saved in pending] == [
        request(number).body for number in range(COUNT) if number % 3
    ]
    assert outbox.topup_ids(SERVICE) == {f"tu_{number}" for number in range(0, COUNT, 3)}
    assert not path.with_name("outbox.sqlite-wal").exists()
    assert outbox.moved_to is None


def test_a_file_whose_version_alone_is_damaged_is_used(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    fill_outbox(Outbox(path))
    for version in (1, 2, 7, 2**30):
        with closing(sqlite3.connect(path)) as database:
            database.execute(f"PRAGMA user_version = {version}")
        outbox = Outbox(path)
        assert len(outbox.pending("work", SERVICE)) == COUNT - COUNT // 3
        assert outbox.moved_to is None


def test_an_index_that_lost_a_row_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    fill_outbox(Outbox(path))
    root = "SELECT rootpage FROM sqlite_schema WHERE name = 'intents_by_topup'"
    with closing(sqlite3.connect(path)) as database:
        (page,) = database.execute(root).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    content = bytearray(path.read_bytes())
    cells = slice((page - 1) * size + 3, (page - 1) * size + 5)
    content[cells] = (int.from_bytes(content[cells], "big") - 1).to_bytes(2, "big")
    path.write_bytes(content)
    outbox = Outbox(path)
    for number in range(0, COUNT, 3):
        assert outbox.of_topup("work", SERVICE, f"tu_{number}") is not None
    assert outbox.moved_to is None


def test_a_name_that_is_no_text_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    fill_outbox(Outbox(path))
    content = path.read_bytes()
    assert b"intents_by_topup" in content
    path.write_bytes(content.replace(b"intents_by_topup", b"intents_\xff\xc5_topup"))
    outbox = Outbox(path)
    assert outbox.pending("work", SERVICE) == ()
    assert outbox.moved_to is not None
