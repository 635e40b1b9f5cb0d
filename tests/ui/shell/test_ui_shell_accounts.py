"""Connecting, switching, renaming, losing and removing accounts, as a person does it in the window."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import keyring.errors
import pytest
from PySide6.QtWidgets import QApplication, QWidget

from app.models.keys import KeyPlace
from support.account_services import MemoryKeyring, running
from support.sandbox_process import SandboxProcess, start_sandbox
from ui.clipboard import Clipboard
from ui.eventloop import cancel_others
from ui.links import Links
from ui.pages.accounts.accounts_dialog import AccountsDialog
from ui.pages.accounts.connect_dialog import ConnectDialog
from ui.pages.accounts.connect_form import ConnectForm, ConnectInput
from ui.pages.accounts.edit_dialog import EditAccountDialog
from ui.pages.accounts.key_dialog import KeyDialog
from ui.pages.topups.page import TopUpsPage
from ui.shell.navigation import Navigation
from ui.shell.window import MainWindow
from ui.widgets.confirm_dialog import ConfirmDialog

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
    from pathlib import Path

    from app.bootstrap import Services


class Desk:
    """The window with its navigation, and what a person does in it."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.window = MainWindow()
        self.window.show()
        self.navigation = Navigation(self.window, services, clipboard=Clipboard(self.window), links=Links())

    @property
    def form(self) -> ConnectForm:
        return self.navigation.welcome.form

    async def connect(self, sandbox: SandboxProcess, name: str = "", key: str = "") -> None:
        """Fills the form of the welcome page in and presses 'Connect'."""
        self.fill(self.form, sandbox.base_url, key or sandbox.api_key, name)
        self.form.connect_button.click()
        await self.navigation.tasks.join()

    def fill(self, form: ConnectForm, address: str, key: str, name: str = "") -> None:
        form.address.setText(address)
        form.key.setText(key)
        form.name.setText(name)

    def dialog(self, kind: type[Any]) -> Any:
        found = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, kind)]
        shown = [widget for widget in found if widget.isVisible()]
        assert shown, f"no {kind.__name__} is open"
        return shown[-1]

    def shown_name(self) -> str:
        return self.window.account_button.accessibleDescription()

    async def until(self, fact: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not fact():  # noqa: ASYNC110 (Qt has no event to wait for here)
                await asyncio.sleep(0.01)


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[tuple[SandboxProcess, SandboxProcess]]:
    with start_sandbox("--scale", "empty") as one, start_sandbox("--scale", "empty") as other:
        yield one, other


@asynccontextmanager
async def desk_in(folder: Path, ring: MemoryKeyring | None) -> AsyncIterator[Desk]:
    async with running(folder, lambda: ring) as services:
        desk = Desk(services)
        try:
            yield desk
        finally:
            desk.window.close()
            await cancel_others()
            desk.window.deleteLater()


def on_desk(
    run: Callable[[Coroutine[Any, Any, Any]], Any],
    folder: Path,
    story: Callable[[Desk], Coroutine[Any, Any, None]],
    ring: MemoryKeyring | None,
) -> None:
    async def main() -> None:
        async with desk_in(folder, ring) as desk:
            await story(desk)

    run(main())


Sandboxes = tuple[SandboxProcess, SandboxProcess]
Runner = Any


def test_a_first_start_welcomes_and_connects(run: Runner, tmp_path: Path, sandboxes: Sandboxes) -> None:
    ring = MemoryKeyring()

    async def story(desk: Desk) -> None:
        desk.navigation.open_first(demo=False)
        assert desk.navigation.welcome.isVisible()
        await desk.connect(sandboxes[0], "Work")
        assert isinstance(desk.navigation.page, TopUpsPage)
        assert desk.shown_name().startswith("Work")
        assert not desk.window.key_badge.isVisible()
        assert list(ring.kept.values()) == [sandboxes[0].api_key]
        assert desk.form.key.text() == ""

    on_desk(run, tmp_path, story, ring)


def test_the_last_account_opens_at_the_next_start(run: Runner, tmp_path: Path, sandboxes: Sandboxes) -> None:
    ring = MemoryKeyring()

    async def first(desk: Desk) -> None:
        await desk.connect(sandboxes[0], "Work")

    async def second(desk: Desk) -> None:
        desk.navigation.open_first(demo=False)
        await desk.navigation.tasks.join("open")
        assert desk.shown_name().startswith("Work")

    on_desk(run, tmp_path, first, ring)
    on_desk(run, tmp_path, second, ring)


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
def test_what_is_wrong_stands_beside_its_field(  # noqa: PLR0917 (a table)
    run: Runner, tmp_path: Path, sandboxes: Sandboxes, address: str, key: str, field: str, words: str
) -> None:
    ring = MemoryKeyring()

    async def story(desk: Desk) -> None:
        desk.navigation.show_welcome()
        desk.fill(desk.form, address.replace("SANDBOX", sandboxes[0].base_url), key)
        desk.form.connect_button.click()
        await desk.navigation.tasks.join()
        shown = desk.form.address_field if field == "address" else desk.form.key_field
        assert words.casefold() in shown.error_text().casefold()
        assert desk.form.key.text() == key
        assert desk.navigation.page is None
        assert ring.kept == {}

    on_desk(run, tmp_path, story, ring)


def test_an_address_where_nobody_answers_is_said_so(run: Runner, tmp_path: Path) -> None:
    async def story(desk: Desk) -> None:
        desk.navigation.show_welcome()
        desk.fill(desk.form, "http://127.0.0.1:9", "k" * 20)
        desk.form.connect_button.click()
        await desk.navigation.tasks.join()
        assert "No connection" in desk.form.banner.shown_text()

    on_desk(run, tmp_path, story, MemoryKeyring())


@pytest.mark.parametrize("ring", [None, "failing"])
def test_without_a_keyring_a_badge_lasts_and_the_key_can_be_kept_later(
    run: Runner, tmp_path: Path, sandboxes: Sandboxes, ring: str | None
) -> None:
    memory = MemoryKeyring()
    memory.error = keyring.errors.KeyringError("broken")

    async def story(desk: Desk) -> None:
        await desk.connect(sandboxes[0], "Work")
        assert isinstance(desk.navigation.page, TopUpsPage)
        assert desk.window.key_badge.isVisible()
        assert desk.window.key_badge.label_text() == "Key not saved"
        assert not any(sandboxes[0].api_key in text_of(path) for path in files(tmp_path))
        if ring is None:
            return
        memory.error = None
        desk.window.key_badge.click()
        dialog = desk.dialog(KeyDialog)
        dialog.again.click()
        await dialog.tasks.join()
        assert not desk.window.key_badge.isVisible()
        assert list(memory.kept.values()) == [sandboxes[0].api_key]

    on_desk(run, tmp_path, story, None if ring is None else memory)


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def text_of(path: Path) -> str:
    """Returns what a file holds; a database's journal may be gone by now."""
    try:
        return path.read_text("latin-1")
    except FileNotFoundError:
        return ""


def test_a_key_that_is_gone_is_asked_for_and_the_pages_go_on(
    run: Runner, tmp_path: Path, sandboxes: Sandboxes
) -> None:
    ring = MemoryKeyring()

    async def first(desk: Desk) -> None:
        await desk.connect(sandboxes[0], "Work")

    async def second(desk: Desk) -> None:
        desk.navigation.open_first(demo=False)
        await desk.navigation.tasks.join("open")
        assert desk.window.account_banner.isVisible()
        assert "needs its API key" in desk.window.account_banner.shown_text()
        desk.window.account_banner.acted.emit()
        dialog = desk.dialog(KeyDialog)
        dialog.key.setText(sandboxes[0].api_key)
        dialog.save.click()
        await dialog.tasks.join()
        assert not desk.window.account_banner.isVisible()
        page = desk.navigation.page
        assert isinstance(page, TopUpsPage)
        await page.tasks.join("load")
        assert not page.banner.isVisible()

    on_desk(run, tmp_path, first, ring)
    ring.kept.clear()
    on_desk(run, tmp_path, second, ring)


def test_two_accounts_are_switched_at_once_and_added_from_the_menu(
    run: Runner, tmp_path: Path, sandboxes: Sandboxes
) -> None:
    async def story(desk: Desk) -> None:
        await desk.connect(sandboxes[0], "Work")
        desk.window.menu.add_wanted.emit()
        dialog = desk.dialog(ConnectDialog)
        desk.fill(dialog.form, sandboxes[1].base_url + "/v1/", sandboxes[1].api_key, "Home")
        dialog.form.connect_button.click()
        await dialog.tasks.join()
        await desk.navigation.tasks.join("open")
        assert desk.shown_name().startswith("Home")
        names = [account.name for account in desk.services.accounts.known()]
        assert names == ["Work", "Home", "Demo account"]
        work = desk.services.accounts.known()[0].id
        desk.window.menu.account_chosen.emit(work)
        await desk.navigation.tasks.join("open")
        assert desk.shown_name().startswith("Work")

    on_desk(run, tmp_path, story, MemoryKeyring())


def test_an_account_is_renamed_and_removed_with_its_key(
    run: Runner, tmp_path: Path, sandboxes: Sandboxes
) -> None:
    ring = MemoryKeyring()

    async def story(desk: Desk) -> None:
        await desk.connect(sandboxes[0], "Work")
        desk.window.menu.management_wanted.emit()
        managed = desk.dialog(AccountsDialog)
        row = managed.body.itemAt(2).layout().itemAt(0).widget()
        row.edit_wanted.emit()
        edit = desk.dialog(EditAccountDialog)
        edit.name.setText("Office")
        edit.tasks.start("save", edit._save())
        await edit.tasks.join()
        assert desk.shown_name().startswith("Office")
        row = managed.body.itemAt(2).layout().itemAt(0).widget()
        row.removal_wanted.emit()
        desk.dialog(ConfirmDialog).accept()
        await managed.tasks.join()
        assert ring.kept == {}
        assert [account.name for account in desk.services.accounts.known()] == ["Demo account"]
        assert desk.navigation.welcome.isVisible()

    on_desk(run, tmp_path, story, ring)


def test_deleting_everything_leaves_no_file_and_ends_the_app(
    run: Runner, tmp_path: Path, sandboxes: Sandboxes
) -> None:
    ring = MemoryKeyring()
    closed: list[bool] = []

    async def story(desk: Desk) -> None:
        await desk.connect(sandboxes[0], "Work")
        desk.window.closed.connect(lambda: closed.append(True))
        desk.window.menu.management_wanted.emit()
        desk.dialog(AccountsDialog).deletion_wanted.emit()
        await desk.navigation.dialogs.tasks.join()
        assert ring.kept == {}

    on_desk(run, tmp_path, story, ring)
    assert closed
    assert files(tmp_path) == []


def test_a_refused_key_is_said_once_for_all_pages_and_leads_to_the_account(
    run: Runner, tmp_path: Path
) -> None:
    with start_sandbox("--scale", "demo") as sandbox:

        async def story(desk: Desk) -> None:
            await desk.connect(sandbox, "Work")
            page = desk.navigation.page
            assert isinstance(page, TopUpsPage)
            await page.tasks.join("load")
            rows = page.model.rowCount()
            await desk.services.accounts.change_key(desk.navigation.account_id, sandbox.api_key)
            opened = await desk.services.accounts.open(desk.navigation.account_id)
            opened.topups._api._transport.use_key("another-key-of-some-length")
            page.load()
            await desk.until(desk.window.account_banner.isVisible)
            assert "refuses this account's API key" in desk.window.account_banner.shown_text()
            assert page.model.rowCount() == rows
            assert desk.services.accounts.key_status(desk.navigation.account_id).place is KeyPlace.KEYRING
            page.tasks.cancel_all()

        on_desk(run, tmp_path, story, MemoryKeyring())


def test_a_masked_key_is_in_no_accessible_text(qapp: QWidget) -> None:
    form = ConnectForm(lambda: "pasted-key")
    form.key.setText("a-secret-canary")
    assert "canary" not in form.key.displayText()
    assert form.key.is_masked()
    assert "canary" not in repr(ConnectInput("n", "a", "a-secret-canary"))
    form.deleteLater()
