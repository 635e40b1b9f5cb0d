"""The saved accounts."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from app.errors import InvalidInputError
from app.storage.settings import SavedAccount

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.services.settings.settings import SettingsWriter

COLORS: Final = ("blue", "green", "amber", "red", "violet", "grey")
"""The names of the colors of accounts."""
MAX_NAME: Final = 60
"""The letters that a name can have."""


class SavedAccounts:
    """Adds, changes and drops accounts; a change that can't be written is not made."""

    def __init__(self, settings: SettingsWriter) -> None:
        self._settings = settings

    @property
    def all(self) -> tuple[SavedAccount, ...]:
        """The accounts, as they were connected."""
        return self._settings.now.accounts

    @property
    def last(self) -> str | None:
        """The id of the account that was opened last, whether it is still there or not."""
        return self._settings.now.last_account

    def get(self, account_id: str) -> SavedAccount:
        """Returns an account.

        Raises:
            KeyError: It is not a saved one.
        """
        return {account.id: account for account in self.all}[account_id]

    async def add(self, name: str, base_url: str) -> SavedAccount:
        """Adds an account with a new ID and the least used color.

        Raises:
            InvalidInputError: On `name`.
            StorageError: It could not be written.
        """
        used = [account.color for account in self.all]
        color = min(COLORS, key=used.count)
        account = SavedAccount(f"acc_{secrets.token_hex(8)}", clean_name(name), base_url, color)
        await self._settings.write(lambda settings: replace(settings, accounts=(*settings.accounts, account)))
        return account

    async def rename(self, account_id: str, name: str) -> SavedAccount:
        """Gives an account another name.

        Raises:
            InvalidInputError: On `name`.
            StorageError: It could not be written.
            KeyError: It is not a saved one.
        """
        clean = clean_name(name)
        return await self._change(account_id, lambda account: replace(account, name=clean))

    async def recolor(self, account_id: str, color: str) -> SavedAccount:
        """Changes an account's color.

        Raises:
            InvalidInputError: On `color`.
            StorageError: It could not be written.
            KeyError: It is not a saved one.
        """
        if color not in COLORS:
            raise InvalidInputError("colour", "unknown")
        return await self._change(account_id, lambda account: replace(account, color=color))

    async def drop(self, account_id: str) -> None:
        """Drops an account.

        Raises:
            StorageError: It could not be written.
        """
        await self._settings.write(
            lambda settings: replace(
                settings, accounts=tuple(account for account in settings.accounts if account.id != account_id)
            )
        )

    async def save_last(self, account_id: str) -> None:
        """Saves which account was opened last.

        Raises:
            StorageError: It could not be written.
        """
        if account_id != self.last:
            await self._settings.write(lambda settings: replace(settings, last_account=account_id))

    async def _change(self, account_id: str, change: Callable[[SavedAccount], SavedAccount]) -> SavedAccount:
        self.get(account_id)
        await self._settings.write(
            lambda settings: replace(
                settings,
                accounts=tuple(
                    change(account) if account.id == account_id else account for account in settings.accounts
                ),
            )
        )
        return self.get(account_id)

    def end(self) -> None:
        """Writes nothing from now on."""
        self._settings.end()


def clean_name(text: str) -> str:
    """Returns an account's name without the blanks around it.

    Raises:
        InvalidInputError: On `name`: `missing`, or `too_long` (over 60 characters).
    """
    name = " ".join(text.split())
    if not name:
        raise InvalidInputError("name", "missing")
    if len(name) > MAX_NAME:
        raise InvalidInputError("name", "too_long")
    return name
