"""The one SQLite file: opening it, transactions, and single values by name (balance, clock, chain)."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

from tollhouse_sandbox.store.schema import STATEMENTS, VERSION

FILE_NAME = "sandbox.sqlite3"


class DataError(Exception):
    """The data folder cannot be used; the message gives the reason in one line."""


def open_database(folder: Path | None) -> sqlite3.Connection:
    """Opens the database in a folder, or a new one in memory.

    Raises:
        DataError: The folder cannot be written, is used by another sandbox, or is of another version.
    """
    name = ":memory:"
    try:
        if folder is not None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.chmod(0o700)
            path = folder / FILE_NAME
            path.touch(mode=0o600)
            path.chmod(0o600)
            name = str(path)
        connection = sqlite3.connect(
            name,
            timeout=0.2,
            detect_types=sqlite3.PARSE_DECLTYPES,
            isolation_level=None,
            check_same_thread=False,
        )
        # One process alone may use a data folder; the lock falls with the process.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        _prepare(connection)
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorname == "SQLITE_BUSY":
            raise DataError(f"another sandbox uses the data folder {folder}") from fault
        raise DataError(f"cannot use the data folder {folder}: {fault}") from fault
    except (OSError, sqlite3.Error) as fault:
        raise DataError(f"cannot use the data folder {folder}: {fault}") from fault
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version not in (0, VERSION):
        raise DataError(f"the data are of version {version}, this sandbox knows version {VERSION}")
    # Also takes the exclusive lock, so a second sandbox fails here and not at its first request.
    connection.execute("BEGIN IMMEDIATE")
    if version == 0:
        for statement in STATEMENTS:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


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
    """Returns a saved value; None if there is none."""
    row = connection.execute("SELECT value FROM values_kept WHERE name = ?", [name]).fetchone()
    return None if row is None else str(row[0])


def save_value(connection: sqlite3.Connection, name: str, value: str) -> None:
    """Saves a value under a name."""
    connection.execute(
        "INSERT INTO values_kept VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [name, value],
    )


def read_balance(connection: sqlite3.Connection) -> Decimal:
    """Reads the account's balance in USD."""
    return Decimal(read_value(connection, "balance_usd") or "0.00")


def save_balance(connection: sqlite3.Connection, balance_usd: Decimal) -> None:
    """Saves the account's balance in USD."""
    save_value(connection, "balance_usd", format(balance_usd, "f"))
