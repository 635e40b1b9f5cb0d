"""Single writes to sub-users: a lost response is reconciled, never sent again."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from app.api.doubts import leaves_unknown
from app.errors import AppError, NotFoundError, UnexpectedAnswerError, UnknownOutcomeError
from app.models.sub_users import SubUserChange
from app.rules.sub_users.edits import created_since, still_to_do

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.api.sub_users import SubUserList, SubUsersApi
    from app.clock import Clock
    from app.models.sub_users import SubUser, SubUserDraft

SETTLING_SECONDS: Final = 0.5
"""How long a service gets to finish what it may still be doing before it is asked what became of it."""


class SubUserWrites:
    """Makes, changes and deletes one sub-user, once.

    All raise an `AppError` when the service refused or was never reached, and `UnknownOutcomeError` when
    the response was lost and reading back doesn't show it as done.

    Attributes:
        on_write: Called with the subscription's id after every try, whatever came of it.
    """

    def __init__(self, *, api: SubUsersApi, clock: Clock) -> None:
        self._api = api
        self._clock = clock
        self.on_write: list[Callable[[str], None]] = []

    async def create(self, subscription_id: str, draft: SubUserDraft, known_ids: frozenset[str]) -> SubUser:
        """Creates a sub-user; after a lost response it is the only new one that matches (spec 4.12).

        Args:
            subscription_id: Whose.
            draft: What, checked.
            known_ids: Who was there before the first try.
        """
        with self._told(subscription_id):
            try:
                return await self._api.create(subscription_id, draft)
            except AppError as error:
                lost = _doubtful(error)
            now = await self._read_back(subscription_id, lost, known_ids)
            return _find_created(now, draft, UnknownOutcomeError(lost, "not_seen", known_ids))

    async def change(self, subscription_id: str, now: SubUser, change: SubUserChange) -> SubUser:
        """Changes label, cap and switch as far as they are not so already (spec 4.13)."""
        rest = still_to_do(now, change)
        if rest is None:
            return now
        with self._told(subscription_id):
            try:
                return await self._api.change(subscription_id, now.id, rest)
            except AppError as error:
                lost = _doubtful(error)
            after = find_sub_user(await self._read_back(subscription_id, lost), now.id)
            if still_to_do(after, change) is not None:
                raise UnknownOutcomeError(lost, "not_seen")
            return after

    async def new_password(self, subscription_id: str, now: SubUser) -> SubUser:
        """Asks for a new password; it was made if the password differs afterwards (spec 4.13)."""
        wish = SubUserChange(regenerate_password=True)
        with self._told(subscription_id):
            try:
                return await self._api.change(subscription_id, now.id, wish)
            except AppError as error:
                lost = _doubtful(error)
            after = find_sub_user(await self._read_back(subscription_id, lost), now.id)
            if after.password == now.password:
                raise UnknownOutcomeError(lost, "not_seen")
            return after

    async def delete(self, subscription_id: str, sub_user_id: str) -> None:
        """Deletes a sub-user; one that is gone already is as wanted (spec 4.14)."""
        with self._told(subscription_id):
            try:
                await self._api.delete(subscription_id, sub_user_id)
            except NotFoundError as error:
                # It may also be the subscription that is not there: then this raises the same.
                if _has(await self._api.list(subscription_id), sub_user_id):
                    raise error from None
            except AppError as error:
                lost = _doubtful(error)
                if _has(await self._read_back(subscription_id, lost), sub_user_id):
                    raise UnknownOutcomeError(lost, "not_seen") from None

    @contextmanager
    def _told(self, subscription_id: str) -> Iterator[None]:
        try:
            yield
        finally:
            for tell in tuple(self.on_write):
                tell(subscription_id)

    async def _read_back(
        self, subscription_id: str, lost: AppError, known_ids: frozenset[str] = frozenset()
    ) -> SubUserList:
        await self._clock.sleep(SETTLING_SECONDS)
        try:
            return await self._api.list(subscription_id)
        except AppError:
            raise UnknownOutcomeError(lost, "unknown", known_ids) from None


def find_sub_user(found: SubUserList, sub_user_id: str) -> SubUser:
    """Returns a sub-user of a list.

    Raises:
        NotFoundError: It is there no more.
        UnexpectedAnswerError: It may be among the records that can't be read.
    """
    for item in found.items:
        if item.id == sub_user_id:
            return item
    if found.unreadable:
        raise UnexpectedAnswerError("This sub-user may be among the records that can't be read.")
    raise NotFoundError(404)


def _find_created(found: SubUserList, draft: SubUserDraft, doubt: UnknownOutcomeError) -> SubUser:
    """Returns the one sub-user that a lost try has made.

    Args:
        found: The list as it is now.
        draft: What was asked for.
        doubt: The error to raise when none was created; it holds the IDs that existed before.

    Raises:
        UnknownOutcomeError: There is none, or it is unknown which one it is.
    """
    matching = created_since(found.items, doubt.known_ids, draft)
    if len(matching) == 1:
        return matching[0]
    is_unchanged = not found.unreadable and all(item.id in doubt.known_ids for item in found.items)
    if is_unchanged:
        raise doubt
    raise UnknownOutcomeError(doubt.cause, "unknown", doubt.known_ids)


def _has(found: SubUserList, sub_user_id: str) -> bool:
    """Returns whether a sub-user is, or may be, in a list."""
    return found.unreadable > 0 or any(item.id == sub_user_id for item in found.items)


def _doubtful(error: AppError) -> AppError:
    """Returns an error after which the service may have acted; raises all others."""
    if leaves_unknown(error) or isinstance(error, UnexpectedAnswerError):
        return error
    raise error
