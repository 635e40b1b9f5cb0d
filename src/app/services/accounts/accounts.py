"""The accounts of this app: list, open, change, remove."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from itertools import chain, count
from typing import TYPE_CHECKING

from app.api.addresses import clean_api_key, clean_base_url
from app.errors import AccountRemovedError, AppError, InvalidInputError
from app.models.keys import KeyState, KeyStatus, KeyStorage
from app.services.accounts.known import (
    DEMO,
    MAX_NAME,
    Account,
    SessionKey,
    account_of_saved,
    account_of_session,
    clean_name,
    demo_account,
    service_name,
)
from app.storage.state import storage_failure_logged

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.api.connections import HttpClient
    from app.clock import Clock
    from app.services.accounts.keys import AccountKeys
    from app.services.accounts.known import SavedAccounts
    from app.services.accounts.session import AccountSession, AccountSessions, PublicService
    from app.services.demo import DemoAddress, DemoServer
    from app.storage.state import State

_HANGING = KeyStatus(KeyStorage.NEEDED, KeyState.HANGING)


class Accounts:
    """Lists, connects, opens and removes accounts; at most one client for each.

    Methods that take the id of a saved account raise `AccountRemovedError` if there is none.

    Attributes:
        set_aside: The new path of the settings file, if it was damaged.
    """

    def __init__(  # noqa: PLR0913 (collaborators, by keyword)
        self,
        *,
        saved: SavedAccounts,
        keys: AccountKeys,
        demo: DemoServer,
        opener: AccountSessions,
        clock: Clock,
        http: HttpClient,
        session: SessionKey | None,
        state: State,
        set_aside: Path | None = None,
    ) -> None:
        self.set_aside = set_aside
        self._saved = saved
        self._keys = keys
        self._demo = demo
        self._http = http
        self._clock = clock
        self._session = session
        self._open = opener
        self._state = state
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        if session is not None:
            keys.hold(session.account_id, session.api_key)

    def known(self) -> tuple[Account, ...]:
        """Returns the accounts: the environment's, the saved ones in the order of connection, the demo."""
        saved = (account_of_saved(account) for account in self._saved.all)
        session = () if self._session is None else (account_of_session(self._session),)
        return (*session, *saved, demo_account())

    @property
    def last_account(self) -> str | None:
        """The id of the account that was opened last, if it still exists."""
        last = self._saved.last
        return last if last in self._known_ids() else None

    def first(self, *, demo: bool) -> str | None:
        """Returns the id of the account to begin with.

        Args:
            demo: Whether it is to be the demo.

        Returns:
            The environment's account, or the last one. Where none was opened, as after `tollhouse accounts
            add`, it is the first one; None if there is none, or if the settings were damaged and no account
            was connected since.
        """
        if self.set_aside is not None and not self._saved.all:
            return None
        if demo:
            return DEMO
        first = self.known()[0]
        return self.session_account or self.last_account or (None if first.is_demo else first.id)

    @property
    def session_account(self) -> str | None:
        """The id of the environment's account, if there is one."""
        return None if self._session is None else self._session.account_id

    def key_status(self, account_id: str) -> KeyStatus:
        return self._keys.status(account_id)

    def watch(self, listener: Callable[[str], None]) -> Callable[[], None]:
        return self._keys.watch(listener)

    async def connect(
        self, name: str, base_url_text: str, api_key_text: str, *, outlives_key: bool = True
    ) -> Account:
        """Connects an account: tests address and key, saves it, and puts the key into the keyring.

        If the keyring refuses, or the wait for it is ended, the key stays in memory: see `key_status`.

        Args:
            outlives_key: Whether the account stays if this is cancelled while the keyring is waited for.

        Raises:
            InvalidInputError: On `name`, `serviceAddress` (also of the demo: `is_demo`) or `apiKey` (also
                `already_connected`).
            AppError: The test failed (see `probe_service`), or the account could not be saved.
        """
        base_url, api_key = clean_base_url(base_url_text), clean_api_key(api_key_text)
        name = clean_name(name) if name.strip() else ""
        await self._test(base_url, api_key)
        saved = await self._saved.add(name or self._free_name(base_url), base_url)
        async with self._turns[saved.id]:
            try:
                await self._keys.save(saved.id, api_key, is_first=True)
            except asyncio.CancelledError:
                if not outlives_key:
                    await self._saved.remove(saved.id)
                    await self._drop(saved.id)
                raise
        return account_of_saved(saved)

    async def open(
        self, account_id: str, *, attended: bool = True, saves_last: bool = True
    ) -> AccountSession:
        """Opens an account, or returns it if it is open already.

        It waits for the keyring, but doesn't fail for it: without a key (`key_status` is `NEEDED`)
        private calls raise `InvalidInputError`, and a key that is entered later is used at once.

        Args:
            attended: Whether the user requested it and may be asked for the keyring's password.
            saves_last: Whether the window opens it next time, if the user requested it.

        Raises:
            AccountRemovedError: There is no such account, or no more.
            SandboxError: The demo's service could not be started.
        """
        # Who waits for another call that opens it has asked the keyring with that one.
        asks_again = attended and self._open.get(account_id) is not None
        async with self._turns[account_id]:
            account = self._find(account_id)
            session = self._open.get(account_id)
            if session is None:
                session = await self._open_first(account, attended=attended)
            elif asks_again and self.key_status(account_id) == _HANGING:
                await self._read_key(account_id, attended=True)
        if attended and saves_last:
            await self._save_last(account_id)
        if account_id not in self._known_ids():
            # Another process has removed it, such as while its key was awaited.
            async with self._turns[account_id]:
                await self._drop(account_id)
            raise AccountRemovedError(account_id)
        return session

    async def open_ahead(self, account_id: str, *, lists_topups: bool) -> None:
        """Opens an account before there is a page for it, and requests what that page needs first.

        What fails is raised when it is opened again.

        Args:
            lists_topups: Whether the page is that of the top-ups.
        """
        with suppress(AppError):
            session = await self.open(account_id)
            if lists_topups:
                # Nothing else: the page requests the coins once it has its rows. Meanwhile the state is
                # checked, and what the list is compared with is loaded.
                await asyncio.gather(session.topups.request_ahead(), session.topup_store.saved.load_ahead())
            else:
                # It connects with the service, and no call is quicker.
                await session.coins.known()

    async def has_no_keyring(self) -> bool:
        return await self._keys.store.is_absent()

    @property
    def is_waiting_for_keyring(self) -> bool:
        return self._keys.store.is_waiting

    def stop_waiting_for_keyring(self) -> None:
        self._keys.store.stop_waiting()

    async def unlock(self, account_id: str) -> KeyStatus:
        """Retries to read the key of a saved account from the keyring, if it is not in memory."""
        async with self._turns[account_id]:
            self._saved.get(account_id)
            if self.key_status(account_id).storage in {KeyStorage.NEEDED, KeyStorage.UNREAD}:
                return await self._read_key(account_id, attended=True)
        return self.key_status(account_id)

    async def read_other_keys(self) -> tuple[str, ...]:
        """Reads the keys that could not be had while the keyring was locked or hung, once it is open.

        Returns:
            The ids of the accounts whose key was found.
        """
        found = []
        for account_id in [one.id for one in self._saved.all if self.key_status(one.id).is_shut_in]:
            async with self._turns[account_id]:
                if (await self._read_key(account_id, attended=False)).storage is KeyStorage.KEYRING:
                    found.append(account_id)
        return tuple(found)

    async def change_key(self, account_id: str, api_key_text: str) -> KeyStatus:
        """Replaces the key of a saved account by one that is tested first; an open session uses it at once.

        Raises:
            InvalidInputError: On `apiKey`.
            AppError: The test failed (see `probe_service`); the old key stays.
        """
        saved, api_key = self._saved.get(account_id), clean_api_key(api_key_text)
        await self._test(saved.base_url, api_key, account_id=account_id)
        async with self._turns[account_id]:
            await self._saved.reload()
            self._saved.get(account_id)
            self._open.use_key(account_id, api_key)
            return await self._keys.save(account_id, api_key)

    async def retry_saving(self, account_id: str) -> KeyStatus:
        """Retries to save the key of an account in the keyring, if it is in memory alone."""
        async with self._turns[account_id]:
            await self._saved.reload()
            self._saved.get(account_id)
            key = self._keys.key(account_id)
            if key is None or self.key_status(account_id).storage is KeyStorage.KEYRING:
                return self.key_status(account_id)
            return await self._keys.save(account_id, key)

    async def change(self, account_id: str, *, name: str, color: str) -> Account:
        """Raises what `SavedAccounts.change` raises."""
        await self._saved.reload()
        return account_of_saved(await self._saved.change(account_id, name=name, color=color))

    async def remove(self, account_id: str, *, leave_key: bool = False) -> None:
        """Removes a saved account and its state; its key is deleted, and verified to be gone.

        Raises:
            KeyringError: The key is, or may be, still there, and was not to be left; the account stays.
            StorageError: It could not be written; the account stays, with its key.
        """
        async with self._turns[account_id]:
            try:
                # Before its key is gone: an account that stays needs it.
                await self._saved.check_removable(account_id)
            except AccountRemovedError:
                await self._drop(account_id)
                raise
            await self._keys.delete(account_id, leave_key=leave_key)
            await self._saved.remove(account_id)
            await self._drop(account_id)

    async def close_removed(self) -> tuple[Account, ...]:
        """Closes the open accounts that another process has removed, and returns them."""
        await self._saved.reload()
        closed = []
        for account in self._open.accounts():
            async with self._turns[account.id]:
                # Meanwhile it may have been closed.
                if account.id not in self._known_ids() and self._open.get(account.id) is not None:
                    await self._drop(account.id)
                    closed.append(account)
        return tuple(closed)

    def browse(self, base_url_text: str) -> PublicService:
        """Returns the public catalogs of a service; raises what `AccountSessions.browse` raises."""
        return self._open.browse(base_url_text)

    async def browse_demo(self) -> PublicService:
        """Returns the public catalogs of the demo's service, started if necessary; raises as `open` does."""
        return self._open.browse((await self._start_demo()).base_url, DEMO)

    async def delete_keys(self, *, leave_keys: bool) -> tuple[str, ...]:
        """Deletes the keys of all saved accounts, and of those that were lost with damaged settings.

        Returns:
            The names of those whose key was left, or the ID of one that was lost.

        Raises:
            KeyringError: A key is, or may be, still in the keyring, and none was to be left (`leave_keys`).
        """
        left = []
        await self._saved.reload()
        names = {lost: lost for lost in await self._saved.lost_ids()}
        names |= {account.id: account.name for account in self._saved.all}
        for account_id, name in names.items():
            async with self._turns[account_id]:
                if not await self._keys.delete(account_id, leave_key=leave_keys):
                    left.append(name)
        return tuple(left)

    async def close(self) -> None:
        """Ends the demo's service, the connections and what reads keys, and stops writing settings.

        It also closes the state's file.
        """
        self._saved.end()
        self._state.close()
        await self._keys.store.close()
        await self._demo.close()
        await self._http.aclose()

    async def _test(self, base_url: str, api_key: str, *, account_id: str = "") -> None:
        """Tests an address and a key, which no other account may have."""
        from app.services.accounts.probes import probe_service  # noqa: PLC0415 (seldom is one connected)

        self._demo.refuse(base_url)
        await self._saved.reload()
        for one in self._saved.all:
            if one.base_url == base_url and self.key_status(one.id).storage is KeyStorage.UNREAD:
                # Else its key would not be compared.
                await self.unlock(one.id)
        self._refuse_duplicate(base_url, api_key, account_id)
        await probe_service(base_url, api_key, http=self._http, clock=self._clock)
        # Meanwhile another account may have been connected with this key.
        self._refuse_duplicate(base_url, api_key, account_id)

    def _free_name(self, base_url: str) -> str:
        """Returns a name for an account of a service that no other account has."""
        name = service_name(base_url)[: MAX_NAME - len(" (999)")]
        used = {one.name for one in self.known()}
        numbered = (f"{name} ({number})" for number in count(2))
        return next(one for one in chain((name,), numbered) if one not in used)

    def _refuse_duplicate(self, base_url: str, api_key: str, account_id: str) -> None:
        others = (one for one in self._saved.all if one.base_url == base_url and one.id != account_id)
        if any(self._keys.key(one.id) == api_key for one in others):
            raise InvalidInputError("apiKey", "already_connected")

    async def _drop(self, account_id: str) -> None:
        """Closes an account that was removed, and deletes its state, also what was saved since then."""
        self._keys.drop(account_id)
        self._open.drop(account_id)
        with storage_failure_logged("what was remembered of an account can't be deleted"):
            await self._state.drop_account(account_id)

    def _known_ids(self) -> frozenset[str]:
        return frozenset(account.id for account in self.known())

    def _find(self, account_id: str) -> Account:
        for account in self.known():
            if account.id == account_id:
                return account
        raise AccountRemovedError(account_id)

    async def _start_demo(self) -> DemoAddress:
        return await self._demo.start(known.base_url for known in self.known())

    async def _open_first(self, account: Account, *, attended: bool) -> AccountSession:
        if account.is_demo:
            address = await self._start_demo()
            self._keys.hold(account.id, address.api_key)
            return self._open.bind(account, address.base_url)
        if self._keys.key(account.id) is None:
            await self._keys.read(account.id, attended=attended)
        return self._open.bind(account, account.base_url)

    async def _read_key(self, account_id: str, *, attended: bool) -> KeyStatus:
        status = await self._keys.read(account_id, attended=attended)
        key = self._keys.key(account_id)
        if key is not None:
            self._open.use_key(account_id, key)
        return status

    async def _save_last(self, account_id: str) -> None:
        if account_id != self.session_account:
            with storage_failure_logged("the last account could not be saved"):
                await self._saved.save_last(account_id)
