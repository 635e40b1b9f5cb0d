"""Settings in use: changed at once, kept, and never by halves."""

from __future__ import annotations

import asyncio
import errno
import os
from functools import partial
from typing import TYPE_CHECKING

import pytest

from app.bootstrap import build
from app.errors import InvalidInputError, StorageError
from app.models.settings import Settings, WindowGeometry
from app.storage.paths import AppPaths, make_private_folder
from support.account_services import key_store

if TYPE_CHECKING:
    from pathlib import Path

    from app.bootstrap import Services


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    made = AppPaths(tmp_path / "data", tmp_path / "logs")
    for folder in (made.data, made.logs):
        make_private_folder(folder)
    return made


def started(paths: AppPaths) -> Services:
    return build(paths, environment={}, key_store=key_store(lambda: None))


async def test_a_change_is_reported_and_there_at_the_next_start(paths: AppPaths) -> None:
    services = started(paths)
    reported: list[str] = []
    services.settings.watch(lambda: reported.append(services.settings.now.theme))
    await services.settings.change(lambda now: now._replace(theme="dark"))
    assert reported == ["system", "dark"]
    await services.accounts.close()
    later = started(paths)
    assert later.settings.now.theme == "dark"
    await later.accounts.close()


async def test_accounts_and_settings_share_one_file_without_loss(paths: AppPaths) -> None:
    services = started(paths)
    sizes = (110, 125, 150, 175)
    await asyncio.gather(
        services.accounts.open("demo", attended=False),
        *(services.settings.change(partial(Settings._replace, text_percent=size)) for size in sizes),
        services.settings.save_window_geometry(WindowGeometry(1, 2, 800, 600)),
        services.settings.change_proxy("http://proxy.example:3128"),
    )
    await services.accounts.open("demo")
    await services.accounts.close()
    later = started(paths)
    assert later.accounts.last_account == "demo"
    assert later.settings.window_geometry == WindowGeometry(1, 2, 800, 600)
    assert later.settings.now.proxy == "http://proxy.example:3128"
    assert later.settings.now.text_percent in sizes
    await later.accounts.close()


async def test_a_change_that_cannot_be_written_is_not_made(
    paths: AppPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = started(paths)
    reported: list[str] = []
    services.settings.watch(lambda: reported.append(services.settings.now.theme))

    def full(_number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError):
        await services.settings.change(lambda now: now._replace(theme="dark"))
    with pytest.raises(StorageError):
        await services.settings.change_proxy("http://proxy.example:3128")
    assert (services.settings.now.theme, services.settings.now.proxy) == ("system", "")
    assert reported == ["system"]
    await services.accounts.close()


async def test_a_proxy_that_cannot_be_right_changes_nothing(paths: AppPaths) -> None:
    services = started(paths)
    with pytest.raises(InvalidInputError) as caught:
        await services.settings.change_proxy("http://user:secret@proxy.example:3128")
    assert (caught.value.field, caught.value.code) == ("proxy", "has_credentials")
    assert services.settings.now.proxy == ""
    assert not paths.settings.exists()
    await services.accounts.close()


async def test_a_proxy_in_the_file_that_cannot_be_right_does_not_stop_the_start(paths: AppPaths) -> None:
    paths.settings.write_text('{"version": 1, "accounts": [], "preferences": {"proxy": "gopher://x"}}')
    services = started(paths)
    await services.accounts.close()


async def test_after_the_end_nothing_is_written(paths: AppPaths) -> None:
    services = started(paths)
    await services.accounts.close()
    await services.settings.save_window_geometry(WindowGeometry(1, 2, 800, 600))
    assert not paths.settings.exists()


async def test_a_command_and_the_window_lose_no_change_of_each_other(paths: AppPaths) -> None:
    window, command = started(paths), started(paths)
    await command.settings.change(lambda now: now._replace(proxy="http://proxy.example:3128"))
    await window.settings.change(lambda now: now._replace(theme="dark"))
    await command.settings.save_window_geometry(WindowGeometry(1, 2, 800, 600))
    for services in (window, command):
        await services.accounts.close()
    later = started(paths)
    assert (later.settings.now.theme, later.settings.now.proxy) == ("dark", "http://proxy.example:3128")
    assert later.settings.window_geometry is not None
    await later.accounts.close()
