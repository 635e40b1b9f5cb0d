"""The palette items that an account used recently."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from app.errors import StorageError
from app.models.choices import MAX_RECENT_ITEMS, RecentItems

if TYPE_CHECKING:
    from app.storage.state import State

_MAX_KEY: Final = 200
_log = logging.getLogger("tollhouse.palette")


class PaletteRecents:
    """Keys of items, newest first; a failure to load or save them is only logged."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._keys: dict[str, tuple[str, ...]] = {}

    def of(self, account: str) -> tuple[str, ...]:
        """Returns the keys of an account as far as they are loaded."""
        return self._keys.get(account, ())

    async def load(self, account: str) -> tuple[str, ...]:
        """Returns the keys of an account, loaded at the first call."""
        if account not in self._keys:
            try:
                found = (await self._state.load(RecentItems, account)).keys
            except StorageError as error:
                _log.warning("the recent items could not be loaded: %s", error.reason)
                found = ()
            self._keys.setdefault(account, found[:MAX_RECENT_ITEMS])
        return self._keys[account]

    async def note(self, account: str, key: str) -> None:
        """Records that an item was used."""
        known = await self.load(account)
        if len(key) > _MAX_KEY:
            return
        keys = (key, *(other for other in known if other != key))[:MAX_RECENT_ITEMS]
        self._keys[account] = keys
        try:
            await self._state.save(RecentItems(keys), account)
        except StorageError as error:
            _log.warning("the recent items could not be saved: %s", error.reason)
