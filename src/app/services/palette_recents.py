"""The items of the command palette that were used last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.models.choices import MAX_RECENT_ITEMS, RecentItems
from app.storage.state import storage_failure_logged

if TYPE_CHECKING:
    from app.storage.state import State

_MAX_KEY: Final = 200


class PaletteRecents:
    """The keys of the items used last, newest first; a failure to load or save them is only logged."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._keys: dict[str, tuple[str, ...]] = {}

    def of(self, account: str) -> tuple[str, ...]:
        return self._keys.get(account, ())

    async def load(self, account: str) -> tuple[str, ...]:
        if account not in self._keys:
            found = RecentItems()
            with storage_failure_logged("the recent items could not be loaded"):
                found = await self._state.load(RecentItems, account)
            self._keys.setdefault(account, found.keys[:MAX_RECENT_ITEMS])
        return self._keys[account]

    async def add(self, account: str, key: str) -> None:
        known = await self.load(account)
        if len(key) > _MAX_KEY:
            return
        keys = (key, *(other for other in known if other != key))[:MAX_RECENT_ITEMS]
        self._keys[account] = keys
        with storage_failure_logged("the recent items could not be saved"):
            await self._state.save(RecentItems(keys), account)
