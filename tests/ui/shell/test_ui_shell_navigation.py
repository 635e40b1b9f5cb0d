"""Switching between accounts mixes nothing."""

from __future__ import annotations

import asyncio
from copy import copy
from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtWidgets import QWidget

from app.errors import SandboxError
from app.models.keys import KeyStatus, KeyStorage
from app.models.notifications import Notification
from app.models.topup_requests import TopUpDraft
from app.rules.topups.notifications import notification_of
from app.services.accounts.known import Account
from app.services.notifications import Notifications
from app.services.settings import SettingsStore
from app.storage.paths import AppPaths
from app.storage.settings import SavedSettings, SettingsFile
from app.storage.state import State
from support.accessible import name_of
from support.harnesses import closed_after
from support.linked_service import LinkedService
from support.stepped_clock import SteppedClock
from support.waiting import until
from ui.clipboard import Clipboard
from ui.links import Links
from ui.pages.topups.page import TopUpsPage
from ui.shell import navigation
from ui.shell.navigation import Navigation
from ui.shell.window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from app.bootstrap import Services
    from app.services.accounts.session import AccountSession
    from ui.pages.page import Page

ACCOUNTS = (
    Account("work", "Work", "proxy.example", is_demo=False),
    Account("demo", "Demo account", "local sandbox", is_demo=True),
)


def topups_page(page: object) -> TopUpsPage:
    assert isinstance(page, TopUpsPage)
    return page


class TwoAccounts:
    """Two accounts, each on a service of its own; stands for `app.services.accounts.accounts.Accounts`."""

    def __init__(self, folder: Path) -> None:
        self.services: dict[str, LinkedService] = {}
        for account in ACCOUNTS:
            (folder / account.id).mkdir()
            self.services[account.id] = LinkedService(folder / account.id, clock=SteppedClock())
        self.broken = False
        self.listed: tuple[Account, ...] = ACCOUNTS
        self.set_aside = None

    def key_status(self, _account_id: str) -> KeyStatus:
        return KeyStatus(KeyStorage.KEYRING)

    def watch(self, _listener: Callable[[str], None]) -> Callable[[], None]:
        return lambda: None

    async def has_no_keyring(self) -> bool:
        return False

    def stop_waiting_for_keyring(self) -> None:
        pass

    def first(self, *, demo: bool) -> str | None:
        assert not demo
        return next((account.id for account in self.listed if not account.is_demo), None)

    def known(self) -> tuple[Account, ...]:
        return self.listed

    async def close_removed(self) -> tuple[Account, ...]:
        return ()

    async def open(self, account_id: str, *, attended: bool = True) -> AccountSession:
        if self.broken and attended:
            raise SandboxError("F0REIGN")
        account = next(account for account in ACCOUNTS if account.id == account_id)
        session = copy(self.services[account_id].account)
        session.account = account
        if not account.is_demo:
            session.wallet = None
        return session


class Shell:
    def __init__(self, folder: Path) -> None:
        self.accounts = TwoAccounts(folder)
        self.paths = AppPaths(folder, folder)
        self.version = "0.1.0"
        self.accounts_of = self.accounts.services
        self.clock = self.accounts_of["work"].clock
        self.settings = SettingsStore(
            SettingsFile(folder / "settings.json"), SavedSettings(), lambda _proxy: None
        )
        self.state = State(folder / "state.sqlite")
        self.notifications = Notifications(self.state, lambda _kind: True)
        self.window = MainWindow()
        self.window.build()
        self.window.show()
        services = cast("Services", self)
        self.navigation = Navigation(
            self.window, services, clipboard=Clipboard(self.window), links=Links(opener=lambda _url: True)
        )
        self.window.take_input()

    async def open(self, account_id: str) -> None:
        self.window.account_chosen.emit(account_id)
        await self.navigation.tasks.join()
        await self.loaded()

    def pages(self) -> list[Page]:
        return [page for account in ACCOUNTS for page in self.navigation.router.pages(account.id)]

    async def loaded(self) -> None:
        for page in self.pages():
            await page.tasks.join("load", "add", "create", "coins", "plans")
            await topups_page(page).topup_page.tasks.join()

    def words(self) -> str:
        shown = [child for child in self.window.findChildren(QWidget) if child.isVisible()]
        return "\n".join(name_of(child) for child in shown)

    async def aclose(self) -> None:
        for page in self.pages():
            page.tasks.cancel_all()
            topups_page(page).topup_page.tasks.cancel_all()
        self.navigation.tasks.cancel_all()
        self.navigation.pollers.tasks.cancel_all()
        self.navigation.notification_center.tasks.cancel_all()
        self.window.close()
        self.window.deleteLater()
        await asyncio.sleep(0.01)
        for service in self.accounts_of.values():
            await service.aclose()
            service.close()


