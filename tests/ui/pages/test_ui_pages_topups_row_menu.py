"""A row of the list of top-ups: its menu by mouse and keyboard, and what Ctrl+C copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.models.topups import AWAITING_PAYMENT
from support.topups_screen import TopUpsScreen

if TYPE_CHECKING:
    from app.models.topups import TopUp

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),  # raising and grabbing, which menus do
    pytest.mark.page(screen=TopUpsScreen, scale="empty"),
]

CTRL = Qt.KeyboardModifier.ControlModifier


async def open_menu(screen: TopUpsScreen, topup_id: str, *, by_key: bool = False) -> list[str]:
    """Opens the menu of a row; returns its words."""
    view, index = screen.pane.view, screen.page.model.index_of(topup_id)
    place = view.visualRect(index).center()
    reason = QContextMenuEvent.Reason.Keyboard if by_key else QContextMenuEvent.Reason.Mouse
    if by_key:
        view.setCurrentIndex(index)
    else:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=place)
    event = QContextMenuEvent(reason, place, view.viewport().mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), event)
    await screen.quiet()
    menu = screen.page.menu.shown
    assert menu is not None
    assert menu.isVisible()
    return [action.text() for action in menu.actions() if action.text()]


async def choose(screen: TopUpsScreen, words: str) -> None:
    menu = screen.page.menu.shown
    assert menu is not None
    next(action for action in menu.actions() if action.text() == words).trigger()
    menu.close()
    await screen.quiet()


def loaded(screen: TopUpsScreen) -> list[TopUp]:
    return [screen.topup_at(row) for row in range(screen.page.model.rowCount())]


async def test_a_payable_row_offers_what_to_pay_and_copies_it(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("LTC on Litecoin")
    await screen.new_topup("BTC on Bitcoin")
    assert screen.current().id != topup.id
    words = await open_menu(screen, topup.id)
    assert words == ["Open", "Copy ID", "Copy amount", "Copy address", "Hide"]
    await choose(screen, "Copy amount")
    assert (screen.clipboard.text(), screen.messages[-1]) == (topup.amount_crypto, "Amount copied")
    await open_menu(screen, topup.id, by_key=True)
    await choose(screen, "Copy address")
    assert (screen.clipboard.text(), screen.messages[-1]) == (topup.address, "Address copied")
    await open_menu(screen, topup.id)
    await choose(screen, "Copy ID")
    assert (screen.clipboard.text(), screen.messages[-1]) == (topup.id, "Top-up ID copied")


async def test_what_does_not_pass_the_deposit_check_offers_nothing_to_pay(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("LTC on Litecoin")
    screen.receive(topup.model_copy(update={"address": "LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9"}))
    assert await open_menu(screen, topup.id) == ["Open", "Copy ID", "Hide"]


async def test_what_became_unpayable_under_the_open_menu_is_not_copied(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("LTC on Litecoin")
    await open_menu(screen, topup.id)
    screen.receive(topup.model_copy(update={"status": "expired", "final": True}))
    await choose(screen, "Copy address")
    assert screen.clipboard.text() == ""
    assert screen.messages == ["This can't be paid any more: nothing was copied."]


@pytest.mark.page(scale="demo")
async def test_a_paid_row_offers_its_transaction_and_hides(screen: TopUpsScreen) -> None:
    topup = next(one for one in loaded(screen) if one.txid and one.explorer_url)
    words = await open_menu(screen, topup.id)
    assert words == ["Open", "Copy ID", "Copy transaction ID", "Open in explorer", "Hide"]
    await choose(screen, "Copy transaction ID")
    assert screen.clipboard.text() == topup.txid
    await open_menu(screen, topup.id)
    await choose(screen, "Hide")
    assert not screen.page.model.index_of(topup.id).isValid()


@pytest.mark.page(scale="demo")
async def test_the_keyboard_goes_on_where_a_hidden_row_was(screen: TopUpsScreen) -> None:
    view = screen.pane.view
    view.setFocus()
    topup, neighbor = [one for one in loaded(screen) if one.status != AWAITING_PAYMENT][3:5]
    await open_menu(screen, topup.id, by_key=True)
    await choose(screen, "Hide")
    assert screen.window.focusWidget() is view
    QTest.keyClick(view, Qt.Key.Key_Down)
    await screen.quiet()
    assert screen.current().id == neighbor.id
    # A search begins with its first row all the same.
    await open_menu(screen, neighbor.id, by_key=True)
    await choose(screen, "Hide")
    screen.enter(screen.pane.search, "usdt")
    await screen.quiet()
    QTest.keyClick(screen.pane.search, Qt.Key.Key_Down)
    await screen.quiet()
    assert view.currentIndex().row() == 0


@pytest.mark.page(scale="demo", size=(800, 600))
async def test_in_a_small_window_the_menu_leaves_the_list_in_sight(screen: TopUpsScreen) -> None:
    topup = next(one for one in loaded(screen) if one.status != AWAITING_PAYMENT)
    await open_menu(screen, topup.id)
    assert screen.pane.isVisible()
    await choose(screen, "Open")
    assert not screen.pane.isVisible()
    assert screen.current().id == topup.id


@pytest.mark.page(scale="demo")
async def test_ctrl_c_copies_the_id_and_escape_comes_back_from_the_search(screen: TopUpsScreen) -> None:
    screen.pane.view.setFocus()
    QTest.keyClick(screen.pane.view, Qt.Key.Key_Down)
    await screen.quiet()
    QTest.keyClick(screen.pane.view, Qt.Key.Key_C, CTRL)
    assert screen.clipboard.text() == screen.current().id
    screen.enter(screen.pane.search, "btc")
    QTest.keyClick(screen.pane.search, Qt.Key.Key_Escape)
    assert screen.pane.search.text() == ""
    assert screen.window.focusWidget() is screen.pane.view
    QTest.keyClick(screen.pane.view, Qt.Key.Key_C, CTRL | Qt.KeyboardModifier.ShiftModifier)
    await screen.quiet()
    first = screen.page.menu.shown
    assert first is not None
    assert first.isVisible()
    first.close()
    QTest.keyClick(screen.pane.view, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    await screen.quiet()
    second = screen.page.menu.shown
    assert second is not None
    assert second is not first
    assert second.isVisible()
    second.close()
