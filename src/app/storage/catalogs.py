"""Cache of location catalogs: one SQLite file of limited size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from app.rules.locations.lists import Columns, LocationList
from app.storage.databases import Database, read_moment

if TYPE_CHECKING:
    import sqlite3
    from datetime import datetime
    from pathlib import Path

    from app.models.locations import LocationKind

MAX_BYTES: Final = 96 * 1024 * 1024
"""The maximum size of all lists together; the oldest are dropped first."""

# The folded words are stored with the names: a change of the folding needs a step that empties the tables.
_VERSION_1 = """
CREATE TABLE countries (
    service TEXT NOT NULL,
    product TEXT NOT NULL,
    as_of TEXT NOT NULL,
    unreadable INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (service, product)
) STRICT;
CREATE TABLE places (
    service TEXT NOT NULL,
    kind TEXT NOT NULL,
    country TEXT NOT NULL,
    product TEXT NOT NULL,
    as_of TEXT NOT NULL,
    unreadable INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL,
    names BLOB NOT NULL,
    words BLOB NOT NULL,
    codes BLOB NOT NULL,
    states TEXT NOT NULL,
    PRIMARY KEY (service, kind, country, product)
) STRICT
"""
_VERSION_2 = """
CREATE TABLE coins (
    service TEXT NOT NULL PRIMARY KEY,
    as_of TEXT NOT NULL,
    content TEXT NOT NULL
) STRICT
"""
_FIND = (
    "SELECT as_of, unreadable, names, words, codes, states FROM places"
    " WHERE service = ? AND kind = ? AND country = ? AND product = ?"
)
_OLDEST_OVER_CAP = (
    "DELETE FROM places WHERE rowid IN (SELECT rowid FROM ("
    " SELECT rowid, sum(size_bytes) OVER (ORDER BY as_of DESC, rowid DESC) AS total FROM places"
    ") WHERE total > ?)"
)


class ListKey(NamedTuple):
    """Identifies a list of one service; ISPs have no product (spec 4.17)."""

    kind: LocationKind
    country: str
    product: str | None = None


@dataclass(frozen=True, slots=True)
class CountryCache:
    """The countries of one product, or of all, as JSON.

    Attributes:
        content: A list of countries as the interface writes them.
        as_of: When the service reported them.
        unreadable: How many records could not be parsed.
    """

    content: str
    as_of: datetime
    unreadable: int


class CatalogsFile:
    """One SQLite file. Its methods block on the disk, and raise `StorageError` when it can't be used."""

    def __init__(self, path: Path, *, max_bytes: int = MAX_BYTES) -> None:
        self._database = Database(path, (_VERSION_1, _VERSION_2), synchronous="NORMAL")
        self._max_bytes = max_bytes

    def countries(self, service: str, product: str | None) -> CountryCache | None:
        """Returns the cached countries of a product, if there are any."""
        statement = "SELECT as_of, unreadable, content FROM countries WHERE service = ? AND product = ?"
        values = (service, product or "")
        row = self._database.run(lambda database: database.execute(statement, values).fetchone())
        moment = read_moment(row[0]) if row else None
        return CountryCache(row[2], moment, row[1]) if moment else None

    def keep_countries(self, service: str, product: str | None, kept: CountryCache) -> None:
        """Replaces the cached countries of a product."""
        statement = "INSERT OR REPLACE INTO countries VALUES (?, ?, ?, ?, ?)"
        values = (service, product or "", kept.as_of.isoformat(), kept.unreadable, kept.content)
        self._database.run(lambda database: database.execute(statement, values))

    def load_coins(self, service: str) -> tuple[str, datetime] | None:
        """Returns the cached coin catalog, as JSON, and when it was reported; None if there is none."""
        statement = "SELECT as_of, content FROM coins WHERE service = ?"
        row = self._database.run(lambda database: database.execute(statement, (service,)).fetchone())
        moment = read_moment(row[0]) if row else None
        return (row[1], moment) if moment else None

    def save_coins(self, service: str, content: str, as_of: datetime) -> None:
        """Caches the coin catalog of a service, as JSON, replacing the former one."""
        statement = "INSERT OR REPLACE INTO coins VALUES (?, ?, ?)"
        values = (service, as_of.isoformat(), content)
        self._database.run(lambda database: database.execute(statement, values))

    def keys(self, service: str) -> list[ListKey]:
        """Returns which lists of a service are cached."""
        statement = "SELECT kind, country, product FROM places WHERE service = ?"
        rows = self._database.run(lambda database: database.execute(statement, (service,)).fetchall())
        return [ListKey(kind, country, product or None) for kind, country, product in rows]

    def places(self, service: str, key: ListKey) -> LocationList | None:
        """Returns a cached list; None if there is none, or it can't be parsed."""
        values = (service, key.kind, key.country, key.product or "")
        row = self._database.run(lambda database: database.execute(_FIND, values).fetchone())
        moment = read_moment(row[0]) if row else None
        if moment is None:
            return None
        try:
            columns = Columns.kept(*row[2:])
        except ValueError:
            # It can be asked for again.
            return None
        return LocationList(
            key.kind, key.country, columns, product=key.product, as_of=moment, unreadable=row[1]
        )

    def keep_places(self, service: str, places: LocationList) -> None:
        """Replaces a cached list, and drops the oldest if all are too large."""
        columns = places.columns
        texts = (columns.names.text, columns.words.text, columns.codes.text)
        states = columns.states_json()
        values = (
            service,
            places.kind,
            places.country,
            places.product or "",
            places.as_of.isoformat(),
            places.unreadable,
            sum(map(len, texts)) + len(states),
            *texts,
            states,
        )

        def work(database: sqlite3.Connection) -> None:
            database.execute("INSERT OR REPLACE INTO places VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
            database.execute(_OLDEST_OVER_CAP, (self._max_bytes,))

        self._database.run(work)
