"""Keys that can't be kept, are gone or refused, as a person gets to know of it in the window."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

import keyring.errors
import pytest
from PySide6.QtWidgets import QAbstractButton

from app.models.keys import KeyStorage
from support.accessible import name_of
from support.account_harness import account_harness, button
from support.account_services import MemoryKeyring
from support.shown import message_of
from support.waiting import until
from tollhouse_sandbox.process import SandboxProcess, start_sandbox
from ui.pages.accounts.accounts_dialog import AccountsDialog
from ui.pages.accounts.connect import ConnectForm
from ui.pages.accounts.dialogs import KeyDialog
from ui.pages.topups.page import TopUpsPage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from support.account_harness import AccountHarness


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def text_of(path: Path) -> str:
    """Returns what a file holds; a database's journal may be gone by now."""
    try:
        return path.read_text("latin-1")
    except FileNotFoundError:
        return ""


@pytest.mark.parametrize("ring", [None, "failing"])
async def test_without_a_keyring_a_badge_lasts_and_the_key_can_be_kept_later(
    tmp_path: Path, sandbox: SandboxProcess, ring: str | None
) -> None:
    memory = MemoryKeyring()
    memory.error = keyring.errors.KeyringError("broken")
    async with account_harness(tmp_path, None if ring is None else memory) as harness:
        await harness.connect(sandbox, "Work")
        assert isinstance(harness.navigation.page, TopUpsPage)
        assert harness.window.key_badge.isVisible()
        assert harness.window.key_badge.label_text() == "Key not saved"
        assert not any(sandbox.api_key in text_of(path) for path in files(tmp_path))
        if ring is None:
            return
        memory.error = None
        harness.window.key_badge.click()
        dialog = harness.dialog(KeyDialog)
        dialog.again.click()
        await dialog.tasks.join()
        assert not harness.window.key_badge.isVisible()
        assert list(memory.kept.values()) == [sandbox.api_key]


@asynccontextmanager
async def without_key(folder: Path, sandbox: SandboxProcess) -> AsyncIterator[AccountHarness]:
    """A start of the app whose account 'Work' is open, and whose keyring has lost its key."""
    ring = MemoryKeyring()
    async with account_harness(folder, ring) as harness:
        await harness.connect(sandbox, "Work")
    ring.kept.clear()
    async with account_harness(folder, ring) as harness:
        harness.navigation.open_first(demo=False)
        await harness.navigation.tasks.join("open")
        yield harness


async def test_a_key_that_is_gone_is_asked_for_and_the_pages_go_on(
    tmp_path: Path, sandbox: SandboxProcess
) -> None:
    async with without_key(tmp_path, sandbox) as harness:
        assert harness.window.account_banner.isVisible()
        assert "needs its API key" in message_of(harness.window.account_banner)
        harness.window.account_banner.acted.emit()
        dialog = harness.dialog(KeyDialog)
        dialog.key.setText(sandbox.api_key)
        dialog.save.click()
        await dialog.tasks.join()
        assert not harness.window.account_banner.isVisible()
        page = harness.navigation.page
        assert isinstance(page, TopUpsPage)
        await page.tasks.join("load")
        assert not page.banner.isVisible()


async def test_a_keyring_that_is_open_by_now_is_one_click_away(
    tmp_path: Path, sandbox: SandboxProcess
) -> None:
    ring = MemoryKeyring()
    async with account_harness(tmp_path, ring) as harness:
        await harness.connect(sandbox, "Work")
    ring.error = keyring.errors.KeyringLocked("dismissed")
    async with account_harness(tmp_path, ring) as harness:
        harness.navigation.open_first(demo=False)
        await harness.navigation.tasks.join("open")
        again = button(harness.window.account_banner, "Try the keyring again")
        again.click()
        dialog = harness.dialog(KeyDialog)
        await dialog.tasks.join()
        assert dialog.isVisible(), "it is still locked, and the key can be entered here"
        dialog.reject()
        ring.error = None
        again.click()
        await harness.dialog(KeyDialog).tasks.join()
        assert not harness.window.account_banner.isVisible()
        page = harness.navigation.page
        assert isinstance(page, TopUpsPage)
        await page.tasks.join("load")
        assert page.history.is_reported()


async def test_a_key_that_is_entered_among_all_accounts_loads_the_pages_too(
    tmp_path: Path, sandbox: SandboxProcess
) -> None:
    async with without_key(tmp_path, sandbox) as harness:
        page = harness.navigation.page
        assert isinstance(page, TopUpsPage)
        await page.tasks.join("load")
        assert not page.history.is_reported()
        harness.window.accounts_requested.emit()
        managed = harness.dialog(AccountsDialog)
        buttons = {name_of(one): one for one in managed.findChildren(QAbstractButton)}
        buttons["Change the key of Work"].click()
        dialog = harness.dialog(KeyDialog)
        dialog.key.setText(sandbox.api_key)
        dialog.save.click()
        await dialog.tasks.join()
        await page.tasks.join("load")
        assert page.history.is_reported()


async def test_a_refused_key_is_said_once_for_all_pages_and_leads_to_the_account(tmp_path: Path) -> None:
    with start_sandbox("--scale", "demo") as sandbox:
        async with account_harness(tmp_path, MemoryKeyring()) as harness:
            await harness.connect(sandbox, "Work")
            page = harness.navigation.page
            assert isinstance(page, TopUpsPage)
            await page.tasks.join("load")
            rows = page.model.rowCount()
            await harness.services.accounts.change_key(harness.navigation.account_id, sandbox.api_key)
            opened = await harness.services.accounts.open(harness.navigation.account_id)
            opened.topups._api._transport.use_key("another-key-of-some-length")
            page.load()
            await until(harness.window.account_banner.isVisible)
            assert "refuses this account's API key" in message_of(harness.window.account_banner)
            await until(lambda: not page.tasks.is_running("load"))
            assert not page.banner.isVisible(), "it is said once"
            assert page.model.rowCount() == rows
            assert (
                harness.services.accounts.key_status(harness.navigation.account_id).storage
                is KeyStorage.KEYRING
            )
            page.tasks.cancel_all()


def test_a_masked_key_is_in_no_accessible_text(qapp: QWidget) -> None:
    form = ConnectForm(cast("Any", None), lambda: "pasted-key")
    form.key.setText("a-secret-canary")
    assert "canary" not in form.key.displayText()
    assert form.key.is_masked()
    form.deleteLater()
