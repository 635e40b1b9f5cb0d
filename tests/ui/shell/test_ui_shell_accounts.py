"""Connecting, switching, renaming and removing accounts, as a person does it in the window."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from keyring.errors import KeyringLocked
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog
from shiboken6 import isValid

from app.errors import AccountRemovedError
from app.models.keys import KeyStorage
from app.storage.settings import SavedAccount, SavedSettings, SettingsFile
from support.accessible import name_of
from support.account_harness import AccountHarness, account_harness
from support.account_process import Oracle
from support.account_services import MemoryKeyring, places_in, running
from support.raw_server import RawServer, Reply
from support.shown import error_of, message_of
from support.waiting import until
from tollhouse_sandbox.process import SandboxProcess, start_sandbox
from ui.pages.accounts.accounts_dialog import AccountsDialog
from ui.pages.accounts.connect import ConnectDialog
from ui.pages.accounts.dialogs import EditAccountDialog, KeyDialog
from ui.pages.topups.new_dialog import NewTopUpDialog
from ui.pages.topups.page import TopUpsPage
from ui.widgets.overlays.dialog import ConfirmDialog
from ui.widgets.overlays.palette_card import PaletteCard
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    Sandboxes = tuple[SandboxProcess, SandboxProcess]


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[Sandboxes]:
    with start_sandbox("--scale", "empty") as one, start_sandbox("--scale", "empty") as other:
        yield one, other


class LockedAfterOne(MemoryKeyring):
    """A keyring that is locked once a key was deleted."""

    def delete_password(self, service: str, username: str) -> None:
        super().delete_password(service, username)
        self.error = KeyringLocked()


def button(dialog: QWidget, name: str) -> QAbstractButton:
    """Returns the button of this name."""
    (found,) = [
        one for one in dialog.findChildren(QAbstractButton) if name_of(one) == name and not one.isHidden()
    ]
    return found


async def connect_both(harness: AccountHarness, sandboxes: Sandboxes) -> None:
    """Connects 'Work' and 'Home', of which the last is open."""
    for sandbox, name in zip(sandboxes, ("Work", "Home"), strict=True):
        harness.navigation.show_welcome()
        await harness.connect(sandbox, name)


async def remove_home(harness: AccountHarness) -> None:
    harness.window.accounts_requested.emit()
    managed = harness.dialog(AccountsDialog)
    button(managed, "Remove Home").click()
    harness.dialog(ConfirmDialog).accept()
    await harness.navigation.dialogs.removal.tasks.join()
    await harness.navigation.tasks.join()


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


@pytest.mark.parametrize("action", ["Remove", "Edit"])
async def test_an_account_that_was_removed_while_it_is_managed_goes_when_it_is_touched(
    sandboxes: Sandboxes, tmp_path: Path, action: str
) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        await harness.connect(sandboxes[0], "Work")
        harness.window.accounts_requested.emit()
        managed = harness.dialog(AccountsDialog)
        await harness.services.accounts.remove(harness.navigation.account_id)
        button(managed, f"{action} Work").click()
        if action == "Remove":
            harness.dialog(ConfirmDialog).accept()
            await harness.navigation.dialogs.removal.tasks.join()
            assert "removed in the meantime" in message_of(managed.banner)
        else:
            edit = harness.dialog(EditAccountDialog)
            edit.name.setText("Office")
            button(edit, "Save").click()
            await edit.tasks.join()
            assert "removed in the meantime" in error_of(edit.name_field)
            edit.reject()
        await until(lambda: "Edit Work" not in map(name_of, managed.findChildren(QAbstractButton)))
        assert harness.navigation.welcome.isVisible()


async def test_an_account_that_a_command_removed_is_closed(sandboxes: Sandboxes, tmp_path: Path) -> None:
    ring = MemoryKeyring()
    async with account_harness(tmp_path, ring) as harness:
        await connect_both(harness, sandboxes)
        await until(lambda: len(harness.navigation.pollers.tasks.names()) == 4)
        async with running(tmp_path, lambda: ring) as terminal:
            work, home = (one.id for one in terminal.accounts.known()[:2])
            # One after the other: each change replaces the file that is watched.
            await terminal.accounts.remove(work)
            await until(lambda: not harness.navigation.pollers.tasks.is_running(work))
            assert harness.shown_name().startswith("Home")
            await terminal.accounts.remove(home)
        await until(harness.navigation.welcome.isVisible)
        await harness.navigation.tasks.join()
        assert "Home" in message_of(harness.form.banner)
        assert not harness.navigation.pollers.tasks.is_running(home)
        for account_id in (work, home):
            with pytest.raises(AccountRemovedError):
                await harness.services.accounts.open(account_id)


async def test_who_leaves_all_accounts_while_a_command_removes_the_open_one_comes_to_another(
    sandboxes: Sandboxes, tmp_path: Path, crashes: list[BaseException]
) -> None:
    ring = MemoryKeyring()
    async with account_harness(tmp_path, ring) as harness:
        await connect_both(harness, sandboxes)
        await until(lambda: len(harness.navigation.pollers.tasks.names()) == 4)
        accounts, home = harness.services.accounts, harness.navigation.account_id
        harness.window.overview_requested.emit()
        # What is done with it at that moment, such as reading its key, ends first.
        async with accounts._turns[home]:
            async with running(tmp_path, lambda: ring) as terminal:
                await terminal.accounts.remove(home, leave_key=True)
            await until(lambda: home not in [one.id for one in accounts.known()])
            harness.window.tab_chosen.emit("subscriptions")
        await until(lambda: harness.shown_name().startswith("Work"))
        await harness.navigation.tasks.join()
        page = harness.navigation.page
        assert page is not None
        assert "Home" in message_of(page.banner)
    assert not crashes


async def test_what_is_to_be_shown_once_it_is_loaded_ends_with_its_account(
    sandboxes: Sandboxes, tmp_path: Path, crashes: list[BaseException]
) -> None:
    with closing(Oracle(sandboxes[1])) as oracle:
        async with account_harness(tmp_path, MemoryKeyring()) as harness:
            await connect_both(harness, sandboxes)
            oracle.set_faults({"route": "GET /v1/*", "kind": "delay", "seconds": 5, "every": True})
            harness.navigation.router.search_all_locations()
            await remove_home(harness)
            oracle.set_faults()
            await harness.navigation.tasks.join("when loaded")
    assert not crashes


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


@pytest.mark.parametrize("kind", [NewTopUpDialog, PaletteCard])
async def test_what_is_open_of_an_account_goes_when_a_command_removes_it(
    sandboxes: Sandboxes, tmp_path: Path, kind: type[QWidget]
) -> None:
    ring = MemoryKeyring()
    async with account_harness(tmp_path, ring) as harness:
        await connect_both(harness, sandboxes)
        if kind is PaletteCard:
            harness.window.palette_requested.emit()
        else:
            harness.navigation.router.open_new_topup()
        await until(lambda: harness.dialog(kind))
        async with running(tmp_path, lambda: ring) as terminal:
            await terminal.accounts.remove(harness.navigation.account_id)
        await until(lambda: harness.shown_name().startswith("Work"))
        await harness.navigation.tasks.join()
        page = harness.navigation.page
        assert page is not None
        assert "Home" in message_of(page.banner)
        dialogs = [one for one in QApplication.topLevelWidgets() if isinstance(one, kind)]
        assert not [one for one in dialogs if one.isVisible()]


async def test_the_command_palette_keeps_nothing_of_an_account_that_was_removed(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        await connect_both(harness, sandboxes)
        session = harness.navigation.router.session()
        assert session is not None
        store = weakref.ref(session.topup_store)
        harness.window.palette_requested.emit()
        await harness.navigation.palette.finish_search()
        harness.dialog(PaletteCard).reject()
        del session
        await remove_home(harness)
        await until(lambda: harness.shown_name().startswith("Work"))
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        assert store() is None


async def test_a_file_of_an_account_is_not_asked_for_when_a_command_has_removed_it(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    ring = MemoryKeyring()
    async with account_harness(tmp_path, ring) as harness:
        await connect_both(harness, sandboxes)
        page = harness.navigation.page
        assert isinstance(page, TopUpsPage)
        harness.navigation.router.context.save_file(
            harness.window, page.tasks, title="Save", name="a.pdf", content=b"a", message="Saved"
        )
        chosen = harness.dialog(QFileDialog)
        gone: list[int] = []
        chosen.finished.connect(gone.append)
        async with running(tmp_path, lambda: ring) as terminal:
            await terminal.accounts.remove(harness.navigation.account_id)
        await until(lambda: harness.shown_name().startswith("Work"))
        await harness.navigation.tasks.join()
        assert gone == [QFileDialog.DialogCode.Rejected]


async def test_who_removes_an_account_is_asked_about_changes_under_way(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        await harness.connect(sandboxes[0], "Work")
        may_end = await harness.begin_changes()
        harness.window.accounts_requested.emit()
        managed = harness.dialog(AccountsDialog)
        button(managed, "Remove Work").click()
        question = harness.dialog(ConfirmDialog)
        texts = " ".join(label.shown_text() for label in question.findChildren(Label))
        assert "Still under way: Setting caps: 0 of 2." in texts
        question.reject()
        may_end.set()
        page = harness.navigation.page
        assert page is not None
        await page.tasks.join("run")
        button(managed, "Remove Work").click()
        question = harness.dialog(ConfirmDialog)
        texts = " ".join(label.shown_text() for label in question.findChildren(Label))
        assert "under way" not in texts


@pytest.mark.parametrize("begins_damaged", [False, True])
async def test_another_account_is_opened_when_the_open_one_is_removed(
    sandboxes: Sandboxes, tmp_path: Path, *, begins_damaged: bool
) -> None:
    if begins_damaged:
        (places_in(tmp_path).data / "settings.json").write_bytes(b'{"version": 2')
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        await connect_both(harness, sandboxes)
        assert harness.shown_name().startswith("Home")
        await remove_home(harness)
        assert harness.shown_name().startswith("Work")
        assert not harness.navigation.welcome.isVisible()


async def test_the_open_account_is_removed_while_the_settings_cover_it(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        await connect_both(harness, sandboxes)
        harness.window.settings_requested.emit()
        await remove_home(harness)
        assert harness.shown_name().startswith("Work")
        page = harness.navigation.page
        assert page is not None
        assert page.isVisible()


async def test_the_keyboard_stays_in_the_list_when_an_account_is_removed(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        await connect_both(harness, sandboxes)
        harness.window.accounts_requested.emit()
        managed = harness.dialog(AccountsDialog)
        for name, poller in (("Work", "Edit Home"), ("Home", "Add an account")):
            remove = button(managed, f"Remove {name}")
            remove.setFocus()
            remove.click()
            harness.dialog(ConfirmDialog).accept()
            await harness.navigation.dialogs.removal.tasks.join()
            holder = managed.focusWidget()
            assert holder is not None
            assert name_of(holder) == poller


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


async def test_deleting_everything_leaves_no_file_and_ends_the_app(
    tmp_path: Path, sandboxes: Sandboxes
) -> None:
    ring = MemoryKeyring()
    closed: list[bool] = []
    async with account_harness(tmp_path, ring) as harness:
        await harness.connect(sandboxes[0], "Work")
        harness.window.closed.connect(lambda: closed.append(True))
        harness.window.accounts_requested.emit()
        button(harness.dialog(AccountsDialog), "Delete everything").click()
        harness.dialog(ConfirmDialog).accept()
        await harness.navigation.dialogs.tasks.join()
        assert ring.kept == {}
    assert closed
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]  # noqa: ASYNC240 (a test)


async def test_nothing_is_loaded_or_saved_any_more_after_everything_was_deleted(
    tmp_path: Path, sandboxes: Sandboxes
) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        await harness.connect(sandboxes[0], "Work")
        harness.navigation.dialogs.ask_deletion()
        harness.dialog(ConfirmDialog).accept()
        await harness.navigation.dialogs.tasks.join()
        for tab in ("topups", "locations"):
            harness.window.tab_chosen.emit(tab)
            page = harness.navigation.page
            assert page is not None
            page.load()
            assert not page.tasks.names()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]  # noqa: ASYNC240 (a test)


async def test_a_keyring_that_is_locked_between_two_keys_has_not_kept_all_of_them(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    ring = LockedAfterOne()
    async with account_harness(tmp_path, ring) as harness:
        await connect_both(harness, sandboxes)
        harness.navigation.dialogs.ask_deletion()
        button(harness.dialog(ConfirmDialog), "Delete everything").click()
        await harness.navigation.dialogs.tasks.join()
        assert len(ring.kept) == 1
        question = harness.dialog(ConfirmDialog)
        text = question.text.shown_text()
        assert text.startswith("The API key could not be removed from the keyring, so the account stays.")
        assert "The keyring is locked. Your accounts and files are still here." in text
        question.reject()
        assert [account.name for account in harness.services.accounts.known()][:2] == ["Work", "Home"]


async def test_a_keyring_that_is_unlocked_for_an_account_is_so_for_the_others(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    ring = MemoryKeyring()
    async with account_harness(tmp_path, ring) as harness:
        await connect_both(harness, sandboxes)
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
