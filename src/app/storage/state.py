"""The state that may be lost: one SQLite file, one row for each remembered thing. Holds no secret."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from pydantic import ValidationError

from app.errors import StorageError
from app.storage.databases import Database
from app.storage.former_files import InaccessibleError, forget_removed, former_files

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from pydantic import TypeAdapter

T = TypeVar("T")
_log = logging.getLogger("tollhouse.state")

_VERSION_1 = """
CREATE TABLE state (
    kind TEXT NOT NULL,
    owner TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (kind, owner)
) STRICT
"""
_VERSION_2 = """
CREATE TABLE entries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    owner TEXT NOT NULL,
    key TEXT NOT NULL,
    at TEXT NOT NULL,
    content ANY NOT NULL
) STRICT;
CREATE INDEX entries_by_key ON entries (kind, owner, key);
INSERT INTO entries (kind, owner, key, at, content) SELECT kind, owner, '', '', content FROM state;
DROP TABLE state
"""
_ONE = "kind = ?1 AND owner = ?2 AND key = ?3"
_INSERT = "INSERT INTO entries (kind, owner, key, at, content) VALUES (?1, ?2, ?3, ?4, ?5)"
_UPDATE = f"UPDATE entries SET at = ?4, content = ?5 WHERE {_ONE}"  # noqa: S608 (constants)
_EXISTS = f"SELECT number FROM entries WHERE {_ONE}"  # noqa: S608 (constants)
_KEYS = "SELECT DISTINCT key FROM entries WHERE kind = ?1 AND owner = ?2"
# By their numbers: few are new, and the index would name all of the owner.
_AFTER = "+kind = ?1 AND +owner = ?2 AND number > ?3"
_LAST_OF_KEYS = "number IN (SELECT max(number) FROM entries WHERE kind = ?1 AND owner = ?2 GROUP BY key)"
_DROP_OLDEST = (
    "DELETE FROM entries WHERE kind = ?1 AND owner = ?2 AND number NOT IN ("
    " SELECT number FROM entries WHERE kind = ?1 AND owner = ?2 ORDER BY at DESC, number LIMIT ?3)"
)
_DROP_LARGE = (
    "DELETE FROM entries WHERE number IN (SELECT number FROM ("
    " SELECT number, sum(length(content)) OVER (ORDER BY at DESC, number DESC) AS total"
    " FROM entries WHERE kind = ?1) WHERE total > ?2)"
)
_DROP_KEYS = (
    "DELETE FROM entries WHERE kind = ?1 AND owner = ?2 AND key IN ("
    " SELECT key FROM entries WHERE kind = ?1 AND owner = ?2"
    " GROUP BY key ORDER BY max(number) DESC LIMIT -1 OFFSET ?3)"
)
_DROP_ACCOUNT = (
    "DELETE FROM entries WHERE owner = ?1"
    " OR CASE WHEN json_valid(owner) THEN json_extract(owner, '$[0]') = ?1 END"
)
_DROP_FORMER = (
    f"DELETE FROM entries WHERE {_ONE} AND number NOT IN ("  # noqa: S608 (constants)
    f" SELECT number FROM entries WHERE {_ONE} ORDER BY number DESC LIMIT ?4)"
)
MAX_CHARACTERS: Final = 1_000_000
"""Larger content is invalid: reading it would hold up the event loop. 500 subscriptions are 150,000."""
_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}


class Kind(StrEnum):
    """The kind of an entry; that of a single value is the name of its class."""

    SNAPSHOT = "snapshot"
    HIDDEN_TOPUP = "hidden top-up"
    QR_CONTENT = "QR content"
    TYPED_TXID = "typed txid"
    REFERENCE = "own reference"
    TOPUP = "top-up"
    TOPUP_LIST = "top-up list"
    NOTIFICATION = "notification"
    PACE = "pace"
    ALERTS = "alert thresholds"
    COINS = "coins"
    COUNTRIES = "countries"
    LOCATIONS = "locations"


class Entry(NamedTuple):
    """An entry of the state.

    Attributes:
        key: Identifies it among those of its kind and owner.
        content: JSON or bytes, not validated.
        at: A moment by which the oldest are dropped, ISO 8601 in UTC; empty where none matters.
        number: Higher in later entries; 0 before it is saved.
    """

    key: str
    content: str | bytes = ""
    at: str = ""
    owner: str = ""
    number: int = 0

    @property
    def moment(self) -> datetime | None:
        """The moment; None if there is none, or it is invalid."""
        try:
            moment = datetime.fromisoformat(self.at)
        except ValueError:
            return None
        return moment if moment.tzinfo else None


class State:
    """Loads and saves entries, and single values: frozen dataclasses whose fields all have defaults.

    All calls raise `StorageError` when the file can't be used. A damaged one is renamed and replaced. Former
    files in its folder are taken over when it is used first.
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(path, (_VERSION_1, _VERSION_2), stays_open=True)
        self._turn = asyncio.Lock()
        self._has_taken_over = False
        self._dropped: set[str] = set()

    @property
    def moved_to(self) -> Path | None:
        """The new path of a damaged predecessor that this object renamed; None if there was none."""
        return self._database.moved_to

    async def load(self, kind: type[T], owner: str = "") -> T:
        """Returns the value of a dataclass; the defaults if there is none or it is invalid."""
        found = await self.entry(kind.__name__, owner)
        value = None if found is None else parse(kind, found.content)
        return kind() if value is None else value

    async def save(self, value: object, owner: str = "") -> None:
        await self.put(type(value).__name__, owner, [Entry("", dump(value))])

    async def entry(self, kind: str, owner: str, key: str = "") -> Entry | None:
        return next(iter(await self.entries(kind, owner, key)), None)

    async def entries(self, kind: str, owner: str | None = None, key: str | None = None) -> list[Entry]:
        """Returns the entries of a kind, of one owner and key where they are given; oldest first."""
        condition, values = _condition(kind, owner, key)
        return await self._run(lambda database: _select(database, condition, values))

    async def last_entries(self, kind: str, owner: str) -> list[Entry]:
        return await self._run(lambda database: _select(database, _LAST_OF_KEYS, (kind, owner)))

    async def entries_after(self, kind: str, owner: str, number: int) -> list[Entry]:
        """Returns the entries of a kind and an owner that were added after the one of a number."""
        return await self._run(lambda database: _select(database, _AFTER, (kind, owner, number)))

    async def keys(self, kind: str, owner: str) -> list[str]:
        rows = await self._run(lambda database: database.execute(_KEYS, (kind, owner)).fetchall())
        return [key for (key,) in rows]

    async def put(
        self, kind: str, owner: str, entries: Iterable[Entry], *, replace_all: bool = False
    ) -> None:
        """Saves entries; one of the same key is replaced, or all of the same kind and owner."""

        def work(database: sqlite3.Connection) -> None:
            if self._is_dropped(owner):
                return
            if replace_all:
                database.execute("DELETE FROM entries WHERE kind = ? AND owner = ?", (kind, owner))
            for entry in entries:
                values = (kind, owner, entry.key, entry.at, entry.content)
                if not database.execute(_UPDATE, values).rowcount:
                    database.execute(_INSERT, values)

        await self._run(work)

    async def add(self, kind: str, owner: str, entry: Entry) -> int | None:
        """Saves an entry unless there is one of its key; returns its number, or None if there is."""
        one = (kind, owner, entry.key)

        def work(database: sqlite3.Connection) -> int | None:
            if self._is_dropped(owner) or database.execute(_EXISTS, one).fetchone():
                return None
            return database.execute(_INSERT, (*one, entry.at, entry.content)).lastrowid

        return await self._run(work)

    async def append(self, kind: str, owner: str, entry: Entry, *, max_of_key: int) -> None:
        """Saves an entry beside the others of its key; the first ones over `max_of_key` are dropped."""
        one = (kind, owner, entry.key)

        def work(database: sqlite3.Connection) -> None:
            if self._is_dropped(owner):
                return
            database.execute(_INSERT, (*one, entry.at, entry.content))
            database.execute(_DROP_FORMER, (*one, max_of_key))

        await self._run(work)

    async def delete(self, kind: str, owner: str, key: str | None = None) -> None:
        condition, values = _condition(kind, owner, key)
        statement = f"DELETE FROM entries WHERE {condition}"  # noqa: S608 (constants)
        await self._execute(statement, *values)

    async def trim(self, kind: str, owner: str, max_keys: int) -> None:
        """Deletes the entries of all keys but those that were added to last."""
        await self._execute(_DROP_KEYS, kind, owner, max_keys)

    async def drop_oldest(self, kind: str, owner: str, max_entries: int) -> None:
        """Deletes the entries of the earliest moments if there are too many."""
        await self._execute(_DROP_OLDEST, kind, owner, max_entries)

    async def drop_oldest_of_all(self, kind: str, max_bytes: int) -> None:
        """Deletes the entries of the earliest moments, of any owner, if all are too large."""
        await self._execute(_DROP_LARGE, kind, max_bytes)

    async def drop_account(self, account_id: str) -> None:
        """Deletes the entries of an account, whatever their service; later ones are not saved."""
        self._dropped.add(account_id)
        await self._execute(_DROP_ACCOUNT, account_id)

    def _is_dropped(self, owner: str) -> bool:
        return owner in self._dropped or any(
            owner.startswith(key_of(one)[:-1] + ",") for one in self._dropped
        )

    def close(self) -> None:
        """Closes the file, which stays open between calls; waits for one whose thread still uses it."""
        self._database.close()

    async def _execute(self, statement: str, *values: str | int) -> None:
        def work(database: sqlite3.Connection) -> None:
            # Its cursor stays here: the connection is used by other threads, too.
            database.execute(statement, values)

        await self._run(work)

    async def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        async with self._turn:
            return await asyncio.to_thread(self._run_now, work)

    def _run_now(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._has_taken_over:
            return self._database.run(work)
        folder = self._database.path.parent
        for former in former_files(folder):
            with contextlib.suppress(InaccessibleError):  # taken over at the next start
                self._database.run(former.take_over)
                former.remove()

        def first_work(database: sqlite3.Connection) -> T:
            forget_removed(database, folder)
            return work(database)

        result = self._database.run(first_work)
        self._has_taken_over = True
        return result


@contextlib.contextmanager
def storage_failure_logged(failed: str) -> Iterator[None]:
    """Logs a `StorageError` instead of raising it, where the state is not indispensable."""
    try:
        yield
    except StorageError as error:
        _log.warning("%s: %s", failed, error.reason)


def key_of(*parts: str | None) -> str:
    """Returns a key, or an owner, that is made of several texts."""
    return json.dumps(parts, ensure_ascii=False)


def dump(value: object) -> str:
    return _adapter(type(value)).dump_json(value).decode()


def parse(kind: type[T], content: str | bytes) -> T | None:
    """Returns a value from its JSON; None if it is invalid."""
    if len(content) > MAX_CHARACTERS:
        return None
    adapter: TypeAdapter[T] = _adapter(kind)
    try:
        return adapter.validate_json(content)
    except ValidationError:
        return None


def build_adapters(*kinds: type[Any]) -> None:
    """Builds the validators of kinds of values, ahead of the first one that is saved or loaded."""
    for kind in kinds:
        _adapter(kind)


def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        from pydantic import TypeAdapter  # noqa: PLC0415 (after the first rows)

        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def _condition(kind: str, owner: str | None, key: str | None) -> tuple[str, tuple[str, ...]]:
    given = [("kind", kind), ("owner", owner), ("key", key)]
    found = [(name, value) for name, value in given if value is not None]
    return " AND ".join(f"{name} = ?" for name, _value in found), tuple(value for _name, value in found)


def _select(database: sqlite3.Connection, condition: str, values: tuple[str | int, ...]) -> list[Entry]:
    statement = f"SELECT key, content, at, owner, number FROM entries WHERE {condition} ORDER BY number"  # noqa: S608 (constants)
    rows = database.execute(statement, values)
    # A damaged row may contain a number.
    return [Entry(*row) for row in rows if isinstance(row[1], (str, bytes))]
