"""The system's keyrings: backend selection, and the meaning of their errors.

The library's own search is never used: it runs code that a file or an installed package names, and it
falls back to keyrings that store nothing, or store plain text. All functions block: workers only.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Final, Protocol

from app.models.keys import KeyState

if TYPE_CHECKING:
    from collections.abc import Iterator


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
