"""Removing accounts, in the window and by commands meanwhile: what was open of one goes with it."""

from __future__ import annotations

import gc
import weakref
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from keyring.errors import KeyringLocked
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog

from app.errors import AccountRemovedError
from support.accessible import name_of
from support.account_harness import AccountHarness, account_harness, button
from support.account_process import Oracle
from support.account_services import MemoryKeyring, places_in, running
from support.shown import error_of, message_of
from support.waiting import until
from ui.pages.accounts.accounts_dialog import AccountsDialog
from ui.pages.accounts.dialogs import EditAccountDialog
from ui.pages.topups.new_dialog import NewTopUpDialog
from ui.pages.topups.page import TopUpsPage
from ui.widgets.overlays.dialog import ConfirmDialog
from ui.widgets.overlays.palette_card import PaletteCard
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from support.account_harness import Sandboxes


class LockedAfterOne(MemoryKeyring):
    """A keyring that is locked once a key was deleted."""

    def delete_password(self, service: str, username: str) -> None:
        super().delete_password(service, username)
        self.error = KeyringLocked()


async def remove_home(harness: AccountHarness) -> None:
    harness.window.accounts_requested.emit()
    managed = harness.dialog(AccountsDialog)
    button(managed, "Remove Home").click()
    harness.dialog(ConfirmDialog).accept()
    await harness.navigation.dialogs.removal.tasks.join()
    await harness.navigation.tasks.join()


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
        await harness.connect_both(sandboxes)
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
        await harness.connect_both(sandboxes)
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
            await harness.connect_both(sandboxes)
            oracle.set_faults({"route": "GET /v1/*", "kind": "delay", "seconds": 5, "every": True})
            harness.navigation.router.search_all_locations()
            await remove_home(harness)
            oracle.set_faults()
            await harness.navigation.tasks.join("when loaded")
    assert not crashes


@pytest.mark.parametrize("kind", [NewTopUpDialog, PaletteCard])
async def test_what_is_open_of_an_account_goes_when_a_command_removes_it(
    sandboxes: Sandboxes, tmp_path: Path, kind: type[QWidget]
) -> None:
    ring = MemoryKeyring()
    async with account_harness(tmp_path, ring) as harness:
        await harness.connect_both(sandboxes)
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
        await harness.connect_both(sandboxes)
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
        await harness.connect_both(sandboxes)
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
        await harness.connect_both(sandboxes)
        assert harness.shown_name().startswith("Home")
        await remove_home(harness)
        assert harness.shown_name().startswith("Work")
        assert not harness.navigation.welcome.isVisible()


async def test_the_open_account_is_removed_while_the_settings_cover_it(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    async with account_harness(tmp_path, MemoryKeyring()) as harness:
        await harness.connect_both(sandboxes)
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
        await harness.connect_both(sandboxes)
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
        await harness.connect_both(sandboxes)
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
