"""The snapshots of an account's top-ups, kept over restarts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from app.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.errors import AppError
    from app.models.snapshots import TopUpSnapshot
    from app.storage.notebook import Notebook, Owner


class TopUpSnapshots:
    """The snapshots of one account."""

    def __init__(self, notebook: Notebook, owner: Owner, on_trouble: Callable[[AppError], None]) -> None:
        """Opens them.

        Args:
            on_trouble: Called when they can't be stored; they are decorative, so everything continues.
        """
        self._notebook = notebook
        self._owner = owner
        self._on_trouble = on_trouble
        self._last: dict[str, TopUpSnapshot] | None = None

    async def last(self, topup_id: str) -> TopUpSnapshot | None:
        """Returns what was seen of a top-up last; None if it never was."""
        return (await self._all()).get(topup_id)

    async def still_open(self) -> frozenset[str]:
        """Returns the ids of the top-ups that could still change when they were seen last."""
        return frozenset(topup_id for topup_id, seen in (await self._all()).items() if seen.is_open)

    async def keep(self, topup_id: str, seen: TopUpSnapshot) -> None:
        """Saves a snapshot."""
        (await self._all())[topup_id] = seen
        try:
            await asyncio.to_thread(self._notebook.see, self._owner, topup_id, seen)
        except StorageError as error:
            self._on_trouble(error)

    async def drop(self, topup_id: str) -> None:
        """Forgets until the next start that a top-up was seen."""
        (await self._all()).pop(topup_id, None)

    async def timeline(self, topup_id: str) -> tuple[TopUpSnapshot, ...]:
        """Returns what this app saw of a top-up, oldest first; nothing if it can't be read."""
        try:
            return await asyncio.to_thread(self._notebook.seen, self._owner, topup_id)
        except StorageError:
            return ()

    async def trim(self) -> None:
        """Forgets what was seen of all but the top-ups seen last."""
        try:
            await asyncio.to_thread(self._notebook.trim, self._owner)
        except StorageError as error:
            self._on_trouble(error)

    async def _all(self) -> dict[str, TopUpSnapshot]:
        if self._last is None:
            try:
                self._last = await asyncio.to_thread(self._notebook.last_seen, self._owner)
            except StorageError as error:
                self._last = {}
                self._on_trouble(error)
        return self._last
