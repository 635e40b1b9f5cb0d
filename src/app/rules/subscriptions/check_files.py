"""Exports the results of checks as CSV or JSON, without passwords."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

from app.rules.csv_files import csv_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.gateway_checks import CheckRow

ExportForm = Literal["csv", "json"]


def checks_text(rows: Sequence[CheckRow], form: ExportForm) -> str:
    """Returns a whole file of at least one row; what has not been checked has no outcome."""
    records = [_record(row) for row in rows]
    if form == "json":
        return json.dumps(records, ensure_ascii=False, indent=2) + "\n"
    lines = [["" if cell is None else str(cell) for cell in record.values()] for record in records]
    return csv_text([[*records[0]], *lines])


def _record(row: CheckRow) -> dict[str, str | int | None]:
    result = row.result
    return {
        "name": row.name,
        "username": row.username,
        "outcome": result.outcome if result is not None else None,
        "latencyMs": round(row.latency.total_seconds() * 1000) if row.latency is not None else None,
        "checkedAt": row.at.isoformat() if row.at is not None else None,
        "detail": result.detail if result is not None else None,
    }
