"""Keyrings that are none, lie or break, as their process sees them; and what the system's words mean."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

import pytest
from keyring.backends.fail import Keyring as FailKeyring
from keyring.backends.null import Keyring as NullKeyring
from keyring.errors import InitError, KeyringLocked, PasswordDeleteError, PasswordSetError

from app.models.keys import KeyRequest, KeyResponse, KeyState
from app.storage import keyrings
from app.storage.keyrings import choose_keyring, meaning_of, reason_of, respond
from support.account_services import MemoryKeyring

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.storage.keyrings import Keyring

KEY = "a-live-key"


def ask(
    choose: Callable[[], Keyring | None], operation: Literal["save", "read", "delete", "name"], key: str = ""
) -> KeyResponse:
    return respond(choose, KeyRequest(operation, "acc_1", key))


def test_a_keyring_that_works() -> None:
    keyring = MemoryKeyring()
    assert ask(lambda: keyring, "save", KEY) == KeyResponse(KeyState.STORED)
    assert ask(lambda: keyring, "read") == KeyResponse(KeyState.STORED, KEY)
    assert ask(lambda: keyring, "delete") == KeyResponse(KeyState.GONE)
    assert ask(lambda: keyring, "delete") == KeyResponse(KeyState.GONE)
    assert ask(lambda: keyring, "name").key == "support.account_services.MemoryKeyring"


def test_no_keyring() -> None:
    for operation in ("save", "read", "delete", "name"):
        assert ask(lambda: None, operation) == KeyResponse(KeyState.ABSENT)


def test_a_keyring_that_keeps_nothing_is_found_out() -> None:
    assert ask(NullKeyring, "save", KEY).state is KeyState.NULL
    assert ask(NullKeyring, "read").state is KeyState.GONE
    assert ask(NullKeyring, "delete").state is KeyState.GONE


def test_a_keyring_that_always_fails() -> None:
    for operation in ("save", "read", "delete"):
        assert ask(FailKeyring, operation).state is KeyState.FAILED


def test_a_keyring_that_gives_another_key_back() -> None:
    class Liar(MemoryKeyring):
        def get_password(self, service: str, username: str) -> str | None:
            return (super().get_password(service, username) or "") + " "

    assert ask(Liar, "save", KEY) == KeyResponse(KeyState.FAILED, reason="another key was read back")


def test_a_keyring_that_is_not_opened_is_not_written_to() -> None:
    """Reading asks for its password: who dismisses the question has changed nothing."""

    class Closed(MemoryKeyring):
        def get_password(self, service: str, username: str) -> str | None:
            if not self.is_open:
                raise KeyringLocked("Failed to unlock the collection!")
            return super().get_password(service, username)

        is_open = False

    keyring = Closed()
    assert ask(lambda: keyring, "save", KEY) == KeyResponse(KeyState.LOCKED, reason="KeyringLocked")
    keyring.is_open = True
    assert ask(lambda: keyring, "read").state is KeyState.GONE


def test_a_keyring_that_only_says_that_it_forgot() -> None:
    class Elephant(MemoryKeyring):
        def delete_password(self, _service: str, _username: str) -> None:
            pass

    keyring = Elephant()
    ask(lambda: keyring, "save", KEY)
    assert ask(lambda: keyring, "delete").state is KeyState.STORED


def test_a_keyring_that_can_t_even_be_made() -> None:
    def broken() -> None:
        raise ImportError("half an installation")

    assert ask(broken, "save", KEY).state is KeyState.FAILED


def test_other_systems_keyrings_are_not_taken_for_this_one() -> None:
    others = {"win32", "darwin", "linux", "freebsd14", ""} - {sys.platform}
    assert {choose_keyring(platform) for platform in others} == {None}


class Weak(MemoryKeyring):
    priority = 0.5


class Strong(MemoryKeyring):
    priority = 4.9


class Unusable(MemoryKeyring):
    priority = 9.0

    def __init__(self) -> None:
        raise RuntimeError("half an installation")


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        (("Weak", "Strong"), Strong),
        (("Strong", "Weak", "Weak"), Strong),
        (("Strong", "Strong"), Strong),
        (("NotThere", Unusable.__name__, "Weak"), Weak),
        ((Unusable.__name__,), type(None)),
    ],
)
def test_of_those_that_can_be_used_the_one_of_highest_priority_is_chosen(
    monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], chosen: type
) -> None:
    monkeypatch.setitem(keyrings._BACKENDS, "linux", tuple((__name__, name) for name in names))
    assert type(choose_keyring("linux")) is chosen


class KeychainDenied(Exception):  # noqa: N818 (named as the library names it)
    pass


class BusError(Exception):
    """An error of the message bus, by its name there."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


def raised_within(error: Exception) -> Exception:
    """Returns an error that was raised while another one was handled."""
    later = InitError("no collection")
    later.__context__ = error
    return later


def raised(error: Exception, cause: Exception | None = None) -> Exception:
    try:
        raise error from cause
    except type(error) as caught:
        return caught


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (raised(KeyringLocked("no"), KeychainDenied()), KeyState.DENIED),
        (raised(KeyringLocked("Failed to unlock the collection!")), KeyState.LOCKED),
        (raised(PasswordSetError("Cancelled by user")), KeyState.LOCKED),
        (raised(PasswordDeleteError("Cancelled by user")), KeyState.LOCKED),
        (raised(InitError("x"), ConnectionResetError("gone")), KeyState.FAILED),
        (raised(ValueError("x")), KeyState.FAILED),
        (raised(InitError("x"), BusError("org.freedesktop.DBus.Error.AccessDenied")), KeyState.DENIED),
        (raised(InitError("x"), BusError("org.freedesktop.Secret.Error.IsLocked")), KeyState.LOCKED),
        (raised(InitError("x"), BusError("org.freedesktop.DBus.Error.NoReply")), KeyState.FAILED),
        (raised_within(BusError("org.freedesktop.Secret.Error.IsLocked")), KeyState.LOCKED),
    ],
)
def test_what_the_library_raises(error: Exception, state: KeyState) -> None:
    assert meaning_of(error) is state


def test_the_log_names_types_and_names_on_the_bus_and_no_words() -> None:
    """An error's words may contain the key."""
    error = raised(PasswordSetError(KEY), BusError("org.freedesktop.DBus.Error.NoReply"))
    assert reason_of(error) == "BusError org.freedesktop.DBus.Error.NoReply, PasswordSetError"
