"""The dialog 'New top-up': what is offered, what is wrong beside its field, one request one top-up."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from support.accessible import description_of
from support.shown import error_of
from support.topups_screen import TopUpsScreen

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

CREATE = ("POST", "/v1/topups")


async def created(screen: TopUpsScreen) -> int:
    return sum(entry.get("commit") == "topup.created" for entry in await screen.service.ledger())


async def test_every_coin_of_the_catalog_is_offered(screen: TopUpsScreen) -> None:
    dialog = await screen.open_dialog()
    offered = [option.name for option in dialog._options.values()]
    catalog = await screen.service.account.coins.known()
    pairs = [f"{coin.code} on {network.name}" for coin in catalog for network in coin.networks]
    assert offered == pairs
    assert {name.split()[0] for name in offered} == {"BTC", "LTC", "ETH", "SOL", "USDT", "USDC"}
    for name in offered:
        screen.press(name, dialog)


async def test_pressing_twice_makes_one_topup(screen: TopUpsScreen) -> None:
    dialog = await screen.open_dialog()
    screen.enter(dialog.amount, "50")
    button = screen.button("Get payment details", dialog)
    QTest.mouseDClick(button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    for _repeat in range(30):
        QTest.keyClick(dialog.amount, Qt.Key.Key_Return)
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.isVisible(), "closed while its answer is under way"
    await screen.quiet()
    assert await created(screen) == 1
    assert len(await screen.service.requests(*CREATE)) == 1
    assert screen.page.model.rowCount() == 1


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("", "Enter an amount."),
        ("24.99", "The smallest top-up is $25.00."),
        ("0", "The smallest top-up is $25.00."),
        ("10000.01", "The service does not accept an amount this large."),
        ("50.255", "Enter an amount in dollars, such as 50.00."),
    ],
)
async def test_a_bad_amount_is_shown_beside_its_field(screen: TopUpsScreen, amount: str, words: str) -> None:
    dialog = await screen.open_dialog()
    screen.enter(dialog.amount, amount)
    screen.press("Get payment details", dialog)
    await screen.quiet()
    assert screen.page.dialog is dialog
    assert words in screen.words(dialog.amount_field)
    assert dialog.focusWidget() is dialog.amount
    assert await created(screen) == 0
    dialog.amount.clear()
    screen.enter(dialog.amount, "25")
    assert words not in screen.words(dialog.amount_field)
    screen.press("Get payment details", dialog)
    await screen.quiet()
    assert await created(screen) == 1


async def test_what_is_pasted_and_no_amount_does_not_go_unsaid(screen: TopUpsScreen) -> None:
    dialog = await screen.open_dialog()
    screen.enter(dialog.amount, "50")
    dialog.amount.selectAll()
    QGuiApplication.clipboard().setText("€ 1000")  # noqa: TID251 - as another program would
    dialog.amount.paste()
    assert dialog.amount.text() == "50"
    assert error_of(dialog.amount_field) == "Enter an amount in dollars, such as 50.00."
    QTest.keyClicks(dialog.amount, "0")
    assert error_of(dialog.amount_field) == ""


async def test_what_the_service_refuses_is_shown_in_the_dialog(screen: TopUpsScreen) -> None:
    dialog = await screen.open_dialog()
    body = '{"error": {"code": "coin_unavailable", "message": "FOREIGN"}}'
    await screen.service.faults({"route": "POST /v1/topups", "kind": "status", "status": 409, "body": body})
    screen.enter(dialog.amount, "50")
    screen.press("Get payment details", dialog)
    await screen.quiet()
    words = screen.words(dialog)
    assert "does not accept this coin" in words
    assert "FOREIGN" not in words
    screen.press("Details", dialog)
    assert "FOREIGN" in screen.words(dialog)
    screen.press("Get payment details", dialog)
    await screen.quiet()
    assert await created(screen) == 1


async def test_without_the_coin_list_the_dialog_says_so_and_tries_again(screen: TopUpsScreen) -> None:
    await screen.service.faults(
        {"route": "GET /v1/catalog/coins", "kind": "status", "status": 500, "every": True}
    )
    dialog = await screen.open_dialog()
    assert "internal problem" in screen.words(dialog)
    assert not screen.button("Get payment details", dialog).isEnabled()
    await screen.service.faults()
    screen.press("Try again", dialog)
    await screen.quiet()
    assert screen.button("Get payment details", dialog).isEnabled()


async def test_what_can_not_be_pressed_says_why(screen: TopUpsScreen) -> None:
    route = "GET /v1/catalog/coins"
    await screen.service.faults({"route": route, "kind": "delay", "seconds": 0.4})
    screen.press("New top-up")
    dialog = screen.page.dialog
    assert dialog is not None
    submit = screen.button("Get payment details", dialog)
    assert not submit.isEnabled()
    assert (submit.toolTip(), description_of(submit)) == ("Loading…", "Loading…")
    await screen.quiet()
    assert submit.isEnabled()
    assert (submit.toolTip(), description_of(submit)) == ("", "")
    dialog.reject()
    await screen.service.faults({"route": route, "kind": "status", "status": 500, "every": True})
    submit = screen.button("Get payment details", await screen.open_dialog())
    assert not submit.isEnabled()
    assert "internal problem" in submit.toolTip()


async def test_offline_the_coins_known_last_can_be_looked_at_and_nothing_be_created(
    screen: TopUpsScreen,
) -> None:
    dialog = await screen.open_dialog()
    assert "as of" not in screen.words(dialog)
    screen.press("Cancel", dialog)
    await screen.service.faults({"route": "GET /v1/catalog/coins", "kind": "reset_before", "every": True})
    dialog = await screen.open_dialog()
    words = screen.words(dialog)
    assert "No connection" in words
    assert "Pay with · as of" in words
    assert "BTC on Bitcoin" in words
    assert not screen.button("BTC on Bitcoin", dialog).isEnabled()
    screen.enter(dialog.amount, "50")
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await screen.quiet()
    assert await created(screen) == 0
    await screen.service.faults()
    screen.press("Try again", dialog)
    await screen.quiet()
    assert "as of" not in screen.words(dialog)
    screen.press("BTC on Bitcoin", dialog)
    screen.press("Get payment details", dialog)
    await screen.quiet()
    assert await created(screen) == 1


async def test_beyond_the_documented_maximum_is_a_hint_and_the_service_decides(screen: TopUpsScreen) -> None:
    dialog = await screen.open_dialog()
    assert description_of(dialog.amount) == "From $25.00 to $10,000.00"
    screen.enter(dialog.amount, "10000.01")
    assert "the service decides" in description_of(dialog.amount)
    assert error_of(dialog.amount_field) == ""
    screen.press("Get payment details", dialog)
    await screen.quiet()
    assert "does not accept an amount this large" in description_of(dialog.amount)
    assert len(await screen.service.requests("POST", "/v1/topups")) == 1
    dialog.amount.clear()
    screen.enter(dialog.amount, "10000")
    assert description_of(dialog.amount) == "From $25.00 to $10,000.00"


@pytest.mark.parametrize(
    "fault", [{"kind": "delay", "seconds": 1.5}, {"kind": "status", "status": 500, "every": True}]
)
async def test_it_can_be_closed_before_its_coins_are_known(
    screen: TopUpsScreen, fault: dict[str, Any]
) -> None:
    await screen.service.faults({"route": "GET /v1/catalog/coins"} | fault)
    screen.press("New top-up")
    dialog = screen.page.dialog
    assert dialog is not None
    dialog.reject()
    await screen.quiet()
    assert screen.page.dialog is None
    await screen.service.faults()
    assert "BTC on Bitcoin" in screen.words(await screen.open_dialog())
