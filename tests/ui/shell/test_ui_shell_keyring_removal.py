"""A keyring that does not answer holds up neither removing an account nor deleting everything."""

from __future__ import annotations

import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication

from app.storage.keys import KeyringTimeouts
from support.accessible import name_of
from support.account_harness import AccountHarness
from support.account_services import MemoryKeyring, running
from support.shown import message_of
from support.waiting import until
from ui.pages.accounts.accounts_dialog import AccountsDialog
from ui.pages.accounts.dialogs import KeyringDialog
from ui.start.event_loop import cancel_others
from ui.widgets.overlays.dialog import ConfirmDialog

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from PySide6.QtWidgets import QDialog

    from tollhouse_sandbox.process import SandboxProcess


def open_ones(kind: type[QDialog]) -> list[QDialog]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible()]


def press(dialog: QDialog, name: str) -> None:
    (button,) = [one for one in dialog.findChildren(QAbstractButton) if name_of(one) == name]
    button.click()


@pytest.fixture
def answers() -> threading.Event:
    """Lets the keyring answer."""
    return threading.Event()


@pytest.fixture
def harness(
    tmp_path: Path, sandbox: SandboxProcess, answers: threading.Event
) -> AbstractAsyncContextManager[AccountHarness]:
    return silent_ring(tmp_path, sandbox, answers)


@asynccontextmanager
async def silent_ring(
    folder: Path, sandbox: SandboxProcess, answers: threading.Event
) -> AsyncIterator[AccountHarness]:
    """Opens the app with one account, whose key rests in a keyring that answers no longer."""
    kept = MemoryKeyring()
    answers.set()

    def choose() -> MemoryKeyring:
        answers.wait(60)
        return kept

    async with running(folder, choose, waits=KeyringTimeouts(60.0, 60.0)) as services:
        harness = AccountHarness(services)
        harness.navigation.show_welcome()
        await harness.connect(sandbox, "Work")
        answers.clear()
        try:
            yield harness
        finally:
            answers.set()
            harness.window.close()
            await cancel_others()
            harness.window.deleteLater()


def remove(harness: AccountHarness) -> AccountsDialog:
    """Confirms in the list of accounts that the account is to be removed; returns the list."""
    harness.navigation.dialogs.manage()
    accounts: AccountsDialog = harness.dialog(AccountsDialog)
    press(accounts, "Remove Work")
    press(harness.dialog(ConfirmDialog), "Remove")
    return accounts


async def give_up() -> None:
    """Waits until it is said that the keyring is waited for, and presses 'Cancel'."""
    await until(lambda: open_ones(KeyringDialog))
    (dialog,) = open_ones(KeyringDialog)
    press(dialog, "Cancel")


async def test_removing_an_account_can_be_gone_on_with(harness: AccountHarness) -> None:
    accounts = remove(harness)
    await give_up()
    await until(lambda: open_ones(ConfirmDialog))
    assert accounts.banner.isVisible()
    press(harness.dialog(ConfirmDialog), "Remove anyway")
    await give_up()
    await harness.navigation.dialogs.removal.tasks.join()
    assert [account.name for account in harness.services.accounts.known()] == ["Demo account"]
    assert not open_ones(KeyringDialog)


async def test_who_closes_the_list_meanwhile_removes_the_account_all_the_same(
    harness: AccountHarness, answers: threading.Event
) -> None:
    accounts = remove(harness)
    await until(lambda: harness.services.accounts.is_waiting_for_keyring)
    accounts.reject()
    answers.set()
    await harness.navigation.dialogs.removal.tasks.join()
    assert [account.name for account in harness.services.accounts.known()] == ["Demo account"]
    assert harness.navigation.welcome.isVisible()


async def test_why_a_key_stays_is_said_after_the_list_is_closed(harness: AccountHarness) -> None:
    accounts = remove(harness)
    await until(lambda: harness.services.accounts.is_waiting_for_keyring)
    accounts.reject()
    await give_up()
    await until(lambda: open_ones(ConfirmDialog))
    press(harness.dialog(ConfirmDialog), "Cancel")
    page = harness.navigation.page
    assert page is not None
    assert message_of(page.banner).startswith("The API key could not be removed from the keyring")


async def test_what_is_at_work_goes_on_where_nothing_was_deleted(harness: AccountHarness) -> None:
    at_work = harness.navigation.pollers.tasks.names()
    assert at_work
    harness.navigation.dialogs.ask_deletion()
    press(harness.dialog(ConfirmDialog), "Delete everything")
    await give_up()
    await until(lambda: open_ones(ConfirmDialog))
    (question,) = open_ones(ConfirmDialog)
    assert name_of(question) == "The keyring does not release the keys"
    press(question, "Cancel")
    assert harness.navigation.pollers.tasks.names() == at_work
    assert [account.name for account in harness.services.accounts.known()] == ["Work", "Demo account"]
