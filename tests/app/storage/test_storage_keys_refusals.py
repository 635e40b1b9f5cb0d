"""The secret store with keyrings that are none, lie, break or hang; and what the system's words mean."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time

import pytest
from keyring.backends.fail import Keyring as FailKeyring
from keyring.backends.null import Keyring as NullKeyring
from keyring.errors import InitError, KeyringLocked, PasswordDeleteError, PasswordSetError

from app.models.keys import KeyState
from app.storage.keys import KeyringTimeouts, KeyStore, choose_keyring, meaning_of
from support.account_services import MemoryKeyring

KEY = "a-live-key"


async def test_a_keyring_that_keeps_nothing_is_found_out() -> None:
    store = KeyStore(choose=NullKeyring)
    assert await store.save("acc_1", KEY) is KeyState.NULL
    assert (await store.read("acc_1")).state is KeyState.GONE
    assert await store.delete("acc_1") is KeyState.GONE


async def test_a_keyring_that_always_fails() -> None:
    store = KeyStore(choose=FailKeyring)
    assert await store.save("acc_1", KEY) is KeyState.FAILED
    assert (await store.read("acc_1")).state is KeyState.FAILED
    assert await store.delete("acc_1") is KeyState.FAILED


async def test_a_keyring_that_gives_another_key_back() -> None:
    class Liar(MemoryKeyring):
        def get_password(self, service: str, username: str) -> str | None:
            return (super().get_password(service, username) or "") + " "

    assert await KeyStore(choose=Liar).save("acc_1", KEY) is KeyState.FAILED


async def test_a_keyring_that_only_says_that_it_forgot() -> None:
    class Elephant(MemoryKeyring):
        def delete_password(self, _service: str, _username: str) -> None:
            pass

    keyring = Elephant()
    store = KeyStore(choose=lambda: keyring)
    await store.save("acc_1", KEY)
    assert await store.delete("acc_1") is KeyState.STORED


async def test_a_keyring_that_can_t_even_be_made() -> None:
    def broken() -> None:
        raise ImportError("half an installation")

    assert await KeyStore(choose=broken).save("acc_1", KEY) is KeyState.FAILED


def _count_keyring_threads() -> int:
    return sum(thread.name == "keyring" for thread in threading.enumerate())


async def test_many_hanging_calls_hold_up_neither_the_loop_nor_its_threads() -> None:
    end = threading.Event()

    def hang() -> None:
        end.wait(30)

    store = KeyStore(timeouts=KeyringTimeouts(0.3, 0.2), choose=hang)
    before = _count_keyring_threads()
    longest, last = 0.0, time.monotonic()
    reads = [store.read(f"acc_{count}", attended=count % 2 == 0) for count in range(20)]
    asking = asyncio.gather(*reads)
    while not asking.done():
        await asyncio.sleep(0.005)
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
    assert {answer.state for answer in asking.result()} == {KeyState.HANGING}
    assert await asyncio.to_thread(lambda: "free") == "free"
    assert _count_keyring_threads() - before <= 4, "threads for calls that were not even begun"
    assert longest < 0.1
    end.set()


async def test_a_call_that_was_cancelled_writes_nothing_and_lets_the_next_one_through() -> None:
    asked, end = threading.Event(), threading.Event()

    class Slow(MemoryKeyring):
        def get_password(self, service: str, username: str) -> str | None:
            asked.set()
            end.wait(20)
            return super().get_password(service, username)

    slow = Slow()
    keyrings = iter([slow, MemoryKeyring()])
    store = KeyStore(choose=lambda: next(keyrings))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await store.save("acc_1", KEY)
    assert asked.is_set()
    assert await store.save("acc_1", KEY) is KeyState.STORED
    end.set()
    for thread in threading.enumerate():
        if thread.name == "keyring":
            await asyncio.to_thread(thread.join, 5)
    assert not slow.kept


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


def test_the_keyring_s_libraries_are_not_loaded_before_it_is_asked() -> None:
    libraries = ("keyring", "secretstorage", "jeepney", "cryptography", "jaraco", "importlib_metadata")
    code = f"import sys, app.bootstrap; print([m for m in sys.modules if m.partition('.')[0] in {libraries}])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
