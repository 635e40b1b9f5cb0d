"""The kinds of files that the app stores on this computer."""

from __future__ import annotations

from typing import Literal, NamedTuple

FileKind = Literal[
    "settings",
    "outbox",
    "state",
    "demo",
    "log",
    "damaged",
    "other",
]


class AppFiles(NamedTuple):
    """All files of one kind.

    Attributes:
        kind: What they hold.
        names: Their names in the app's folders, a folder's with a slash at its end.
        size_bytes: Their size together.
    """

    kind: FileKind
    names: tuple[str, ...]
    size_bytes: int
