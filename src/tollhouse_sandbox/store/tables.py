"""Rows in and out: frozen values written and read by the names of their fields."""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, fields
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar

from tollhouse_sandbox.rules.moments import from_milliseconds, to_milliseconds
from tollhouse_sandbox.store.records import Purchase

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record", bound="DataclassInstance")


def _read_purchase(column: bytes) -> Purchase:
    values = json.loads(column)
    return Purchase(**{**values, "total": Decimal(values["total"])})


# Converters are found by a column's declared type, so they touch no other database of the process.
sqlite3.register_converter("MOMENT", lambda column: from_milliseconds(int(column)))
sqlite3.register_converter("AMOUNT", lambda column: Decimal(column.decode()))
sqlite3.register_converter("FLAG", lambda column: column == b"1")
sqlite3.register_converter("PURCHASE", _read_purchase)


def stored(value: object) -> Any:  # noqa: ANN401 - whatever SQLite takes
    """Turn a field's value into what its column holds."""
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


def insert(connection: sqlite3.Connection, table: str, records: Iterable["DataclassInstance"]) -> None:
    """Write records of one kind into a table."""
    rows = list(records)
    if not rows:
        return
    names = [field.name for field in fields(rows[0])]
    marks = ", ".join("?" * len(names))
    connection.executemany(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})",  # noqa: S608 - names from this package
        [[stored(getattr(row, name)) for name in names] for row in rows],
    )


def change(connection: sqlite3.Connection, table: str, record_id: str, **changes: object) -> None:
    """Set columns of the row that has this id."""
    settings = ", ".join(f"{name} = ?" for name in changes)
    values = [stored(value) for value in changes.values()]
    connection.execute(f"UPDATE {table} SET {settings} WHERE id = ?", [*values, record_id])  # noqa: S608 - names from this package


def select(
    connection: sqlite3.Connection, kind: type[Record], table: str, rest: str, *values: object
) -> list[Record]:
    """Read records of a kind; `rest` is what follows the table's name in the query."""
    names = ", ".join(field.name for field in fields(kind))
    query = f"SELECT {names} FROM {table} {rest}"  # noqa: S608 - names and clauses from this package
    return [kind(*row) for row in connection.execute(query, [stored(value) for value in values])]


def find(
    connection: sqlite3.Connection, kind: type[Record], table: str, rest: str, *values: object
) -> Record | None:
    """Read the first record that `select` would give."""
    return next(iter(select(connection, kind, table, f"{rest} LIMIT 1", *values)), None)
