"""The tables: a record's columns are its fields, read back by the types named here (see `store.records`)."""

from datetime import datetime
from decimal import Decimal
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

VERSION = 1

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


STATEMENTS = (
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
