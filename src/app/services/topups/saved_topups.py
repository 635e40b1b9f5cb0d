"""An account's top-ups on disk: their snapshots, and the list as the service last reported it."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.api.records import read_records
from app.errors import StorageError
from app.models.topups import TopUp
from app.storage.notebook import Owner
from app.storage.topup_lists import KnownTopUp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from app.clock import Clock
    from app.errors import AppError
    from app.models.snapshots import TopUpSnapshot
    from app.storage.notebook import Notebook
    from app.storage.topup_lists import TopUpListsFile

_log = logging.getLogger("tollhouse.topups")


@dataclass(frozen=True, slots=True)
class CachedList:
    """The list of top-ups as it was last reported.

    Attributes:
        topups: Newest first; they may have changed since, so none may be paid by this.
        as_of: When the service reported the list.
    """

    topups: tuple[TopUp, ...]
    as_of: datetime


class SavedTopUps:
    """Snapshots and cached list of one account; both may be lost, since the service knows every top-up.

    Attributes:
        on_error: Called when snapshots can't be loaded or saved.
    """

    def __init__(
        self, *, notebook: Notebook, lists: TopUpListsFile, account: str, service: str, clock: Clock
    ) -> None:
        """Binds them to their account.

        Args:
            account: The account's id in this app.
            service: Identifies the service.
        """
        self._notebook = notebook
        self._lists = lists
        self._owner = Owner(account, service)
        self._clock = clock
        self._last: dict[str, TopUpSnapshot] | None = None
        self._first_page: frozenset[str] = frozenset()
        self._writing = asyncio.Lock()
        self.on_error: list[Callable[[AppError], None]] = []

    async def last_snapshot(self, topup_id: str) -> TopUpSnapshot | None:
        """Returns the last snapshot of a top-up; None if there is none."""
        return (await self._last_snapshots()).get(topup_id)

    async def open_ids(self) -> frozenset[str]:
        """Returns the ids of the top-ups that could still change by their last snapshot."""
        return frozenset(
            topup_id for topup_id, last in (await self._last_snapshots()).items() if last.is_open
        )

    async def add_snapshot(self, topup_id: str, snapshot: TopUpSnapshot) -> None:
        """Saves a snapshot."""
        (await self._last_snapshots())[topup_id] = snapshot
        try:
            await asyncio.to_thread(self._notebook.see, self._owner, topup_id, snapshot)
        except StorageError as error:
            self._report(error)

    async def drop_last_snapshot(self, topup_id: str) -> None:
        """Ignores the last snapshot of a top-up until the next start."""
        (await self._last_snapshots()).pop(topup_id, None)

    async def timeline(self, topup_id: str) -> tuple[TopUpSnapshot, ...]:
        """Returns the snapshots of a top-up, oldest first; none if they can't be loaded."""
        try:
            return await asyncio.to_thread(self._notebook.seen, self._owner, topup_id)
        except StorageError:
            return ()

    async def trim(self) -> None:
        """Deletes the snapshots of all but the top-ups that changed last."""
        try:
            await asyncio.to_thread(self._notebook.trim, self._owner)
        except StorageError as error:
            self._report(error)

    async def load_list(self) -> CachedList | None:
        """Returns the cached list; None if there is none, or it can't be loaded."""
        try:
            saved = await asyncio.to_thread(self._lists.read, self._owner)
            contents = [json.loads(content) for content in saved.contents] if saved else []
        except StorageError as error:
            _log.warning("the cached top-ups could not be loaded: %s", error.reason)
            return None
        except (ValueError, RecursionError):
            return None
        records = await read_records(contents, TopUp)
        return CachedList(records.items, saved.as_of) if saved and records.items else None

    async def save_first_page(self, topups: Iterable[TopUp]) -> None:
        """Caches the first page of the list; what is cached stays only if it continues that page."""
        page = tuple(topups)
        ids = frozenset(topup.id for topup in page)
        continues = not self._first_page.isdisjoint(ids)
        self._first_page = ids
        await self._save(page, self._lists.add if continues else self._lists.begin_anew, self._clock.now())

    async def save(self, topups: Iterable[TopUp]) -> None:
        """Caches a further page, or new states of single top-ups."""
        await self._save(topups, self._lists.add)

    async def _save(self, topups: Iterable[TopUp], write: Callable[..., None], *as_of: datetime) -> None:
        try:
            async with self._writing:
                await asyncio.to_thread(write, self._owner, [_record(one) for one in topups], *as_of)
        except StorageError as error:
            _log.warning("top-ups could not be cached: %s", error.reason)

    async def _last_snapshots(self) -> dict[str, TopUpSnapshot]:
        if self._last is None:
            try:
                self._last = await asyncio.to_thread(self._notebook.last_seen, self._owner)
            except StorageError as error:
                self._last = {}
                self._report(error)
        return self._last

    def _report(self, error: AppError) -> None:
        for report in tuple(self.on_error):
            report(error)


def _record(topup: TopUp) -> KnownTopUp:
    content = json.dumps(topup.model_dump(mode="json", by_alias=True))
    return KnownTopUp(topup.id, topup.created_at.isoformat(), content)
