"""What one account used from the palette lately, from one start to the next."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from app.errors import StorageError
from app.storage.palette_file import MAX_RECENTS

if TYPE_CHECKING:
    from app.storage.palette_file import PaletteFile

_log = logging.getLogger("tollhouse.palette")


class PaletteRecents:
    """Keys of items, newest first; a disk that can't keep them is noted in the log alone."""

    def __init__(self, file: PaletteFile) -> None:
        self._file = file
        self._keys: dict[str, tuple[str, ...]] = {}
        self._turn = asyncio.Lock()

    def of(self, account: str) -> tuple[str, ...]:
        """Returns the keys of an account as far as they are loaded."""
        return self._keys.get(account, ())

    async def load(self, account: str) -> tuple[str, ...]:
        """Returns the keys of an account, read at the first call."""
        async with self._turn:
            if account not in self._keys:
                try:
                    self._keys[account] = await asyncio.to_thread(self._file.load, account)
                except StorageError as error:
                    _log.warning("what was used lately could not be read: %s", error.reason)
                    self._keys[account] = ()
        return self._keys[account]

    async def note(self, account: str, key: str) -> None:
        """Notes that an item was used."""
        known = await self.load(account)
        self._keys[account] = (key, *(other for other in known if other != key))[:MAX_RECENTS]
        async with self._turn:
            try:
                await asyncio.to_thread(self._file.save, account, self._keys[account])
            except StorageError as error:
                _log.warning("what was used could not be kept: %s", error.reason)
