"""What is typed into the report form: said at once when it can't be right, and never lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.accessible import description_of
from support.linked_service import linked_service
from support.stepped_clock import SteppedClock
from support.topups_screen import TopUpsScreen

if TYPE_CHECKING:
    from pathlib import Path

    from support.linked_service import LinkedService
    from ui.pages.topups.report_card import ReportCard

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

TXID = "ab" * 32


def form(screen: TopUpsScreen) -> ReportCard:
    return screen.detail.report


def said(screen: TopUpsScreen) -> str:
    return description_of(form(screen).txid)


async def test_it_is_said_after_a_pause_and_until_it_is_right(screen: TopUpsScreen) -> None:
    await screen.new_topup("LTC on Litecoin")
    screen.enter(form(screen).txid, "7d4f0c11aa")
    assert "this one has" not in said(screen), "nobody is corrected in the middle of a word"
    await screen.until(lambda: "this one has" in said(screen))
    assert (
        said(screen) == "Litecoin transaction IDs consist of 64 hex characters; this one has 10 characters."
    )
    assert not form(screen).send.isEnabled()
    screen.enter(form(screen).txid, "b")
    assert "this one has 11 characters" in said(screen), "at each letter from then on"
    screen.enter(form(screen).txid, TXID[:53])
    assert "this one has" not in said(screen)
    assert form(screen).send.isEnabled()


@pytest.mark.page(size=(800, 600))
async def test_a_wrong_one_that_is_sent_at_once_moves_neither_page_nor_keyboard(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    screen.window.activateWindow()
    await screen.until(screen.window.isActiveWindow)
    send, bar = form(screen).send, screen.detail.verticalScrollBar()
    screen.enter(form(screen).txid, "abc")
    screen.detail.ensureWidgetVisible(send)
    before = bar.value()
    screen.click(send)
    await screen.quiet()
    assert "this one has 3 characters" in said(screen)
    assert screen.window.focusWidget() in {send, form(screen).txid}
    assert bar.value() == before


async def test_it_is_said_on_leaving_the_field(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    screen.enter(form(screen).txid, "abc")
    form(screen).txid.editingFinished.emit()
    assert "this one has 3 characters" in said(screen)


@pytest.mark.parametrize(
    ("coin", "txid", "words"),
    [
        (
            "BTC on Bitcoin",
            "0x" + TXID,
            "of Ethereum, but this top-up is on Bitcoin",
        ),
        ("ETH on Ethereum", TXID, "looks like a transaction ID of Bitcoin, Litecoin or Tron"),
        ("USDT on Tron", "5" * 87, "of Solana, but this top-up is on Tron"),
    ],
)
async def test_the_network_that_a_pasted_one_belongs_to_is_named(
    screen: TopUpsScreen, coin: str, txid: str, words: str
) -> None:
    await screen.new_topup(coin)
    screen.clipboard.copy_text(txid)
    screen.press("Paste", screen.detail)
    assert words in said(screen)


async def test_what_the_service_refused_stays_said_when_the_field_is_left(screen: TopUpsScreen) -> None:
    first = await screen.new_topup("BTC on Bitcoin")
    await screen.service.account.topups.report(first.id, TXID)
    await screen.new_topup("BTC on Bitcoin", "60")
    screen.enter(form(screen).txid, TXID)
    screen.press("I've sent the payment")
    await screen.quiet()
    assert "already belongs to another top-up" in said(screen)
    form(screen).txid.editingFinished.emit()
    assert "already belongs to another top-up" in said(screen)
    assert form(screen).send.isEnabled()


async def test_the_services_own_words_about_a_refused_report_are_under_details(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    body = '{"error": {"code": "frozen", "message": "FOREIGN"}}'
    await screen.service.faults(
        {"route": "POST /v1/topups/{id}/txid", "kind": "status", "status": 409, "body": body}
    )
    screen.press("I've sent the payment")
    await screen.quiet()
    assert "refused this because of its current state" in said(screen)
    assert "FOREIGN" not in screen.words(form(screen))
    screen.press("Details", form(screen))
    assert "FOREIGN" in screen.words(form(screen))
    screen.press("I've sent the payment")
    await screen.quiet()
    assert "FOREIGN" not in screen.words(screen.page)


async def test_what_a_report_led_to_is_announced(screen: TopUpsScreen, announced: list[str]) -> None:
    await screen.new_topup("BTC on Bitcoin")
    announced.clear()
    screen.press("I've sent the payment")
    await screen.quiet()
    assert announced == ["Verifying, Looking for the payment on the network"]


async def test_it_survives_a_closed_window_until_it_is_reported(tmp_path: Path) -> None:
    """The second window stands for the next start: nothing of the first one is left but its files."""

    async def begin(service: LinkedService) -> TopUpsScreen:
        screen = TopUpsScreen(service, (1180, 760))
        await screen.load()
        return screen

    async def leave(screen: TopUpsScreen) -> None:
        for tasks in (screen.watch, screen.page.tasks, screen.page.topup_page.tasks):
            tasks.cancel_all()
        screen.window.close()
        screen.window.deleteLater()

    with linked_service(tmp_path, "empty", SteppedClock()) as service:
        screen = await begin(service)
        first = await screen.new_topup("BTC on Bitcoin")
        screen.enter(form(screen).txid, TXID[:20])
        second = await screen.new_topup("BTC on Bitcoin", "60")
        assert form(screen).txid.text() == ""
        await leave(screen)

        screen = await begin(service)
        assert screen.current().id == second.id
        assert form(screen).txid.text() == ""
        screen.page.show_topup(first.id)
        await screen.quiet()
        assert form(screen).txid.text() == TXID[:20]
        assert "this one has 20 characters" in said(screen)
        screen.enter(form(screen).txid, TXID[20:])
        screen.press("I've sent the payment")
        await screen.quiet()
        assert screen.current().status == "verifying"
        await leave(screen)

        screen = await begin(service)
        assert await service.account.choices.typed_txid(first.id) == ""
        await screen.aclose()
