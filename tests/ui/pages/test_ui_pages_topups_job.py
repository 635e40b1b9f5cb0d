"""The main job: start a top-up, pay it, report it, see it credited; by names, mouse and keyboard."""

from __future__ import annotations

import resource
from typing import TYPE_CHECKING, Any

import pytest
import zxingcpp
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from support.page_scenarios import on_page
from support.topups_screen import TopUpsScreen
from ui.pages.topups.dialogs import QrDialog
from ui.theme.theme import apply_theme

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

LINK_FIRST = (
    "BTC on Bitcoin",
    "LTC on Litecoin",
    "ETH on Ethereum",
    "SOL on Solana",
)
REPORT = "/v1/topups/{}/txid"
TXID = "ab" * 32


async def reports(screen: TopUpsScreen) -> list[dict[str, Any]]:
    return await screen.service.requests("POST", REPORT.format(screen.current().id))


@pytest.mark.parametrize(("scheme", "coins"), [("light", None), ("dark", 1)])
async def test_the_code_of_every_coin_reads_as_what_was_checked(
    qapp: Any, scheme: Any, coins: int | None, tmp_path: Path
) -> None:
    apply_theme(qapp, scheme)
    async with on_page(TopUpsScreen, tmp_path, scale="empty") as screen:
        names = [option.name for option in (await screen.open_dialog())._options.values()]
        for name in names[:coins]:
            if screen.page.dialog is not None:
                screen.press("Cancel", screen.page.dialog)
                await screen.quiet()
            topup = await screen.new_topup(name)
            expected = topup.payment_uri if name in LINK_FIRST else topup.address
            assert screen.codes() == [expected], name
            screen.press("Address only")
            assert screen.codes() == [topup.address], name
            screen.press("Payment link")
            assert screen.codes() == [topup.payment_uri], name


async def test_a_new_topup_is_not_loaded_again_with_the_list(screen: TopUpsScreen) -> None:
    seconds = iter(range(1, 10))
    # As on a slow disk: seconds pass before the dialog has what was created.
    screen.page.store.on_change.append(
        lambda _before, _topup: screen.page._on_second_passed(next(seconds)),
    )
    loaded = len(await screen.service.requests("GET", "/v1/topups"))
    await screen.new_topup("BTC on Bitcoin")
    await screen.step(2)
    assert len(await screen.service.requests("GET", "/v1/topups")) == loaded
    assert screen.codes()


