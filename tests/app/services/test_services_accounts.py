"""Connecting, opening, changing and removing accounts, against real services on loopback."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest

from app.errors import (
    AppError,
    InvalidInputError,
    KeyringError,
    NotThisServiceError,
    StorageError,
    UnauthorizedError,
    UnreachableError,
)
from app.models.keys import KeyPlace, KeyState, KeyStatus
from app.services.accounts import COLOURS, DEMO
from app.storage.keys import Waits
from support.account_services import MemoryKeyring, running
from support.raw_server import RawServer, closed_port, reply
from support.sandbox_process import SandboxProcess, start_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEPT = KeyStatus(KeyPlace.KEYRING)


class DeniedError(Exception):
    """What a bus says that lets nobody in."""

    name = "org.freedesktop.DBus.Error.AccessDenied"


@pytest.fixture(scope="module")
def one() -> Iterator[SandboxProcess]:
    with start_sandbox("--scale", "empty") as made:
        yield made


@pytest.fixture(scope="module")
def two() -> Iterator[SandboxProcess]:
    with start_sandbox("--scale", "empty") as made:
        yield made


@pytest.fixture
def keyring() -> MemoryKeyring:
    return MemoryKeyring()


async def test_a_first_start_knows_the_demo_alone(tmp_path: Path, keyring: MemoryKeyring) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        assert [account.id for account in services.accounts.known()] == [DEMO]
        assert services.accounts.last_account is None


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/"])
async def test_connecting_with_any_ending_of_the_address(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess, ending: str
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        account = await accounts.connect("  My  proxies ", one.base_url + ending, f" {one.api_key}\n")
        assert account.name == "My proxies"
        assert account.base_url == one.base_url
        assert account.place == one.base_url.removeprefix("http://")
        assert account.colour == COLOURS[0]
        assert accounts.key_status(account.id) == KEPT
        assert keyring.kept == {account.id: one.api_key}
        assert [known.id for known in accounts.known()] == [account.id, DEMO]


async def test_the_account_opened_last_opens_with_its_key_at_the_next_start(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess, two: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        first = await services.accounts.connect("One", one.base_url, one.api_key)
        second = await services.accounts.connect("Two", two.base_url, two.api_key)
        await services.accounts.open(second.id)
        await services.accounts.open(first.id)
        await services.accounts.open(second.id, attended=False)
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        assert accounts.last_account == first.id
        assert accounts.known()[:2] == (first, second)
        assert accounts.key_status(first.id) == KeyStatus(KeyPlace.UNREAD)
        opened = await accounts.open(first.id)
        assert accounts.key_status(first.id) == KEPT
        assert (await opened.topups.page(1)).total == 0
        assert await accounts.open(first.id) is opened


async def refused(services_folder: Path, keyring: MemoryKeyring, address: str, key: str) -> AppError:
    async with running(services_folder, lambda: keyring) as services:
        with pytest.raises(AppError) as caught:
            await services.accounts.connect("One", address, key)
        assert len(services.accounts.known()) == 1
    assert not keyring.kept
    assert not (services_folder / "data" / "settings.json").exists()
    return caught.value


@pytest.mark.parametrize(
    ("address", "key", "field", "code"),
    [
        ("", "k", "serviceAddress", "missing"),
        ("http://api.example.com", "k", "serviceAddress", "not_https"),
        ("https://me@api.example.com", "k", "serviceAddress", "has_credentials"),
        ("https://api.example.com", "", "apiKey", "missing"),
        ("https://api.example.com", "a key", "apiKey", "malformed"),
        ("https://api.example.com", "k\r\nX: y", "apiKey", "malformed"),
    ],
)
async def test_what_can_t_be_right_is_said_before_anything_is_sent(
    tmp_path: Path, address: str, key: str, field: str, code: str
) -> None:
    error = await refused(tmp_path, MemoryKeyring(), address, key)
    assert isinstance(error, InvalidInputError)
    assert (error.field, error.code) == (field, code)


async def test_a_refused_key(tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess) -> None:
    assert isinstance(await refused(tmp_path, keyring, one.base_url, "another-key"), UnauthorizedError)


async def test_nobody_there(tmp_path: Path, keyring: MemoryKeyring) -> None:
    address = f"http://127.0.0.1:{closed_port()}"
    assert isinstance(await refused(tmp_path, keyring, address, "k"), UnreachableError)


@pytest.mark.parametrize(
    "answer",
    [
        reply("<html>Welcome</html>"),
        reply("{}", 404),
        reply("Not found", 405),
        reply("gone", 410),
        reply("", 301, {"Location": "https://elsewhere.example/"}),
        reply({"hello": "world"}),
    ],
    ids=["a page", "404", "405", "410", "redirect", "other JSON"],
)
async def test_something_else_answers(tmp_path: Path, keyring: MemoryKeyring, answer: object) -> None:
    async with RawServer([answer]) as server:  # type: ignore[list-item]
        assert isinstance(await refused(tmp_path, keyring, server.base_url, "k"), NotThisServiceError)


async def test_an_account_is_not_connected_twice(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        await services.accounts.connect("One", one.base_url, one.api_key)
        with pytest.raises(InvalidInputError) as caught:
            await services.accounts.connect("Again", one.base_url + "/v1", one.api_key)
        assert (caught.value.field, caught.value.code) == ("apiKey", "already_connected")


async def test_no_keyring_makes_a_session_in_memory_until_it_can_be_kept(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    present = False
    async with running(tmp_path, lambda: keyring if present else None) as services:
        accounts = services.accounts
        account = await accounts.connect("", one.base_url, one.api_key)
        assert account.name == account.place
        assert accounts.key_status(account.id) == KeyStatus(KeyPlace.MEMORY, KeyState.ABSENT)
        opened = await accounts.open(account.id)
        assert (await opened.topups.page(1)).total == 0
        assert await accounts.try_keeping_again(account.id) == KeyStatus(KeyPlace.MEMORY, KeyState.ABSENT)
        present = True
        assert await accounts.try_keeping_again(account.id) == KEPT
    assert keyring.kept == {account.id: one.api_key}


async def test_a_key_that_was_only_in_memory_is_asked_for_at_the_next_start(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: None) as services:
        account = await services.accounts.connect("One", one.base_url, one.api_key)
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        opened = await accounts.open(account.id)
        assert accounts.key_status(account.id) == KeyStatus(KeyPlace.NEEDED, KeyState.GONE)
        assert await opened.coins.load()
        with pytest.raises(InvalidInputError) as caught:
            await opened.topups.page(1)
        assert (caught.value.field, caught.value.code) == ("apiKey", "missing")
        assert await accounts.change_key(account.id, one.api_key) == KEPT
        assert (await opened.topups.page(1)).total == 0


async def test_a_locked_keyring_is_asked_again(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        account = await services.accounts.connect("One", one.base_url, one.api_key)
    keyring.error = RuntimeError("Cancelled by user")
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        opened = await accounts.open(account.id)
        assert accounts.key_status(account.id) == KeyStatus(KeyPlace.NEEDED, KeyState.LOCKED)
        keyring.error = None
        assert await accounts.unlock(account.id) == KEPT
        assert (await opened.topups.page(1)).total == 0


async def test_a_keyring_that_hangs_holds_up_nothing_but_itself(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    end = threading.Event()

    def hang() -> MemoryKeyring:
        end.wait(20)
        return keyring

    async with running(tmp_path, lambda: keyring) as services:
        account = await services.accounts.connect("One", one.base_url, one.api_key)
    async with running(tmp_path, hang, waits=Waits(5.0, 0.2)) as services:
        accounts = services.accounts
        await accounts.open(account.id, attended=False)
        assert accounts.key_status(account.id) == KeyStatus(KeyPlace.NEEDED, KeyState.HANGING)
        end.set()
        opened = await accounts.open(account.id)
        assert accounts.key_status(account.id) == KEPT
        assert (await opened.topups.page(1)).total == 0


@pytest.mark.parametrize("is_cancelled", [True, False], ids=["cancelled", "told to stop waiting"])
async def test_giving_up_the_wait_for_the_keyring_keeps_the_account_for_this_session(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess, *, is_cancelled: bool
) -> None:
    asked, end = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def hang() -> MemoryKeyring:
        loop.call_soon_threadsafe(asked.set)
        end.wait(20)
        return keyring

    async with running(tmp_path, hang) as services:
        accounts = services.accounts
        connecting = asyncio.gather(accounts.connect("One", one.base_url, one.api_key))
        await asked.wait()
        if is_cancelled:
            connecting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await connecting
        else:
            accounts.stop_waiting_for_keyring()
            await connecting
        account = accounts.known()[0]
        assert accounts.key_status(account.id) == KeyStatus(KeyPlace.MEMORY, KeyState.HANGING)
        opened = await accounts.open(account.id)
        assert (await opened.topups.page(1)).total == 0
        end.set()
        assert await accounts.try_keeping_again(account.id) == KEPT


async def test_a_start_need_not_wait_for_the_keyring(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        account = await services.accounts.connect("One", one.base_url, one.api_key)
    asked, end = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def hang() -> MemoryKeyring:
        loop.call_soon_threadsafe(asked.set)
        end.wait(20)
        return keyring

    async with running(tmp_path, hang, waits=Waits(60.0, 60.0)) as services:
        accounts = services.accounts
        opening = asyncio.gather(accounts.open(account.id))
        await asked.wait()
        accounts.stop_waiting_for_keyring()
        (opened,) = await opening
        assert accounts.key_status(account.id) == KeyStatus(KeyPlace.NEEDED, KeyState.HANGING)
        assert await opened.coins.load()
        end.set()
        assert await accounts.unlock(account.id) == KEPT


async def test_a_key_that_stops_working_is_told_once_and_mended_in_place(
    tmp_path: Path, keyring: MemoryKeyring
) -> None:
    told: list[str] = []
    fine, refusal = reply({"data": [], "pagination": {"total": 0}}), reply({"error": {"message": "no"}}, 401)
    async with RawServer([fine, fine, refusal, refusal, fine]) as server:
        async with running(tmp_path, lambda: keyring) as services:
            accounts = services.accounts
            account = await accounts.connect("One", server.base_url, "first-key")
            opened = await accounts.open(account.id)
            await opened.topups.page(1)
            end = accounts.watch(told.append)
            for _call in range(2):
                with pytest.raises(UnauthorizedError):
                    await opened.topups.page(1)
            assert told == [account.id]
            assert accounts.key_status(account.id) == KeyStatus(KeyPlace.KEYRING, is_refused=True)
            assert await accounts.change_key(account.id, "second-key") == KEPT
            await opened.topups.page(1)
            assert told == [account.id] * 2
            end()
            await accounts.change_key(account.id, "third-key")
            assert told == [account.id] * 2
        assert b"Bearer second-key" in server.requests[-2]
    assert keyring.kept == {account.id: "third-key"}


async def test_a_key_that_works_again_by_itself_is_told_too(tmp_path: Path, keyring: MemoryKeyring) -> None:
    fine, refusal = reply({"data": []}), reply({"error": {"message": "no"}}, 401)
    async with RawServer([fine, refusal, fine]) as server, running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        account = await accounts.connect("One", server.base_url, "a-key")
        opened = await accounts.open(account.id)
        with pytest.raises(UnauthorizedError):
            await opened.topups.page(1)
        assert accounts.key_status(account.id).is_refused
        await opened.topups.page(1)
        assert not accounts.key_status(account.id).is_refused


async def test_a_new_key_that_the_service_refuses_changes_nothing(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        account = await services.accounts.connect("One", one.base_url, one.api_key)
        with pytest.raises(UnauthorizedError):
            await services.accounts.change_key(account.id, "another-key")
        opened = await services.accounts.open(account.id)
        assert (await opened.topups.page(1)).total == 0
    assert keyring.kept == {account.id: one.api_key}


async def test_names_and_colours(tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        account = await accounts.connect("One", one.base_url, one.api_key)
        assert (await accounts.rename(account.id, " Other ")).name == "Other"
        assert (await accounts.recolour(account.id, "violet")).colour == "violet"
        for name, code in (("  ", "missing"), ("x" * 61, "too_long")):
            with pytest.raises(InvalidInputError) as caught:
                await accounts.rename(account.id, name)
            assert (caught.value.field, caught.value.code) == ("name", code)
        with pytest.raises(InvalidInputError):
            await accounts.recolour(account.id, "#ff0000")
        for unknown in (DEMO, "acc_nobody"):
            with pytest.raises(KeyError):
                await accounts.rename(unknown, "Other")
    async with running(tmp_path, lambda: keyring) as services:
        known = services.accounts.known()[0]
        assert (known.name, known.colour) == ("Other", "violet")


async def test_removing_forgets_the_key_and_silences_what_is_open(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        account = await accounts.connect("One", one.base_url, one.api_key)
        opened = await accounts.open(account.id)
        await accounts.remove(account.id)
        assert not keyring.kept
        assert [known.id for known in accounts.known()] == [DEMO]
        assert accounts.last_account is None
        with pytest.raises(InvalidInputError):
            await opened.topups.page(1)
        with pytest.raises(KeyError):
            await accounts.open(account.id)


async def test_a_key_that_can_t_be_forgotten_keeps_the_account_unless_it_may_stay(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        account = await accounts.connect("One", one.base_url, one.api_key)
        keyring.error = DeniedError()
        with pytest.raises(KeyringError) as caught:
            await accounts.remove(account.id)
        assert caught.value.state == "denied"
        assert accounts.known()[0] == account
        await accounts.remove(account.id, leave_key=True)
        assert [known.id for known in accounts.known()] == [DEMO]


async def test_an_account_that_no_keyring_ever_had_is_removed_at_once(
    tmp_path: Path, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: None) as services:
        account = await services.accounts.connect("One", one.base_url, one.api_key)
        await services.accounts.remove(account.id)
        assert len(services.accounts.known()) == 1


async def test_an_account_that_can_t_be_saved_leaves_no_key(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        (tmp_path / "data" / "settings.json").mkdir()
        with pytest.raises(StorageError):
            await services.accounts.connect("One", one.base_url, one.api_key)
        assert not keyring.kept
        assert len(services.accounts.known()) == 1


async def test_damaged_settings_are_set_aside_and_that_is_said(
    tmp_path: Path, keyring: MemoryKeyring
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.json").write_text("{")
    async with running(tmp_path, lambda: keyring) as services:
        assert len(services.accounts.known()) == 1
        assert services.accounts.set_aside is not None
        assert services.accounts.set_aside.read_text() == "{"


async def test_coins_and_places_are_shown_without_a_key(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        public = services.accounts.browse(one.base_url + "/v1/")
        assert public.base_url == one.base_url
        assert await public.coins.load()
        assert [shown async for shown in public.locations.countries()][-1].countries


async def test_the_environment_s_account_comes_first_and_is_never_written_down(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess, two: SandboxProcess
) -> None:
    environment = {"TOLLHOUSE_BASE_URL": one.base_url, "TOLLHOUSE_API_KEY": one.api_key}
    async with running(tmp_path, lambda: keyring, environment) as services:
        accounts = services.accounts
        saved = await accounts.connect("Two", two.base_url, two.api_key)
        session = accounts.known()[0]
        assert [known.id for known in accounts.known()] == [session.id, saved.id, DEMO]
        assert accounts.key_status(session.id) == KeyStatus(KeyPlace.MEMORY)
        await accounts.open(saved.id)
        opened = await accounts.open(session.id)
        assert (await opened.topups.page(1)).total == 0
        assert accounts.last_account == saved.id
        with pytest.raises(KeyError):
            await accounts.try_keeping_again(session.id)
    assert list(keyring.kept) == [saved.id]
