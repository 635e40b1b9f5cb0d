"""How tables are seen outlives a restart, and bad files do no harm."""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING

import pytest

from app.storage.tables_file import TableChoices, TablesFile

if TYPE_CHECKING:
    from pathlib import Path

CHOICES = TableChoices({"username": 240}, "used", is_descending=True)


def test_each_table_keeps_its_own_choices(tmp_path: Path) -> None:
    file = TablesFile(tmp_path / "tables.json")
    file.save("sub-users", CHOICES)
    file.save("other", TableChoices(sorted_by="name"))
    again = TablesFile(tmp_path / "tables.json")
    assert again.load("sub-users") == CHOICES
    assert again.load("other").sorted_by == "name"
    assert again.load("unknown") == TableChoices()
    assert stat.S_IMODE((tmp_path / "tables.json").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "[]",
        "{",
        '{"sub-users": []}',
        '{"sub-users": {"widths": [1], "sorted_by": 3, "is_descending": "yes"}}',
        '{"sub-users": {"widths": {"a": true, "b": -4, "c": 1e9, "d": "240", "e": 99999}}}',
        "[" * 5000,
    ],
)
def test_what_cannot_be_understood_counts_as_not_chosen(tmp_path: Path, kept: str) -> None:
    path = tmp_path / "tables.json"
    path.write_text(kept)
    assert TablesFile(path).load("sub-users") == TableChoices()
    TablesFile(path).save("sub-users", CHOICES)
    assert json.loads(path.read_text())["sub-users"]["widths"] == {"username": 240}
