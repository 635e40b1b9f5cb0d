"""Single values kept by name: the balance, the clock, the chain."""

import sqlite3
from decimal import Decimal


def read_value(connection: sqlite3.Connection, name: str) -> str | None:
    """Read a kept value; None when it was never kept."""
    row = connection.execute("SELECT value FROM values_kept WHERE name = ?", [name]).fetchone()
    return None if row is None else str(row[0])


def keep_value(connection: sqlite3.Connection, name: str, value: str) -> None:
    """Keep a value under a name."""
    connection.execute(
        "INSERT INTO values_kept VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [name, value],
    )


def read_balance(connection: sqlite3.Connection) -> Decimal:
    """Read the account's balance in USD."""
    return Decimal(read_value(connection, "balance_usd") or "0.00")


def keep_balance(connection: sqlite3.Connection, balance_usd: Decimal) -> None:
    """Keep the account's balance in USD."""
    keep_value(connection, "balance_usd", format(balance_usd, "f"))
