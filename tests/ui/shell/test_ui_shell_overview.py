"""All accounts at a glance, as a person uses the page: by mouse and by keyboard."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import httpx
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from app.models.topup_requests import TopUpDraft
from support.accessible import name_of
from support.account_harness import AccountHarness, account_harness
from support.account_services import MemoryKeyring
from support.waiting import until
from tollhouse_sandbox.process import SandboxProcess, start_sandbox
from ui.pages.accounts.dialogs import KeyDialog
from ui.pages.topups.page import TopUpsPage
from ui.theme.theme import apply_theme
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QAbstractButton, QApplication

    from ui.pages.overview.page import OverviewPage

pytestmark = pytest.mark.qt_log_ignore("does not support raise")
DRAFT = TopUpDraft.model_validate({"amountUsd": "75.00", "coin": "BTC", "network": "bitcoin"})


@pytest.fixture(scope="module")
def shop() -> Iterator[SandboxProcess]:
    """A service whose account has subscriptions; its rejected top-ups can't be reported any more."""
    with start_sandbox("--no-automatic-blocks") as made:
        control(made, "clock", {"advance_seconds": 4 * 86_400})
        yield made


def control(service: SandboxProcess, path: str, body: object) -> None:
    answer = httpx.post(
        f"{service.base_url}/_sandbox/{path}", json=body, headers=service.headers, trust_env=False
    )
    assert answer.status_code == 200, answer.text


def ledger(service: SandboxProcess) -> str:
    return httpx.get(f"{service.base_url}/_sandbox/ledger", headers=service.headers, trust_env=False).text


class Overview:
    """The window with the page of all accounts."""

    def __init__(self, harness: AccountHarness) -> None:
        self.harness = harness
        self.navigation = harness.navigation
        self.window = harness.window

    @property
    def page(self) -> OverviewPage:
        page = self.navigation.app_pages.overview
        assert page is not None
        return page

    async def open(self) -> None:
        """Chooses the first entry of the account switcher."""
        self.navigation.account_header.menu.aboutToShow.emit()
        every = self.navigation.account_header.menu.actions()[0]
        assert every.text() == "All accounts"
        every.trigger()
        await self.page.tasks.join()

    async def switched(self) -> None:
        await self.navigation.tasks.join()

    def accessible_text(self) -> list[str]:
        view = QAccessible.queryAccessibleInterface(self.page.list)
        cells = [view.child(number) for number in range(view.childCount())]
        texts = [cell.text(QAccessible.Text.Name) for cell in cells]
        return [text for text in texts if text.startswith(("Work", "Client Nord", "Research"))]

    def button(self, account: str) -> QAbstractButton:
        number = next(n for n, text in enumerate(self.accessible_text()) if text.startswith(account))
        return self.page.list.buttons()[number]

    def status(self) -> str:
        return name_of(self.window.status_bar._left)

    async def connect(self, service: SandboxProcess, name: str) -> str:
        account = await self.harness.services.accounts.connect(name, service.base_url, service.api_key)
        return account.id


@asynccontextmanager
async def overview(folder: Path, ring: MemoryKeyring, service: SandboxProcess) -> AsyncIterator[Overview]:
    """A window in which 'Work' is open."""
    async with account_harness(folder, ring) as harness:
        await harness.connect(service, "Work")
        yield Overview(harness)


async def test_the_switcher_opens_it_and_esc_returns(tmp_path: Path, shop: SandboxProcess) -> None:
    async with overview(tmp_path, MemoryKeyring(), shop) as screen:
        assert screen.navigation.app_pages.overview is None, "built on its first visit"
        before = screen.navigation.page
        await screen.open()
        assert screen.page.isVisible()
        assert screen.harness.shown_name() == "All accounts, 1 account"
        assert screen.window.tabs.isVisible()
        assert screen.window.tabs.selected() == ""
        assert screen.status() == "Connected · updated just now"
        (accessible_text,) = screen.accessible_text()
        assert "Traffic left: 26.6 GB left, 128.4 of 155 GB, 3 subscriptions" in accessible_text
        QTest.keyClick(screen.page.list, Qt.Key.Key_Escape)
        assert before is not None
        assert before.isVisible()
        assert screen.harness.shown_name().startswith("Work")
        assert screen.window.tabs.selected() == "topups"
        await screen.open()
        QTest.keyClick(screen.window.account_button, Qt.Key.Key_Escape)
        assert before.isVisible(), "from the header, too"


