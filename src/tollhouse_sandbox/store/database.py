"""The one SQLite file: its tables, transactions, and single values by name (balance, clock, chain).

A record's columns are its fields, read back by the types named here (see `store.records`).
"""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from types import NoneType
from typing import get_args, get_type_hints

from tollhouse_sandbox.store.records import (
    TABLES,
    Payment,
    Purchase,
    Record,
    Subscription,
    SubUser,
    TopUp,
)

_FILE_NAME = "sandbox.sqlite3"
_VERSION = 1
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR_SHORT_READ", "SQLITE_ERROR")
_log = logging.getLogger("tollhouse_sandbox")

_TYPES = {
    str: "TEXT",
    int: "INTEGER",
    bool: "FLAG INTEGER",
    datetime: "MOMENT INTEGER",
    Decimal: "AMOUNT TEXT",
    Purchase: "PURCHASE TEXT",
}


def _table(kind: type[Record], *constraints: str) -> str:
    """Returns the statement that creates a record's table, whose rows are numbered as they are made."""
    columns = ["number INTEGER PRIMARY KEY AUTOINCREMENT"]
    for name, hint in get_type_hints(kind).items():
        types = get_args(hint) or (hint,)
        columns.append(f"{name} {_TYPES[types[0]]}{'' if NoneType in types else ' NOT NULL'}")
    return f"CREATE TABLE {TABLES[kind]} ({', '.join([*columns, *constraints])})"


_STATEMENTS = (
    "CREATE TABLE values_kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    _table(TopUp, "UNIQUE (id)"),
    "CREATE INDEX topups_by_age ON topups (created_at, number)",
    "CREATE INDEX topups_by_status ON topups (status, created_at, number)",
    "CREATE INDEX topups_by_amount ON topups (network, amount_crypto)",
    "CREATE INDEX topups_by_txid ON topups (network, txid)",
    _table(Payment, "UNIQUE (network, txid)"),
    "CREATE INDEX payments_by_amount ON payments (network, amount)",
    "CREATE INDEX payments_by_topup ON payments (meant_for)",
    """
    CREATE TABLE idempotency_keys (
        name TEXT PRIMARY KEY,
        body_sha256 TEXT NOT NULL,
        status INTEGER NOT NULL,
        answer BLOB NOT NULL,
        created_at MOMENT INTEGER NOT NULL
    )
    """,
    _table(Subscription, "UNIQUE (id)", "UNIQUE (username)"),
    _table(
        SubUser,
        "UNIQUE (id)",
        "UNIQUE (username)",
        "FOREIGN KEY (subscription_id) REFERENCES subscriptions (id)",
    ),
    "CREATE INDEX sub_users_by_subscription ON sub_users (subscription_id)",
    """
    CREATE TABLE usage_days (
        subscription_id TEXT NOT NULL,
        sub_user_id TEXT NOT NULL,
        day TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        requests INTEGER NOT NULL,
        PRIMARY KEY (subscription_id, day, sub_user_id)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE ledger (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        time MOMENT INTEGER NOT NULL,
        kind TEXT NOT NULL,
        entry TEXT NOT NULL
    )
    """,
)


class DataError(Exception):
    """The data folder cannot be used; the message gives the reason in one line."""


def open_database(folder: Path | None) -> sqlite3.Connection:
    """Opens the database in a folder, or a new one in memory; a damaged one is renamed and replaced.

    Raises:
        DataError: The folder cannot be written, is used by another sandbox, or is of another version.
    """
    if folder is None:
        return _open(":memory:")
    path = folder / _FILE_NAME
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        path.touch(mode=0o600)
        path.chmod(0o600)
        try:
            return _open(str(path))
        except (sqlite3.DatabaseError, UnicodeDecodeError) as fault:
            if not _is_damage(fault, path):
                raise
            aside = _set_aside(path)
            _log.warning("%s was damaged: it is now %s, and new data begin", path, aside.name)
            return _open(str(path))
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorname == "SQLITE_BUSY":
            raise DataError(f"another sandbox uses the data folder {folder}") from fault
        raise DataError(f"cannot use the data folder {folder}: {fault}") from fault
    except (OSError, sqlite3.Error) as fault:
        raise DataError(f"cannot use the data folder {folder}: {fault}") from fault


def _open(name: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        name,
        timeout=0.2,
        detect_types=sqlite3.PARSE_DECLTYPES,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        # One process alone may use a data folder; the lock falls with the process.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        _prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _is_damage(fault: sqlite3.DatabaseError | UnicodeDecodeError, path: Path) -> bool:
    if isinstance(fault, UnicodeDecodeError):
        # SQLite names what is damaged, in bytes that are no text.
        return True
    is_read_only_by_its_header = fault.sqlite_errorname == "SQLITE_READONLY" and os.access(path, os.W_OK)
    return fault.sqlite_errorname.startswith(_DAMAGED) or is_read_only_by_its_header


def _set_aside(path: Path) -> Path:
    """Renames a damaged database with what belongs to it, the time in its name; returns its new path."""
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    aside = path.with_name(f"{path.stem}.corrupt-{moment}{path.suffix}")
    # The file itself first: SQLite takes no WAL for that of an empty file.
    for part in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{path}{part}").rename(f"{aside}{part}")
    return aside


def _prepare(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    is_made = version != 0
    if version != _VERSION and _schema(connection) == _expected_schema():
        # Only its number is damaged.
        version, is_made = _VERSION, True
    if version not in (0, _VERSION):
        raise DataError(f"the data are of version {version}, this sandbox knows version {_VERSION}")
    # Also takes the exclusive lock, so a second sandbox fails here and not at its first request.
    connection.execute("BEGIN IMMEDIATE")
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        fault = sqlite3.DatabaseError(found)
        fault.sqlite_errorname = _DAMAGED[0]
        raise fault
    if not is_made:
        for statement in _STATEMENTS:
            connection.execute(statement)
    # Always, so that a file which can't be written shows here.
    connection.execute(f"PRAGMA user_version = {_VERSION}")
    connection.execute("COMMIT")


def _schema(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    statement = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
    return connection.execute(statement).fetchall()


def _expected_schema() -> list[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as blank:
        for statement in _STATEMENTS:
            blank.execute(statement)
        return _schema(blank)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commits all changes made inside, or none; inside another transaction, it is part of that one."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def read_value(connection: sqlite3.Connection, name: str) -> str | None:
    row = connection.execute("SELECT value FROM values_kept WHERE name = ?", [name]).fetchone()
    return None if row is None else str(row[0])


def save_value(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute(
        "INSERT INTO values_kept VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [name, value],
    )


def read_balance(connection: sqlite3.Connection) -> Decimal:
    return Decimal(read_value(connection, "balance_usd") or "0.00")


def save_balance(connection: sqlite3.Connection, balance_usd: Decimal) -> None:
    save_value(connection, "balance_usd", format(balance_usd, "f"))
