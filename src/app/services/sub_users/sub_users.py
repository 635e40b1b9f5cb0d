"""Sub-users of one account: single writes, runs over many, imports."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from itertools import repeat
from typing import TYPE_CHECKING, Final

from app.errors import (
    AppError,
    InvalidInputError,
    NotFoundError,
    StorageError,
    UnexpectedResponseError,
    UnknownOutcomeError,
)
from app.listeners import Listeners
from app.models.sub_users import (
    FieldChange,
    RunRow,
    SubUserChange,
    SubUserChangedError,
    SubUserDiffersError,
)
from app.rules.csv_files import MAX_FILE_BYTES
from app.rules.sub_users.changes import (
    check_change,
    check_draft,
    created_since,
    differing_fields,
    still_to_do,
    unseen_changes,
)
from app.services.reconciliation import reconcile
from app.services.sub_users.bulk_runs import SubUserRun
from app.storage.files import read_at_most

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence
    from pathlib import Path

    from app.api.subscriptions import SubUserList, SubUsersApi
    from app.clock import Clock
    from app.models.sub_users import BulkChange, SubUser, SubUserDraft

    Read = Callable[[], Awaitable[SubUserList]]

AT_ONCE: Final = 4
"""The maximum number of concurrent calls of a run."""

READ_BACK_DELAY_SECONDS: Final = 0.5
"""Time for the service to complete a request whose response was lost, before it is read back."""

FRESH_SECONDS: Final = 10.0
"""How old a list may be that many rows of one run are compared with."""


class SubUsers:
    """Lists, creates, changes and deletes the sub-users of one account, each write once.

    Concurrent changes are not overwritten. Writes raise an `AppError` when the service refused or was never
    reached: nothing changed; and `UnknownOutcomeError` when the response was lost and reading back doesn't
    show the write as done.

    Attributes:
        on_change: Called with the subscription's id after every try of a write, whatever its outcome, and
            with the sub-user as it is now, None if it was not changed, is gone or new.
    """

    def __init__(self, api: SubUsersApi, clock: Clock) -> None:
        self._api = api
        self._clock = clock
        self.on_change: Listeners[str, SubUser | None] = Listeners()

    async def list(self, subscription_id: str) -> SubUserList:
        return await self._api.list(subscription_id)

    async def create(
        self, subscription_id: str, draft: SubUserDraft, unknown: UnknownOutcomeError | None = None
    ) -> SubUser:
        """Creates a sub-user, never twice by itself (spec 4.12).

        Args:
            unknown: The error of the last try of the same draft, if its response was lost.

        Raises:
            InvalidInputError: On `label`, `password` or `cap`.
            SubUserDiffersError: It was created, but with another traffic cap or password.
        """
        wanted = check_draft(draft)
        try:
            before = await self._api.list(subscription_id)
        except AppError:
            if unknown is not None:
                raise UnknownOutcomeError(unknown.cause, "unknown", unknown.known_ids) from None
            raise
        known_ids = ids_of(before) if unknown is None else unknown.known_ids
        return await self._create_once(subscription_id, wanted, before, known_ids)

    async def change(
        self, subscription_id: str, seen: SubUser, change: SubUserChange, *, read: Read | None = None
    ) -> SubUser:
        """Changes label, cap and switch where they differ (spec 4.13); `read` returns the current sub-users.

        Raises:
            InvalidInputError: On `label` or `cap`.
            SubUserChangedError: A concurrent change of the same; `change(…, error.now, change)` overrides it.
        """
        checked = check_change(change)
        now = find_sub_user(await self._read(subscription_id, read), seen.id)
        unseen = unseen_changes(seen, now, checked)
        if unseen:
            raise SubUserChangedError(unseen, now)
        rest = still_to_do(now, checked)
        if rest is None:
            return now
        return await self._change(
            subscription_id, now.id, rest, lambda after: still_to_do(after, checked) is None
        )

    async def new_password(
        self,
        subscription_id: str,
        seen: SubUser,
        unknown: UnknownOutcomeError | None = None,
        *,
        read: Read | None = None,
    ) -> SubUser:
        """Requests a new password, unless an earlier try with an unknown outcome has made one (spec 4.13).

        Args:
            seen: The sub-user as last shown, with the old password.
            unknown: The error of the last try, if its response was lost.

        Raises:
            SubUserChangedError: The password has changed concurrently.
        """
        try:
            found = await self._read(subscription_id, read)
        except AppError:
            if unknown is not None:
                raise UnknownOutcomeError(unknown.cause, "unknown") from None
            raise
        now = find_sub_user(found, seen.id)
        if now.password == seen.password:
            wanted = SubUserChange(regenerate_password=True)
            return await self._change(
                subscription_id, now.id, wanted, lambda after: after.password != now.password
            )
        if unknown is None:
            raise SubUserChangedError((FieldChange("password", None, None),), now)
        return now

    async def delete(self, subscription_id: str, sub_user: SubUser) -> None:
        """Deletes a sub-user; one that is gone already is no error (spec 4.14)."""

        async def send() -> bool:
            await self._api.delete(subscription_id, sub_user.id)
            return True

        with self._reported(subscription_id):
            try:
                await reconcile(
                    send,
                    lambda: self._read_back(subscription_id),
                    lambda found: None if _has(found, sub_user.id) else True,
                )
            except NotFoundError as error:
                # It may also be the subscription that is not there: then this raises the same.
                if _has(await self._api.list(subscription_id), sub_user.id):
                    raise error from None

    def bulk(self, subscription_id: str, sub_users: Sequence[SubUser], change: BulkChange) -> SubUserRun:
        """Returns a run that makes the same change to many; nothing is sent before it is run."""
        recent = RecentList(self._api, subscription_id, self._clock)
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
            return await self.change(subscription_id, seen, change.change_of(seen), read=read)

        return SubUserRun(change.kind, rows, work=work, at_once=AT_ONCE, clock=self._clock)

    def import_all(
        self, subscription_id: str, drafts: Sequence[SubUserDraft], lines: Sequence[int] = ()
    ) -> SubUserRun:
        """Returns a run that creates many in order, each from a `line` of a file if it comes from one.

        One after the other: only so can a lost response be reconciled by reading the list back.
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
            if isinstance(row.error, SubUserDiffersError):
                # Its password can't be set, but its cap can.
                capped = SubUserChange(traffic_cap_bytes=wanted.traffic_cap_bytes)
                return _checked(await self.change(subscription_id, row.error.created, capped), wanted)
            before = await self._api.list(subscription_id)
            # Rows may be equal: what one of them created is not the outcome of another's earlier try.
            known_ids = known.setdefault(row.number, ids_of(before)) | created
            try:
                sub_user = await self._create_once(subscription_id, wanted, before, known_ids)
            except SubUserDiffersError as error:
                created.add(error.created.id)
                raise
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
        """Creates a checked sub-user, unless an earlier try has created it after all.

        After a lost response it is the only new one that matches (spec 4.12).

        Args:
            known_ids: The ids of those that existed before the first try.
        """
        late = created_since(before.items, known_ids, wanted)
        if len(late) > 1:
            several = UnexpectedResponseError("Several new sub-users are like this one.")
            raise UnknownOutcomeError(several, "unknown", known_ids)
        if late:
            return late[0]
        known_ids |= ids_of(before)

        async def read_back() -> SubUser | None:
            return _find_created(await self._read_back(subscription_id), wanted, known_ids)

        with self._reported(subscription_id):
            try:
                created = await reconcile(
                    lambda: self._api.create(subscription_id, wanted), read_back, lambda found: found
                )
            except UnknownOutcomeError as error:
                raise UnknownOutcomeError(error.cause, error.state, known_ids) from None
            return _checked(created, wanted)

    async def _change(
        self,
        subscription_id: str,
        sub_user_id: str,
        change: SubUserChange,
        is_changed: Callable[[SubUser], bool],
    ) -> SubUser:
        async def send() -> SubUser:
            after = await self._api.change(subscription_id, sub_user_id, change)
            # A service may clean a label, but does nothing else than it was asked for.
            label = after.label if change.label is None else change.label
            if not is_changed(after.model_copy(update={"label": label})):
                raise UnexpectedResponseError("The response does not show the change.")
            return after

        def is_done(found: SubUserList) -> SubUser | None:
            after = find_sub_user(found, sub_user_id)
            return after if is_changed(after) else None

        changed: SubUser | None = None
        try:
            changed = await reconcile(send, lambda: self._read_back(subscription_id), is_done)
            return changed
        finally:
            self.on_change.notify(subscription_id, changed)

    @contextmanager
    def _reported(self, subscription_id: str) -> Iterator[None]:
        try:
            yield
        finally:
            self.on_change.notify(subscription_id, None)

    async def _read(self, subscription_id: str, read: Read | None) -> SubUserList:
        return await (self._api.list(subscription_id) if read is None else read())

    async def _read_back(self, subscription_id: str) -> SubUserList:
        await self._clock.sleep(READ_BACK_DELAY_SECONDS)
        return await self._api.list(subscription_id)


