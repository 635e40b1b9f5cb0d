"""'Delete everything' leaves nothing, or says what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import KeyringError
from app.models.choices import CountryChoices
from app.models.keys import KeyState, KeyStatus, KeyStorage
from app.services.accounts.known import DEMO
from app.services.app_files import delete_everything
from app.storage.logs import start_log
from support.account_services import MemoryKeyring, running
from support.open_files import on_linux, open_files

if TYPE_CHECKING:
    from pathlib import Path

    from tollhouse_sandbox.process import SandboxProcess


def files_in(folder: Path) -> list[Path]:
    return list(folder.rglob("*"))


async def test_nothing_is_left(tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        start_log(services.paths.log)
        account = await services.accounts.connect("One", one.base_url, one.api_key)
        await services.accounts.open(account.id)
        await services.accounts.open(DEMO)
        assert await delete_everything(services.accounts, services.paths) == ()
    assert not keyring.kept
    assert files_in(tmp_path) == []


async def test_the_folder_above_the_log_goes_too_if_it_is_the_apps_own(
    tmp_path: Path, keyring: MemoryKeyring
) -> None:
    logs = tmp_path / "state" / "tollhouse" / "log"
    logs.mkdir(parents=True)
    async with running(tmp_path, lambda: keyring) as services:
        assert await delete_everything(services.accounts, services.paths._replace(logs=logs)) == ()
    assert list((tmp_path / "state").iterdir()) == []


async def test_no_key_is_left_of_accounts_whose_settings_were_damaged(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        account = await services.accounts.connect("One", one.base_url, one.api_key)
        settings = services.paths.settings
        settings.write_text(settings.read_text().replace('"One"', '"Ona"')[:-20])
    async with running(tmp_path, lambda: keyring) as services:
        assert [known.id for known in services.accounts.known()] == [DEMO]
        assert keyring.kept
        keyring.error = RuntimeError("broken")
        with pytest.raises(KeyringError):
            await delete_everything(services.accounts, services.paths)
        keyring.error = None
        assert await delete_everything(services.accounts, services.paths) == ()
    assert account.id not in keyring.kept
    assert files_in(tmp_path) == []


@on_linux
async def test_no_file_is_open_any_more_when_it_is_removed(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        account = await services.accounts.connect("One", one.base_url, one.api_key)
        await services.accounts.open(account.id)
        await services.state.save(CountryChoices(("DE",)))
        await services.state.load(CountryChoices)
        assert open_files(tmp_path) == [str(services.paths.state)]
        await delete_everything(services.accounts, services.paths)
        assert open_files(tmp_path) == []


async def test_a_key_that_stays_stops_it_unless_it_may(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        await services.accounts.connect("Müller", one.base_url, one.api_key)
        keyring.error = RuntimeError("broken")
        with pytest.raises(KeyringError):
            await delete_everything(services.accounts, services.paths)
        assert services.paths.settings.exists()
        keyring.error = None
        account = services.accounts.known()[0]
        await services.accounts.delete_keys(leave_keys=False)
        status = KeyStatus(KeyStorage.MEMORY, KeyState.GONE)
        assert services.accounts.key_status(account.id) == status, (
            "nothing has changed for who thinks better of it"
        )
        keyring.error = RuntimeError("broken")
        left = await delete_everything(services.accounts, services.paths, leave_keys=True)
        assert left == ("Müller",)
    assert files_in(tmp_path) == []


async def test_work_goes_on_until_the_keys_are_gone(
    tmp_path: Path, keyring: MemoryKeyring, one: SandboxProcess
) -> None:
    async with running(tmp_path, lambda: keyring) as services:
        await services.accounts.connect("One", one.base_url, one.api_key)
        were_there: list[tuple[bool, bool]] = []

        async def stop_work() -> None:
            were_there.append((bool(keyring.kept), services.paths.settings.exists()))

        keyring.error = RuntimeError("broken")
        with pytest.raises(KeyringError):
            await delete_everything(services.accounts, services.paths, stop_work=stop_work)
        assert were_there == []
        keyring.error = None
        await delete_everything(services.accounts, services.paths, stop_work=stop_work)
        assert were_there == [(False, True)]


async def test_what_can_t_be_removed_is_named(tmp_path: Path) -> None:
    async with running(tmp_path, MemoryKeyring) as services:
        elsewhere = tmp_path / "elsewhere"
        services.paths.logs.rename(elsewhere)
        services.paths.logs.symlink_to(elsewhere)
        left = await delete_everything(services.accounts, services.paths)
        assert left == (str(services.paths.logs),)
    assert elsewhere.exists()
