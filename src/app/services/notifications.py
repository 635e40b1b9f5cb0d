"""Notifications: each event once, in a list from one start to the next."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from app.listeners import Listeners
from app.storage.state import Entry, Kind, dump, key_of, parse, storage_failure_logged

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from app.models.notifications import Notification, NotificationKind, StoredNotification
    from app.storage.state import State

MAX_NOTIFICATIONS: Final = 100
"""The maximum number of listed notifications; the oldest are dropped first."""

MAX_EVENTS: Final = 5_000
"""The maximum number of remembered events of an account; the oldest are dropped first."""


class Notifications:
    """The notifications of all accounts; if they can't be saved, they last until the app ends.

    Args:
        wants: Returns whether the user wants notifications of a kind.

    Attributes:
        stored: The list, newest first.
        on_added: Called with an account's ID and its new notifications, all of one snapshot at once.
        on_change: Called when the list has changed.
    """

    def __init__(self, state: State, wants: Callable[[NotificationKind], bool]) -> None:
        self._state = state
        self._wants = wants
        self.stored: tuple[StoredNotification, ...] = ()
        self._reported: set[tuple[str, str, str]] = set()
        # The subject and the occasion of what is true of each account's subscriptions now.
        self._true_now: dict[str, frozenset[tuple[str, str]]] = {}
        self._loaded_until: float = float("inf")
        self._disk = asyncio.Lock()
        self.on_added: Listeners[str, tuple[Notification, ...]] = Listeners()
        self.on_change: Listeners[[]] = Listeners()

    async def load(self) -> None:
        async with self._disk:
            with storage_failure_logged("the notifications can't be loaded"):
                entries = await self._state.entries(Kind.NOTIFICATION)
                for account in {entry.owner for entry in entries}:
                    await self._state.trim(Kind.NOTIFICATION, account, MAX_EVENTS)
                found = (_stored(entry) for entry in reversed(entries) if entry.content)
                self.stored = tuple(stored for stored in found if stored is not None)[:MAX_NOTIFICATIONS]
                self._loaded_until = max((entry.number for entry in entries), default=0)
        self.on_change.notify()

    async def add(self, account: str, notifications: Iterable[Notification]) -> None:
        """Adds and emits those of one snapshot of an account that are new and that the user wants."""
        new = [notification for notification in notifications if self._wants(notification.kind)]
        async with self._disk:
            added = [notification for notification in new if await self._add(account, notification)]
        if added:
            self.on_change.notify()
            self.on_added.notify(account, tuple(added))

    async def add_current(self, account: str, notifications: tuple[Notification, ...]) -> None:
        """Adds what is true of an account's subscriptions now; what is not among it is past."""
        true_now = frozenset((one.subject_id, one.occasion) for one in notifications)
        has_changed = true_now != self._true_now.get(account)
        self._true_now[account] = true_now
        await self.add(account, notifications)
        if has_changed:
            self.on_change.notify()

    def past(self) -> frozenset[int]:
        """Returns the numbers of the listed notifications about subscriptions that are not true any more."""
        return frozenset(one.number for one in self.stored if self._is_past(one))

    async def mark_read(self, number: int) -> None:
        await self._mark_read(number, number)

    async def mark_all_read(self) -> None:
        await self._mark_read(1, self._last())

    async def clear(self) -> None:
        """Removes all current ones from the list; none of them is emitted again."""
        removed = self.stored
        await self._change((), lambda: self._save(removed, is_listed=False))

    async def drop(self, account: str) -> None:
        self._true_now.pop(account, None)
        self._reported = {known for known in self._reported if known[0] != account}
        stored = tuple(stored for stored in self.stored if stored.account != account)
        await self._change(stored, lambda: self._state.delete(Kind.NOTIFICATION, account))

    def _is_past(self, stored: StoredNotification) -> bool:
        found, true_now = stored.notification, self._true_now.get(stored.account)
        if true_now is None or not found.is_of_subscription:
            return False
        return (found.subject_id, found.occasion) not in true_now

    async def _add(self, account: str, notification: Notification) -> bool:
        """Adds a notification to the list; returns whether it is new."""
        occasion = (account, notification.subject_id, notification.occasion)
        if occasion in self._reported:
            return False
        number: int | None = self._last() + 1
        with storage_failure_logged("a notification can't be saved"):
            entry = Entry(_key(notification), _content(notification))
            number = await self._state.add(Kind.NOTIFICATION, account, entry)
        # Not before: a notification that is interrupted here was not emitted.
        self._reported.add(occasion)
        if number is None:
            number = await self._of_another_process(account, notification)
            if number is None:
                return False
        from app.models.notifications import StoredNotification  # noqa: PLC0415 (after the first rows)

        stored = (StoredNotification(number, account, notification), *self.stored)
        self.stored, dropped = stored[:MAX_NOTIFICATIONS], stored[MAX_NOTIFICATIONS:]
        if dropped:
            with storage_failure_logged("the notifications can't be saved"):
                await self._save(dropped, is_listed=False)
        return True

    async def _of_another_process(self, account: str, notification: Notification) -> int | None:
        """Returns the number of a notification that a command has saved since `load`, to be emitted here."""
        entry = None
        with storage_failure_logged("a notification can't be loaded"):
            entry = await self._state.entry(Kind.NOTIFICATION, account, _key(notification))
        if entry is None or not entry.content or entry.number <= self._loaded_until:
            return None
        return entry.number

    async def _mark_read(self, first: int, last: int) -> None:
        stored = tuple(
            stored._replace(is_read=True) if first <= stored.number <= last else stored
            for stored in self.stored
        )
        changed = [after for before, after in zip(self.stored, stored, strict=True) if before != after]
        await self._change(stored, lambda: self._save(changed))

    async def _change(
        self, stored: tuple[StoredNotification, ...], write: Callable[[], Awaitable[None]]
    ) -> None:
        if stored != self.stored:
            self.stored = stored
            self.on_change.notify()
        async with self._disk:
            with storage_failure_logged("the notifications can't be saved"):
                await write()

    async def _save(self, changed: Iterable[StoredNotification], *, is_listed: bool = True) -> None:
        entries = defaultdict(list)
        for one in changed:
            content = _content(one.notification, is_read=one.is_read) if is_listed else ""
            entries[one.account].append(Entry(_key(one.notification), content))
        for account, of_account in entries.items():
            await self._state.put(Kind.NOTIFICATION, account, of_account)

    def _last(self) -> int:
        return self.stored[0].number if self.stored else 0


def _key(notification: Notification) -> str:
    return key_of(notification.subject_id, notification.occasion)


def _content(notification: Notification, *, is_read: bool = False) -> str:
    """Returns the content of an event's entry; it is empty once it was removed from the list."""
    from app.models.notifications import SavedNotification  # noqa: PLC0415 (likewise)

    return dump(SavedNotification(notification, is_read))


def _stored(entry: Entry) -> StoredNotification | None:
    from app.models.notifications import SavedNotification, StoredNotification  # noqa: PLC0415 (likewise)

    found = parse(SavedNotification, entry.content)
    if found is None:
        return None
    return StoredNotification(entry.number, entry.owner, found.notice, is_read=found.is_read)
