"""The keys of accounts: without a keyring, with one that is locked or hangs, and refused by the service."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest

from app.bootstrap import build
from app.errors import AppError, InvalidInputError, UnauthorizedError
from app.models.keys import KeyState, KeyStatus, KeyStorage
from app.services.accounts.keys import AccountKeys
from app.storage.keys import KeyringTimeouts, KeyStore
from app.storage.settings import SavedAccount
from support.account_services import MemoryKeyring, key_store, places_in, running
from support.keyring_stand_in import StandIn
from support.raw_server import RawServer, reply
from support.virtual_clock import VirtualClock
from support.waiting import until

if TYPE_CHECKING:
    from pathlib import Path

    from app.services.accounts.known import Account
    from tollhouse_sandbox.process import SandboxProcess

STORED = KeyStatus(KeyStorage.KEYRING)
OTHER = SavedAccount("acc_0123456789abcdef", "Two", "http://127.0.0.1:9", "green")


class HangingKeyring:
    """A keyring that answers nobody until it is let.

    Attributes:
        asked: Set as soon as it is asked.
        end: Lets it answer.
    """

    def __init__(self, keyring: MemoryKeyring) -> None:
        self.asked = asyncio.Event()
        self.end = threading.Event()
        self._keyring = keyring
        self._loop = asyncio.get_running_loop()

    def choose(self) -> MemoryKeyring:
        self._loop.call_soon_threadsafe(self.asked.set)
        self.end.wait(20)
        return self._keyring


@pytest.fixture
def keys(keyring: MemoryKeyring) -> AccountKeys:
    return AccountKeys(key_store(lambda: keyring), VirtualClock())


def test_who_watches_no_more_hears_of_no_change(keys: AccountKeys) -> None:
    heard: list[str] = []
    stop = keys.watch(heard.append)
    keys.hold("acc_1", "a-key")
    stop()
    stop()
    keys.hold("acc_2", "a-key")
    assert heard == ["acc_1"]


async def test_a_dropped_key_is_in_memory_no_more(keys: AccountKeys) -> None:
    assert await keys.save("acc_1", "a-key") == STORED
    keys.drop("acc_1")
    assert (keys.key("acc_1"), keys.status("acc_1").storage) == (None, KeyStorage.UNREAD)
    keys.record_check("acc_1", accepted=False)
    assert not keys.status("acc_1").is_refused, "there is no key that could be refused"


async def test_a_key_that_is_deleted_from_the_keyring_stays_in_memory_alone(keys: AccountKeys) -> None:
    await keys.save("acc_1", "a-key")
    await keys.store.save("acc_2", "another-key")
    for account_id, storage in (("acc_1", KeyStorage.MEMORY), ("acc_2", KeyStorage.NEEDED)):
        assert await keys.delete(account_id, leave_key=False)
        assert keys.status(account_id) == KeyStatus(storage, KeyState.GONE)


async def connected(folder: Path, keyring: MemoryKeyring, service: SandboxProcess) -> Account:
    """An account that an earlier start of the app has connected."""
    async with running(folder, lambda: keyring) as services:
        return await services.accounts.connect("One", service.base_url, service.api_key)


async def test_no_keyring_makes_a_session_in_memory_until_it_can_be_kept(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    present = False
    async with running(tmp_path, lambda: keyring if present else None) as services:
        accounts = services.accounts
        account = await accounts.connect("", one.base_url, one.api_key)
        assert account.name == account.service
        assert accounts.key_status(account.id) == KeyStatus(KeyStorage.MEMORY, KeyState.ABSENT)
        opened = await accounts.open(account.id)
        assert (await opened.topups.page(1)).total == 0
        assert await accounts.retry_saving(account.id) == KeyStatus(KeyStorage.MEMORY, KeyState.ABSENT)
        present = True
        assert await accounts.retry_saving(account.id) == STORED
    assert keyring.kept == {account.id: one.api_key}


async def test_a_key_that_was_only_in_memory_is_asked_for_at_the_next_start(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: None) as services:
        account = await services.accounts.connect("One", one.base_url, one.api_key)
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        opened = await accounts.open(account.id)
        assert accounts.key_status(account.id) == KeyStatus(KeyStorage.NEEDED, KeyState.GONE)
        assert await opened.coins.load()
        with pytest.raises(InvalidInputError) as caught:
            await opened.topups.page(1)
        assert (caught.value.field, caught.value.code) == ("apiKey", "missing")
        assert await accounts.change_key(account.id, one.api_key) == STORED
        assert (await opened.topups.page(1)).total == 0


async def test_a_locked_keyring_is_asked_again(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    account = await connected(tmp_path, keyring, one)
    keyring.error = RuntimeError("Cancelled by user")
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        opened = await accounts.open(account.id)
        assert accounts.key_status(account.id) == KeyStatus(KeyStorage.NEEDED, KeyState.LOCKED)
        keyring.error = None
        assert await accounts.unlock(account.id) == STORED
        assert (await opened.topups.page(1)).total == 0


async def test_a_keyring_that_stays_locked_is_asked_for_one_key_alone(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    first = await connected(tmp_path, keyring, one)
    async with running(tmp_path, lambda: keyring) as services:
        await services.settings.write(lambda saved: saved._replace(accounts=(*saved.accounts, OTHER)))
    keyring.kept[OTHER.id] = "other-key-0123456789"
    keyring.error = RuntimeError("Cancelled by user")
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        await accounts.open(first.id)
        keyring.error = None
        await accounts.open(OTHER.id, attended=False)
        assert accounts.key_status(OTHER.id) == KeyStatus(KeyStorage.NEEDED, KeyState.LOCKED)
        assert await accounts.unlock(first.id) == STORED
        assert await accounts.read_other_keys() == (OTHER.id,)
        assert accounts.key_status(OTHER.id) == STORED
        assert await accounts.read_other_keys() == ()


async def test_a_keyring_that_hangs_holds_up_nothing_but_itself(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    hanging = HangingKeyring(keyring)
    account = await connected(tmp_path, keyring, one)
    async with running(tmp_path, hanging.choose, waits=KeyringTimeouts(5.0, 0.2)) as services:
        accounts = services.accounts
        await accounts.open(account.id, attended=False)
        assert accounts.key_status(account.id) == KeyStatus(KeyStorage.NEEDED, KeyState.HANGING)
        hanging.end.set()
        opened = await accounts.open(account.id)
        assert accounts.key_status(account.id) == STORED
        assert (await opened.topups.page(1)).total == 0


@pytest.mark.parametrize("is_cancelled", [True, False], ids=["cancelled", "told to stop waiting"])
async def test_giving_up_the_wait_for_the_keyring_keeps_the_account_for_this_session(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess, *, is_cancelled: bool
) -> None:
    hanging = HangingKeyring(keyring)
    async with running(tmp_path, hanging.choose) as services:
        accounts = services.accounts
        connecting = asyncio.gather(accounts.connect("One", one.base_url, one.api_key))
        await hanging.asked.wait()
        if is_cancelled:
            connecting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await connecting
        else:
            accounts.stop_waiting_for_keyring()
            await connecting
        account = accounts.known()[0]
        assert accounts.key_status(account.id) == KeyStatus(KeyStorage.MEMORY, KeyState.HANGING)
        opened = await accounts.open(account.id)
        assert (await opened.topups.page(1)).total == 0
        hanging.end.set()
        assert await accounts.retry_saving(account.id) == STORED


async def test_an_account_of_a_command_that_is_interrupted_at_the_keyring_does_not_stay(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    hanging = HangingKeyring(keyring)
    async with running(tmp_path, hanging.choose) as services:
        accounts = services.accounts
        connecting = asyncio.gather(accounts.connect("One", one.base_url, one.api_key, outlives_key=False))
        await hanging.asked.wait()
        connecting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await connecting
        hanging.end.set()
        assert [account.is_demo for account in accounts.known()] == [True]
        again = await accounts.connect("One", one.base_url, one.api_key)
        assert accounts.key_status(again.id) == STORED


async def test_a_start_need_not_wait_for_the_keyring(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    account = await connected(tmp_path, keyring, one)
    hanging = HangingKeyring(keyring)
    async with running(tmp_path, hanging.choose, waits=KeyringTimeouts(60.0, 60.0)) as services:
        accounts = services.accounts
        opening = asyncio.gather(accounts.open(account.id))
        await hanging.asked.wait()
        accounts.stop_waiting_for_keyring()
        (opened,) = await opening
        assert accounts.key_status(account.id) == KeyStatus(KeyStorage.NEEDED, KeyState.HANGING)
        assert await opened.coins.load()
        hanging.end.set()
        assert await accounts.unlock(account.id) == STORED


async def test_the_end_of_the_app_ends_a_process_that_was_not_needed(tmp_path: Path) -> None:
    ring = StandIn(tmp_path, "hangs")
    store = KeyStore(make_process=ring.make_process)
    store.begin_read("acc_1")
    services = build(places_in(tmp_path), environment={}, key_store=store)
    await until(ring.is_asked)
    await services.accounts.close()
    assert ring.are_gone()


async def test_a_key_that_stops_working_is_reported_once_and_mended_in_place(
    tmp_path: Path, keyring: MemoryKeyring
) -> None:
    reported: list[str] = []
    fine, refusal = reply({"data": [], "pagination": {"total": 0}}), reply({"error": {"message": "no"}}, 401)
    async with RawServer([fine, fine, refusal, refusal, fine]) as server:
        async with running(tmp_path, lambda: keyring) as services:
            accounts = services.accounts
            account = await accounts.connect("One", server.base_url, "first-key")
            opened = await accounts.open(account.id)
            await opened.topups.page(1)
            end = accounts.watch(reported.append)
            for _call in range(2):
                with pytest.raises(UnauthorizedError):
                    await opened.topups.page(1)
            assert reported == [account.id]
            status = accounts.key_status(account.id)
            assert (status.storage, status.is_refused) == (KeyStorage.KEYRING, True)
            assert await accounts.change_key(account.id, "second-key") == STORED
            await opened.topups.page(1)
            assert reported == [account.id] * 2
            end()
            await accounts.change_key(account.id, "third-key")
            assert reported == [account.id] * 2
        assert b"Bearer second-key" in server.requests[-2]
    assert keyring.kept == {account.id: "third-key"}


async def test_a_key_that_works_again_by_itself_is_reported_too(
    tmp_path: Path, keyring: MemoryKeyring
) -> None:
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


async def test_a_new_key_is_polled_with_at_once(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        account = await services.accounts.connect("One", one.base_url, one.api_key)
        opened = await services.accounts.open(account.id)
        opened.client.use_key("another-key")
        polls: list[AppError | None] = []
        opened.poller.on_poll.append(polls.append)
        async with asyncio.TaskGroup() as tasks:
            polling = tasks.create_task(opened.poller.run())
            await until(lambda: polls)
            assert isinstance(polls[-1], UnauthorizedError)
            await services.accounts.change_key(account.id, one.api_key)
            await until(lambda: polls[-1] is None)
            polling.cancel()


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


async def test_who_waits_for_an_account_that_is_being_opened_asks_the_keyring_no_second_time(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    account = await connected(tmp_path, keyring, one)
    hanging = HangingKeyring(keyring)
    async with running(tmp_path, hanging.choose, waits=KeyringTimeouts(60.0, 60.0)) as services:
        accounts = services.accounts
        opening = asyncio.gather(
            accounts.open_ahead(account.id, lists_topups=True), accounts.open(account.id)
        )
        await hanging.asked.wait()
        accounts.stop_waiting_for_keyring()
        _none, opened = await asyncio.wait_for(opening, 20)
        assert accounts.key_status(account.id) == KeyStatus(KeyStorage.NEEDED, KeyState.HANGING)
        assert await accounts.open(account.id, attended=False) is opened
        hanging.end.set()
