"""Notifications: each event once, listed under the bell."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from app.errors import StorageError
from app.models.notifications import StoredNotification
from app.storage.notification_file import MAX_NOTIFICATIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.models.notifications import Notification, NotificationKind
    from app.storage.notification_file import NotificationFile

_log = logging.getLogger("tollhouse.notices")
_FIRST: Final = 1


class Notifications:
    """The notifications of all accounts; where the disk fails they last as long as the app.

    Attributes:
        on_told: Called with an account's ID and its new notifications, all of one snapshot at once.
        on_change: Called when the list is another one.
    """

    def __init__(self, file: NotificationFile, wants: Callable[[NotificationKind], bool]) -> None:
        """Takes the collaborators.

        Args:
            wants: Returns whether the user wants such notifications; asked each time.
        """
        self._file = file
        self._wants = wants
        self._kept: tuple[StoredNotification, ...] = ()
        self._told: set[tuple[str, str, str]] = set()
        self._disk = asyncio.Lock()
        self.on_told: list[Callable[[str, tuple[Notification, ...]], None]] = []
        self.on_change: list[Callable[[], None]] = []

    @property
    def kept(self) -> tuple[StoredNotification, ...]:
        """The list, newest first."""
        return self._kept

    async def load(self) -> None:
        """Takes up the list of the last time."""
        async with self._disk:
            try:
                self._kept = await asyncio.to_thread(self._file.kept)
            except StorageError as error:
                _log.warning("the notices can't be read: %s", error.reason)
        self._tell_change()

    async def tell(self, account: str, notifications: Iterable[Notification]) -> None:
        """Emits those that are new and that the user wants.

        Args:
            account: Whose.
            notifications: All of one snapshot.
        """
        new = [notice for notice in notifications if self._wants(notice.kind)]
        async with self._disk:
            told = [notice for notice in new if await self._keep(account, notice)]
        if told:
            self._tell_change()
            for tell in tuple(self.on_told):
                tell(account, tuple(told))

    async def mark_read(self, number: int) -> None:
        """Marks one as read."""
        await self._mark_read(number, number)

    async def mark_all_read(self) -> None:
        """Marks all current ones as read."""
        await self._mark_read(_FIRST, self._last())

    async def clear(self) -> None:
        """Removes all current ones from the list; none of them is notified again."""
        last = self._last()
        await self._change(
            tuple(kept for kept in self._kept if kept.number > last), lambda: self._file.clear(last)
        )

    async def drop(self, account: str) -> None:
        """Forgets everything about an account that was removed."""
        self._told = {told for told in self._told if told[0] != account}
        await self._change(
            tuple(kept for kept in self._kept if kept.account != account), lambda: self._file.drop(account)
        )

    async def _keep(self, account: str, notice: Notification) -> bool:
        """Adds a notification to the list; returns whether it is new."""
        occasion = (account, notice.subject_id, notice.occasion)
        if occasion in self._told:
            return False
        try:
            number = await asyncio.to_thread(self._file.add, account, notice)
        except StorageError as error:
            _log.warning("a notice can't be kept: %s", error.reason)
            number = self._last() + 1
        # Not before: a notification that is cut off here does not count as notified.
        self._told.add(occasion)
        if number is None:
            return False
        self._kept = (StoredNotification(number, account, notice), *self._kept)[:MAX_NOTIFICATIONS]
        return True

    async def _mark_read(self, first: int, last: int) -> None:
        read = tuple(
            replace(kept, is_read=True) if first <= kept.number <= last else kept for kept in self._kept
        )
        await self._change(read, lambda: self._file.mark_read(first, last))

    async def _change(self, kept: tuple[StoredNotification, ...], write: Callable[[], None]) -> None:
        if kept == self._kept:
            return
        self._kept = kept
        self._tell_change()
        async with self._disk:
            try:
                await asyncio.to_thread(write)
            except StorageError as error:
                _log.warning("the notices can't be written: %s", error.reason)

    def _last(self) -> int:
        return self._kept[0].number if self._kept else 0

    def _tell_change(self) -> None:
        for tell in tuple(self.on_change):
            tell()
