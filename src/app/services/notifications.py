"""Notifications: each event once, listed under the bell."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from app.errors import StorageError
from app.models.notifications import Notification, StoredNotification
from app.storage.state import Entry, Kind, dump, key_of, parse

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from app.models.notifications import NotificationKind
    from app.storage.state import State

MAX_NOTIFICATIONS: Final = 100
"""The maximum number of listed notifications; the oldest are dropped first."""

MAX_EVENTS: Final = 5_000
"""The maximum number of remembered events of an account; the oldest are dropped first."""

_log = logging.getLogger("tollhouse.notices")
_FIRST: Final = 1


@dataclass(frozen=True, slots=True)
class _Content:
    """What is stored of an event; nothing once it was removed from the list."""

    notice: Notification
    is_read: bool = False


class Notifications:
    """The notifications of all accounts; where the disk fails they last as long as the app.

    Attributes:
        on_added: Called with an account's ID and its new notifications, all of one snapshot at once.
        on_change: Called when the list is another one.
    """

    def __init__(self, state: State, wants: Callable[[NotificationKind], bool]) -> None:
        """Takes the collaborators.

        Args:
            wants: Returns whether the user wants such notifications; asked each time.
        """
        self._state = state
        self._wants = wants
        self._kept: tuple[StoredNotification, ...] = ()
        self._reported: set[tuple[str, str, str]] = set()
        self._disk = asyncio.Lock()
        self.on_added: list[Callable[[str, tuple[Notification, ...]], None]] = []
        self.on_change: list[Callable[[], None]] = []

    @property
    def kept(self) -> tuple[StoredNotification, ...]:
        """The list, newest first."""
        return self._kept

    async def load(self) -> None:
        """Loads the saved list."""
        async with self._disk:
            try:
                entries = await self._state.entries(Kind.NOTIFICATION)
                for account in {entry.owner for entry in entries}:
                    await self._state.trim(Kind.NOTIFICATION, account, MAX_EVENTS)
            except StorageError as error:
                _log.warning("the notifications can't be loaded: %s", error.reason)
            else:
                found = (_stored(entry) for entry in reversed(entries) if entry.content)
                self._kept = tuple(stored for stored in found if stored is not None)[:MAX_NOTIFICATIONS]
        self._emit_change()

    async def add(self, account: str, notifications: Iterable[Notification]) -> None:
        """Emits those that are new and that the user wants.

        Args:
            account: Whose.
            notifications: All of one snapshot.
        """
        new = [notification for notification in notifications if self._wants(notification.kind)]
        async with self._disk:
            added = [notification for notification in new if await self._keep(account, notification)]
        if added:
            self._emit_change()
            for callback in tuple(self.on_added):
                callback(account, tuple(added))

    async def mark_read(self, number: int) -> None:
        """Marks one as read."""
        await self._mark_read(number, number)

    async def mark_all_read(self) -> None:
        """Marks all current ones as read."""
        await self._mark_read(_FIRST, self._last())

    async def clear(self) -> None:
        """Removes all current ones from the list; none of them is notified again."""
        removed = self._kept
        await self._change((), lambda: self._save(removed, is_listed=False))

    async def drop(self, account: str) -> None:
        """Forgets everything about an account that was removed."""
        self._reported = {known for known in self._reported if known[0] != account}
        kept = tuple(kept for kept in self._kept if kept.account != account)
        await self._change(kept, lambda: self._state.delete(Kind.NOTIFICATION, account))

    async def _keep(self, account: str, notification: Notification) -> bool:
        """Adds a notification to the list; returns whether it is new."""
        occasion = (account, notification.subject_id, notification.occasion)
        if occasion in self._reported:
            return False
        try:
            entry = Entry(_key(notification), dump(_Content(notification)))
            number = await self._state.add(Kind.NOTIFICATION, account, entry)
        except StorageError as error:
            _log.warning("a notification can't be saved: %s", error.reason)
            number = self._last() + 1
        # Not before: a notification that is cut off here does not count as notified.
        self._reported.add(occasion)
        if number is None:
            return False
        kept = (StoredNotification(number, account, notification), *self._kept)
        self._kept, dropped = kept[:MAX_NOTIFICATIONS], kept[MAX_NOTIFICATIONS:]
        if dropped:
            await self._write(lambda: self._save(dropped, is_listed=False))
        return True

    async def _mark_read(self, first: int, last: int) -> None:
        kept = tuple(
            replace(kept, is_read=True) if first <= kept.number <= last else kept for kept in self._kept
        )
        changed = [after for before, after in zip(self._kept, kept, strict=True) if before != after]
        await self._change(kept, lambda: self._save(changed))

    async def _change(
        self, kept: tuple[StoredNotification, ...], write: Callable[[], Awaitable[None]]
    ) -> None:
        if kept != self._kept:
            self._kept = kept
            self._emit_change()
        async with self._disk:
            await self._write(write)

    async def _save(self, changed: Iterable[StoredNotification], *, is_listed: bool = True) -> None:
        entries = defaultdict(list)
        for one in changed:
            content = dump(_Content(one.notification, one.is_read)) if is_listed else ""
            entries[one.account].append(Entry(_key(one.notification), content))
        for account, of_account in entries.items():
            await self._state.put(Kind.NOTIFICATION, account, of_account)

    async def _write(self, write: Callable[[], Awaitable[None]]) -> None:
        try:
            await write()
        except StorageError as error:
            _log.warning("the notifications can't be saved: %s", error.reason)

    def _last(self) -> int:
        return self._kept[0].number if self._kept else 0

    def _emit_change(self) -> None:
        for callback in tuple(self.on_change):
            callback()


def _key(notification: Notification) -> str:
    return key_of(notification.subject_id, notification.occasion)


def _stored(entry: Entry) -> StoredNotification | None:
    found = parse(_Content, entry.content)
    if found is None:
        return None
    return StoredNotification(entry.number, entry.owner, found.notice, is_read=found.is_read)
