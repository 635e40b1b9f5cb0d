"""Connecting, switching and changing accounts, as a person does it in the window."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from keyring.errors import KeyringLocked
from shiboken6 import isValid

from app.models.keys import KeyStorage
from app.storage.settings import SavedAccount, SavedSettings, SettingsFile
from support.accessible import name_of
from support.account_harness import account_harness, button
from support.account_services import MemoryKeyring, places_in, running
from support.raw_server import RawServer, Reply
from support.shown import error_of, message_of
from support.waiting import until
from ui.pages.accounts.accounts_dialog import AccountsDialog
from ui.pages.accounts.connect import ConnectDialog
from ui.pages.accounts.dialogs import EditAccountDialog, KeyDialog
from ui.pages.topups.page import TopUpsPage
from ui.widgets.overlays.dialog import ConfirmDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from support.account_harness import Sandboxes
    from tollhouse_sandbox.process import SandboxProcess


async def test_a_first_start_welcomes_and_connects(sandboxes: Sandboxes, tmp_path: Path) -> None:
    ring = MemoryKeyring()
    async with account_harness(tmp_path, ring) as harness:
        harness.navigation.open_first(demo=False)
        assert harness.navigation.welcome.isVisible()
        await harness.connect(sandboxes[0], "Work")
        assert isinstance(harness.navigation.page, TopUpsPage)
        assert harness.shown_name().startswith("Work")
        assert not harness.window.key_badge.isVisible()
        assert list(ring.kept.values()) == [sandboxes[0].api_key]
        assert harness.form.key.text() == ""


async def test_the_welcome_page_needs_no_scrolling_in_the_usual_window(tmp_path: Path) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        harness.window.resize(1180, 760)
        harness.navigation.open_first(demo=False)
        await asyncio.sleep(0.01)  # it is laid out
        assert harness.navigation.welcome.isVisible()
        assert harness.navigation.welcome.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize("height", [600, 760])
async def test_a_first_start_has_the_demo_in_sight(tmp_path: Path, height: int) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        harness.window.resize(800, height)
        harness.navigation.open_first(demo=False)
        await asyncio.sleep(0.01)  # it is laid out
        demo = harness.navigation.welcome.open_demo
        assert demo.visibleRegion().boundingRect() == demo.rect()


async def test_the_last_account_opens_at_the_next_start(tmp_path: Path, sandboxes: Sandboxes) -> None:
    ring = MemoryKeyring()

    async with account_harness(tmp_path, ring) as harness:
        await harness.connect(sandboxes[0], "Work")
    async with account_harness(tmp_path, ring) as harness:
        harness.navigation.open_first(demo=False)
        await harness.navigation.tasks.join("open")
        assert harness.shown_name().startswith("Work")


async def test_accounts_that_a_command_connected_are_opened(tmp_path: Path, sandboxes: Sandboxes) -> None:
    ring = MemoryKeyring()
    async with account_harness(tmp_path, ring) as harness:
        for name, sandbox in zip(("Work", "Home"), sandboxes, strict=False):
            await harness.services.accounts.connect(name, sandbox.base_url, sandbox.api_key)
        harness.navigation.open_first(demo=False)
        await harness.navigation.tasks.join()
        assert harness.shown_name().startswith("Work")


@pytest.mark.parametrize(
    ("address", "key", "field", "words"),
    [
        ("", "k" * 20, "address", "address"),
        ("http://example.com", "k" * 20, "address", "https://"),
        ("https://user:pw@example.com", "k" * 20, "address", "address"),
        ("SANDBOX", "", "key", "key"),
        ("SANDBOX", "with space", "key", "key"),
        ("SANDBOX", "a-wrong-key-of-some-length", "key", "refuses this API key"),
    ],
)
async def test_what_is_wrong_stands_beside_its_field(  # noqa: PLR0917 (a table)
    sandboxes: Sandboxes, address: str, key: str, field: str, words: str, tmp_path: Path
) -> None:
    ring = MemoryKeyring()
    async with account_harness(tmp_path, ring) as harness:
        harness.navigation.show_welcome()
        harness.fill(harness.form, address.replace("SANDBOX", sandboxes[0].base_url), key)
        harness.form.connect_button.click()
        await harness.form.tasks.join()
        shown = harness.form.address_field if field == "address" else harness.form.key_field
        assert words.casefold() in error_of(shown).casefold()
        assert harness.form.key.text() == key
        assert harness.navigation.page is None
        assert ring.kept == {}


async def test_an_address_where_nobody_answers_is_said_so(tmp_path: Path) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        harness.navigation.show_welcome()
        harness.fill(harness.form, "http://127.0.0.1:9", "k" * 20)
        harness.form.connect_button.click()
        await harness.form.tasks.join()
        assert "Nothing responds at this address" in message_of(harness.form.banner)


@pytest.mark.parametrize("is_dialog", [False, True], ids=["welcome", "dialog"])
async def test_waiting_for_a_service_that_hangs_can_be_cancelled(tmp_path: Path, *, is_dialog: bool) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        async with RawServer([Reply(hang=True)]) as server:
            harness.navigation.show_welcome()
            if is_dialog:
                harness.navigation.dialogs.add()
            form = harness.dialog(ConnectDialog).form if is_dialog else harness.form
            harness.fill(form, server.base_url, "k" * 20)
            form.connect_button.click()
            await until(lambda: server.requests)
            assert form.cancel.isVisible()
            form.cancel.click()
            if is_dialog:
                await until(lambda: not isValid(form))
            else:
                await until(lambda: not form.cancel.isVisible())
                assert form.connect_button.isEnabled()
                assert form.key.text() == "k" * 20
        assert [account.name for account in harness.services.accounts.known()] == ["Demo account"]


async def test_all_that_is_missing_is_marked_and_the_first_has_the_keyboard(tmp_path: Path) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        harness.navigation.show_welcome()
        harness.form.connect_button.click()
        await harness.form.tasks.join()
        assert error_of(harness.form.address_field)
        assert error_of(harness.form.key_field)
        assert harness.window.focusWidget() is harness.form.address


async def test_a_computer_without_a_keyring_says_so_before_the_key_is_entered(tmp_path: Path) -> None:

    async with account_harness(tmp_path) as harness:
        harness.navigation.show_welcome()
        await harness.form.tasks.join()
        assert "This computer has no keyring." in harness.form.key.accessibleDescription()
        assert "is lost when you quit" in harness.form.key.accessibleDescription()
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        harness.navigation.show_welcome()
        await harness.form.tasks.join()
        assert "Stored in your system keyring" in harness.form.key.accessibleDescription()


async def test_two_accounts_are_switched_at_once_and_added_from_the_menu(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        await harness.connect(sandboxes[0], "Work")
        harness.window.new_account_requested.emit()
        dialog = harness.dialog(ConnectDialog)
        harness.fill(dialog.form, sandboxes[1].base_url + "/v1/", sandboxes[1].api_key, "Home")
        dialog.form.connect_button.click()
        await dialog.form.tasks.join()
        await harness.navigation.tasks.join("open")
        assert harness.shown_name().startswith("Home")
        names = [account.name for account in harness.services.accounts.known()]
        assert names == ["Work", "Home", "Demo account"]
        work = harness.services.accounts.known()[0].id
        harness.window.account_chosen.emit(work)
        await harness.navigation.tasks.join("open")
        assert harness.shown_name().startswith("Work")


async def test_an_account_is_renamed_and_removed_with_its_key(sandboxes: Sandboxes, tmp_path: Path) -> None:
    ring = MemoryKeyring()
    async with account_harness(tmp_path, ring) as harness:
        await harness.connect(sandboxes[0], "Work")
        harness.window.accounts_requested.emit()
        managed = harness.dialog(AccountsDialog)
        button(managed, "Edit Work").click()
        edit = harness.dialog(EditAccountDialog)
        edit.name.setText("Office")
        button(edit, "Save").click()
        await edit.tasks.join()
        assert harness.shown_name().startswith("Office")
        button(managed, "Remove Office").click()
        harness.dialog(ConfirmDialog).accept()
        await harness.navigation.dialogs.removal.tasks.join()
        assert ring.kept == {}
        assert [account.name for account in harness.services.accounts.known()] == ["Demo account"]
        assert harness.navigation.welcome.isVisible()
        shown = [label.shown_text() for label in harness.window.status_bar.findChildren(Label)]
        assert not any("Connected" in text or "Connecting" in text for text in shown), shown


async def test_an_account_with_a_color_of_a_newer_version_is_edited(tmp_path: Path) -> None:
    account = SavedAccount("acc_0123456789abcdef", "Work", "http://127.0.0.1:9", "teal")
    SettingsFile(places_in(tmp_path).settings).save(SavedSettings((account,)))
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        harness.navigation.open_first(demo=False)
        await harness.navigation.tasks.join("open")
        harness.navigation.dialogs.manage()
        button(harness.dialog(AccountsDialog), "Edit Work").click()
        harness.dialog(EditAccountDialog).reject()


async def test_an_account_that_a_command_adds_is_in_the_switcher_at_once(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    ring = MemoryKeyring()
    async with account_harness(tmp_path, ring) as harness:
        await harness.connect(sandboxes[0], "Work")
        async with running(tmp_path, lambda: ring) as terminal:
            await terminal.accounts.connect("Home", sandboxes[1].base_url, sandboxes[1].api_key)
        names = [one.name for one in terminal.accounts.known()]
        accounts = harness.services.accounts
        await until(lambda: [one.name for one in accounts.known()] == names)
        menu = harness.navigation.account_header.menu
        menu.aboutToShow.emit()
        assert [action.text().partition(" · ")[0] for action in menu.actions() if action.isCheckable()] == [
            "All accounts",
            *names,
        ]


@pytest.mark.parametrize(
    ("name", "kind"), [("Edit Work", EditAccountDialog), ("Change the key of Work", KeyDialog)]
)
async def test_the_keyboard_returns_to_the_button_whose_dialog_is_closed(
    sandboxes: Sandboxes, tmp_path: Path, name: str, kind: type[QWidget]
) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        await harness.connect(sandboxes[0], "Work")
        harness.window.accounts_requested.emit()
        managed = harness.dialog(AccountsDialog)
        opener = button(managed, name)
        opener.setFocus()
        opener.click()
        opened = harness.dialog(kind)
        opened.reject()
        holder = managed.focusWidget()
        assert holder is not None
        assert name_of(holder) == name
        # A window gives the keyboard to nothing hidden when it becomes active.
        assert holder.isVisible()


async def test_a_keyring_that_is_unlocked_for_an_account_is_so_for_the_others(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    ring = MemoryKeyring()
    async with account_harness(tmp_path, ring) as harness:
        await harness.connect_both(sandboxes)
    ring.error = KeyringLocked()
    async with account_harness(tmp_path, ring) as harness:
        accounts = harness.services.accounts
        saved = [account.id for account in accounts.known() if not account.is_demo]
        harness.navigation.open_first(demo=False)
        await until(lambda: {accounts.key_status(one).storage for one in saved} == {KeyStorage.NEEDED})
        ring.error = None
        harness.window.account_banner.acted.emit()
        harness.dialog(KeyDialog).again.click()
        await until(lambda: {accounts.key_status(one).storage for one in saved} == {KeyStorage.KEYRING})


async def test_an_account_without_a_name_is_called_by_its_place_once(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    place = sandbox.base_url.removeprefix("http://")
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        await harness.connect(sandbox)
        assert harness.shown_name() == place
        assert harness.window.account_button.toolTip().count(place) == 1
        harness.navigation.account_header.menu.aboutToShow.emit()
        assert place in [action.text() for action in harness.navigation.account_header.menu.actions()]


async def test_damaged_settings_are_reported_although_the_demo_was_asked_for(tmp_path: Path) -> None:
    folder = places_in(tmp_path).data
    (folder / "settings.json").write_bytes(b'{"version": 2')
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        harness.navigation.open_first(demo=True)
        assert harness.navigation.welcome.isVisible()
        (aside,) = folder.glob("settings.corrupt-*.json")
        assert aside.name in message_of(harness.form.banner)
