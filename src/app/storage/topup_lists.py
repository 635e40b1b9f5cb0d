"""Cache of top-up lists: one SQLite file of limited size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from app.storage.databases import Database, read_moment

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from datetime import datetime
    from pathlib import Path

    from app.storage.notebook import Owner

MAX_TOPUPS: Final = 300
"""The maximum number of cached top-ups of one account; the oldest are dropped first."""

_VERSION_1 = """
CREATE TABLE lists (
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    as_of TEXT NOT NULL,
    PRIMARY KEY (account, service)
) STRICT;
CREATE TABLE topups (
    account TEXT NOT NULL,
    service TEXT NOT NULL,
    topup_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (account, service, topup_id)
) STRICT
"""
_OF_OWNER = " WHERE account = ? AND service = ?"
_READ = f"SELECT content FROM topups{_OF_OWNER} ORDER BY created_at DESC, rowid"  # noqa: S608 (constants)
_DROP = f"DELETE FROM topups{_OF_OWNER}"  # noqa: S608 (constants)
_DROP_OLDEST = (
    f"DELETE FROM topups{_OF_OWNER} AND topup_id NOT IN ("  # noqa: S608 (constants)
    f" SELECT topup_id FROM topups{_OF_OWNER} ORDER BY created_at DESC, rowid LIMIT ?)"
)


class KnownTopUp(NamedTuple):
    """One top-up: its id, when it was created (ISO 8601, UTC), and all of it as JSON."""

    topup_id: str
    created_at: str
    content: str


@dataclass(frozen=True, slots=True)
class KnownTopUpList:
    """One account's cached list.

    Attributes:
        contents: The top-ups as the interface writes them, in JSON, newest first.
        as_of: When the service reported the list.
    """

    contents: tuple[str, ...]
    as_of: datetime


class TopUpListsFile:
    """One SQLite file. Its methods block on the disk, and raise `StorageError` when it can't be used."""

    def __init__(self, path: Path, *, max_topups: int = MAX_TOPUPS) -> None:
        self._database = Database(path, (_VERSION_1,), synchronous="NORMAL")
        self._max_topups = max_topups

    def read(self, owner: Owner) -> KnownTopUpList | None:
        """Returns an account's cached list; None if there is none."""
        place = (owner.account, owner.service)

        def work(database: sqlite3.Connection) -> KnownTopUpList | None:
            row = database.execute(f"SELECT as_of FROM lists{_OF_OWNER}", place).fetchone()  # noqa: S608 (constants)
            moment = read_moment(row[0]) if row else None
            if moment is None:
                return None
            return KnownTopUpList(tuple(text for (text,) in database.execute(_READ, place)), moment)

        return self._database.run(work)

    def begin_anew(self, owner: Owner, topups: Iterable[KnownTopUp], as_of: datetime) -> None:
        """Replaces an account's cached list."""
        place = (owner.account, owner.service)

        def work(database: sqlite3.Connection) -> None:
            database.execute(_DROP, place)
            self._put(database, owner, topups, as_of)

        self._database.run(work)

    def add(self, owner: Owner, topups: Iterable[KnownTopUp], as_of: datetime | None = None) -> None:
        """Adds top-ups, or renews them, and lets the oldest go if there are too many.

        Args:
            owner: Whose they are.
            topups: As reported by the service.
            as_of: When it reported the beginning of the list; None for any other part.
        """
        self._database.run(lambda database: self._put(database, owner, topups, as_of))

    def _put(
        self, database: sqlite3.Connection, owner: Owner, topups: Iterable[KnownTopUp], as_of: datetime | None
    ) -> None:
        place = (owner.account, owner.service)
        rows = ((*place, *topup) for topup in topups)
        database.executemany("INSERT OR REPLACE INTO topups VALUES (?, ?, ?, ?, ?)", rows)
        database.execute(_DROP_OLDEST, (*place, *place, self._max_topups))
        if as_of is not None:
            database.execute("INSERT OR REPLACE INTO lists VALUES (?, ?, ?)", (*place, as_of.isoformat()))
