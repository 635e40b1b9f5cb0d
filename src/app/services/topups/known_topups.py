"""The cached list of an account's top-ups, available before the service responds."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass
from functools import partial
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
    from app.storage.topup_lists import TopUpListsFile

_log = logging.getLogger("tollhouse.topups")


@dataclass(frozen=True, slots=True)
class KnownList:
    """What was known of the list.

    Attributes:
        topups: Newest first; what became of them since is not known, so that none may be paid by this.
        as_of: When the service reported the list.
    """

    topups: tuple[TopUp, ...]
    as_of: datetime


class KnownTopUps:
    """Caches the list on disk; it may be lost, since the service knows every top-up."""

    def __init__(self, *, file: TopUpListsFile, account: str, service: str, clock: Clock) -> None:
        """Binds the list to its account.

        Args:
            account: The account's id in this app.
            service: What stands for the service's address.
            clock: This computer's time.
        """
        self._file = file
        self._owner = Owner(account, service)
        self._clock = clock
        self._turn = asyncio.Lock()

    async def read(self) -> KnownList | None:
        """Returns the cached list; None if there is none, or it can't be loaded."""
        try:
            kept = await asyncio.to_thread(self._file.read, self._owner)
            contents = [json.loads(content) for content in kept.contents] if kept else []
        except StorageError as error:
            _log.warning("the kept top-ups could not be read: %s", error.reason)
            return None
        except (ValueError, RecursionError):
            return None
        records = await read_records(contents, TopUp)
        return KnownList(records.items, kept.as_of) if kept and records.items else None

    async def take_first(self, topups: Iterable[TopUp], *, anew: bool) -> None:
        """Caches the first page of the list, which was just loaded.

        Args:
            topups: The page.
            anew: Whether the cached rest does not continue it.
        """
        write = self._file.begin_anew if anew else self._file.add
        await self._write(partial(write, self._owner, [_kept(one) for one in topups], self._clock.now()))

    async def take(self, topups: Iterable[TopUp]) -> None:
        """Caches a further page, or new states of single top-ups."""
        await self._write(partial(self._file.add, self._owner, [_kept(one) for one in topups]))

    async def _write(self, write: Callable[[], None]) -> None:
        try:
            async with self._turn:
                await asyncio.to_thread(write)
        except StorageError as error:
            _log.warning("top-ups could not be kept: %s", error.reason)


def _kept(topup: TopUp) -> KnownTopUp:
    content = json.dumps(topup.model_dump(mode="json", by_alias=True))
    return KnownTopUp(topup.id, topup.created_at.isoformat(), content)