async def test_amount_and_address_are_copied_to_the_letter(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("LTC on Litecoin", "25")
    screen.press("Copy amount")
    assert screen.clipboard.text() == topup.amount_crypto
    assert topup.amount_crypto in screen.words()
    screen.press("Copy address")
    assert screen.clipboard.text() == topup.address


async def test_the_chosen_picture_is_remembered_for_its_network(screen: TopUpsScreen) -> None:
    first = await screen.new_topup("BTC on Bitcoin")
    screen.press("Address only")
    second = await screen.new_topup("BTC on Bitcoin", "60")
    assert first.id != second.id
    assert screen.codes() == [second.address]
    third = await screen.new_topup("LTC on Litecoin", "60")
    assert screen.codes() == [third.payment_uri]


async def test_paid_exactly_reported_without_an_id_and_credited(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    assert "Awaiting payment" in screen.words(screen.detail)
    screen.press("Pay exactly")
    await screen.quiet()
    screen.press("I've sent the payment")
    await screen.quiet()
    assert screen.current().status == "verifying"
    assert screen.codes() == []
    assert not screen.has_button("Copy address")
    assert not screen.has_button("I've sent the payment")
    for _block in range(screen.current().confirmations_required):
        screen.press("Add confirmation")
        await screen.quiet()
    assert screen.current().status == "credited"
    assert "$50.00 credited" in screen.words(screen.detail)
    assert "Credited" in screen.rows()[0]
    assert not screen.page.tasks.names()


async def test_paid_and_reported_with_the_keyboard_alone(screen: TopUpsScreen) -> None:
    screen.page.open_new()
    await screen.quiet()
    dialog = screen.page.dialog
    assert dialog is not None
    QTest.keyClicks(dialog.amount, "75.5")
    QTest.keyClick(dialog.amount, Qt.Key.Key_Return)
    await screen.quiet()
    topup = screen.current()
    assert topup.amount_usd == "75.50"
    txid = await screen.service.account.wallet.pay_exactly(topup.id)  # type: ignore[union-attr]
    screen.enter(screen.detail.report.txid, txid)
    QTest.keyClick(screen.detail.report.txid, Qt.Key.Key_Return)
    await screen.quiet()
    assert screen.current().status == "verifying"
    assert screen.current().txid == txid
    assert txid in screen.words(screen.detail)


async def test_an_underpaid_one_is_rejected_with_both_amounts(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("LTC on Litecoin")
    screen.press("Underpay")
    await screen.quiet()
    screen.press("I've sent the payment")
    await screen.quiet()
    while screen.current().status == "verifying":
        screen.press("Add confirmation")
        await screen.quiet()
    assert screen.current().status == "rejected"
    words = screen.words(screen.detail)
    assert "The payment was not accepted" in words
    received = screen.current().amount_received_crypto
    assert received is not None
    assert f"You sent {received} LTC; {topup.amount_crypto} LTC were requested." in words
    assert screen.has_button("I've sent the payment")
    screen.press("New top-up, same amount")
    await screen.quiet()
    assert screen.page.dialog is not None
    assert screen.page.dialog.amount.amount_text() == "50.00"


async def test_a_bad_transaction_id_is_shown_beside_its_field_and_not_sent(screen: TopUpsScreen) -> None:
    await screen.new_topup("LTC on Litecoin")
    field = screen.detail.report.txid
    screen.enter(field, "0123456789")
    screen.press("I've sent the payment")
    await screen.quiet()
    words = "Litecoin transaction IDs consist of 64 hex characters; this one has 10 characters."
    assert words in screen.words(screen.detail.report)
    assert screen.window.focusWidget() is field
    assert await reports(screen) == []
    screen.enter(field, "a")
    assert words not in screen.words(screen.detail.report)


async def test_a_used_transaction_id_is_shown_beside_its_field(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    screen.detail.report.txid.setText(TXID)
    screen.press("I've sent the payment")
    await screen.quiet()
    assert screen.current().status == "verifying"
    await screen.new_topup("BTC on Bitcoin", "60")
    screen.detail.report.txid.setText(f"  {TXID.upper()}  ")
    screen.press("I've sent the payment")
    await screen.quiet()
    assert "already belongs to another top-up" in screen.words(screen.detail.report)
    assert screen.current().status == "awaiting_payment"
    assert len(await reports(screen)) == 1


async def test_a_closed_one_says_so(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    body = '{"error": {"code": "topup_closed", "message": "FOREIGN"}}'
    fault = {"route": "POST /v1/topups/{id}/txid", "kind": "status", "status": 409, "body": body}
    await screen.service.faults(fault)
    screen.press("I've sent the payment")
    await screen.quiet()
    assert "This top-up is closed" in screen.words(screen.detail)
    assert "FOREIGN" not in screen.words()


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "reset_after"},
        {"kind": "status_after", "status": 503},
        {"kind": "raw_body", "body": "<html>ok</html>", "content_type": "text/html"},
    ],
    ids=["reset", "503", "html"],
)
async def test_a_report_whose_answer_is_lost_is_read_back(
    screen: TopUpsScreen, fault: dict[str, object]
) -> None:
    await screen.new_topup("BTC on Bitcoin")
    await screen.service.faults({"route": "POST /v1/topups/{id}/txid"} | fault)
    screen.detail.report.txid.setText(TXID)
    screen.press("I've sent the payment")
    await screen.quiet()
    assert screen.current().status == "verifying"
    assert len(await reports(screen)) == 1
    assert screen.detail.report.txid.text() == ""
    assert screen.banner() == ""


async def test_a_report_that_never_arrived_says_so_and_keeps_what_was_typed(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    await screen.service.faults({"route": "POST /v1/topups/{id}/txid", "kind": "reset_before", "every": True})
    screen.detail.report.txid.setText(TXID)
    screen.press("I've sent the payment")
    await screen.quiet()
    assert screen.current().status == "awaiting_payment"
    assert "No connection" in screen.words(screen.detail.report)
    assert screen.detail.report.txid.text() == TXID
    await screen.service.faults()
    screen.press("I've sent the payment")
    await screen.quiet()
    assert screen.current().status == "verifying"


async def test_pressing_report_twice_sends_it_once(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    button = screen.button("I've sent the payment")
    QTest.mouseDClick(button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QTest.keyClick(screen.detail.report.txid, Qt.Key.Key_Return)
    await screen.quiet()
    assert len(await reports(screen)) == 1


async def test_the_large_code_reads_the_same_and_can_be_saved(screen: TopUpsScreen, tmp_path: Path) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    screen.press("Enlarge QR code")
    (dialog,) = screen.visible(QrDialog)
    image = dialog.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    assert [code.text for code in zxingcpp.read_barcodes(image)] == [topup.payment_uri]
    dialog.save(str(tmp_path / "code.png"))
    await dialog.tasks.join()
    assert "Saved." in screen.words(dialog)
    saved = QImage(str(tmp_path / "code.png")).convertToFormat(QImage.Format.Format_Grayscale8)
    assert [code.text for code in zxingcpp.read_barcodes(saved)] == [topup.payment_uri]
    dialog.save(str(tmp_path / "nowhere" / "code.png"))
    await dialog.tasks.join()
    assert "could not be written" in screen.words(dialog)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


async def test_a_code_that_cannot_be_saved_replaces_no_file(screen: TopUpsScreen, tmp_path: Path) -> None:
    await screen.new_topup("BTC on Bitcoin")
    screen.press("Enlarge QR code")
    (dialog,) = screen.visible(QrDialog)
    path = tmp_path / "code.png"
    path.write_bytes(b"the former picture")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        dialog.save(str(path))
        await dialog.tasks.join()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "could not be written" in screen.words(dialog)
    assert path.read_bytes() == b"the former picture"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


async def test_open_wallet_hands_over_what_was_checked(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    screen.press("Open wallet")
    assert screen.opened == [topup.payment_uri]
