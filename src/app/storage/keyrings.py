"""The system's keyrings: which one is used, what is done with it, and what its errors mean.

The library's own search for a keyring is never used: it runs code that a file or an installed package
names, and it falls back to keyrings that store nothing, or store plain text. Only the keyring process
imports the library (see `app.storage.keyring_program`).
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Final, Protocol

from app.models.keys import KeyResponse, KeyState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.models.keys import KeyRequest

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


def reason_of(error: BaseException) -> str:
    """Returns the types of an error and its causes, innermost first, with their names on the message bus."""
    return ", ".join(
        f"{type(cause).__name__} {getattr(cause, 'name', '')}".rstrip() for cause in _causes(error)
    )


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yields the innermost cause first, which is the most specific."""
    inner = error.__cause__ or error.__context__
    if inner is not None:
        yield from _causes(inner)
    yield error


def respond(choose: Callable[[], Keyring | None], request: KeyRequest) -> KeyResponse:
    """Opens the keyring, and does with it what the request asks for."""
    try:
        keyring = choose()
        return KeyResponse(KeyState.ABSENT) if keyring is None else _perform(keyring, request)
    except Exception as error:  # noqa: BLE001 (backends raise anything; no trace of it, it may hold the key)
        return KeyResponse(meaning_of(error), reason=reason_of(error))


def _perform(keyring: Keyring, request: KeyRequest) -> KeyResponse:
    match request.operation:
        case "save":
            return _save(keyring, request.account_id, request.key)
        case "read":
            return _read(keyring, request.account_id)
        case "delete":
            return _delete(keyring, request.account_id)
        case "name":
            kind = type(keyring)
            return KeyResponse(KeyState.STORED, f"{kind.__module__}.{kind.__qualname__}")


def _save(keyring: Keyring, account_id: str, key: str) -> KeyResponse:
    # The long wait, for the keyring's password, is in the reading: who ends it changes nothing.
    keyring.get_password(SERVICE, account_id)
    keyring.set_password(SERVICE, account_id, key)
    found = keyring.get_password(SERVICE, account_id)
    if found is None:
        return KeyResponse(KeyState.NULL)
    if found != key:
        return KeyResponse(KeyState.FAILED, reason="another key was read back")
    return KeyResponse(KeyState.STORED)


def _read(keyring: Keyring, account_id: str) -> KeyResponse:
    key = keyring.get_password(SERVICE, account_id)
    return KeyResponse(KeyState.GONE if key is None else KeyState.STORED, key)


def _delete(keyring: Keyring, account_id: str) -> KeyResponse:
    if keyring.get_password(SERVICE, account_id) is not None:
        keyring.delete_password(SERVICE, account_id)
    return KeyResponse(_read(keyring, account_id).state)
