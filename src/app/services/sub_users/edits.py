"""Edits sub-users without overwriting concurrent changes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from app.errors import AppError, UnknownOutcomeError
from app.models.sub_user_changes import FieldChange, SubUserChangedError
from app.rules.sub_users.drafts import check_change
from app.rules.sub_users.edits import unseen_changes
from app.services.sub_users.writes import find_sub_user

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.api.sub_users import SubUserList, SubUsersApi
    from app.clock import Clock
    from app.models.sub_users import SubUser, SubUserChange
    from app.services.sub_users.writes import SubUserWrites

FRESH_SECONDS: Final = 10.0
"""How old a list may be that many rows of one run are compared with."""


class SubUserEdits:
    """Edits the sub-users of one subscription."""

    def __init__(
        self,
        subscription_id: str,
        *,
        writes: SubUserWrites,
        read: Callable[[], Awaitable[SubUserList]],
    ) -> None:
        """Takes the collaborators.

        Args:
            read: Gives the sub-users as the service has them now.
        """
        self._subscription_id = subscription_id
        self._writes = writes
        self._read = read

    async def change(self, seen: SubUser, change: SubUserChange) -> SubUser:
        """Changes label, cap and switch; what is so already is not sent.

        Raises:
            SubUserChangedError: A field of the change is another than `seen`.
            AppError: See `SubUserWrites`.
        """
        checked = check_change(change)
        now = find_sub_user(await self._read(), seen.id)
        unseen = unseen_changes(seen, now, checked)
        if unseen:
            raise SubUserChangedError(unseen, now)
        return await self._writes.change(self._subscription_id, now, checked)

    async def new_password(self, seen: SubUser, doubt: UnknownOutcomeError | None = None) -> SubUser:
        """Requests a new password, unless an earlier try with an unknown outcome has made one.

        Raises:
            SubUserChangedError: Someone else made a new one.
            AppError: See `SubUserWrites`.
        """
        try:
            found = await self._read()
        except AppError:
            if doubt is not None:
                raise UnknownOutcomeError(doubt.cause, "unknown") from None
            raise
        now = find_sub_user(found, seen.id)
        if now.password == seen.password:
            return await self._writes.new_password(self._subscription_id, now)
        if doubt is None:
            raise SubUserChangedError((FieldChange("password", None, None),), now)
        return now


class RecentList:
    """The sub-users of one subscription, read again when they are older than some seconds."""

    def __init__(self, api: SubUsersApi, subscription_id: str, clock: Clock) -> None:
        self._api = api
        self._subscription_id = subscription_id
        self._clock = clock
        self._lock = asyncio.Lock()
        self._found: SubUserList | None = None
        self._read_at = 0.0

    async def read(self) -> SubUserList:
        """Returns them; raises what the call raises."""
        async with self._lock:
            if self._found is None or self._clock.monotonic() - self._read_at > FRESH_SECONDS:
                self._found = await self._api.list(self._subscription_id)
                self._read_at = self._clock.monotonic()
            return self._found
