"""The state that may be lost: one SQLite file, one row of JSON for each kind of value and its owner."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from pydantic import TypeAdapter, ValidationError

from app.storage.databases import Database
from app.storage.former_files import take_over_files

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

T = TypeVar("T")

_VERSION_1 = """
CREATE TABLE state (
    kind TEXT NOT NULL,
    owner TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (kind, owner)
) STRICT
"""
_LOAD = "SELECT content FROM state WHERE kind = ? AND owner = ?"
_SAVE = "INSERT OR REPLACE INTO state VALUES (?, ?, ?)"
_ADOPT = "INSERT OR IGNORE INTO state VALUES (?, ?, ?)"
_MAX_CHARACTERS = 100_000


class State:
    """Loads and saves frozen dataclasses whose fields all have defaults. Holds no secret.

    Both calls raise `StorageError` when the file can't be used.
    """

    def __init__(self, path: Path) -> None:
        """Names the file; it is created at its first use.

        Args:
            path: In the folder whose former files are taken over at the first use.
        """
        self._database = Database(path, (_VERSION_1,), synchronous="NORMAL")
        self._turn = asyncio.Lock()
        self._has_taken_over = False

    async def load(self, kind: type[T], owner: str = "") -> T:
        """Returns the value of a kind; the defaults if there is none or it is not valid.

        Args:
            kind: The dataclass.
            owner: Whose value it is, such as an account's ID.
        """
        async with self._turn:
            row = await asyncio.to_thread(
                self._run, lambda database: database.execute(_LOAD, (kind.__name__, owner)).fetchone()
            )
        return kind() if row is None else parse(kind, row[0])

    async def save(self, value: object, owner: str = "") -> None:
        """Replaces the value of a kind; the values of other owners stay."""
        content = TypeAdapter(type(value)).dump_json(value).decode()
        values = (type(value).__name__, owner, content)
        async with self._turn:
            await asyncio.to_thread(self._run, lambda database: database.execute(_SAVE, values))

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if not self._has_taken_over:
            with take_over_files(self._database.path.parent) as former:
                if former:
                    self._database.run(lambda database: database.executemany(_ADOPT, former))
            self._has_taken_over = True
        return self._database.run(work)


def parse(kind: type[T], content: str) -> T:
    """Returns a value from its JSON; the defaults if it is not valid."""
    if len(content) > _MAX_CHARACTERS:
        return kind()
    try:
        return TypeAdapter(kind).validate_json(content)
    except ValidationError:
        return kind()