async def test_a_tab_leads_back_to_the_account(tmp_path: Path, shop: SandboxProcess) -> None:
    async with overview(tmp_path, MemoryKeyring(), shop) as screen:
        await screen.open()
        QTest.mouseClick(
            screen.window.tabs, Qt.MouseButton.LeftButton, pos=screen.window.tabs.tabRect(0).center()
        )
        assert isinstance(screen.window.shown_page(), TopUpsPage)
        assert screen.harness.shown_name().startswith("Work")
        QTest.keyClick(screen.window, Qt.Key.Key_0, Qt.KeyboardModifier.AltModifier)
        assert screen.page.isVisible()
        screen.window.settings_requested.emit()
        settings = screen.navigation.app_pages.settings
        assert settings is not None
        settings.back.click()
        assert screen.page.isVisible(), "the settings lead back to where they were opened"
        assert screen.harness.shown_name() == "All accounts, 1 account"
        await screen.page.tasks.join()


async def test_the_palette_offers_it(tmp_path: Path, shop: SandboxProcess) -> None:
    async with overview(tmp_path, MemoryKeyring(), shop) as screen:
        palette = screen.navigation.palette
        palette.open()
        palette.card.field.setText("all accounts")
        await palette.finish_search()
        QTest.keyClick(palette.card.field, Qt.Key.Key_Return)
        await palette.tasks.join()
        assert screen.page.isVisible()
        await screen.page.tasks.join()


async def test_who_opens_it_by_a_shortcut_sees_where_the_keyboard_is(
    tmp_path: Path, shop: SandboxProcess
) -> None:
    async with overview(tmp_path, MemoryKeyring(), shop) as screen:
        QTest.keyClick(screen.window, Qt.Key.Key_0, Qt.KeyboardModifier.AltModifier)
        await screen.page.tasks.join()
        view = screen.page.list
        assert (view.hasFocus(), view.currentIndex().row(), view.is_ringed) == (True, 0, True)
        screen.navigation.palette.open()
        QTest.keyClick(screen.navigation.palette.card.field, Qt.Key.Key_Escape)
        assert (view.hasFocus(), view.is_ringed) == (True, True)
        view.clearFocus()
        view.setFocus(Qt.FocusReason.MouseFocusReason)
        assert not view.is_ringed


async def test_rows_are_opened_and_acted_on_by_keyboard(tmp_path: Path, shop: SandboxProcess) -> None:
    with start_sandbox("--scale", "empty") as other:
        async with overview(tmp_path, MemoryKeyring(), shop) as screen:
            nord = await screen.connect(other, "Client Nord")
            await screen.open()
            assert len(screen.accessible_text()) == 2
            view = screen.page.list
            view.setFocus(Qt.FocusReason.TabFocusReason)
            QTest.keyClick(view, Qt.Key.Key_Tab)
            first = screen.window.focusWidget()
            QTest.keyClick(first, Qt.Key.Key_Tab)
            assert [first, screen.window.focusWidget()] == list(view.buttons())
            assert name_of(view.buttons()[1]) == "Open"
            assert view.buttons()[1].accessibleDescription() == "Client Nord"
            view.setFocus()
            QTest.keyClick(view, Qt.Key.Key_Down)
            QTest.keyClick(view, Qt.Key.Key_Return)
            await screen.switched()
            assert screen.navigation.account_id == nord
            assert screen.harness.shown_name().startswith("Client Nord")


async def test_the_most_urgent_account_prepares_a_top_up_and_creates_none(
    tmp_path: Path, shop: SandboxProcess
) -> None:
    with start_sandbox("--scale", "empty") as other:
        async with overview(tmp_path, MemoryKeyring(), other) as screen:
            work = await screen.connect(shop, "Research")
            await screen.open()
            attention = screen.page.attention.findChildren(type(screen.page.title))
            words = " ".join(label.shown_text() for label in attention)
            assert words.startswith(
                "1 of 2 accounts needs attention 'Mobile QA' in Research runs out in about"
            )
            prepare = screen.button("Research")
            assert name_of(prepare) == "Prepare a top-up"
            prepare.click()
            await screen.switched()
            page = screen.navigation.page
            assert screen.navigation.account_id == work
            assert isinstance(page, TopUpsPage)
            await page.tasks.join("load")
            await until(lambda: page.dialog is not None)
            assert page.dialog is not None
            assert page.dialog.isVisible()
            page.dialog.reject()
            assert "topup.created" not in ledger(shop)


