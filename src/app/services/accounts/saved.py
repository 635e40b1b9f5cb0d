"""The saved accounts."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from app.errors import InvalidInputError
from app.storage.settings import SavedAccount

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.services.settings.settings import SettingsStore

COLORS: Final = ("blue", "green", "amber", "red", "violet", "grey")
"""The names of the colors of accounts."""
MAX_NAME: Final = 60
"""The maximum length of a name, in characters."""


class SavedAccounts:
    """Adds, changes and removes saved accounts.

    A change that can't be written is a `StorageError` and not made; an unknown account is a `KeyError`.
    """

    def __init__(self, settings: SettingsStore) -> None:
        self._settings = settings

    @property
    def all(self) -> tuple[SavedAccount, ...]:
        return self._settings.all.accounts

    @property
    def last(self) -> str | None:
        """The id of the account that was opened last, even if it was removed."""
        return self._settings.all.last_account

    def get(self, account_id: str) -> SavedAccount:
        return {account.id: account for account in self.all}[account_id]

    async def add(self, name: str, base_url: str) -> SavedAccount:
        """Adds an account with a new ID and the least used color.

        Raises:
            InvalidInputError: On `name`.
        """
        used = [account.color for account in self.all]
        color = min(COLORS, key=used.count)
        account = SavedAccount(f"acc_{secrets.token_hex(8)}", clean_name(name), base_url, color)
        await self._write(lambda accounts: (*accounts, account))
        return account

    async def rename(self, account_id: str, name: str) -> SavedAccount:
        """Renames an account.

        Raises:
            InvalidInputError: On `name`.
        """
        clean = clean_name(name)
        return await self._change(account_id, lambda account: replace(account, name=clean))

    async def recolor(self, account_id: str, color: str) -> SavedAccount:
        """Changes an account's color.

        Raises:
            InvalidInputError: On `color`.
        """
        if color not in COLORS:
            raise InvalidInputError("colour", "unknown")
        return await self._change(account_id, lambda account: replace(account, color=color))

    async def remove(self, account_id: str) -> None:
        await self._write(lambda accounts: tuple(one for one in accounts if one.id != account_id))

    async def save_last(self, account_id: str) -> None:
        if account_id != self.last:
            await self._settings.write(lambda settings: replace(settings, last_account=account_id))

    def end(self) -> None:
        self._settings.end()

    async def _change(self, account_id: str, change: Callable[[SavedAccount], SavedAccount]) -> SavedAccount:
        self.get(account_id)
        await self._write(
            lambda accounts: tuple(change(one) if one.id == account_id else one for one in accounts)
        )
        return self.get(account_id)

    async def _write(self, change: Callable[[tuple[SavedAccount, ...]], tuple[SavedAccount, ...]]) -> None:
        await self._settings.write(lambda settings: replace(settings, accounts=change(settings.accounts)))


def clean_name(text: str) -> str:
    """Returns an account's name with its white space normalized.

    Raises:
        InvalidInputError: On `name`: `missing`, or `too_long` (over 60 characters).
    """
    name = " ".join(text.split())
    if not name:
        raise InvalidInputError("name", "missing")
    if len(name) > MAX_NAME:
        raise InvalidInputError("name", "too_long")
    return name
