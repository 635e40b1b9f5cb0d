"""The files of earlier versions, taken over into the state once and then removed."""

from __future__ import annotations

import contextlib
import json
import logging
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

from app.errors import StorageError
from app.storage.databases import is_damage, move_aside, remove_database

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    _Select = Callable[..., Iterator[dict[str, Any]]]

_MAX_BYTES = 1024 * 1024
_LOCK_TIMEOUT_SECONDS = 1.0
_log = logging.getLogger("tollhouse.state")

_ADD = (
    "INSERT INTO entries (kind, owner, key, at, content) SELECT ?1, ?2, ?3, ?4, ?5"
    " WHERE ?1 = 'snapshot' OR NOT EXISTS"
    " (SELECT 1 FROM entries WHERE kind = ?1 AND owner = ?2 AND key = ?3)"
)
_MARKS = "SELECT key FROM entries WHERE kind = 'former file'"
_IS_MARKED = f"{_MARKS} AND key = ?"
_UNMARK = "DELETE FROM entries WHERE kind = 'former file' AND key = ?"


class InaccessibleError(StorageError):
    """A file of an earlier version can't be read now, but it is not known to be damaged."""


class _Row(NamedTuple):
    kind: str
    owner: str
    key: str
    content: str | bytes
    at: str = ""


class FormerFile:
    """One file of an earlier version. What of it can't be read could be lost in every version."""

    def __init__(self, path: Path, read: Callable[[Path], Iterator[_Row]]) -> None:
        self._path = path
        self._read = read
        self._is_damaged = False

    def take_over(self, database: sqlite3.Connection) -> None:
        """Adds the entries of the file to the state, and a mark that they were added.

        Raises:
            InaccessibleError: It can't be read now, but it is not known to be damaged.
        """
        if database.execute(_IS_MARKED, (self._path.name,)).fetchone():
            return
        for row in self._rows():
            try:
                database.execute(_ADD, (row.kind, row.owner, row.key, row.at, row.content))
            except (sqlite3.IntegrityError, UnicodeEncodeError) as error:
                self._record_damage(error)
        database.execute(_ADD, ("former file", "", self._path.name, "", ""))

    def remove(self) -> None:
        """Removes the file, or sets a damaged database aside, if that is possible now."""
        with contextlib.suppress(OSError):
            if self._is_damaged:
                move_aside(self._path)
            else:
                remove_database(self._path)

    def _rows(self) -> Iterator[_Row]:
        try:
            yield from self._read(self._path)
        except (sqlite3.Error, OSError, LookupError, TypeError, ValueError, RecursionError) as error:
            if isinstance(error, sqlite3.Error | OSError) and not is_damage(error):
                _log.warning("%s can't be read now: %s", self._path.name, error)
                raise InaccessibleError(str(self._path), "other", str(error)) from error
            self._record_damage(error)

    def _record_damage(self, error: Exception) -> None:
        _log.warning("%s could not be taken over whole: %s", self._path.name, type(error).__name__)
        self._is_damaged = True


def former_files(folder: Path) -> Iterator[FormerFile]:
    for name, read in _READERS.items():
        if (folder / name).is_file():
            yield FormerFile(folder / name, read)


def forget_removed(database: sqlite3.Connection, folder: Path) -> None:
    """Removes the marks of files that are gone: a later one of an older version is taken over again."""
    for (name,) in database.execute(_MARKS).fetchall():
        if not (folder / name).exists():
            database.execute(_UNMARK, (name,))


def _palette(path: Path) -> Iterator[_Row]:
    accounts = _object(path).get("accounts")
    keys = accounts if isinstance(accounts, dict) else {}
    return _of_owners("RecentItems", {owner: {"keys": found} for owner, found in keys.items()})


def _marks(path: Path) -> Iterator[_Row]:
    content = _object(path)
    names = {"favourites": "favorites", "recents": "recents", "aimNoteRead": "targeting_hint_read"}
    return _of_owners(
        "CountryChoices", {"": {new: content[old] for old, new in names.items() if old in content}}
    )


def _of_owners(kind: str, values: object) -> Iterator[_Row]:
    for owner, value in (values if isinstance(values, dict) else {}).items():
        if isinstance(value, dict):
            yield _Row(kind, owner, "", json.dumps(value))


