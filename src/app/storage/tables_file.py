"""How people like to see tables, in one JSON file that can be lost."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Final

from app.storage.files import read_conveniences, write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_MAX_BYTES: Final = 64 * 1024
_MOST_COLUMNS: Final = 40
_MOST_PIXELS: Final = 5000


@dataclass(frozen=True, slots=True)
class TableChoices:
    """How one table is seen.

    Attributes:
        widths: Of the columns that were made wider or narrower, by key, in pixels at a text scale of 1.
        sorted_by: The key of the column that the rows are sorted by; empty if none was chosen.
        is_descending: Whether the last comes first.
    """

    widths: Mapping[str, int] = field(default_factory=dict)
    sorted_by: str = ""
    is_descending: bool = False


class TablesFile:
    """Reads and writes the choices of all tables by their names. Its methods block on the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self, table: str) -> TableChoices:
        """Returns what was chosen for a table; what can't be understood counts as not chosen.

        Raises:
            StorageError: The file can't be read.
        """
        kept = read_conveniences(self._path, _MAX_BYTES).get(table)
        if not isinstance(kept, dict):
            return TableChoices()
        widths, sorted_by = kept.get("widths"), kept.get("sorted_by")
        return TableChoices(
            _widths(widths) if isinstance(widths, dict) else {},
            sorted_by if isinstance(sorted_by, str) else "",
            kept.get("is_descending") is True,
        )

    def save(self, table: str, choices: TableChoices) -> None:
        """Keeps what was chosen for a table; the other tables' choices stay.

        Raises:
            StorageError: It could not be written; what was kept before is kept still.
        """
        content = {**read_conveniences(self._path, _MAX_BYTES), table: asdict(choices)}
        write_whole(self._path, json.dumps(content).encode())


def _widths(kept: dict[object, object]) -> dict[str, int]:
    """Returns the widths that can be right; `true` is no number here."""
    return {
        key: value
        for key, value in list(kept.items())[:_MOST_COLUMNS]
        if isinstance(key, str) and type(value) is int and 0 < value <= _MOST_PIXELS
    }
