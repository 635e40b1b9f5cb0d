"""The API keys of accounts: where each is stored, whether the service accepts it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import KeyringError
from app.listeners import Listeners
from app.models.keys import KeyState, KeyStatus, KeyStorage

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.clock import Clock
    from app.storage.keys import KeyStore

_UNREAD = KeyStatus(KeyStorage.UNREAD)
_SHUT = (KeyState.LOCKED, KeyState.DENIED)
_ASKS_AGAIN = (KeyState.LOCKED, KeyState.HANGING)


class AccountKeys:
    """The keys in memory and their status, on top of the keyring `store`."""

    def __init__(self, store: KeyStore, clock: Clock) -> None:
        self.store = store
        self._clock = clock
        self._keys: dict[str, str] = {}
        self._states: dict[str, KeyStatus] = {}
        # Connected since the start, while there was no keyring: it has no key of theirs.
        self._never_saved: set[str] = set()
        # Of the last key that was read, saved or deleted for the user.
        self._state: KeyState | None = None
        self._on_change: Listeners[str] = Listeners()

    def status(self, account_id: str) -> KeyStatus:
        return self._states.get(account_id, _UNREAD)

    def key(self, account_id: str) -> str | None:
        return self._keys.get(account_id)

    def watch(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Calls a listener with the account's id when a status changes; returns what removes it."""
        self._on_change.append(listener)
        return lambda: self._on_change.remove(listener) if listener in self._on_change else None

    def hold(self, account_id: str, key: str, why: KeyState | None = None) -> None:
        """Uses a key from memory alone; `why` is the reason it is not in the keyring, None if it never is."""
        self._keys[account_id] = key
        self._set(account_id, KeyStatus(KeyStorage.MEMORY, why))

    async def read(self, account_id: str, *, attended: bool) -> KeyStatus:
        """Reads a key from the keyring.

        Args:
            attended: Whether the user may be asked for the keyring's password. Else it is left alone where
                that question was dismissed, or not answered, for the last key: it would ask for every key.
        """
        if not attended and self._state in _ASKS_AGAIN:
            return self._set(account_id, KeyStatus(KeyStorage.NEEDED, self._state))
        found = await self.store.read(account_id, attended=attended)
        if attended:
            self._state = found.state
        if found.key is None:
            return self._set(account_id, KeyStatus(KeyStorage.NEEDED, found.state))
        self._keys[account_id] = found.key
        return self._set(account_id, KeyStatus(KeyStorage.KEYRING))

    async def save(self, account_id: str, key: str, *, is_first: bool = False) -> KeyStatus:
        """Uses a key and saves it in the keyring; if that fails, it stays in memory.

        Args:
            is_first: Whether the account is new, so that no keyring has another key of it.
        """
        refused_at = self.status(account_id).refused_at if self._keys.get(account_id) == key else None
        self._keys[account_id] = key
        # The state if the user stops waiting: set only then, so that no badge flickers.
        status = KeyStatus(KeyStorage.MEMORY, KeyState.HANGING, refused_at)
        try:
            self._state = state = await self.store.save(account_id, key)
            is_stored = state is KeyState.STORED
            status = KeyStatus(
                KeyStorage.KEYRING if is_stored else KeyStorage.MEMORY,
                None if is_stored else state,
                refused_at,
            )
        finally:
            if status.why is not KeyState.ABSENT:
                self._never_saved.discard(account_id)
            elif is_first:
                self._never_saved.add(account_id)
            self._set(account_id, status)
        return status

    async def delete(self, account_id: str, *, leave_key: bool) -> bool:
        """Deletes a key from the keyring, not from memory; returns whether it is certainly gone.

        Raises:
            KeyringError: The key is, or may be, still in the keyring, and was not to be left (`leave_key`).
        """
        if leave_key and self._state in _SHUT:
            # It would ask for its password again, which was just refused.
            return False
        # Who leaves a key need not wait long for the keyring's password.
        state = await self.store.delete(account_id, attended=not leave_key)
        if not leave_key:
            self._state = state
        status = self.status(account_id)
        if state is KeyState.GONE:
            storage = KeyStorage.MEMORY if account_id in self._keys else KeyStorage.NEEDED
            self._set(account_id, KeyStatus(storage, state, status.refused_at))
            return True
        if state is KeyState.ABSENT and account_id in self._never_saved:
            return True
        if not leave_key:
            raise KeyringError(state)
        return False

    def drop(self, account_id: str) -> None:
        self._keys.pop(account_id, None)
        self._states.pop(account_id, None)
        self._never_saved.discard(account_id)

    def record_check(self, account_id: str, *, accepted: bool) -> None:
        status = self.status(account_id)
        if account_id in self._keys and status.is_refused == accepted:
            self._set(account_id, status._replace(refused_at=None if accepted else self._clock.now()))

    def _set(self, account_id: str, status: KeyStatus) -> KeyStatus:
        if self._states.get(account_id) != status:
            self._states[account_id] = status
            self._on_change.notify(account_id)
        return status