@pytest.fixture
def shell(tmp_path: Path) -> AbstractAsyncContextManager[Shell]:
    return closed_after(Shell, tmp_path)


async def topups(shell: Shell, account: str, amount: str) -> None:
    draft = TopUpDraft.model_validate({"amountUsd": amount, "coin": "BTC", "network": "bitcoin"})
    await shell.accounts_of[account].account.topups.create(draft)


async def test_each_account_shows_its_own(shell: Shell) -> None:
    await topups(shell, "work", "77.00")
    await topups(shell, "demo", "88.00")
    await topups(shell, "demo", "99.00")
    await shell.open("work")
    assert "77.00" in shell.words()
    assert "1 top-up in progress" in shell.words()
    assert "Pay exactly" not in shell.words()
    await shell.open("demo")
    assert "77.00" not in shell.words()
    assert "3 top-ups in progress" in shell.words(), "of both accounts, as in the tray"
    assert "Pay exactly" in shell.words()
    await shell.open("work")
    assert "3 top-ups in progress" in shell.words()
    assert "99.00" not in shell.words()


async def test_a_page_below_the_settings_belongs_to_the_window(shell: Shell) -> None:
    await shell.open("work")
    shell.window.account_chosen.emit("demo")
    shell.window.settings_requested.emit()
    await shell.navigation.tasks.join()
    await shell.loaded()
    assert all(shell.window.isAncestorOf(page) for page in shell.pages())
    assert len(shell.pages()) == 2


async def test_an_unseen_accounts_news_stay_its_own(shell: Shell) -> None:
    await topups(shell, "work", "77.00")
    await shell.open("work")
    hidden = topups_page(shell.navigation.page)
    await shell.open("demo")
    await topups(shell, "demo", "88.00")
    await until(lambda: "Pay exactly" in shell.words())
    await shell.loaded()
    before = shell.words()
    await shell.accounts_of["work"].faults({"route": "* /v1/*", "every": True, "kind": "reset_before"})
    hidden.load()
    await shell.loaded()
    assert hidden.is_offline
    hidden.connection_changed.emit("danger", "Offline")
    assert shell.words() == before
    assert "Offline" not in shell.words()


async def test_what_is_sent_goes_to_the_account_that_is_open(shell: Shell) -> None:
    await shell.open("work")
    await shell.open("demo")
    shell.window.new_requested.emit()
    page = topups_page(shell.navigation.page)
    await shell.loaded()
    assert page.dialog is not None
    page.dialog.show_amount("50.00")
    page.dialog.submit.click()
    await shell.loaded()
    for account, count in (("work", 0), ("demo", 1)):
        ledger = await shell.accounts_of[account].ledger()
        assert sum(entry.get("commit") == "topup.created" for entry in ledger) == count


async def test_a_demo_that_cannot_start_is_named_on_the_welcome_page(shell: Shell) -> None:
    shell.accounts.broken = True
    shell.navigation.welcome.demo_requested.emit()
    await shell.navigation.tasks.join()
    assert "could not be started" in shell.words()
    assert "F0REIGN" not in shell.words()
    shell.accounts.broken = False
    shell.navigation.welcome.demo_requested.emit()
    await shell.navigation.tasks.join()
    await shell.loaded()
    assert "No top-ups yet" in shell.words()


