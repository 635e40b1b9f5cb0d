"""The kinds of files that the app stores on this computer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FileKind = Literal[
    "settings",
    "outbox",
    "state",
    "demo",
    "log",
    "damaged",
    "other",
]


@dataclass(frozen=True, slots=True)
class AppFiles:
    """All files of one kind.

    Attributes:
        kind: What they hold.
        names: Their names in the app's folders, a folder's with a slash at its end.
        size_bytes: Their size together.
    """

    kind: FileKind
    names: tuple[str, ...]
    size_bytes: int
