"""What an account's sticky sessions were, and its own template, from one start to the next."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.storage.sticky_file import StickyChoices, StickyFile


class StickyMemory:
    """The choices of one account; both calls raise `StorageError` when they can't be read or kept."""

    def __init__(self, file: StickyFile, account: str) -> None:
        self._file = file
        self._account = account

    async def load(self) -> StickyChoices:
        """Returns what was kept."""
        return await asyncio.to_thread(self._file.load, self._account)

    async def keep(self, choices: StickyChoices) -> None:
        """Keeps it."""
        await asyncio.to_thread(self._file.save, self._account, choices)