def _object(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > _MAX_BYTES:
            return {}
        content = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


_SNAPSHOT_FIELDS = {
    "seen_at": "at",
    "status": "status",
    "confirmations": "confirmations",
    "confirmations_required": "confirmations_required",
    "received": "amount_received_crypto",
    "coin": "coin",
    "purchase_status": "purchase_status",
    "oddity": "inconsistency",
    "sound_status": "sound_status",
    "is_open": "is_open",
}


def _snapshots(path: Path) -> Iterator[_Row]:
    with _database(path) as select:
        for row in select("sightings", "ORDER BY number"):
            fields = {new: row[old] for old, new in _SNAPSHOT_FIELDS.items()}
            fields["is_open"] = bool(row["is_open"])
            yield _Row("snapshot", _key(row["account"], row["service"]), row["topup_id"], json.dumps(fields))
        for row in select("hidden"):
            yield _Row("hidden top-up", _key(row["account"], row["service"]), row["topup_id"], "")
        for row in select("pictures"):
            yield _Row("QR content", "", _key(row["coin"], row["network"]), row["picture"])
        for row in select("typed"):
            yield _Row("typed txid", _key(row["account"], row["service"]), row["topup_id"], row["txid"])


def _notices(path: Path) -> Iterator[_Row]:
    """Yields an event for each that was notified, without content if it was cleared from the list."""
    with _database(path) as select:
        listed = {}
        for row in select("notices", "ORDER BY number"):
            account, text, is_read = row["account"], row["content"], bool(row["is_read"])
            with contextlib.suppress(ValueError, TypeError, KeyError):
                notice = json.loads(text)
                content = json.dumps({"notice": notice, "is_read": is_read})
                listed[account, notice["subject_id"], notice["occasion"]] = content
        events = [
            (row["account"], row["subject_id"], row["occasion"]) for row in select("told", "ORDER BY number")
        ]
        for event in dict.fromkeys((*(one for one in events if one not in listed), *listed)):
            account, *key = event
            yield _Row("notification", account, _key(*key), listed.get(event, ""))


def _topups(path: Path) -> Iterator[_Row]:
    with _database(path) as select:
        for row in select("topups", "ORDER BY rowid"):
            owner = _key(row["account"], row["service"])
            yield _Row("top-up", owner, row["topup_id"], row["content"], row["created_at"])
        for row in select("lists"):
            yield _Row("top-up list", _key(row["account"], row["service"]), "", "", row["as_of"])


def _catalogs(path: Path) -> Iterator[_Row]:
    from app.rules.locations.lists import pack_columns  # noqa: PLC0415 (only where there is such a file)

    with _database(path) as select:
        for row in select("coins"):
            yield _Row("coins", row["service"], "", row["content"], row["as_of"])
        for row in select("countries"):
            content = f'{{"unreadable": {row["unreadable"]}, "countries": {row["content"]}}}'
            yield _Row("countries", row["service"], row["product"], content, row["as_of"])
        for row in select("places"):
            owner, at, text, unreadable = (row[name] for name in ("service", "as_of", "states", "unreadable"))
            texts = (row["names"], row["words"], row["codes"])
            key = _key(row["kind"], row["country"], row["product"] or None)
            with contextlib.suppress(ValueError, TypeError, KeyError):
                states = json.loads(text)
                packed = pack_columns(texts, states["states"], states["rows"], unreadable)
                yield _Row("locations", owner, key, packed, at)


@contextlib.contextmanager
def _database(path: Path) -> Iterator[_Select]:
    """Opens a database; yields a function that selects the rows of a table, none if it is not there."""
    with closing(sqlite3.connect(path, timeout=_LOCK_TIMEOUT_SECONDS)) as database:
        database.text_factory = lambda content: content.decode("utf-8", "replace")
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}

        def select(table: str, order: str = "") -> Iterator[dict[str, Any]]:
            if table in tables:
                rows = database.execute(f"SELECT * FROM {table} {order}")  # noqa: S608 (constants)
                names = [column[0] for column in rows.description]
                yield from (dict(zip(names, row, strict=True)) for row in rows)

        yield select


def _key(*parts: str | None) -> str:
    return json.dumps(parts, ensure_ascii=False)


_READERS: dict[str, Callable[[Path], Iterator[_Row]]] = {
    "sticky.json": lambda path: _of_owners("StickyChoices", _object(path).get("accounts")),
    "tables.json": lambda path: _of_owners("TableLayout", _object(path)),
    "marks.json": _marks,
    "palette.json": _palette,
    "notebook.sqlite": _snapshots,
    "notices.sqlite": _notices,
    "topups.sqlite": _topups,
    "catalogs.sqlite": _catalogs,
}
