"""The ledger: every request and every commit, in order, never changed afterwards."""

import json
import sqlite3
from datetime import datetime
from typing import Any

from tollhouse_sandbox.clock import from_milliseconds, iso, to_milliseconds

PAGE = 10_000
_MAX_ENTRIES_AT_START = 20_000


def write_entry(connection: sqlite3.Connection, time: datetime, kind: str, entry: dict[str, Any]) -> None:
    connection.execute(
        "INSERT INTO ledger (time, kind, entry) VALUES (?, ?, ?)",
        [to_milliseconds(time), kind, json.dumps(entry)],
    )


def write_commit(connection: sqlite3.Connection, time: datetime, what: str, **ids: object) -> None:
    """Appends a commit such as `topup.created`; call it inside the transaction that it records."""
    write_entry(connection, time, "commit", {"commit": what, **ids})


def read_entries(connection: sqlite3.Connection, after: int) -> list[dict[str, Any]]:
    """Reads up to 10,000 entries whose `seq` is greater than `after`."""
    rows = connection.execute(
        "SELECT seq, time, kind, entry FROM ledger WHERE seq > ? ORDER BY seq LIMIT ?", [after, PAGE]
    )
    return [
        {"seq": seq, "time": iso(time), "kind": kind, **json.loads(entry)} for seq, time, kind, entry in rows
    ]


def last_time(connection: sqlite3.Connection) -> datetime | None:
    newest = connection.execute("SELECT max(time) FROM ledger").fetchone()[0]
    return None if newest is None else from_milliseconds(newest)


def trim(connection: sqlite3.Connection) -> None:
    """Drops all but the newest 20,000 entries: done at a start, so that old data stay small."""
    connection.execute(
        "DELETE FROM ledger WHERE seq <= (SELECT max(seq) FROM ledger) - ?", [_MAX_ENTRIES_AT_START]
    )
