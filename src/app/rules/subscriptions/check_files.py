"""Exports the results of checks as CSV or JSON, without passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.rules.csv_files import records_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.gateway_checks import CheckRow
    from app.rules.csv_files import ExportForm


def checks_text(rows: Sequence[CheckRow], form: ExportForm) -> str:
    """Returns a whole file of at least one row; what has not been checked has no outcome."""
    records = [_record(row) for row in rows]
    return records_text(records[0], records, form)


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
