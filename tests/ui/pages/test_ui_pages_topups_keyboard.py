"""The keyboard stays with the top-up that is at work, when what had it is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from support.accessible import reached_by_tab
from support.topups_screen import TopUpsScreen

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")


async def use(screen: TopUpsScreen, control: QWidget) -> QWidget | None:
    """Presses a control by keyboard; returns what has the keyboard when all is done."""
    control.setFocus()
    assert control.hasFocus()
    QTest.keyClick(control, Qt.Key.Key_Space)
    await screen.quiet()
    return QApplication.focusWidget()


async def credit(screen: TopUpsScreen) -> QWidget | None:
    """Pays, reports and confirms by keyboard; returns what has the keyboard at the end."""
    page = screen.page.topup_page
    await screen.new_topup("BTC on Bitcoin")
    screen.window.activateWindow()
    QTest.qWaitForWindowActive(screen.window)
    assert await use(screen, page.demo.pay_exactly) is page.detail.report.txid
    at = await use(screen, page.detail.report.send)
    assert at is page.demo.confirmation
    for _block in range(screen.current().confirmations_required):
        at = await use(screen, page.demo.confirmation)
    assert screen.current().status == "credited"
    return at


async def test_from_step_to_step_and_back_to_the_list(screen: TopUpsScreen) -> None:
    assert await credit(screen) is screen.page.pane.view


@pytest.mark.page(size=(800, 600))
async def test_in_a_small_window_to_the_way_back(screen: TopUpsScreen) -> None:
    assert await credit(screen) is screen.page.topup_page.detail.back


async def test_tab_goes_from_the_details_through_their_rows(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    screen.window.activateWindow()
    QTest.qWaitForWindowActive(screen.window)
    opener = await use(screen, screen.button("Details"))
    assert opener is not None
    assert reached_by_tab(opener, "Underpay") == [
        "Hide",
        "Top-up ID",
        "Copy Top-up ID",
        "Rate",
        "Copy Rate",
        "Created",
        "Copy Created",
        "Rate lock until",
        "Copy Rate lock until",
        "Reporting until",
        "Copy Reporting until",
        "Own reference",
        "Pay exactly",
        "Underpay",
    ]


async def test_a_report_that_fails_leaves_the_keyboard_in_its_field(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    screen.window.activateWindow()
    QTest.qWaitForWindowActive(screen.window)
    report = screen.page.topup_page.detail.report
    report.txid.setText("no transaction")
    assert await use(screen, report.send) is report.txid


@pytest.mark.page(scale="demo", size=(800, 600))
async def test_in_a_small_window_arrows_only_move_and_enter_opens(screen: TopUpsScreen) -> None:
    screen.window.activateWindow()
    QTest.qWaitForWindowActive(screen.window)
    view, detail = screen.page.pane.view, screen.page.topup_page.detail
    view.setFocus()
    for _row in range(2):
        QTest.keyClick(view, Qt.Key.Key_Down)
        await screen.quiet()
        assert view.hasFocus()
        assert not detail.isVisible()
    QTest.keyClick(view, Qt.Key.Key_Return)
    await screen.quiet()
    assert screen.current().id == screen.page.model.id_at(view.currentIndex())
    assert detail.back.hasFocus()
