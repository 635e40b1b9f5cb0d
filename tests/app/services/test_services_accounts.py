"""Connecting and opening accounts, against real services on loopback."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from app.errors import (
    AccountRemovedError,
    AppError,
    InvalidInputError,
    NotThisServiceError,
    ServiceError,
    StorageError,
    UnauthorizedError,
    UnreachableError,
)
from app.models.keys import KeyStatus, KeyStorage
from app.services.accounts.known import COLORS, DEMO
from app.services.accounts.probes import entry_problems
from support.account_services import MemoryKeyring, running
from support.raw_server import RawServer, Reply, closed_port, reply
from tollhouse_sandbox.process import SandboxProcess, start_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STORED = KeyStatus(KeyStorage.KEYRING)


@pytest.fixture(scope="module")
def two() -> Iterator[SandboxProcess]:
    with start_sandbox("--scale", "empty") as made:
        yield made


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
        assert account.service == one.base_url.removeprefix("http://")
        assert account.color == COLORS[0]
        assert accounts.key_status(account.id) == STORED
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
        assert accounts.key_status(first.id) == KeyStatus(KeyStorage.UNREAD)
        opened = await accounts.open(first.id)
        assert accounts.key_status(first.id) == STORED
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


def test_each_field_is_checked_on_its_own_before_anything_is_sent() -> None:
    def problems(address: str, key: str) -> list[tuple[str, str]]:
        return [(error.field, error.code) for error in entry_problems(address, key)]

    assert problems("", "") == [("serviceAddress", "missing"), ("apiKey", "missing")]
    assert problems("https://api.example.com", "a key") == [("apiKey", "malformed")]
    assert problems("http://api.example.com", "k") == [("serviceAddress", "not_https")]
    assert problems("https://api.example.com", "k") == []


async def test_a_service_that_can_not_decide_connects_nothing(tmp_path: Path, keyring: MemoryKeyring) -> None:
    async with RawServer([reply("{}", 422)]) as server:
        error = await refused(tmp_path, keyring, server.base_url, "k")
    assert isinstance(error, ServiceError)
    assert error.status == 422


@pytest.mark.parametrize(
    ("answer", "detail"),
    [(reply({"error": {"message": "No such page."}}, 404), "No such page."), (reply("", 410), "HTTP 410")],
)
async def test_what_something_else_answers_are_the_details(
    tmp_path: Path, keyring: MemoryKeyring, answer: Reply, detail: str
) -> None:
    async with RawServer([answer]) as server:
        error = await refused(tmp_path, keyring, server.base_url, "k")
    assert isinstance(error, NotThisServiceError)
    assert error.detail == detail


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


async def test_an_account_is_not_connected_twice_by_two_processes(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    """Neither where another one has connected it, nor where its key was not needed since the start."""
    async with running(tmp_path, lambda: keyring) as window:
        async with running(tmp_path, lambda: keyring) as terminal:
            await terminal.accounts.connect("One", one.base_url, one.api_key)
        with pytest.raises(InvalidInputError) as caught:
            await window.accounts.connect("Again", one.base_url, one.api_key)
        assert (caught.value.field, caught.value.code) == ("apiKey", "already_connected")
        assert len(window.accounts.known()) == 2


async def test_accounts_of_one_service_without_a_name_are_numbered(
    tmp_path: Path, keyring: MemoryKeyring
) -> None:
    page = {"data": [], "pagination": {"page": 1, "perPage": 1, "total": 0, "totalPages": 0}}
    async with RawServer([reply(page)]) as server, running(tmp_path, lambda: keyring) as services:
        for key in ("first", "second", "third"):
            await services.accounts.connect("", server.base_url, key)
        host = server.base_url.removeprefix("http://")
        names = [account.name for account in services.accounts.known() if not account.is_demo]
        assert names == [host, f"{host} (2)", f"{host} (3)"]


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
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.json").write_text("{")
    async with running(tmp_path, lambda: keyring) as services:
        assert len(services.accounts.known()) == 1
        assert services.accounts.set_aside is not None
        assert services.accounts.set_aside.read_text() == "{"
        assert services.accounts.first(demo=False) is None
        account = await services.accounts.connect("One", one.base_url, one.api_key)
        assert services.accounts.first(demo=False) == account.id


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
        assert accounts.key_status(session.id) == KeyStatus(KeyStorage.MEMORY)
        await accounts.open(saved.id)
        opened = await accounts.open(session.id)
        assert (await opened.topups.page(1)).total == 0
        assert accounts.last_account == saved.id
        with pytest.raises(AccountRemovedError):
            await accounts.retry_saving(session.id)
    assert list(keyring.kept) == [saved.id]


async def test_what_opens_first(tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess) -> None:
    environment = {"TOLLHOUSE_BASE_URL": one.base_url, "TOLLHOUSE_API_KEY": one.api_key}
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        assert (accounts.first(demo=False), accounts.first(demo=True)) == (None, DEMO)
        saved = await accounts.connect("One", one.base_url, one.api_key)
        assert accounts.first(demo=False) == saved.id, "it was never opened, but there is no other"
        await accounts.open(DEMO)
        assert accounts.first(demo=False) == DEMO
    async with running(tmp_path, lambda: keyring, environment) as services:
        accounts = services.accounts
        assert (accounts.first(demo=False), accounts.first(demo=True)) == (accounts.session_account, DEMO)
    (tmp_path / "data" / "settings.json").write_text("{")
    async with running(tmp_path, lambda: keyring, environment) as services:
        assert services.accounts.first(demo=False) is None, "the damage is shown first"


@pytest.mark.parametrize("lists_topups", [True, False])
async def test_an_account_that_is_opened_ahead_is_connected_when_its_page_opens_it(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess, *, lists_topups: bool
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        account = await accounts.connect("One", one.base_url, one.api_key)
        await accounts.open_ahead(account.id, lists_topups=lists_topups)
        opened = await accounts.open(account.id)
        assert opened.connection_status.last_response_age_s < math.inf
        knows_coins = opened.coins.network("BTC", "bitcoin") is not None
        assert knows_coins is not lists_topups, "the list of the top-ups waits for nothing else"


async def test_what_fails_ahead_is_not_reported(tmp_path: Path, keyring: MemoryKeyring) -> None:
    environment = {"TOLLHOUSE_BASE_URL": f"http://127.0.0.1:{closed_port()}", "TOLLHOUSE_API_KEY": "k"}
    async with running(tmp_path, lambda: keyring, environment) as services:
        accounts = services.accounts
        account = accounts.known()[0]
        await accounts.open_ahead(account.id, lists_topups=True)
        with pytest.raises(UnreachableError):
            await (await accounts.open(account.id)).coins.known()
        await accounts.open_ahead("removed", lists_topups=True)
