"""Renaming, recoloring and removing accounts."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import pytest

from app.errors import AccountRemovedError, InvalidInputError, KeyringError, StorageError
from app.models.keys import KeyState, KeyStatus, KeyStorage
from app.models.topup_requests import TopUpDraft
from app.present.errors import present_error
from app.redaction import hide_secrets
from app.services.accounts.known import DEMO
from app.storage.state import Entry, Kind
from support.account_services import MemoryKeyring, running

if TYPE_CHECKING:
    from pathlib import Path

    from tollhouse_sandbox.process import SandboxProcess


class DeniedError(Exception):
    """What a bus says that lets nobody in."""

    name = "org.freedesktop.DBus.Error.AccessDenied"


async def test_names_and_colors(tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        account = await accounts.connect("One", one.base_url, one.api_key)
        assert (await accounts.change(account.id, name=" Other ", color="blue")).name == "Other"
        assert (await accounts.change(account.id, name="Other", color="violet")).color == "violet"
        for name, code in (("  ", "missing"), ("x" * 61, "too_long")):
            with pytest.raises(InvalidInputError) as caught:
                await accounts.change(account.id, name=name, color="blue")
            assert (caught.value.field, caught.value.code) == ("name", code)
        with pytest.raises(InvalidInputError):
            await accounts.change(account.id, name="Other", color="#ff0000")
        for unknown in (DEMO, "acc_nobody"):
            with pytest.raises(AccountRemovedError):
                await accounts.change(unknown, name="Other", color="blue")
    async with running(tmp_path, lambda: keyring) as services:
        known = services.accounts.known()[0]
        assert (known.name, known.color) == ("Other", "violet")


async def test_a_key_is_hidden_in_texts_for_as_long_as_its_account_is_there(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    # Without its shape, which the log knows: what is hidden is this very key.
    echo = f"%{ord(one.api_key[0]):02x}{one.api_key[1:]}"
    async with running(tmp_path, lambda: keyring) as services:
        account = await services.accounts.connect("One", one.base_url, one.api_key)
        await services.accounts.open(account.id)
        gc.collect()
        assert hide_secrets(f"({echo})") == "([hidden])"
        await services.accounts.remove(account.id)
        gc.collect()
        assert hide_secrets(f"({echo})") == f"({echo})"


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
        with pytest.raises(AccountRemovedError):
            await accounts.open(account.id)


async def test_an_account_that_another_process_removed_is_named_so(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as window:
        account = await window.accounts.connect("One", one.base_url, one.api_key)
        await window.accounts.open(account.id)
        async with running(tmp_path, lambda: keyring) as terminal:
            await terminal.accounts.remove(account.id)
        # The next change of a setting reads the file that the other process has written.
        await window.settings.change(lambda settings: settings._replace(theme="dark"))
        assert [known.id for known in window.accounts.known()] == [DEMO]
        for call in (
            window.accounts.open(account.id),
            window.accounts.unlock(account.id),
            window.accounts.change_key(account.id, one.api_key),
            window.accounts.retry_saving(account.id),
            window.accounts.change(account.id, name="Two", color="blue"),
            window.accounts.remove(account.id),
        ):
            with pytest.raises(AccountRemovedError) as caught:
                await call
            assert "removed" in present_error(caught.value).text


async def test_nothing_is_remembered_of_an_account_that_another_process_removed(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as window:
        account = await window.accounts.connect("One", one.base_url, one.api_key)
        opened = await window.accounts.open(account.id)
        async with running(tmp_path, lambda: keyring) as terminal:
            await terminal.accounts.remove(account.id)
        await window.state.put(Kind.TOPUP, account.id, [Entry("late")])
        assert [closed.id for closed in await window.accounts.close_removed()] == [account.id]
        await window.state.put(Kind.TOPUP, account.id, [Entry("later")])
        assert await window.state.entries(Kind.TOPUP, account.id) == []
        assert await window.accounts.close_removed() == ()
        with pytest.raises(InvalidInputError):
            await opened.topups.page(1)


async def test_an_account_is_not_opened_after_it_was_removed_meanwhile(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        for call in (accounts.unlock, accounts.retry_saving, partial(accounts.open, attended=False)):
            account = await accounts.connect("One", one.base_url, one.api_key)
            removed, late = await asyncio.gather(
                accounts.remove(account.id), call(account.id), return_exceptions=True
            )
            assert removed is None
            assert isinstance(late, AccountRemovedError), call
            assert accounts.key_status(account.id).storage is KeyStorage.UNREAD, "nothing of it is left"


async def test_removing_deletes_what_was_remembered_of_the_account_and_of_no_other(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        account = await accounts.connect("One", one.base_url, one.api_key)
        removed, demo = await accounts.open(account.id), await accounts.open(DEMO)
        topup = await removed.topups.create(TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin"))
        for opened in (removed, demo):
            await opened.choices.hide("tu_hidden")
        await accounts.remove(account.id)
        # A poll that was under way comes home late.
        await removed.topup_store.put(topup)
        await removed.choices.hide("tu_late")
        assert await demo.choices.hidden() == {"tu_hidden"}
    with closing(sqlite3.connect(services.paths.state)) as database, database:
        owners = {owner for (owner,) in database.execute("SELECT owner FROM entries")}
    assert owners
    assert not any(account.id in owner for owner in owners)


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


async def test_a_locked_keyring_is_not_asked_again_by_who_leaves_the_key_in_it(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        account = await accounts.connect("One", one.base_url, one.api_key)
        keyring.error = RuntimeError("Cancelled by user")
        with pytest.raises(KeyringError):
            await accounts.remove(account.id)
        keyring.error = None
        await accounts.remove(account.id, leave_key=True)
        assert [known.id for known in accounts.known()] == [DEMO]
        assert keyring.kept == {account.id: one.api_key}


async def test_an_account_that_no_keyring_ever_had_is_removed_at_once(
    tmp_path: Path, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: None) as services:
        account = await services.accounts.connect("One", one.base_url, one.api_key)
        await services.accounts.remove(account.id)
        assert len(services.accounts.known()) == 1


async def test_a_key_that_an_absent_keyring_may_have_is_not_said_to_be_deleted(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    """It comes back with the keyring, also where another key was entered meanwhile."""
    choices: dict[str, MemoryKeyring | None] = {"keyring": keyring}
    async with running(tmp_path, lambda: choices["keyring"]) as services:
        accounts = services.accounts
        account = await accounts.connect("One", one.base_url, one.api_key)
        choices["keyring"] = None
        await accounts.change_key(account.id, one.api_key)
        assert accounts.key_status(account.id) == KeyStatus(KeyStorage.MEMORY, KeyState.ABSENT)
        with pytest.raises(KeyringError):
            await accounts.remove(account.id)
        with pytest.raises(KeyringError):
            await accounts.delete_keys(leave_keys=False)
        assert accounts.known()[0] == account
        choices["keyring"] = keyring
        await accounts.remove(account.id)
    assert not keyring.kept


async def test_an_account_that_can_t_be_removed_keeps_its_key(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        accounts = services.accounts
        account = await accounts.connect("One", one.base_url, one.api_key)
        settings = tmp_path / "data" / "settings.json"
        settings.unlink()
        settings.mkdir()
        with pytest.raises(StorageError):
            await accounts.remove(account.id)
        assert accounts.known()[0] == account
        assert keyring.kept == {account.id: one.api_key}
        settings.rmdir()
        await accounts.remove(account.id)
        assert [known.id for known in accounts.known()] == [DEMO]
        assert not keyring.kept


async def test_what_another_process_has_removed_gets_no_key_in_the_keyring(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    """Nobody would find it there, and nothing would delete it."""
    async with running(tmp_path, lambda: keyring) as window:
        account = await window.accounts.connect("One", one.base_url, one.api_key)
        async with running(tmp_path, lambda: keyring) as terminal:
            await terminal.accounts.remove(account.id)
        with pytest.raises(AccountRemovedError):
            await window.accounts.change_key(account.id, one.api_key)
        assert not keyring.kept


@pytest.mark.parametrize("call", ["change", "retry_saving", "remove"])
async def test_what_another_process_has_removed_is_not_changed(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess, call: str
) -> None:
    options = {"name": "Two", "color": "blue"} if call == "change" else {}
    async with running(tmp_path, lambda: keyring) as window:
        account = await window.accounts.connect("One", one.base_url, one.api_key)
        async with running(tmp_path, lambda: keyring) as terminal:
            await terminal.accounts.remove(account.id)
        with pytest.raises(AccountRemovedError):
            await getattr(window.accounts, call)(account.id, **options)


async def test_keys_of_accounts_that_another_process_has_connected_are_deleted_with_the_others(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as window:
        async with running(tmp_path, lambda: keyring) as terminal:
            await terminal.accounts.connect("One", one.base_url, one.api_key)
        await window.accounts.delete_keys(leave_keys=False)
        assert not keyring.kept
