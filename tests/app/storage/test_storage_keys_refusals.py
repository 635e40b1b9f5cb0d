"""Keyrings that are none, lie or break, as their process sees them; and what the system's words mean."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

import pytest
from keyring.backends.fail import Keyring as FailKeyring
from keyring.backends.null import Keyring as NullKeyring
from keyring.errors import InitError, KeyringLocked, PasswordDeleteError, PasswordSetError

from app.models.keys import KeyRequest, KeyResponse, KeyState
from app.storage.keyrings import choose_keyring, meaning_of, respond
from support.account_services import MemoryKeyring

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.storage.keyrings import Keyring

KEY = "a-live-key"


def ask(
    choose: Callable[[], Keyring | None], operation: Literal["save", "read", "delete", "name"], key: str = ""
) -> KeyResponse:
    return respond(choose, lambda: KeyRequest(operation, "acc_1", key))


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

    assert ask(Liar, "save", KEY).state is KeyState.FAILED


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


class KeychainDenied(Exception):  # noqa: N818 (named as the library names it)
    pass


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
    ],
)
def test_what_the_library_raises(error: Exception, state: KeyState) -> None:
    assert meaning_of(error) is state