async def test_all_that_needs_attention_can_be_read_in_a_small_window_with_large_text(
    tmp_path: Path, qapp: QApplication
) -> None:
    label = " ".join(["WWWWWWWW"] * 6)
    with start_sandbox() as service:
        # Later no top-up is polled any more.
        control(service, "clock", {"advance_seconds": 4 * 86_400})
        async with overview(tmp_path, MemoryKeyring(), service) as screen:
            session = screen.navigation.router.session()
            assert session is not None
            account = session.account
            await screen.harness.services.accounts.change(account.id, name=label[::-1], color=account.color)
            for one in (await session.subscriptions.list()).items:
                await session.subscriptions.rename(one.id, label)
            apply_theme(qapp, "light", text_scale=2.0)
            screen.window.resize(790, 560)
            await screen.open()
            callout = screen.page.attention
            await until(lambda: callout.height() >= callout.heightForWidth(callout.width()))
            reasons = callout.findChildren(Label)[-1]
            assert reasons.shown_text().endswith("days")
            (area,) = (one for one in screen.page.findChildren(ScrollArea) if one.isAncestorOf(callout))
            area.setFocus(Qt.FocusReason.TabFocusReason)
            assert area.hasFocus()
            await until(lambda: screen.page.list.height() > 100)
            QTest.keyClick(area, Qt.Key.Key_PageDown)
            last = reasons.mapTo(area.viewport(), reasons.rect().bottomLeft())
            assert last.y() <= area.viewport().height()


async def test_an_account_that_cannot_be_reached_keeps_its_values(
    tmp_path: Path, shop: SandboxProcess
) -> None:
    with start_sandbox() as other:
        async with overview(tmp_path, MemoryKeyring(), shop) as screen:
            nord = await screen.connect(other, "Client Nord")
            await screen.open()
            assert screen.status() == "Connected · updated just now"
            other.stop()
            screen.window.refresh_requested.emit()
            await screen.page.tasks.join()
            work, offline = screen.accessible_text()
            assert "Updated just now" in work
            assert "Offline, as of" in offline
            assert "3 subscriptions, as of" in offline
            assert screen.status() == "1 of 2 connected"
            assert name_of(screen.button("Client Nord")) == "Try now"
            screen.button("Client Nord").click()
            assert screen.page.tasks.is_running(f"refresh {nord}")
            assert not screen.page.tasks.is_running(f"refresh {screen.navigation.account_id}")
            await screen.page.tasks.join()


async def test_an_account_that_could_not_be_reached_is_tried_again(
    tmp_path: Path, shop: SandboxProcess
) -> None:
    with start_sandbox() as other:
        async with overview(tmp_path, MemoryKeyring(), shop) as screen:
            nord = await screen.connect(other, "Client Nord")
            fault = {"route": "* /v1/*", "every": True, "kind": "reset_before"}
            control(other, "faults", [fault])
            await screen.open()
            assert screen.status() == "1 of 2 connected"
            control(other, "faults", [])
            # Its top-ups are polled, so that it no longer counts as offline.
            session = await screen.harness.services.accounts.open(nord, attended=False)
            await session.topups.page(1)
            screen.page._on_tick(20)
            assert screen.page.tasks.names() == {f"refresh {nord}"}
            await screen.page.tasks.join()
            assert screen.status() == "Connected · updated just now"
            screen.page._on_tick(40)
            assert not screen.page.is_refreshing()


async def test_a_refused_key_is_entered_from_its_row(tmp_path: Path, shop: SandboxProcess) -> None:
    ring = MemoryKeyring()
    async with overview(tmp_path, ring, shop) as screen:
        account_id = screen.navigation.account_id
    ring.kept[account_id] = "another-key-that-is-refused"
    async with account_harness(tmp_path, ring) as harness:
        harness.navigation.open_first(demo=False)
        await harness.navigation.tasks.join()
        screen = Overview(harness)
        await screen.open()
        (accessible_text,) = screen.accessible_text()
        assert "Key refused at" in accessible_text
        assert not screen.window.account_banner.isVisible(), "the row says it"
        screen.button("Work").click()
        dialog = harness.dialog(KeyDialog)
        dialog.key.setText(shop.api_key)
        dialog.save.click()
        await dialog.tasks.join()
        await screen.page.tasks.join()
        (accessible_text,) = screen.accessible_text()
        assert "Updated just now" in accessible_text


