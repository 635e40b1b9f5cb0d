"""'New top-up' is closed while the service hangs: its row goes on, and one top-up comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from support.active_windows import show_active
from support.topups_screen import TopUpsScreen
from ui.widgets.overlays.dialog import ConfirmDialog

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from ui.pages.topups.new_dialog import NewTopUpDialog

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

CREATE = {"route": "POST /v1/topups"}
SLOW = CREATE | {"kind": "delay", "seconds": 1.5}


async def begin(screen: TopUpsScreen, *faults: dict[str, Any]) -> NewTopUpDialog:
    """Presses 'Get payment details' while the service hangs, until the request is on disk."""
    dialog = await screen.open_dialog()
    await screen.service.faults(*faults)
    screen.enter(dialog.amount, "50")
    screen.press("Get payment details", dialog)
    while not await screen.service.account.topups.pending():
        await screen.service.settle()
    return dialog


async def keys_and_topups(screen: TopUpsScreen) -> tuple[int, int]:
    """Returns how many idempotency keys the service saw, and how many top-ups it made."""
    requests = await screen.service.requests("POST", "/v1/topups")
    commits = [entry for entry in await screen.service.ledger() if entry.get("commit") == "topup.created"]
    return len({entry["idempotencyKey"] for entry in requests}), len(commits)


async def test_it_can_be_closed_and_its_row_goes_on(screen: TopUpsScreen) -> None:
    dialog = await begin(screen, SLOW)
    assert "You can close this: the list goes on with it" in screen.words(dialog)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert screen.page.dialog is None
    await screen.until(screen.pane.pending.isVisible)
    assert "$50.00 in BTC on Bitcoin" in screen.words(screen.pane.pending)
    await screen.quiet()
    assert not screen.pane.pending.isVisible()
    assert screen.current().amount_usd == "50.00"
    assert await keys_and_topups(screen) == (1, 1)


async def test_a_held_enter_does_not_close_it(screen: TopUpsScreen, qtbot: QtBot) -> None:
    dialog = await begin(screen, SLOW)
    show_active(qtbot, dialog)
    # To the widget: keys to the window would run Qt's loop, and with it other tasks, inside this one.
    focused = dialog.focusWidget()
    for _repeat in range(5):
        QTest.keyClick(focused, Qt.Key.Key_Return)
        QTest.keyClick(focused, Qt.Key.Key_Space)
    assert screen.page.dialog is dialog
    await screen.quiet()
    assert await keys_and_topups(screen) == (1, 1)


async def test_an_answer_that_is_lost_afterwards_is_reconciled_with_the_same_key(
    screen: TopUpsScreen,
) -> None:
    lost = CREATE | {"kind": "reset_after", "every": True}
    dialog = await begin(screen, SLOW, lost, {"route": "GET /v1/topups", "kind": "reset_before"})
    screen.click(dialog.cancel)
    await screen.quiet()
    await screen.service.faults()
    screen.page.load()
    await screen.quiet()
    assert not screen.pane.pending.isVisible()
    assert screen.current().amount_usd == "50.00"
    assert await keys_and_topups(screen) == (1, 1)


async def test_a_refusal_that_comes_afterwards_is_shown_on_the_page(screen: TopUpsScreen) -> None:
    body = '{"error": {"code": "coin_unavailable", "message": "FOREIGN"}}'
    refusal = CREATE | {"kind": "status", "status": 409, "body": body}
    dialog = await begin(screen, SLOW, refusal)
    dialog.reject()
    await screen.quiet()
    assert not screen.pane.pending.isVisible()
    assert "does not accept this coin" in screen.banner()
    assert (await keys_and_topups(screen))[1] == 0


async def test_a_purchase_that_is_refused_afterwards_says_that_it_is_not_covered(
    screen: TopUpsScreen,
) -> None:
    """The interface has one word for that and for less than 25 dollars, which is never sent (spec 4.2)."""
    await screen.new_topup("LTC on Litecoin", "40")
    dialog = await screen.open_dialog()
    dialog.purchase.show_plan("residential-100gb")
    await screen.service.faults(SLOW)
    screen.enter(dialog.amount, "50")
    screen.press("Get payment details", dialog)
    await screen.until(lambda: dialog.is_busy)
    dialog.reject()
    await screen.quiet()
    refused = "$50.00 in LTC on Litecoin: The amount does not cover the price minus your balance."
    assert refused in screen.banner()
    await screen.step(31)
    assert refused in screen.banner(), "a poll of another top-up does not take it back"


async def test_another_one_can_be_started_beside_it(screen: TopUpsScreen) -> None:
    dialog = await begin(screen, SLOW)
    dialog.reject()
    await screen.until(screen.pane.pending.isVisible)
    screen.press("New top-up")
    (question,) = screen.visible(ConfirmDialog)
    screen.press("New top-up", question)
    await screen.until(lambda: screen.page.dialog is not None)
    other = screen.page.dialog
    assert other is not None
    await screen.until(other.submit.isEnabled)
    screen.enter(other.amount, "60")
    screen.press("Get payment details", other)
    await screen.quiet()
    assert {row.split(",")[0] for row in screen.rows()} == {"$50.00", "$60.00"}
    assert await keys_and_topups(screen) == (2, 2)
