"""The rows of the store as frozen values, written and read by the names of their fields."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from tollhouse_sandbox.clock import from_milliseconds, to_milliseconds

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record", bound="DataclassInstance")


@dataclass(frozen=True, slots=True)
class Purchase:
    plan_id: str
    plan_name: str
    quantity: int
    options: dict[str, Any]
    promo_code: str | None
    total: Decimal
    status: str = "pending"
    order_id: str | None = None
    failure_reason: str | None = None


@dataclass(frozen=True, slots=True)
class TopUp:
    """A top-up (spec 2.1), with its rejection in two fields."""

    id: str
    status: str
    amount_usd: Decimal
    coin: str
    network: str
    address: str
    amount_crypto: Decimal
    rate: Decimal
    payment_uri: str
    created_at: datetime
    expires_at: datetime
    txid_deadline: datetime
    confirmations_required: int
    confirmations: int = 0
    txid: str | None = None
    txid_submitted_at: datetime | None = None
    amount_received_crypto: Decimal | None = None
    credited_usd: Decimal | None = None
    credited_at: datetime | None = None
    rejection_code: str | None = None
    rejection_message: str | None = None
    purchase: Purchase | None = None


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment on the simulated chain.

    Attributes:
        meant_for: The top-up whose wallet sent it.
        chain_ms: The chain's age in milliseconds when it was sent.
        chain_blocks: The network's hand-made blocks when it was sent.
        pace_ms: Milliseconds of the chain's age for one confirmation.
    """

    txid: str
    network: str
    coin: str
    amount: Decimal
    meant_for: str
    sent_at: datetime
    claimed_by: str | None
    chain_ms: int
    chain_blocks: int
    pace_ms: int


@dataclass(frozen=True, slots=True)
class Subscription:
    """A traffic subscription (spec 2.4).

    Attributes:
        old_password: The main password before the last reset, good until `old_password_until`.
        country_weights: How its traffic is shared among countries, as `DE:112 FR:79`.
    """

    id: str
    product_id: str
    label: str
    plan_id: str
    traffic_total_bytes: int
    traffic_used_bytes: int
    expires_at: datetime | None
    auto_renew: bool
    username: str
    password: str
    created_at: datetime
    old_password: str | None = None
    old_password_until: datetime | None = None
    country_weights: str = ""


@dataclass(frozen=True, slots=True)
class SubUser:
    id: str
    subscription_id: str
    label: str
    username: str
    password: str
    traffic_limit_bytes: int | None
    traffic_used_bytes: int
    enabled: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class UsageDay:
    """One day's traffic of a subscription: of its main user ('') or of a sub-user."""

    subscription_id: str
    sub_user_id: str
    day: str
    bytes: int
    requests: int


def _read_purchase(column: bytes) -> Purchase:
    values = json.loads(column)
    return Purchase(**{**values, "total": Decimal(values["total"])})


# Converters are found by a column's declared type, so they touch no other database of the process.
sqlite3.register_converter("MOMENT", lambda column: from_milliseconds(int(column)))
sqlite3.register_converter("AMOUNT", lambda column: Decimal(column.decode()))
sqlite3.register_converter("FLAG", lambda column: column == b"1")
sqlite3.register_converter("PURCHASE", _read_purchase)


def stored(value: object) -> Any:  # noqa: ANN401 - whatever SQLite takes
    """Turns a field's value into what its column holds."""
    match value:
        case datetime():
            return to_milliseconds(value)
        case Decimal():
            return format(value, "f")
        case bool():
            return int(value)
        case Purchase():
            return json.dumps({**asdict(value), "total": str(value.total)})
        case _:
            return value


TABLES: Mapping[type, str] = {
    TopUp: "topups",
    Payment: "payments",
    Subscription: "subscriptions",
    SubUser: "sub_users",
    UsageDay: "usage_days",
}
"""Where the records of each kind are."""


@cache
def columns(kind: type["DataclassInstance"]) -> tuple[str, ...]:
    """Returns the columns of a kind's table, which are its fields."""
    return tuple(field.name for field in fields(kind))


def values_of(record: "DataclassInstance") -> dict[str, Any]:
    """Returns the fields of a record by their names; unlike `asdict`, it copies none."""
    return {name: getattr(record, name) for name in columns(type(record))}


def insert(connection: sqlite3.Connection, records: Sequence["DataclassInstance"]) -> None:
    if not records:
        return
    names = columns(type(records[0]))
    marks = ", ".join("?" * len(names))
    connection.executemany(
        f"INSERT INTO {TABLES[type(records[0])]} ({', '.join(names)}) VALUES ({marks})",  # noqa: S608 - names from this package
        [[stored(getattr(record, name)) for name in names] for record in records],
    )


def change(connection: sqlite3.Connection, kind: type[Record], record_id: str, **changes: object) -> None:
    """Sets columns of the record that has this id."""
    columns = ", ".join(f"{name} = ?" for name in changes)
    values = [stored(value) for value in changes.values()]
    connection.execute(f"UPDATE {TABLES[kind]} SET {columns} WHERE id = ?", [*values, record_id])  # noqa: S608 - names from this package


def select(connection: sqlite3.Connection, kind: type[Record], rest: str, *values: object) -> list[Record]:
    """Reads records of a kind; `rest` is what follows the table's name in the query."""
    query = f"SELECT {', '.join(columns(kind))} FROM {TABLES[kind]} {rest}"  # noqa: S608 - names and clauses from this package
    return [kind(*row) for row in connection.execute(query, [stored(value) for value in values])]


def find(connection: sqlite3.Connection, kind: type[Record], rest: str, *values: object) -> Record | None:
    return next(iter(select(connection, kind, f"{rest} LIMIT 1", *values)), None)
