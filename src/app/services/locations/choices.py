"""Stores the favorite and recent countries."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from app.models.choices import MAX_RECENT_COUNTRIES, CountryChoices

if TYPE_CHECKING:
    from app.storage.state import State


class CountryChoiceStore:
    """Favorites and recents. All calls raise `StorageError` when they can't be loaded or saved.

    Attributes:
        now: The current values; what could not be saved lasts until the app ends.
    """

    def __init__(self, state: State) -> None:
        self.now = CountryChoices()
        self._state = state
        self._loaded = False
        self._lock = asyncio.Lock()

    async def load(self) -> CountryChoices:
        """Returns the values, loaded at the first call."""
        async with self._lock:
            if not self._loaded:
                self.now = await self._state.load(CountryChoices)
                self._loaded = True
        return self.now

    async def set_favorite(self, code: str, *, on: bool) -> CountryChoices:
        """Adds a country to the favorites, or removes it."""
        await self.load()
        others = tuple(favorite for favorite in self.now.favorites if favorite != code)
        return await self._save(replace(self.now, favorites=(*others, code) if on else others))

    async def add_recent(self, code: str) -> CountryChoices:
        """Records that a country was opened."""
        await self.load()
        others = (recent for recent in self.now.recents if recent != code)
        return await self._save(replace(self.now, recents=(code, *others)[:MAX_RECENT_COUNTRIES]))

    async def read_targeting_hint(self) -> CountryChoices:
        """Records that the user has read the hint about targeting."""
        await self.load()
        return await self._save(replace(self.now, targeting_hint_read=True))

    async def _save(self, choices: CountryChoices) -> CountryChoices:
        changed = choices != self.now
        self.now = choices
        async with self._lock:
            if changed:
                # Concurrent changes are saved with it.
                await self._state.save(self.now)
        return self.now