async def test_a_top_up_of_another_account_is_followed_live(tmp_path: Path, shop: SandboxProcess) -> None:
    with start_sandbox("--scale", "empty", "--no-automatic-blocks") as other:
        async with overview(tmp_path, MemoryKeyring(), shop) as screen:
            nord = await screen.connect(other, "Client Nord")
            session = await screen.harness.services.accounts.open(nord, attended=False)
            topup = await session.topups.create(DRAFT)
            await screen.open()
            assert "$75.00 Awaiting payment" in screen.accessible_text()[1]
            control(other, f"topups/{topup.id}/pay", {"amount": "exact"})
            await session.topups.report(topup.id, "")
            await until(lambda: "$75.00 Verifying" in screen.accessible_text()[1])
            control(other, f"topups/{topup.id}/confirm", {"count": 99})
            await session.topups.get(topup.id)
            await until(lambda: "Open top-ups: None" in screen.accessible_text()[1])


async def test_buttons_and_rows_that_are_scrolled_away_come_into_sight_with_the_keyboard(
    tmp_path: Path, shop: SandboxProcess
) -> None:
    async with overview(tmp_path, MemoryKeyring(), shop) as screen:
        await screen.open()
        view = screen.page.list
        (shown,) = view.items.records()
        view.show_rows([replace(shown, id=str(number)) for number in range(12)])
        last = view.buttons()[-1]
        assert not view.viewport().rect().contains(last.geometry())
        last.setFocus(Qt.FocusReason.TabFocusReason)
        assert view.viewport().rect().contains(last.geometry())
        view.buttons()[0].setFocus(Qt.FocusReason.BacktabFocusReason)
        assert view.viewport().rect().contains(view.buttons()[0].geometry())
        view.setCurrentIndex(view.model().index(0, 0))
        last.setFocus(Qt.FocusReason.TabFocusReason)
        view.setFocus(Qt.FocusReason.TabFocusReason)
        assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))


@pytest.mark.parametrize("size", [(1180, 760), (800, 600)])
async def test_one_account_takes_the_height_of_its_row(
    tmp_path: Path, shop: SandboxProcess, size: tuple[int, int]
) -> None:
    async with overview(tmp_path, MemoryKeyring(), shop) as screen:
        screen.window.resize(*size)
        await screen.open()
        page = screen.page
        card = page.head.parentWidget()
        assert card is not None

        def is_tight() -> bool:
            row = page.list.visualRect(page.list.model().index(0, 0)).height()
            head = page.head.sizeHint().height() if page.head.isVisible() else 0
            return page.list.height() == row and card.height() - row - head in {2, 3}

        await until(is_tight)


async def test_columns_become_blocks_in_a_small_window(tmp_path: Path, shop: SandboxProcess) -> None:
    async with overview(tmp_path, MemoryKeyring(), shop) as screen:
        await screen.open()
        page = screen.page
        wide = page.list.visualRect(page.list.model().index(0, 0))
        assert page.head.isVisible()
        assert wide.height() == 126
        screen.window.resize(800, 600)
        await until(lambda: not page.head.isVisible())
        await until(lambda: page.list.visualRect(page.list.model().index(0, 0)).height() > 200)
        row = page.list.visualRect(page.list.model().index(0, 0))
        (button,) = page.list.buttons()
        assert row.contains(button.geometry())
        assert row.width() <= page.list.viewport().width()
        screen.window.resize(1180, 760)
        await until(page.head.isVisible)


async def test_a_removed_account_leaves_the_page(tmp_path: Path, shop: SandboxProcess) -> None:
    with start_sandbox("--scale", "empty") as other:
        async with overview(tmp_path, MemoryKeyring(), shop) as screen:
            nord = await screen.connect(other, "Client Nord")
            await screen.open()
            await screen.harness.services.accounts.remove(nord)
            screen.navigation.dialogs.removed.emit(nord)
            await until(lambda: screen.page.list.items.rowCount() == 1)
            assert screen.page.isVisible()
