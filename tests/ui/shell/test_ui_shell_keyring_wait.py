"""A keyring that does not answer keeps nobody from the app."""

from __future__ import annotations

import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QAbstractButton

from app.models.keys import KeyState
from app.services.accounts.known import DEMO
from app.storage.keys import KeyringTimeouts
from support.accessible import name_of
from support.account_harness import account_harness
from support.account_services import MemoryKeyring, running
from support.shown import message_of
from support.waiting import until
from tollhouse_sandbox.process import start_sandbox
from ui.clipboard import Clipboard
from ui.links import Links
from ui.pages.topups.page import TopUpsPage
from ui.shell.keyring_wait import OpeningKeyringWait
from ui.shell.navigation import Navigation
from ui.shell.window import MainWindow
from ui.start.event_loop import cancel_others
from ui.widgets.overlays.palette_card import PaletteCard

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from support.account_harness import AccountHarness
    from tollhouse_sandbox.process import SandboxProcess


def _cancel(window: MainWindow) -> QAbstractButton | None:
    buttons = (button for button in window.findChildren(QAbstractButton) if button.isVisible())
    return next((button for button in buttons if name_of(button) == "Cancel"), None)


async def test_the_waiting_is_said_and_can_be_ended(tmp_path: Path) -> None:
    kept, end = MemoryKeyring(), threading.Event()

    def hang() -> MemoryKeyring:
        end.wait(60)
        return kept

    with start_sandbox("--scale", "empty") as sandbox:
        async with running(tmp_path, lambda: kept) as services:
            account = await services.accounts.connect("Work", sandbox.base_url, sandbox.api_key)
            await services.accounts.open(account.id)
        async with running(tmp_path, hang, waits=KeyringTimeouts(60.0, 60.0)) as services:
            window = MainWindow()
            window.build()
            window.show()
            navigation = Navigation(window, services, clipboard=Clipboard(window), links=Links())
            navigation.open_first(demo=False)
            await until(lambda: _cancel(window))
            button = _cancel(window)
            assert button is not None
            button.click()
            await until(lambda: isinstance(navigation.page, TopUpsPage))
            assert "needs its API key" in message_of(window.account_banner)
            assert window.account_banner.isVisible()
            end.set()
            window.close()
            await cancel_others()
            window.deleteLater()


class HangingKeyring(MemoryKeyring):
    """A keyring that waits with one key.

    Attributes:
        hanging: Whose key that is.
        end: Ends the waiting.
    """

    def __init__(self, kept: dict[str, str], hanging: str) -> None:
        super().__init__()
        self.kept, self.hanging, self.end = kept, hanging, threading.Event()

    def get_password(self, service: str, username: str) -> str | None:
        if username == self.hanging:
            self.end.wait(60)
        return super().get_password(service, username)


@asynccontextmanager
async def _home_hanging(folder: Path) -> AsyncIterator[tuple[AccountHarness, HangingKeyring]]:
    """Opens 'Work', beside which the keyring did not respond with the key of 'Home' in time."""
    ring = MemoryKeyring()
    with start_sandbox("--scale", "empty") as first, start_sandbox("--scale", "empty") as second:
        async with running(folder, lambda: ring) as terminal:
            work = await terminal.accounts.connect("Work", first.base_url, first.api_key)
            home = await terminal.accounts.connect("Home", second.base_url, second.api_key)
            await terminal.accounts.open(work.id)
        hanging = HangingKeyring(ring.kept, home.id)
        async with account_harness(folder, hanging) as harness:
            harness.navigation.open_first(demo=False)
            await until(lambda: harness.services.accounts.key_status(home.id).why == KeyState.HANGING)
            yield harness, hanging
            hanging.end.set()


async def test_the_waiting_is_said_where_the_keyring_hung_in_the_background(tmp_path: Path) -> None:
    async with _home_hanging(tmp_path) as (harness, hanging):
        harness.window.account_chosen.emit(hanging.hanging)
        await until(lambda: _cancel(harness.window))
        button = _cancel(harness.window)
        assert button is not None
        button.click()
        await harness.navigation.tasks.join("open")
        assert harness.shown_name().startswith("Home")
        assert "needs its API key" in message_of(harness.window.account_banner)


@pytest.mark.parametrize("way", ["tab", "overview", "new top-up", "settings and back"])
async def test_who_leaves_the_waiting_stays_with_the_open_account(tmp_path: Path, way: str) -> None:
    async with _home_hanging(tmp_path) as (harness, hanging):
        navigation, window = harness.navigation, harness.window

        def show_and_leave_settings() -> None:
            settings = navigation.app_pages.show_settings()
            settings.back.click()

        ways = {
            "tab": lambda: window.tab_chosen.emit("locations"),
            "overview": window.overview_requested.emit,
            "new top-up": window.new_requested.emit,
            "settings and back": show_and_leave_settings,
        }
        window.account_chosen.emit(hanging.hanging)
        await until(lambda: _cancel(window))
        ways[way]()
        shown = window.shown_page()
        hanging.end.set()
        await navigation.tasks.join("open")
        await until(lambda: not harness.services.accounts.is_waiting_for_keyring)
        assert window.shown_page() is shown
        assert navigation.account_id != hanging.hanging
        assert way == "overview" or harness.shown_name().startswith("Work")


async def test_a_command_palette_does_not_stay_open_over_another_account(tmp_path: Path) -> None:
    async with _home_hanging(tmp_path) as (harness, hanging):
        harness.window.account_chosen.emit(hanging.hanging)
        await until(lambda: _cancel(harness.window))
        harness.window.palette_requested.emit()
        card = harness.dialog(PaletteCard)
        hanging.end.set()
        await harness.navigation.tasks.join("open")
        assert harness.shown_name().startswith("Home")
        assert not card.isVisible()


async def test_the_waiting_goes_on_while_the_settings_are_open(tmp_path: Path) -> None:
    async with _home_hanging(tmp_path) as (harness, hanging):
        harness.window.account_chosen.emit(hanging.hanging)
        await until(lambda: _cancel(harness.window))
        settings = harness.navigation.app_pages.show_settings()
        hanging.end.set()
        await harness.navigation.tasks.join("open")
        assert harness.window.shown_page() is settings
        assert harness.shown_name().startswith("Home")


async def test_an_account_that_a_command_removes_while_its_key_is_awaited_is_not_opened(
    tmp_path: Path,
) -> None:
    async with _home_hanging(tmp_path) as (harness, hanging):
        home, accounts = hanging.hanging, harness.services.accounts
        harness.window.account_chosen.emit(home)
        await until(lambda: _cancel(harness.window))
        async with running(tmp_path, MemoryKeyring) as terminal:
            await terminal.accounts.remove(home, leave_key=True)
        await until(lambda: home not in [one.id for one in accounts.known()])
        hanging.end.set()
        await harness.navigation.tasks.join("open")
        assert harness.shown_name().startswith("Work")
        page = harness.navigation.page
        assert page is not None
        assert page.isVisible()
        assert "removed in the meantime" in message_of(page.banner)
        assert not harness.navigation.pollers.tasks.is_running(home)


async def test_the_demo_waits_for_no_keyring(tmp_path: Path, sandbox: SandboxProcess) -> None:
    async with running(tmp_path, MemoryKeyring) as services:
        account = await services.accounts.connect("Work", sandbox.base_url, sandbox.api_key)
    async with running(tmp_path, MemoryKeyring) as services:
        window = MainWindow()
        window.build()
        waits = [OpeningKeyringWait(services.accounts, window, one) for one in (DEMO, account.id)]
        assert [wait.is_waiting() for wait in waits] == [False, True]
        window.deleteLater()
