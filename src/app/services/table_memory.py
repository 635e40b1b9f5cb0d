"""How people like to see tables, from one start to the next."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.storage.tables_file import TableChoices, TablesFile


class TableMemory:
    """The choices of all accounts; both calls raise `StorageError` when they can't be read or kept."""

    def __init__(self, file: TablesFile) -> None:
        self._file = file
        self._turn = asyncio.Lock()

    async def load(self, table: str) -> TableChoices:
        """Returns what was kept for a table."""
        return await asyncio.to_thread(self._file.load, table)

    async def keep(self, table: str, choices: TableChoices) -> None:
        """Keeps it."""
        async with self._turn:
            await asyncio.to_thread(self._file.save, table, choices)
