"""Damage to any file of the app: found, said, and never taken for what was written."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from app.storage.outbox import Outbox
from app.storage.outbox_rows import CREATED, TopUpRequest
from support.damaged_files import (
    COUNT,
    DAMAGES,
    FILES,
    REQUESTED,
    SERVICE,
    DamageHarness,
    fill_outbox,
    make_request,
)
from support.former_files import open_second_outbox

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", [name for name in FILES if name != "first frame"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_no_damage_stops_the_app_or_is_taken_for_content(tmp_path: Path, name: str, damage: str) -> None:
    harness = DamageHarness(FILES[name], tmp_path)
    for number in range(5):
        harness.use_damaged(DAMAGES[damage], random.Random(f"{name} {damage} {number}"))


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
def test_a_damaged_row_is_distinguished_whatever_of_it_is_damaged(tmp_path: Path, column: str) -> None:
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
        assert outbox.claim_again(damaged[0], REQUESTED) is None
        assert outbox.moved_to is None
    outbox.mark_forgotten(damaged[0].idempotency_key)
    assert not any(saved.is_damaged for saved in Outbox(path).pending("work", SERVICE))


@pytest.mark.parametrize("column", ["body", "state", "created_at"])
def test_a_damaged_request_may_be_like_another_from_the_first_look_on(tmp_path: Path, column: str) -> None:
    path = tmp_path / "outbox.sqlite"
    fill_outbox(Outbox(path))
    damage_cell(path, column, "key-1")
    like = Outbox(path).similar(make_request(2))
    assert [saved.is_damaged for saved in like if saved.is_damaged] == [True]


def test_a_damaged_text_does_not_keep_the_others_from_being_read(tmp_path: Path) -> None:
    path = tmp_path / "outbox.sqlite"
    fill_outbox(Outbox(path))
    content = path.read_bytes()
    assert content.count(b"https://api") > COUNT
    path.write_bytes(content.replace(b"https://api", b"https://\xff\xfe\xff", 1))
    pending = Outbox(path).pending("work", SERVICE)
    assert sum(not saved.is_damaged for saved in pending) >= COUNT - COUNT // 3 - 1


def earlier_request(number: int) -> TopUpRequest:
    return (
        make_request(number)
        if number % 3
        else make_request(number)._replace(topup_id=f"tu_{number}", state=CREATED)
    )


def test_an_outbox_of_the_version_before_is_taken_over_with_what_stands_in_its_wal(tmp_path: Path) -> None:
    running = tmp_path / "running.sqlite"
    database = open_second_outbox(running, map(earlier_request, range(COUNT)))
    # As a crash leaves it.
    path = tmp_path / "outbox.sqlite"
    for part in ("", "-wal"):
        shutil.copy(f"{running}{part}", f"{path}{part}")
    database.close()
    outbox = Outbox(path)
    pending = outbox.pending("work", SERVICE)
    assert [saved.body for saved in pending] == [
        make_request(number).body for number in range(COUNT) if number % 3
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
