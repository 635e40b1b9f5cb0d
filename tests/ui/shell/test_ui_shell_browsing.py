"""Browsing locations without any key: a typed address, the demo's service, errors, the way to an account."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from support.account_services import MemoryKeyring
from support.harnesses import Harness, at_window
from support.shown import message_of
from ui.pages.locations.page import LocationsPage
from ui.pages.topups.page import TopUpsPage

if TYPE_CHECKING:
    from pathlib import Path

    from app.bootstrap import Services
    from tollhouse_sandbox.process import SandboxProcess


class BrowsingHarness(Harness):
    """The window at a first start."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.navigation.open_first(demo=False)

    async def browse(self, address: str = "") -> LocationsPage:
        self.navigation.welcome.form.address.setText(address)
        self.navigation.welcome.browse.click()
        await self.navigation.tasks.join()
        page = self.navigation.page
        assert isinstance(page, LocationsPage)
        await page.tasks.join("load")
        return page

    def tabs(self) -> list[str]:
        tabs = self.window.tabs
        return [tabs.tabText(place) for place in range(tabs.count()) if tabs.isVisible()]


async def test_a_typed_address_is_browsed(sandbox: SandboxProcess, tmp_path: Path) -> None:
    async with at_window(BrowsingHarness, tmp_path, MemoryKeyring()) as harness:
        page = await harness.browse(sandbox.base_url)
        assert page.pane.table.model().rowCount() > 200
        assert harness.tabs() == ["Locations"]
        said = harness.window.account_button.accessibleDescription()
        assert sandbox.base_url.removeprefix("http://") in said
        assert "no key" in said
        assert page.pane.search.hasFocus() or not harness.window.isActiveWindow()


async def test_all_accounts_leads_back_to_what_is_browsed(sandbox: SandboxProcess, tmp_path: Path) -> None:
    async with at_window(BrowsingHarness, tmp_path, MemoryKeyring()) as harness:
        # Such as where the demo, which was opened last, can't be started.
        await harness.services.accounts.connect("Work", sandbox.base_url, sandbox.api_key)
        page = await harness.browse()
        menu = harness.navigation.account_header.menu
        menu.aboutToShow.emit()
        assert [action.text() for action in menu.actions() if action.isChecked()] == []
        harness.navigation.app_pages.show_overview()
        overview = harness.navigation.app_pages.overview
        assert overview is not None
        await overview.tasks.join()
        assert harness.window.account_button.accessibleDescription().startswith("All accounts")
        QTest.keyClick(overview.list, Qt.Key.Key_Escape)
        assert page.isVisible()
        assert harness.window.account_button.accessibleDescription() == "local sandbox, no key"
        assert harness.window.key_badge.label_text() == "Connect an account"
        assert harness.tabs() == ["Locations"]


async def test_all_accounts_is_not_offered_before_there_is_one(tmp_path: Path) -> None:
    async with at_window(BrowsingHarness, tmp_path, MemoryKeyring()) as harness:
        await harness.browse()
        menu, palette = harness.navigation.account_header.menu, harness.navigation.palette
        menu.aboutToShow.emit()
        assert [action.text() for action in menu.actions() if not action.isSeparator()] == [
            "Demo account · local sandbox",
            "Add an account…",
            "Manage accounts…",
        ]
        palette.open()
        palette.card.field.setText("all accounts")
        await palette.finish_search()
        found = palette.card.results.model()
        texts = [str(found.data(found.index(row, 0))) for row in range(found.rowCount())]
        assert not [text for text in texts if "All accounts" in text]
        palette.card.reject()


async def test_the_tab_leads_back_to_what_is_browsed(sandbox: SandboxProcess, tmp_path: Path) -> None:
    async with at_window(BrowsingHarness, tmp_path, MemoryKeyring()) as harness:
        await harness.services.accounts.connect("Work", sandbox.base_url, sandbox.api_key)
        page = await harness.browse()
        harness.navigation.app_pages.show_overview()
        assert not page.isVisible()
        tabs = harness.window.tabs
        (place,) = (place for place in range(tabs.count()) if tabs.isTabVisible(place))
        QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(place).center())
        assert page.isVisible()
        assert harness.window.account_button.accessibleDescription() == "local sandbox, no key"


async def test_without_an_address_the_demo_is_browsed_and_an_account_can_follow(tmp_path: Path) -> None:
    async with at_window(BrowsingHarness, tmp_path, MemoryKeyring()) as harness:
        await harness.browse()
        assert harness.window.account_button.accessibleDescription().startswith("local sandbox")
        assert harness.window.key_badge.label_text() == "Connect an account"
        harness.window.key_badge.click()
        assert harness.navigation.welcome.isVisible()
        assert harness.tabs() == []
        harness.navigation.welcome.open_demo.click()
        await harness.navigation.tasks.join()
        assert isinstance(harness.navigation.page, TopUpsPage)
        assert len(harness.tabs()) > 2
        assert not harness.window.key_badge.isVisible()


async def test_an_address_that_cannot_be_right_is_said_beside_it(tmp_path: Path) -> None:
    async with at_window(BrowsingHarness, tmp_path, MemoryKeyring()) as harness:
        welcome = harness.navigation.welcome
        welcome.form.address.setText("ftp://nobody")
        welcome.browse.click()
        await harness.navigation.tasks.join()
        assert welcome.isVisible()
        assert welcome.browse.isEnabled()
        assert welcome.form.address.property("invalid")


async def test_a_service_that_does_not_answer_is_said_on_the_welcome_page(tmp_path: Path) -> None:
    async with at_window(BrowsingHarness, tmp_path, MemoryKeyring()) as harness:
        server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        welcome = harness.navigation.welcome
        welcome.form.address.setText(f"http://127.0.0.1:{port}")
        welcome.browse.click()
        await harness.navigation.tasks.join()
        assert welcome.isVisible()
        assert message_of(welcome.form.banner).startswith("Nothing responds at this address.")
        assert welcome.browse.isEnabled()
