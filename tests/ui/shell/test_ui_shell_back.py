"""Esc leads back from what covers a page's list, also while the keyboard is in the header."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from support.account_harness import AccountHarness, account_harness
from support.account_services import MemoryKeyring
from support.waiting import until
from tollhouse_sandbox.process import SandboxProcess, start_sandbox
from ui.pages.locations.page import LocationsPage
from ui.pages.sub_users.page import SubUsersPage
from ui.pages.subscriptions.page import SubscriptionsPage
from ui.pages.topups.page import TopUpsPage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from ui.pages.page import Page
    from ui.widgets.layout.two_panes import TwoPanes

pytestmark = pytest.mark.qt_log_ignore("does not support raise")
PageT = TypeVar("PageT", bound="Page")
SMALL = (800, 600)


@pytest.fixture(scope="module")
def shop() -> Iterator[SandboxProcess]:
    """A service whose account has top-ups, subscriptions and sub-users."""
    with start_sandbox("--no-automatic-blocks") as made:
        yield made


@asynccontextmanager
async def opened(
    folder: Path, service: SandboxProcess, size: tuple[int, int]
) -> AsyncIterator[AccountHarness]:
    """A window of a size over an account."""
    async with account_harness(folder, MemoryKeyring()) as harness:
        harness.window.resize(*size)
        await harness.connect(service, "Work")
        yield harness


async def tab(harness: AccountHarness, key: str, kind: type[PageT]) -> PageT:
    harness.window.tab_chosen.emit(key)
    page = harness.navigation.page
    assert isinstance(page, kind)
    await page.tasks.join("load")
    return page


def escape_in_header(harness: AccountHarness) -> None:
    button = harness.navigation.settings_button
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Escape)


def shows_list(panes: TwoPanes) -> bool:
    return panes._side.isVisible() and not panes._detail.isVisible()


@pytest.mark.parametrize(
    ("key", "kind"),
    [("topups", TopUpsPage), ("subscriptions", SubscriptionsPage), ("locations", LocationsPage)],
)
async def test_it_leaves_the_detail_of_a_small_window(
    key: str, kind: type[TopUpsPage | SubscriptionsPage | LocationsPage], tmp_path: Path, shop: SandboxProcess
) -> None:
    async with opened(tmp_path, shop, SMALL) as harness:
        page = await tab(harness, key, kind)
        page.panes.show_pane(detail=True)
        assert page.panes.is_compact
        assert not shows_list(page.panes)
        escape_in_header(harness)
        assert shows_list(page.panes)
        escape_in_header(harness)
        assert shows_list(page.panes)


async def test_it_leaves_the_detail_of_the_list_only_where_it_covers_it(
    tmp_path: Path, shop: SandboxProcess
) -> None:
    async with opened(tmp_path, shop, (1180, 760)) as harness:
        page = await tab(harness, "subscriptions", SubscriptionsPage)
        page.panes.show_pane(detail=True)
        escape_in_header(harness)
        harness.window.resize(*SMALL)
        await until(lambda: page.panes.is_compact)
        assert not shows_list(page.panes), "what was opened stays open in a smaller window"


async def test_it_leaves_many_checks_and_then_the_subscription(tmp_path: Path, shop: SandboxProcess) -> None:
    async with opened(tmp_path, shop, SMALL) as harness:
        page = await tab(harness, "subscriptions", SubscriptionsPage)
        QTest.keyClick(page.pane.view, Qt.Key.Key_Return)
        assert not shows_list(page.panes)
        await until(lambda: page.subscription_page.sticky.order() is not None)
        order = page.subscription_page.sticky.order()
        assert order is not None
        page.checks.check_sessions(order)
        assert page.checks.page is not None
        escape_in_header(harness)
        assert page.checks.page is None
        assert not shows_list(page.panes)
        escape_in_header(harness)
        assert shows_list(page.panes)


async def test_it_leaves_the_checks_of_sub_users(tmp_path: Path, shop: SandboxProcess) -> None:
    async with opened(tmp_path, shop, (1180, 760)) as harness:
        page = await tab(harness, "sub-users", SubUsersPage)
        page.table.selectAll()
        page.bar.check.click()
        assert page.checks.page is not None
        escape_in_header(harness)
        assert page.checks.page is None


async def test_it_leaves_the_search_across_countries(tmp_path: Path, shop: SandboxProcess) -> None:
    async with opened(tmp_path, shop, (1180, 760)) as harness:
        page = await tab(harness, "locations", LocationsPage)
        page.show_all_countries()
        assert page.all_countries.isVisible()
        escape_in_header(harness)
        assert not page.all_countries.isVisible()


async def test_it_leaves_the_settings_first(tmp_path: Path, shop: SandboxProcess) -> None:
    async with opened(tmp_path, shop, SMALL) as harness:
        page = await tab(harness, "subscriptions", SubscriptionsPage)
        page.panes.show_pane(detail=True)
        harness.navigation.app_pages.show_settings()
        escape_in_header(harness)
        assert page.isVisible()
        assert not shows_list(page.panes)
