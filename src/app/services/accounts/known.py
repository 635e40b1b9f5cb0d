"""The accounts that can be opened: the saved ones and their changes, the environment's, and the demo."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Final, NamedTuple

from app.api.addresses import clean_api_key, clean_base_url
from app.errors import AccountRemovedError, InvalidInputError
from app.i18n.texts import _
from app.storage.settings import SavedAccount

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.services.settings import SettingsStore


DEMO: Final = "demo"
"""The id of the demo account."""

SESSION_PREFIX: Final = "session-"
"""Begins the id of the environment's account."""


class Account(NamedTuple):
    """An account that can be opened.

    Attributes:
        id: Its id in this app; the outbox is bound to it.
        service: Its service as shown: a host, or 'local sandbox'.
        color: One of `COLORS`, or empty.
        base_url: Its service address; empty for the demo.
    """

    id: str
    name: str
    service: str
    is_demo: bool
    color: str = ""
    base_url: str = ""

    @property
    def service_id(self) -> str:
        """Identifies its service in the state; the sandbox has another port at every start."""
        return DEMO if self.is_demo else self.base_url

    @property
    def service_beside_name(self) -> str:
        """Its service as shown beside its name; empty where it is named by it."""
        return "" if self.service == self.name else self.service


class SessionKey(NamedTuple):
    """An account given by the environment, as for scripts and containers; in memory only."""

    base_url: str
    api_key: str

    def __repr__(self) -> str:
        """Returns no key."""
        return f"SessionKey({self.base_url!r})"

    @property
    def account_id(self) -> str:
        """An ID that is the same at every start and reveals nothing of the key."""
        seed = f"tollhouse session account\0{self.base_url}\0{self.api_key}"
        return SESSION_PREFIX + hashlib.sha256(seed.encode()).hexdigest()[:16]


def session_key(base_url: str, api_key: str) -> SessionKey:
    """Returns the account of the environment.

    Raises:
        InvalidInputError: Its address or key is invalid.
    """
    return SessionKey(clean_base_url(base_url), clean_api_key(api_key))


def account_of_session(session: SessionKey) -> Account:
    base_url = session.base_url
    return Account(
        session.account_id, _("Session account"), service_name(base_url), is_demo=False, base_url=base_url
    )


def account_of_saved(saved: SavedAccount) -> Account:
    return Account(
        saved.id,
        saved.name,
        service_name(saved.base_url),
        is_demo=False,
        # A newer version of the app may have others.
        color=saved.color if saved.color in COLORS else COLORS[-1],
        base_url=saved.base_url,
    )


def demo_account() -> Account:
    return Account(DEMO, _("Demo account"), _("local sandbox"), is_demo=True)


def service_name(base_url: str) -> str:
    """Returns a service address without its scheme, as it is shown."""
    return base_url.partition("://")[2]


COLORS: Final = ("blue", "green", "amber", "red", "violet", "grey")
"""The names of the colors of accounts."""
MAX_NAME: Final = 60
"""The maximum length of a name, in characters."""


class SavedAccounts:
    """Adds, changes and removes saved accounts.

    A change that can't be written is a `StorageError` and not made; an unknown account is an
    `AccountRemovedError`.
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
        for account in self.all:
            if account.id == account_id:
                return account
        raise AccountRemovedError(account_id)

    async def reload(self) -> None:
        """Loads the accounts anew, which another process may have changed."""
        await self._settings.reload()

    async def lost_ids(self) -> frozenset[str]:
        """Returns the IDs of accounts that were lost with damaged settings."""
        return await self._settings.lost_ids()

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

    async def change(self, account_id: str, *, name: str, color: str) -> SavedAccount:
        """Renames an account, and changes its color.

        Raises:
            InvalidInputError: On `name` or `color`.
        """
        if color not in COLORS:
            raise InvalidInputError("color", "unknown")
        changed = self.get(account_id)._replace(name=clean_name(name), color=color)
        await self._write(
            lambda accounts: tuple(changed if one.id == account_id else one for one in accounts)
        )
        return changed

    async def check_removable(self, account_id: str) -> None:
        """Raises what `remove` would raise."""
        await self._settings.check_writable()
        self.get(account_id)

    async def remove(self, account_id: str) -> None:
        await self._write(lambda accounts: tuple(one for one in accounts if one.id != account_id))

    async def save_last(self, account_id: str) -> None:
        if account_id != self.last:
            await self._settings.write(lambda saved: saved._replace(last_account=account_id))

    def end(self) -> None:
        self._settings.end()

    async def _write(self, change: Callable[[tuple[SavedAccount, ...]], tuple[SavedAccount, ...]]) -> None:
        await self._settings.write(lambda saved: saved._replace(accounts=change(saved.accounts)))


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
