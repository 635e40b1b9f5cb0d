"""The JSON files of earlier versions, taken over into the state once and then removed."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORMER_FILES = ("sticky.json", "tables.json", "marks.json", "palette.json")
_MAX_BYTES = 1024 * 1024


@contextlib.contextmanager
def take_over_files(folder: Path) -> Iterator[list[tuple[str, str, str]]]:
    """Yields the rows of the state (kind, owner, JSON) that the former files hold; then removes the files.

    A file that can't be parsed holds nothing: it could be lost in every version. When the block raises,
    all files stay.
    """
    paths = [path for path in (folder / name for name in FORMER_FILES) if path.is_file()]
    yield [row for path in paths for row in _rows(path.name, _object(path))]
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink()


def _rows(name: str, content: dict[str, Any]) -> list[tuple[str, str, str]]:
    match name:
        case "sticky.json":
            return _of_owners("StickyChoices", content.get("accounts"))
        case "tables.json":
            return _of_owners("TableLayout", content)
        case "palette.json":
            accounts = content.get("accounts")
            keys = accounts if isinstance(accounts, dict) else {}
            return _of_owners("RecentItems", {owner: {"keys": found} for owner, found in keys.items()})
        case _:
            names = {"favourites": "favorites", "recents": "recents", "aimNoteRead": "targeting_hint_read"}
            fields = {new: content[old] for old, new in names.items() if old in content}
            return _of_owners("CountryChoices", {"": fields})


def _of_owners(kind: str, values: object) -> list[tuple[str, str, str]]:
    found = values if isinstance(values, dict) else {}
    return [(kind, owner, json.dumps(value)) for owner, value in found.items() if isinstance(value, dict)]


def _object(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > _MAX_BYTES:
            return {}
        content = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}
