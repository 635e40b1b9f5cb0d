"""Nothing jumps: what is said comes in the place of other words, and what is below stays where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint

from app.present.subscriptions import CalloutView
from support.subscriptions_screen import SubscriptionsScreen
from support.topups_screen import TopUpsScreen
from ui.theme.theme import apply_theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget


def place(widget: QWidget) -> QPoint:
    return widget.mapTo(widget.window(), QPoint(0, 0))


@pytest.mark.page(screen=TopUpsScreen, scale="empty")
async def test_the_code_has_one_size_whatever_it_holds(screen: TopUpsScreen) -> None:
    for card in ("BTC on Bitcoin", "USDC on Ethereum"):
        await screen.new_topup(card)
        payment = screen.detail.payment
        seen = []
        for picture in ("Payment link", "Address only"):
            screen.press(picture)
            await screen.quiet()
            seen.append((payment.qr.size(), place(payment.open_wallet), place(screen.detail.report)))
        assert seen[0] == seen[1]
        assert len(screen.codes()) == 1


@pytest.mark.page(screen=TopUpsScreen, scale="empty")
async def test_the_buttons_below_the_code_grow_with_the_text_while_they_are_hidden(
    screen: TopUpsScreen, qapp: QApplication
) -> None:
    await screen.new_topup("BTC on Bitcoin")
    payment = screen.detail.payment
    assert payment.open_wallet.width() >= payment.open_wallet.sizeHint().width()
    screen.page.hide()
    try:
        apply_theme(qapp, "light", text_scale=2.0)
        screen.page.show()
        await screen.quiet()
        assert payment.open_wallet.width() >= payment.open_wallet.sizeHint().width()
    finally:
        apply_theme(qapp, "light")


@pytest.mark.page(screen=TopUpsScreen, scale="empty")
async def test_that_there_is_no_wallet_is_said_beside_the_code(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    payment = screen.detail.payment
    screen.opens_links = False
    before = place(screen.pane.search), place(screen.detail.report)
    screen.press("Open wallet")
    await screen.quiet()
    assert "No wallet on this computer" in payment.note.shown_text()
    assert screen.banner() == ""
    assert (place(screen.pane.search), place(screen.detail.report)) == before
    await screen.step(31)
    assert "No wallet on this computer" in payment.note.shown_text(), "a poll doesn't take it away"
    screen.press("Address only")
    await screen.quiet()


@pytest.mark.page(screen=SubscriptionsScreen)
async def test_the_result_of_a_check_takes_the_place_of_its_note(screen: SubscriptionsScreen) -> None:
    credentials = screen.detail.credentials
    before = place(screen.detail.usage), place(credentials.check)
    credentials.show_checking()
    await screen.quiet()
    assert "paid traffic" not in screen.words(credentials)
    credentials.show_outcome(CalloutView("success", "Works, 9 ms"))
    await screen.quiet()
    assert (place(screen.detail.usage), place(credentials.check)) == before
    screen.show_row(1)
    assert "paid traffic" in screen.words(credentials)


@pytest.mark.page(screen=SubscriptionsScreen)
async def test_a_wrong_session_id_leaves_the_preview_where_it_is(screen: SubscriptionsScreen) -> None:
    sticky = screen.detail.sticky
    before = place(sticky.preview), place(screen.detail.usage)
    sticky.session.session_id.setText("has-dash")
    await screen.quiet()
    assert sticky.preview.isVisible()
    assert not sticky.preview.isEnabled()
    assert "Only letters" in sticky.session.session_id.accessibleDescription()
    assert (place(sticky.preview), place(screen.detail.usage)) == before
    screen.press("New session ID")
    assert sticky.preview.isEnabled()
    assert sticky.session.session_id.accessibleDescription() == ""
