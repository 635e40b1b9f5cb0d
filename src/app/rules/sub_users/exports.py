"""Exports sub-users as CSV or JSON with the interface's field names (spec 2.5)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Literal

from app.rules.csv.cells import csv_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.sub_users import SubUser

Form = Literal["csv", "json"]

COLUMNS: Final = (
    "id",
    "label",
    "username",
    "password",
    "trafficLimitBytes",
    "trafficUsedBytes",
    "enabled",
    "createdAt",
)
_PASSWORD: Final = "password"  # noqa: S105 (the column's name)


def export_text(sub_users: Sequence[SubUser], form: Form, *, passwords: bool) -> str:
    """Returns a whole file; no cap is null in JSON and empty in CSV.

    Args:
        sub_users: What to write, in order.
        form: What kind of file.
        passwords: Whether the passwords are in it; the column is left out otherwise.
    """
    columns = [name for name in COLUMNS if passwords or name != _PASSWORD]
    records = [_record(sub_user, columns) for sub_user in sub_users]
    if form == "json":
        return json.dumps(records, ensure_ascii=False, indent=2) + "\n"
    return csv_text([columns, *([_cell(value) for value in record.values()] for record in records)])


def _record(sub_user: SubUser, columns: Sequence[str]) -> dict[str, object]:
    written = sub_user.model_dump(mode="json", by_alias=True)
    return {name: written[name] for name in columns}


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
