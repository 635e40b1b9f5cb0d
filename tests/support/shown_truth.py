"""Compares what the window shows with what the service has, and with what nobody may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QAbstractButton, QApplication

from ui.pages.sub_users.page import SubUsersPage
from ui.pages.subscriptions.page import SubscriptionsPage
from ui.pages.topups.page import TopUpsPage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from support.account_process import Oracle
    from tollhouse_sandbox.process import SandboxProcess
    from ui.pages.page import Page
    from ui.shell.window import MainWindow


def check_payment(window: MainWindow, services: Sequence[tuple[SandboxProcess, Oracle]]) -> None:
    """Compares what can be paid now with the service of its account."""
    for page in window.findChildren(TopUpsPage):
        view, topup = page.topup_page.detail.payment._view, page.topup_page.topup
        if not page.topup_page.detail.payment.isVisible() or view is None or topup is None:
            continue
        for sandbox, oracle in services:
            if sandbox.base_url == page._account.account.base_url:
                truth = oracle.topup(topup.id)
                right = (truth["amountCrypto"], truth["address"], truth["coin"])
                assert (view.amount, view.address, view.coin) == right
                assert view.qr_text in {truth["address"], truth["paymentUri"]}


def check_names(keys: Sequence[str]) -> None:
    """Looks for API keys in what a screen reader finds, and in tooltips."""
    for widget in QApplication.allWidgets():
        texts = (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip())
        assert not any(key in text for key in keys for text in texts), f"the key is in a name: {widget}"


async def check_page(page: Page, oracle: Oracle) -> None:
    """Loads a page again: what it shows of a service that works is true, and can be changed."""
    if isinstance(page, TopUpsPage):
        page.pane.chips.findChildren(QAbstractButton)[0].click()
    page.load()
    await page.tasks.join("load")
    assert not page.locked_reason()
    is_failure = page.banner.isVisible() and page.banner._kind == "danger"
    assert not is_failure or page._is_lasting, page.banner.accessibleName()
    if isinstance(page, TopUpsPage):
        truth = {topup["id"]: topup["status"] for topup in oracle.topups()}
        known = {one: topup.status for one in truth if (topup := page.store.get(one)) is not None}
        assert known == truth, f"{known} is known of {truth}"
        assert all(map(page.model.has, truth)), f"not all of {list(truth)} are in the list"
        assert page.pane.new_button.isEnabled()
    elif isinstance(page, SubscriptionsPage):
        assert {one.id for one in page.model.records()} == {one["id"] for one in oracle.subscriptions()}
        assert not page.subscription_page.lock.reason
    elif isinstance(page, SubUsersPage) and page.current_id():
        assert {one.id for one in page.model.records()} == {
            one["id"] for one in oracle.sub_users(page.current_id())
        }
        assert page.changes.is_running or page.toolbar.add.isEnabled()
