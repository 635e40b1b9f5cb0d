"""Favourite and recent countries, kept on this computer."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from app.storage.marks_file import MAX_RECENTS, Marks

if TYPE_CHECKING:
    from app.storage.marks_file import MarksFile


class LocationMarks:
    """The marks of all services. All calls raise `StorageError` when they can't be read or kept.

    Attributes:
        now: The marks as they are; what could not be kept holds until the app ends.
    """

    def __init__(self, file: MarksFile) -> None:
        self.now = Marks()
        self._file = file
        self._loaded = False
        self._turn = asyncio.Lock()

    async def load(self) -> Marks:
        """Returns the marks, read at the first call."""
        async with self._turn:
            if not self._loaded:
                self.now = await asyncio.to_thread(self._file.load)
                self._loaded = True
        return self.now

    async def set_favourite(self, code: str, *, on: bool) -> Marks:
        """Makes a country a favourite, or takes that back."""
        await self.load()
        others = tuple(favourite for favourite in self.now.favourites if favourite != code)
        return await self._keep(replace(self.now, favourites=(*others, code) if on else others))

    async def note_recent(self, code: str) -> Marks:
        """Notes that a country was looked at."""
        await self.load()
        others = (recent for recent in self.now.recents if recent != code)
        return await self._keep(replace(self.now, recents=(code, *others)[:MAX_RECENTS]))

    async def read_aim_note(self) -> Marks:
        """Notes that the person has read that usernames can't be aimed."""
        await self.load()
        return await self._keep(replace(self.now, aim_note_read=True))

    async def _keep(self, marks: Marks) -> Marks:
        changed = marks != self.now
        self.now = marks
        async with self._turn:
            if changed:
                # What was changed meanwhile is kept with it.
                await asyncio.to_thread(self._file.save, self.now)
        return self.now
