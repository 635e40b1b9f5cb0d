"""The secret store: API keys in the system keyring, with time-outs.

A keyring can hang: on an unanswered prompt, or because its service does. So
every call runs in a thread of its own that is given up in time, and ends with the process at the latest.

The library's own search for a keyring is never used: it runs code that a file or an installed package
names, and it falls back to keyrings that store nothing, or store plain text.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import sys
import threading
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from app.models.keys import KeyState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    _Operation: TypeAlias = Callable[["Keyring", threading.Event], "KeyResponse"]


SERVICE: Final = "Tollhouse"


class Keyring(Protocol):
    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None: ...


_BACKENDS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "linux": (
        ("keyring.backends.SecretService", "Keyring"),
        ("keyring.backends.kwallet", "DBusKeyring"),
    ),
    "darwin": (("keyring.backends.macOS", "Keyring"),),
    "win32": (("keyring.backends.Windows", "WinVaultKeyring"),),
}

# The names of what the backends raise, or have as its cause; what is not here is a failure.
_MEANINGS: Final = {
    "KeychainDenied": KeyState.DENIED,
    "PromptDismissedException": KeyState.LOCKED,
    "LockedException": KeyState.LOCKED,
    "KeyringLocked": KeyState.LOCKED,
}
_DENIED_BY_BUS: Final = "org.freedesktop.DBus.Error.AccessDenied"
_LOCKED_BY_SERVICE: Final = "org.freedesktop.Secret.Error.IsLocked"


def choose_keyring(platform: str = sys.platform) -> Keyring | None:
    """Returns this computer's keyring, the one of highest priority; None where there is none."""
    found: list[tuple[float, Keyring]] = []
    for module_name, class_name in _BACKENDS.get(platform, ()):
        try:
            backend = getattr(importlib.import_module(module_name), class_name)
            found.append((backend.priority, backend()))
        except Exception:  # noqa: BLE001, S112 (whatever it is, this one can't be used here)
            continue
    return max(found, key=lambda pair: pair[0])[1] if found else None


def meaning_of(error: BaseException) -> KeyState:
    """Returns the state for an error of a keyring, by its type and its causes."""
    for cause in _causes(error):
        state = _MEANINGS.get(type(cause).__name__)
        if state is not None:
            return state
        bus_error = getattr(cause, "name", "")
        if bus_error == _DENIED_BY_BUS:
            return KeyState.DENIED
        if bus_error == _LOCKED_BY_SERVICE or str(cause) == "Cancelled by user":
            return KeyState.LOCKED
    return KeyState.FAILED


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yields the innermost cause first, which is the most specific."""
    inner = error.__cause__ or error.__context__
    if inner is not None:
        yield from _causes(inner)
    yield error


@dataclass(frozen=True, slots=True)
class KeyResponse:
    """The keyring's response: its outcome, and the key if it was requested and found."""

    state: KeyState
    key: str | None = field(default=None, repr=False)


class KeyringTimeouts(NamedTuple):
    """How long the keyring may take, in seconds: longer where the user may have to enter its password."""

    attended: float = 60.0
    unattended: float = 5.0


