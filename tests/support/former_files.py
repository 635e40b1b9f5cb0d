"""Files as earlier versions of the app left them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.storage.outbox_rows import STEPS, TopUpRequest

if TYPE_CHECKING:
    from collections.abc import Iterable

DATABASES = ("notebook", "notices", "topups", "catalogs")
JSON_FILES: dict[str, Any] = {
    "sticky.json": {
        "version": 1,
        "accounts": {
            "work": {
                "sessions": [{"id": "abc123", "minutes": 10}, {"id": "Z9", "minutes": 1}],
                "template": "{host}:{port}",
            }
        },
    },
    "tables.json": {"sub-users": {"widths": {"username": 240}, "sorted_by": "used", "is_descending": True}},
    "marks.json": {"favourites": ["DE", "US"], "recents": ["FR"], "aimNoteRead": True},
    "palette.json": {"version": 1, "accounts": {"work": ["a/b"]}},
}
_CONTENTS = Path(__file__).parents[1] / "vectors" / "former_files"
_MOMENT = datetime(2026, 11, 18, 12, 0, tzinfo=UTC).isoformat()


def make_former_databases(folder: Path, names: Iterable[str] = DATABASES) -> None:
    """Makes databases as the version before made them, from what it wrote."""
    for name in names:
        with closing(sqlite3.connect(folder / f"{name}.sqlite")) as database:
            database.executescript((_CONTENTS / f"{name}.sql").read_text())


def make_former_json(folder: Path) -> None:
    for name, content in JSON_FILES.items():
        (folder / name).write_text(json.dumps(content))


def make_first_state(path: Path) -> None:
    """Makes a state of the first version of its schema."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript(
            "PRAGMA journal_mode = WAL;"
            "CREATE TABLE state (kind TEXT NOT NULL, owner TEXT NOT NULL, content TEXT NOT NULL,"
            " PRIMARY KEY (kind, owner)) STRICT;"
            """INSERT INTO state VALUES ('TableLayout', 'topups', '{"widths": {"amount": 90}}');"""
            "PRAGMA user_version = 1"
        )


def open_second_outbox(path: Path, requests: Iterable[TopUpRequest]) -> sqlite3.Connection:
    """Makes an outbox in WAL mode as the second version of the app did; the requests are in the WAL alone.

    The caller closes the connection, which moves them into the file; a copy made before that is as a crash
    leaves it.
    """
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA wal_autocheckpoint = 0")
    for step in STEPS[:2]:
        assert isinstance(step, str)
        for statement in step.split(";"):
            database.execute(statement)
    database.execute("PRAGMA user_version = 2")
    add = (
        "INSERT INTO intents (idempotency_key, account, service, body, created_at, sent_at, topup_id, state)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    )
    for one in requests:
        values = (one.idempotency_key, one.account, one.service, one.body, _MOMENT, _MOMENT)
        database.execute(add, (*values, one.topup_id, one.state))
    return database
