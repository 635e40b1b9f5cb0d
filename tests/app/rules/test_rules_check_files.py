"""Results of checks as files: CSV that spreadsheets show as it is, JSON, and no passwords."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime, timedelta

from app.models.gateway_checks import CheckRow, GatewayResult
from app.rules.subscriptions.check_files import checks_text

AT = datetime(2026, 11, 23, 14, 20, 7, tzinfo=UTC)
ROWS = (
    CheckRow(
        1,
        '=cmd|"x"',
        "u-session-a-ttl-10",
        result=GatewayResult("works", timedelta(milliseconds=212.4), "HTTP 200"),
        at=AT,
    ),
    CheckRow(2, "b", "u2", result=GatewayResult("refused", timedelta(seconds=1), "HTTP 407", 407), at=AT),
    CheckRow(3, "c", "u3"),
)


def test_a_file_of_cells_is_guarded_and_quoted() -> None:
    text = checks_text(ROWS, "csv")
    assert text.endswith("\r\n")
    table = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["name"] for row in table] == ['\'=cmd|"x"', "b", "c"]
    assert [row["outcome"] for row in table] == ["works", "refused", ""]
    # A refusal has no latency: nothing came through.
    assert [row["latencyMs"] for row in table] == ["212", "", ""]
    assert table[0]["checkedAt"] == "2026-11-23T14:20:07+00:00"
    assert [row["detail"] for row in table] == ["HTTP 200", "HTTP 407", ""]


def test_json_has_the_same_records() -> None:
    records = json.loads(checks_text(ROWS, "json"))
    assert list(records[0]) == ["name", "username", "outcome", "latencyMs", "checkedAt", "detail"]
    assert records[0]["latencyMs"] == 212
    assert records[2] == dict.fromkeys(records[2]) | {"name": "c", "username": "u3"}


def test_one_row_is_a_file_that_people_can_read() -> None:
    row = CheckRow(1, "Zürich", "u")
    assert checks_text((row,), "json") == (
        '[\n  {\n    "name": "Zürich",\n    "username": "u",\n    "outcome": null,\n'
        '    "latencyMs": null,\n    "checkedAt": null,\n    "detail": null\n  }\n]\n'
    )
    assert [line.count(",") for line in checks_text((row,), "csv").splitlines()] == [5, 5]
