"""Sub-users of one account: single writes, runs over many, exports and imports."""

from __future__ import annotations

import asyncio
from itertools import repeat
from typing import TYPE_CHECKING, Final

from app.errors import InvalidInputError, StorageError
from app.models.sub_users import RunRow, SubUserChange, SubUserChangedError
from app.rules.csv_files import MAX_FILE_BYTES
from app.rules.sub_users.changes import check_draft
from app.services.sub_users.bulk_runs import SubUserRun
from app.services.sub_users.writes import RecentList, SubUserWrites, ids_of
from app.storage.files import read_at_most

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.models.sub_users import BulkChange, SubUser, SubUserDraft

AT_ONCE: Final = 4
"""The maximum number of concurrent calls of a run."""


class SubUsers(SubUserWrites):
    """The sub-users of one account's subscriptions."""

    def bulk(self, subscription_id: str, sub_users: Sequence[SubUser], change: BulkChange) -> SubUserRun:
        """Returns a run that makes the same change to many; nothing is sent before it is run."""
        recent = RecentList(self._api, subscription_id, self._clock)
        changes = {
            "cap": SubUserChange(traffic_cap_bytes=change.traffic_cap_bytes),
            "enable": SubUserChange(enabled=True),
            "disable": SubUserChange(enabled=False),
        }
        rows = tuple(
            RunRow(number, item.label or item.username, seen=item)
            for number, item in enumerate(sub_users, start=1)
        )

        async def work(row: RunRow) -> SubUser | None:
            seen = row.error.now if isinstance(row.error, SubUserChangedError) else row.seen
            if seen is None:
                return None
            if change.kind == "delete":
                await self.delete(subscription_id, seen)
                return None
            # Many rows are compared with one list, but not those that were tried before.
            read = recent.read if row.error is None else None
            if change.kind == "new_passwords":
                return await self.new_password(subscription_id, seen, row.unknown, read=read)
            return await self.change(subscription_id, seen, changes[change.kind], read=read)

        return SubUserRun(change.kind, rows, work=work, at_once=AT_ONCE, clock=self._clock)

    def import_all(
        self, subscription_id: str, drafts: Sequence[SubUserDraft], lines: Sequence[int] = ()
    ) -> SubUserRun:
        """Returns a run that creates many, one after the other in order.

        Only so can a lost response be reconciled by reading the list back.

        Args:
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
            known_ids = known.setdefault(row.number, ids_of(before)) | created
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
