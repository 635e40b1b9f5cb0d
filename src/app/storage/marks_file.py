"""The countries that people marked or looked at last, in one JSON file that can be lost."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.storage.files import read_conveniences, write_whole

if TYPE_CHECKING:
    from pathlib import Path

MAX_RECENTS: Final = 10

_CODE = re.compile(r"[A-Z]{2}")
_VERSION: Final = 1
_MAX_BYTES: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Marks:
    """What a person marked; country codes mean the same at every service.

    Attributes:
        favourites: The codes of favourite countries, in the order in which they were marked.
        recents: The codes of the countries looked at last, newest first, at most 10.
        aim_note_read: Whether the note that usernames can't be aimed was closed.
    """

    favourites: tuple[str, ...] = ()
    recents: tuple[str, ...] = ()
    aim_note_read: bool = False


class MarksFile:
    """Reads and writes the marks. Its methods block on the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> Marks:
        """Returns what is kept; what can't be understood is left out.

        Raises:
            StorageError: The file can't be read.
        """
        kept = read_conveniences(self._path, _MAX_BYTES)
        return Marks(
            _codes(kept.get("favourites")),
            _codes(kept.get("recents"))[:MAX_RECENTS],
            kept.get("aimNoteRead") is True,
        )

    def save(self, marks: Marks) -> None:
        """Keeps the marks.

        Raises:
            StorageError: They could not be written; what was kept before is kept still.
        """
        content = {
            "version": _VERSION,
            "favourites": marks.favourites,
            "recents": marks.recents[:MAX_RECENTS],
            "aimNoteRead": marks.aim_note_read,
        }
        write_whole(self._path, json.dumps(content).encode())


def _codes(kept: object) -> tuple[str, ...]:
    if not isinstance(kept, list):
        return ()
    return tuple(dict.fromkeys(code for code in kept if isinstance(code, str) and _CODE.fullmatch(code)))