class KeyStore:
    """Saves, loads and deletes keys; the states report the outcome, nothing is raised.

    One call runs at a time. One that timed out, was cancelled or ended by `stop_waiting` has no effect any
    more: a late answer to the keyring's prompt can't undo a later decision.

    Args:
        choose: Returns the keyring; called in the worker.
    """

    def __init__(
        self,
        *,
        timeouts: KeyringTimeouts | None = None,
        choose: Callable[[], Keyring | None] = choose_keyring,
    ) -> None:
        self._timeouts = timeouts or KeyringTimeouts()
        self._choose = choose
        self._turn = asyncio.Lock()
        self._response: asyncio.Future[KeyResponse] | None = None

    async def save(self, account_id: str, key: str) -> KeyState:
        """Writes a key and reads it back: `STORED`, or the reason why it is not."""
        response = await self._run(partial(_save, account_id=account_id, key=key))
        return response.state

    async def read(self, account_id: str, *, attended: bool = True) -> KeyResponse:
        """Reads a key: `STORED` with the key, `GONE`, or the reason why it is unknown."""
        return await self._run(partial(_read, account_id=account_id), attended=attended)

    async def delete(self, account_id: str, *, attended: bool = True) -> KeyState:
        """Deletes a key and verifies it: `GONE`, `STORED` (it is still there), or why that is unknown."""
        response = await self._run(partial(_delete, account_id=account_id), attended=attended)
        return response.state

    async def name(self) -> str:
        """Returns the class of the keyring; empty where there is none, or it does not respond in time."""
        return (await self._run(_name_class, attended=False)).key or ""

    async def is_absent(self) -> bool:
        """Returns whether this computer has no keyring; False also where that is not known in time.

        It needs no key, so it doesn't wait for other calls.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._timeouts.unattended):
                response = await self._begin(_name_class, threading.Event())
                return response.state is KeyState.ABSENT
        return False

    @property
    def is_waiting(self) -> bool:
        return self._response is not None and not self._response.done()

    def stop_waiting(self) -> None:
        """Ends the current call, which returns `HANGING` at once."""
        if self._response is not None and not self._response.done():
            self._response.set_result(KeyResponse(KeyState.HANGING))

    async def _run(self, operation: _Operation, *, attended: bool = True) -> KeyResponse:
        try:
            async with (
                asyncio.timeout(self._timeouts.attended if attended else self._timeouts.unattended),
                self._turn,
            ):
                return await self._run_in_thread(operation)
        except TimeoutError:
            return KeyResponse(KeyState.HANGING)

    async def _run_in_thread(self, operation: _Operation) -> KeyResponse:
        given_up = threading.Event()
        self._response = self._begin(operation, given_up)
        try:
            return await self._response
        finally:
            given_up.set()

    def _begin(self, operation: _Operation, given_up: threading.Event) -> asyncio.Future[KeyResponse]:
        """Runs it in a thread of its own: the loop's few threads must not all be caught in the keyring."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[KeyResponse] = loop.create_future()

        def set_response(response: KeyResponse) -> None:
            if not future.done():
                future.set_result(response)

        def work() -> None:
            response = self._perform(operation, given_up)
            # The loop may have ended meanwhile.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(set_response, response)

        threading.Thread(target=work, name="keyring", daemon=True).start()
        return future

    def _perform(self, operation: _Operation, given_up: threading.Event) -> KeyResponse:
        try:
            keyring = self._choose()
            return KeyResponse(KeyState.ABSENT) if keyring is None else operation(keyring, given_up)
        except Exception as error:  # noqa: BLE001 (backends raise anything; no trace of it, it may hold the key)
            return KeyResponse(meaning_of(error))


def _save(keyring: Keyring, given_up: threading.Event, account_id: str, key: str) -> KeyResponse:
    # The long wait, for the keyring's password, is in the reading.
    keyring.get_password(SERVICE, account_id)
    if given_up.is_set():
        return KeyResponse(KeyState.HANGING)
    keyring.set_password(SERVICE, account_id, key)
    found = keyring.get_password(SERVICE, account_id)
    if found is None:
        return KeyResponse(KeyState.NULL)
    return KeyResponse(KeyState.STORED if found == key else KeyState.FAILED)


def _read(keyring: Keyring, _given_up: threading.Event, account_id: str) -> KeyResponse:
    key = keyring.get_password(SERVICE, account_id)
    return KeyResponse(KeyState.GONE if key is None else KeyState.STORED, key)


def _delete(keyring: Keyring, given_up: threading.Event, account_id: str) -> KeyResponse:
    is_there = keyring.get_password(SERVICE, account_id) is not None
    if given_up.is_set():
        return KeyResponse(KeyState.HANGING)
    if is_there:
        keyring.delete_password(SERVICE, account_id)
    return KeyResponse(_read(keyring, given_up, account_id).state)


def _name_class(keyring: Keyring, _given_up: threading.Event) -> KeyResponse:
    """Returns the class of the keyring instead of a key, so that it is requested with the same time-out."""
    kind = type(keyring)
    return KeyResponse(KeyState.STORED, f"{kind.__module__}.{kind.__qualname__}")