async def test_a_first_start_shows_the_welcome(shell: Shell) -> None:
    shell.navigation.show_welcome()
    assert "Welcome to Tollhouse" in shell.words()
    assert not shell.window.tabs.isVisible()
    assert not shell.window.account_button.isVisible()
    shell.navigation.welcome.demo_requested.emit()
    await shell.navigation.tasks.join()
    await shell.loaded()
    assert shell.window.tabs.isVisible()
    assert shell.window.account_button.isVisible()


async def test_the_page_that_is_open_is_refreshed_and_searched(shell: Shell) -> None:
    shell.window.refresh_requested.emit()
    shell.window.search_requested.emit()
    shell.window.new_requested.emit()
    await topups(shell, "demo", "50.00")
    await shell.open("demo")
    page = topups_page(shell.navigation.page)
    await topups(shell, "demo", "61.00")
    shell.window.refresh_requested.emit()
    await shell.loaded()
    assert page.model.rowCount() == 2
    shell.window.search_requested.emit()
    assert shell.window.focusWidget() is page.pane.search


@pytest.mark.qt_log_ignore("does not support raise")
async def test_a_notes_topup_opens_whatever_account_is_open(shell: Shell) -> None:
    await topups(shell, "work", "77.00")
    await shell.open("demo")
    assert shell.navigation.pollers.tasks.names() >= {"work", "demo"}, "the others are followed too"
    page = await shell.accounts_of["work"].account.topups.page(1)
    notification = notification_of("credited", page.items[0], shell.clock.now())
    shell.navigation.notification_center.notification_chosen.emit("work", notification)
    await shell.navigation.tasks.join()
    await shell.loaded()
    assert shell.navigation.account_id == "work"
    assert "Top up $77.00" in shell.words()


async def test_a_notification_whose_account_cannot_be_opened_leaves_the_tab(shell: Shell) -> None:
    await shell.open("demo")
    page = shell.navigation.page
    shell.accounts.broken = True
    ending = Notification(kind="ending", subject_id="sub_1", occasion="ending", at=shell.clock.now())
    shell.navigation.notification_center.notification_chosen.emit("work", ending)
    await shell.navigation.tasks.join()
    assert shell.navigation.account_id == "demo"
    shell.accounts.broken = False
    await shell.open("demo")
    assert shell.navigation.page is page


async def test_a_notification_that_is_added_before_the_first_rows_is_shown(shell: Shell) -> None:
    await topups(shell, "work", "77.00")
    page = await shell.accounts_of["work"].account.topups.page(1)
    await shell.notifications.add("work", [notification_of("credited", page.items[0], shell.clock.now())])
    assert "is on your balance" in shell.words()


async def hold_load(shell: Shell) -> asyncio.Event:
    """Opens an account whose first page is still loading; the event ends that."""
    held = asyncio.Event()
    shell.window.account_chosen.emit("work")
    await shell.navigation.tasks.join("open")
    assert shell.navigation.page is not None

    async def load() -> None:
        await held.wait()

    shell.navigation.page.tasks.start("load", load())
    return held


async def test_an_account_that_is_removed_while_its_page_loads_is_not_polled(shell: Shell) -> None:
    held = await hold_load(shell)
    shell.accounts.listed = ACCOUNTS[1:]
    shell.navigation.dialogs.removed.emit("work")
    held.set()
    await shell.navigation.tasks.join()
    assert not shell.navigation.pollers.tasks.names()


async def test_a_page_that_loads_for_long_does_not_hold_up_polling(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(navigation, "MAX_LOAD_SECONDS", 0.0)
    held = await hold_load(shell)
    await until(lambda: "work" in shell.navigation.pollers.tasks.names())
    assert not held.is_set()
    held.set()
    await shell.loaded()
