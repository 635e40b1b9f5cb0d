"""Where paying would be wrong: what is shown then leads on, and never to a second payment in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.accessible import description_of
from support.topups_screen import TopUpsScreen
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractButton


pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

OTHER = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
CREATE, READ, REPORT = "POST /v1/topups", "GET /v1/topups/{id}", "POST /v1/topups/{id}/txid"
SAME_AMOUNT = "New top-up, same amount"
SENT = "I've sent the payment"


def lie(route: str, path: str, value: str) -> dict[str, object]:
    return {"route": route, "kind": "mutate", "path": path, "value": value, "every": True}


def is_loud(button: QAbstractButton) -> bool:
    """Returns whether it is painted as what the screen is for."""
    picture = button.grab().toImage()
    return picture.pixelColor(picture.width() // 2, 3).name() == "#3b5bdb"


async def test_the_next_thing_to_do_with_a_blocked_one_is_a_new_one(screen: TopUpsScreen) -> None:
    await screen.service.faults(lie(CREATE, "address", OTHER), lie(READ, "address", OTHER))
    await screen.new_topup("BTC on Bitcoin", "34")
    words = screen.words(screen.detail.blocked)
    assert OTHER in words
    assert "does not show them" not in words, "both are shown right below"
    assert is_loud(screen.button(SAME_AMOUNT))
    assert not is_loud(screen.button(SENT))
    await screen.service.faults()
    screen.press(SAME_AMOUNT)
    await screen.quiet()
    dialog = screen.page.dialog
    assert dialog is not None
    assert dialog.amount.amount_text() == "34.00"
    screen.press("Get payment details", dialog)
    await screen.quiet()
    assert screen.codes() == [screen.current().payment_uri]
    assert is_loud(screen.button(SENT))


async def test_what_was_never_payable_is_not_what_was_expected(screen: TopUpsScreen) -> None:
    await screen.service.faults(lie(CREATE, "address", OTHER), lie(READ, "address", OTHER))
    topup = await screen.new_topup("BTC on Bitcoin")
    assert topup.address == OTHER
    await screen.service.faults()
    await screen.step(31)
    assert screen.current().address != OTHER
    assert screen.codes() == [screen.current().payment_uri]


async def test_no_wallet_is_offered_a_link_that_it_would_misread(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("USDT on Ethereum")
    assert screen.codes() == [topup.address]
    button = screen.button("Open wallet")
    assert not button.isEnabled()
    assert "misread payment links" in description_of(button)
    assert "misread payment links" in " ".join(button.toolTip().split())
    screen.press("Payment link")
    await screen.quiet()
    assert button.isEnabled()
    assert button.toolTip() == description_of(button) == ""
    await screen.new_topup("BTC on Bitcoin")
    screen.press("Address only")
    await screen.quiet()
    assert screen.button("Open wallet").isEnabled(), "wallets read this network's links"


async def test_after_an_underpayment_the_service_is_asked_first(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    screen.press("Underpay")
    await screen.quiet()
    screen.press(SENT)
    await screen.quiet()
    while screen.current().status == "verifying":
        screen.press("Add confirmation")
        await screen.quiet()
    words = screen.words(screen.detail.outcome)
    assert f"You sent {screen.current().amount_received_crypto} BTC" in words
    assert "Ask the service before you pay again." in words
    assert not is_loud(screen.button(SAME_AMOUNT))


async def test_what_is_closed_for_reports_can_not_be_paid_any_more(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    asked = len(await screen.service.requests("GET", f"/v1/topups/{topup.id}"))
    body = '{"error": {"code": "topup_closed", "message": "x"}}'
    await screen.service.faults({"route": REPORT, "kind": "status", "status": 409, "body": body})
    screen.press(SENT)
    await screen.quiet()
    assert screen.codes() == []
    assert not screen.detail.payment.isVisible()
    assert "This top-up is closed" in screen.words(screen.detail.outcome)
    assert len(await screen.service.requests("GET", f"/v1/topups/{topup.id}")) > asked
    await screen.step(31)
    assert screen.codes() == [], "the service took no report for it"


async def test_a_word_of_ten_thousand_letters_pushes_no_sentence_out(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    screen.receive(topup.model_copy(update={"status": "W" * 10_000}))
    await screen.quiet()
    (title,) = (one for one in screen.detail.outcome.findChildren(Label) if "State: " in one.text())
    assert len(title.text().replace("\u200b", "")) <= 81
    assert "Don't pay now" in screen.words(screen.detail.outcome)


async def test_a_state_that_was_odd_for_a_while_is_shown_in_words(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    for status in ("on_hold", "awaiting_payment"):
        await screen.service.faults(lie(READ, "status", status))
        await screen.step(31)
    screen.receive(screen.current().model_copy(update={"status": "expired"}))
    await screen.quiet()
    words = screen.words(screen.detail.timeline)
    assert "State: on_hold" in words
    assert "Waiting for the payment" in words
    assert "awaiting_payment" not in words
