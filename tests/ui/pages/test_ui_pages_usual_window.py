"""In the window as it opens first, a page's main job is in sight without scrolling."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

from app.i18n.texts import ENGLISH, languages, use_language
from app.models.gateway_checks import GatewayResult
from app.present.subscriptions import present_check
from support.accessible import name_of
from support.shown import callout_of, details_of
from support.subscriptions_screen import SubscriptionsScreen
from support.topups_screen import TopUpsScreen
from ui.widgets.buttons.buttons import IconButton

if TYPE_CHECKING:
    from PySide6.QtWidgets import QScrollArea, QWidget

    from app.models.topups import TopUp

# As much as is left of 1180 x 760 between header and status bar.
USUAL = (1180, 683)


def is_on_screen(widget: QWidget, area: QScrollArea) -> bool:
    view = area.viewport()
    return widget.isVisible() and view.rect().contains(
        widget.rect().translated(widget.mapTo(view, widget.rect().topLeft()))
    )


@pytest.mark.parametrize("name", ["BTC on Bitcoin", "USDT on Tron"])
@pytest.mark.page(screen=TopUpsScreen, scale="empty")
async def test_to_pay_and_to_report_it_is_all_in_sight(screen: TopUpsScreen, name: str) -> None:
    await screen.new_topup(name)
    detail = screen.detail
    payment, report = detail.payment, detail.report
    paid = (payment.amount, payment.address, payment.qr, payment.countdown, payment.open_wallet)
    assert all(is_on_screen(widget, detail) for widget in paid)
    reported = (report.txid, report.send, detail.details, detail.hide_button)
    assert all(is_on_screen(widget, detail) for widget in reported)
    assert detail.verticalScrollBar().maximum() == 0
    assert len(screen.codes()) == 1


@pytest.mark.page(screen=TopUpsScreen, scale="empty", size=USUAL)
async def test_to_report_a_payment_is_in_sight_when_a_plan_is_bought_with_it(screen: TopUpsScreen) -> None:
    dialog = await screen.open_dialog()
    screen.press("Buy a plan when it is credited", dialog)
    screen.enter(dialog.amount, "50")
    dialog.purchase.plan.setEditText("residential-10gb")
    screen.press("USDT on Solana", dialog)
    screen.press("Get payment details", dialog)
    await screen.quiet()
    detail = screen.detail
    payment, report = detail.payment, detail.report
    needed = (payment.amount, payment.address, payment.qr, report.txid, report.send)
    assert all(is_on_screen(widget, detail) for widget in needed)
    assert "Residential 10 GB × 1" in screen.words(detail.purchase)


@pytest.mark.page(screen=SubscriptionsScreen, size=USUAL)
async def test_credentials_sticky_session_and_the_whole_chart_are_in_sight(
    screen: SubscriptionsScreen,
) -> None:
    detail = screen.detail
    cards = (detail.credentials, detail.sticky, detail.usage, detail.countries, detail.details)
    assert all(is_on_screen(card, detail) for card in cards)
    assert detail.verticalScrollBar().maximum() == 0
    chart = detail.usage.chart
    screen.press("Custom…")
    await screen.quiet()
    assert all(is_on_screen(card, detail) for card in (*cards, chart, detail.usage.dates.first))
    assert detail.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize("code", [*languages()])
@pytest.mark.page(screen=SubscriptionsScreen, size=USUAL)
async def test_nothing_moves_when_credentials_work(screen: SubscriptionsScreen, code: str) -> None:
    use_language(code)
    worked = present_check(GatewayResult("works", timedelta(milliseconds=1234)), screen.service.clock.now())
    use_language(ENGLISH)
    credentials = screen.detail.credentials
    height = credentials.height()
    credentials.show_outcome(worked)
    for _turn in range(10):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        await asyncio.sleep(0)
    assert callout_of(credentials.result) == worked.text
    assert credentials.height() == height
    assert screen.detail.verticalScrollBar().maximum() == 0


@pytest.mark.page(screen=TopUpsScreen, scale="empty")
async def test_the_demo_offers_only_what_it_can_do(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    assert screen.has_button("Pay exactly")
    assert not screen.has_button("Add confirmation")
    top = screen.page.topup_page.demo.y()
    screen.press("Pay exactly")
    await screen.quiet()
    assert not screen.has_button("Pay exactly")
    assert not screen.has_button("Underpay")
    assert screen.page.topup_page.demo.y() == top
    screen.press("I've sent the payment")
    await screen.quiet()
    assert screen.has_button("Add confirmation")


@pytest.mark.page(screen=TopUpsScreen, scale="demo")
async def test_the_details_of_a_long_signature_fit_the_page(screen: TopUpsScreen) -> None:
    page = screen.page
    rows = map(screen.topup_at, range(page.model.rowCount()))
    found: TopUp = next(one for one in rows if len(one.txid or "") > 80)
    page.show_topup(found.id)
    await screen.quiet()
    screen.press("Details")
    await screen.quiet()
    detail = screen.detail
    assert detail.details.mapTo(detail, detail.details.rect().topRight()).x() < detail.viewport().width()
    copies = [one for one in screen.visible(IconButton, detail.details) if name_of(one) != ""]
    assert len(copies) == len(details_of(detail.details))
    screen.press("Copy Transaction ID", detail.details)
    assert screen.clipboard.text() == found.txid