class RecentList:
    """The sub-users of one subscription, read again when they are older than `FRESH_SECONDS`."""

    def __init__(self, api: SubUsersApi, subscription_id: str, clock: Clock) -> None:
        self._api = api
        self._subscription_id = subscription_id
        self._clock = clock
        self._lock = asyncio.Lock()
        self._found: SubUserList | None = None
        self._read_at = 0.0

    async def read(self) -> SubUserList:
        async with self._lock:
            if self._found is None or self._clock.monotonic() - self._read_at > FRESH_SECONDS:
                self._found = await self._api.list(self._subscription_id)
                self._read_at = self._clock.monotonic()
            return self._found


def ids_of(found: SubUserList) -> frozenset[str]:
    return frozenset(item.id for item in found.items)


def find_sub_user(found: SubUserList, sub_user_id: str) -> SubUser:
    """Returns a sub-user of a list.

    Raises:
        NotFoundError: It does not exist any more.
        UnexpectedResponseError: It may be among the records that can't be read.
    """
    for item in found.items:
        if item.id == sub_user_id:
            return item
    if found.unreadable:
        raise UnexpectedResponseError("This sub-user may be among the records that can't be read.")
    raise NotFoundError(404)


def _checked(created: SubUser, wanted: SubUserDraft) -> SubUser:
    """Returns a new sub-user; a `SubUserDiffersError` if it is not as it was asked for."""
    fields = differing_fields(created, wanted)
    if fields:
        raise SubUserDiffersError(created, fields)
    return created


def _find_created(found: SubUserList, draft: SubUserDraft, known_ids: frozenset[str]) -> SubUser | None:
    """Returns the one new sub-user of a list that matches a draft; None if there is no new one.

    Raises:
        UnexpectedResponseError: It is unknown whether one of the new ones is the created one.
    """
    matching = created_since(found.items, known_ids, draft)
    if len(matching) == 1:
        return matching[0]
    if found.unreadable or any(item.id not in known_ids for item in found.items):
        raise UnexpectedResponseError("A new sub-user may be the one created.")
    return None


def _has(found: SubUserList, sub_user_id: str) -> bool:
    """Returns whether a sub-user is, or may be, in a list."""
    return found.unreadable > 0 or any(item.id == sub_user_id for item in found.items)
