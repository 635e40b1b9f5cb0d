"""A keyring that does not answer holds up neither the dialog that connects nor the one of a key."""

from __future__ import annotations

import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

import pytest
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.models.keys import KeyState, KeyStatus, KeyStorage
from app.storage.keys import KeyringTimeouts
from support.accessible import name_of
from support.account_harness import AccountHarness
from support.account_services import MemoryKeyring, running
from support.shown import message_of
from support.waiting import until
from ui.pages.accounts.connect import ConnectDialog
from ui.pages.accounts.dialogs import KeyDialog
from ui.start.event_loop import cancel_others

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.services.accounts.accounts import Accounts
    from tollhouse_sandbox.process import SandboxProcess

HANGING = KeyStatus(KeyStorage.MEMORY, KeyState.HANGING)


class Ring:
    """A keyring that answers when it is let."""

    def __init__(self) -> None:
        self.kept = MemoryKeyring()
        self.answers = threading.Event()
        self.answers.set()

    def choose(self) -> MemoryKeyring:
        self.answers.wait(60)
        return self.kept


def give_up(banner: QWidget) -> None:
    """Presses the banner's 'Cancel'."""
    (button,) = [button for button in banner.findChildren(QAbstractButton) if name_of(button) == "Cancel"]
    button.click()


async def test_connecting_goes_on_without_the_keyring(tmp_path: Path, sandbox: SandboxProcess) -> None:
    ring = Ring()
    ring.answers.clear()
    async with running(tmp_path, ring.choose, waits=KeyringTimeouts(60.0, 60.0)) as services:
        parent = QWidget()
        dialog = ConnectDialog(services.accounts, str, parent)
        connected: list[str] = []
        dialog.form.connected.connect(connected.append)
        dialog.open()
        dialog.form.address.setText(sandbox.base_url)
        dialog.form.key.setText(sandbox.api_key)
        dialog.form.connect_button.click()
        await until(dialog.form.banner.isVisible)
        assert message_of(dialog.form.banner).startswith("Waiting for the keyring.")
        give_up(dialog.form.banner)
        await until(lambda: connected)
        assert services.accounts.key_status(connected[0]) == HANGING
        ring.answers.set()
        await cancel_others()
        parent.deleteLater()


class OpenKeyDialog(NamedTuple):
    """The dialog of an account's key, with a typed key and a keyring that no longer answers."""

    dialog: KeyDialog
    accounts: Accounts
    account_id: str
    changed: list[bool]
    ended: list[int]


@asynccontextmanager
async def key_dialog(folder: Path, sandbox: SandboxProcess) -> AsyncIterator[OpenKeyDialog]:
    ring = Ring()
    async with running(folder, ring.choose, waits=KeyringTimeouts(60.0, 60.0)) as services:
        account = await services.accounts.connect("Work", sandbox.base_url, sandbox.api_key)
        ring.answers.clear()
        parent = QWidget()
        dialog = KeyDialog(services.accounts, account, str, parent)
        opened = OpenKeyDialog(dialog, services.accounts, account.id, [], [])
        dialog.changed.connect(lambda: opened.changed.append(True))
        dialog.finished.connect(opened.ended.append)
        dialog.open()
        dialog.key.setText(sandbox.api_key)
        try:
            yield opened
        finally:
            ring.answers.set()
            await cancel_others()
            parent.deleteLater()


@pytest.mark.parametrize("button", ["save", "again"])
async def test_the_dialog_of_a_key_goes_on_without_the_keyring(
    tmp_path: Path, sandbox: SandboxProcess, button: str
) -> None:
    async with key_dialog(tmp_path, sandbox) as opened:
        dialog, accounts, ended = opened.dialog, opened.accounts, opened.ended
        if button == "again":
            accounts._keys.hold(opened.account_id, sandbox.api_key, KeyState.LOCKED)
        getattr(dialog, button).click()
        await until(dialog.banner.isVisible)
        give_up(dialog.banner)
        await until(lambda: ended or dialog.tasks.names() <= {"look for keyring"})
        assert accounts.key_status(opened.account_id) == HANGING
        # A new key is at work, and its dialog done. An old one is still in memory alone.
        assert len(ended) == (button == "save")
        assert ended or dialog.banner.isHidden()


async def test_a_key_that_is_awaited_can_be_entered_instead(tmp_path: Path, sandbox: SandboxProcess) -> None:
    async with key_dialog(tmp_path, sandbox) as opened:
        opened.accounts._keys.drop(opened.account_id)
        opened.accounts._keys._set(opened.account_id, KeyStatus(KeyStorage.NEEDED, KeyState.LOCKED))
        opened.dialog.try_keyring()
        await until(opened.dialog.banner.isVisible)
        assert message_of(opened.dialog.banner).endswith("you can then enter the key yourself.")
        opened.dialog.save.click()
        await until(lambda: message_of(opened.dialog.banner).endswith("the key is then kept until you quit."))
        give_up(opened.dialog.banner)
        await until(lambda: opened.ended)
        assert opened.accounts.key_status(opened.account_id) == HANGING


async def test_a_new_key_is_used_though_its_dialog_is_closed_meanwhile(
    tmp_path: Path, sandbox: SandboxProcess
) -> None:
    async with key_dialog(tmp_path, sandbox) as opened:
        opened.dialog.save.click()
        await until(opened.dialog.banner.isVisible)
        opened.dialog.reject()
        await until(lambda: opened.ended)
        assert opened.changed, "the pages of the account are loaded with the new key"
        assert opened.accounts.key_status(opened.account_id) == HANGING


async def test_an_account_that_is_connected_later_is_not_opened_over_the_demo(
    tmp_path: Path, sandbox: SandboxProcess
) -> None:
    ring = Ring()
    ring.answers.clear()
    async with running(tmp_path, ring.choose, waits=KeyringTimeouts(60.0, 60.0)) as services:
        harness = AccountHarness(services)
        navigation = harness.navigation
        navigation.show_welcome()
        harness.fill(harness.form, sandbox.base_url, sandbox.api_key, "Work")
        harness.form.connect_button.click()
        await until(lambda: services.accounts.is_waiting_for_keyring)
        navigation.welcome.open_demo.click()
        await until(lambda: harness.shown_name().startswith("Demo account"))
        ring.answers.set()
        await harness.form.tasks.join()
        await navigation.tasks.join()
        assert services.accounts.known()[0].name == "Work"
        assert harness.shown_name().startswith("Demo account")
        assert harness.window.status_bar.message() == "Connected: Work"
        harness.window.close()
        await cancel_others()
        harness.window.deleteLater()
