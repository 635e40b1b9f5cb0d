"""Sub-users of one account: list, create, change, delete."""

from __future__ import annotations

import asyncio
from itertools import repeat
from typing import TYPE_CHECKING, Final

from app.errors import AppError, InvalidInputError, StorageError, UnexpectedAnswerError, UnknownOutcomeError
from app.models.sub_users import RunRow, SubUserChange, SubUserChangedError
from app.rules.csv_files import MAX_FILE_BYTES
from app.rules.sub_users.changes import check_draft, created_since
from app.services.sub_users.bulk_runs import SubUserRun
from app.services.sub_users.writes import RecentList, SubUserEdits, SubUserWrites
from app.storage.files import read_at_most

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from app.api.sub_users import SubUserList, SubUsersApi
    from app.clock import Clock
    from app.models.sub_users import BulkChange, SubUser, SubUserDraft

AT_ONCE: Final = 4
"""The maximum number of concurrent calls of a run."""


class SubUsers:
    """The sub-users of one account's subscriptions.

    Attributes:
        on_change: Called with the subscription's id whenever its sub-users may have changed by us.
    """

    def __init__(self, *, api: SubUsersApi, clock: Clock) -> None:
        """Takes the collaborators.

        Args:
            api: The client of the account's service.
        """
        self._api = api
        self._clock = clock
        self._writes = SubUserWrites(api=api, clock=clock)
        self.on_change = self._writes.on_write

    async def list(self, subscription_id: str) -> SubUserList:
        """Returns the sub-users and how many there may be (spec 4.11)."""
        return await self._api.list(subscription_id)

    async def create(
        self, subscription_id: str, draft: SubUserDraft, unknown: UnknownOutcomeError | None = None
    ) -> SubUser:
        """Creates a sub-user, never twice by itself (spec 4.12).

        Args:
            subscription_id: Whose.
            draft: What.
            unknown: The error of the last try of the same draft, if its response was lost.

        Raises:
            InvalidInputError: On `label`, `password` or `cap`.
            UnknownOutcomeError: The response was lost, and the sub-user is missing or ambiguous.
            AppError: The service refused, or was never reached: nothing was created.
        """
        wanted = check_draft(draft)
        try:
            before = await self._api.list(subscription_id)
        except AppError:
            if unknown is not None:
                raise UnknownOutcomeError(unknown.cause, "unknown", unknown.known_ids) from None
            raise
        known_ids = _ids(before) if unknown is None else unknown.known_ids
        return await self._create_once(subscription_id, wanted, before, known_ids)

    async def change(self, subscription_id: str, seen: SubUser, change: SubUserChange) -> SubUser:
        """Changes label, cap and switch after reading the current state (spec 4.13).

        Args:
            subscription_id: Whose.
            seen: The sub-user as last shown.
            change: What to change.

        Raises:
            InvalidInputError: On `label` or `cap`.
            SubUserChangedError: A concurrent change of the same; `change(…, error.now, change)` overrides it.
            UnknownOutcomeError: The response was lost, and the change is missing or unknown.
            AppError: The service refused, or was never reached: nothing changed.
        """
        return await self._edits(subscription_id).change(seen, change)

    async def new_password(
        self, subscription_id: str, seen: SubUser, unknown: UnknownOutcomeError | None = None
    ) -> SubUser:
        """Asks for a new password, never twice by itself (spec 4.13); raises as `change` does.

        Args:
            subscription_id: Whose.
            seen: The sub-user as last shown, with the old password.
            unknown: The error of the last try, if its response was lost.
        """
        return await self._edits(subscription_id).new_password(seen, unknown)

    async def delete(self, subscription_id: str, sub_user: SubUser) -> None:
        """Deletes a sub-user; one that is gone already is as wanted (spec 4.14).

        Raises:
            UnknownOutcomeError: The response was lost, and it still exists or that is unknown.
            AppError: The service refused, or was never reached.
        """
        await self._writes.delete(subscription_id, sub_user.id)

    def bulk(self, subscription_id: str, sub_users: Sequence[SubUser], change: BulkChange) -> SubUserRun:
        """Returns a run that does the same to many; nothing is sent before it is run."""
        recent = RecentList(self._api, subscription_id, self._clock)
        first = SubUserEdits(subscription_id, writes=self._writes, read=recent.read)
        rows = tuple(
            RunRow(number, item.label or item.username, seen=item)
            for number, item in enumerate(sub_users, start=1)
        )

        async def delete(row: RunRow) -> None:
            await self._writes.delete(subscription_id, row.row_id)

        work = (
            delete
            if change.kind == "delete"
            else _edit(change, first=first, again=self._edits(subscription_id))
        )
        return SubUserRun(change.kind, rows, work=work, at_once=AT_ONCE, clock=self._clock)

    def import_all(
        self, subscription_id: str, drafts: Sequence[SubUserDraft], lines: Sequence[int] = ()
    ) -> SubUserRun:
        """Returns a run that creates many, one after the other in order.

        Only so can a lost response be reconciled by reading the list back.

        Args:
            subscription_id: Whose they will be.
            drafts: The sub-users to create.
            lines: Of each draft, the line of the file on which it begins; none without a file.
        """
        rows = tuple(
            RunRow(number, draft.label, draft=draft, line=line)
            for number, (draft, line) in enumerate(zip(drafts, lines or repeat(None), strict=False), start=1)
        )
        known: dict[int, frozenset[str]] = {}
        created: set[str] = set()

        async def create(row: RunRow) -> SubUser | None:
            if row.draft is None:
                return None
            wanted = check_draft(row.draft)
            before = await self._api.list(subscription_id)
            # Rows may be equal: what one of them created is not the outcome of another's earlier try.
            known_ids = known.setdefault(row.number, _ids(before)) | created
            sub_user = await self._create_once(subscription_id, wanted, before, known_ids)
            created.add(sub_user.id)
            return sub_user

        return SubUserRun("create", rows, work=create, at_once=1, clock=self._clock)

    async def read_import(self, path: Path) -> bytes:
        """Returns the content of a file to import.

        Raises:
            InvalidInputError: On `file`: `too_large` or `unreadable`.
        """
        try:
            content = await asyncio.to_thread(read_at_most, path, MAX_FILE_BYTES)
        except StorageError:
            raise InvalidInputError("file", "unreadable") from None
        if content is None:
            raise InvalidInputError("file", "too_large")
        return content

    async def _create_once(
        self, subscription_id: str, wanted: SubUserDraft, before: SubUserList, known_ids: frozenset[str]
    ) -> SubUser:
        """Creates a sub-user, unless an earlier try has created it after all.

        Args:
            subscription_id: Whose.
            wanted: What, checked.
            before: Who is there now.
            known_ids: Who was there before the first try.
        """
        late = created_since(before.items, known_ids, wanted)
        if len(late) > 1:
            several = UnexpectedAnswerError("Several new sub-users are like this one.")
            raise UnknownOutcomeError(several, "unknown", known_ids)
        if late:
            return late[0]
        return await self._writes.create(subscription_id, wanted, known_ids | _ids(before))

    def _edits(self, subscription_id: str) -> SubUserEdits:
        return SubUserEdits(
            subscription_id, writes=self._writes, read=lambda: self._api.list(subscription_id)
        )


def _ids(found: SubUserList) -> frozenset[str]:
    return frozenset(item.id for item in found.items)


def _edit(
    change: BulkChange, *, first: SubUserEdits, again: SubUserEdits
) -> Callable[[RunRow], Awaitable[SubUser | None]]:
    """Returns what edits a row.

    Args:
        change: What to do.
        first: For the first try; may compare many rows with one list.
        again: For rows that were tried before; each is reconciled before it is sent.
    """
    changes = {
        "cap": SubUserChange(traffic_cap_bytes=change.traffic_cap_bytes),
        "enable": SubUserChange(enabled=True),
        "disable": SubUserChange(enabled=False),
    }

    async def edit(row: RunRow) -> SubUser | None:
        seen = row.error.now if isinstance(row.error, SubUserChangedError) else row.seen
        if seen is None:
            return None
        edits = first if row.error is None else again
        if change.kind == "new_passwords":
            return await edits.new_password(seen, row.unknown)
        return await edits.change(seen, changes[change.kind])

    return edit
