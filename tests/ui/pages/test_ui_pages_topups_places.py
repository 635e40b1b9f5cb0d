"""Small windows, large texts, long lists, a refresh: nothing jumps, nothing is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from support.page_scenarios import on_page
from support.topups_screen import TopUpsScreen
from ui.theme.theme import apply_theme
from ui.widgets.text.badge import Badge

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

SMALL = (800, 600)


@pytest.mark.page(scale="demo", size=SMALL)
async def test_in_a_small_window_list_and_detail_are_two_pages(screen: TopUpsScreen) -> None:
    assert screen.pane.isVisible()
    assert not screen.detail.isVisible()
    for row in (3, 3, 5):
        screen.click_row(row)
        await screen.quiet()
        assert screen.detail.isVisible()
        assert not screen.pane.isVisible()
        assert screen.current() == screen.topup_at(row)
        screen.press("Back")
        assert screen.pane.isVisible()
        assert not screen.detail.isVisible()
        assert screen.pane.view.hasFocus() or screen.window.focusWidget() is screen.pane.view
    QTest.keyClick(screen.pane.view, Qt.Key.Key_Down)
    QTest.keyClick(screen.pane.view, Qt.Key.Key_Return)
    assert screen.detail.isVisible()
    assert screen.current() == screen.topup_at(6)


@pytest.mark.page(scale="demo", size=SMALL)
async def test_widening_the_window_shows_both(screen: TopUpsScreen) -> None:
    screen.click_row(2)
    await screen.quiet()
    screen.window.resize(1180, 760)
    await screen.quiet()
    assert screen.pane.isVisible()
    assert screen.detail.isVisible()
    assert not screen.has_button("Back")
    screen.window.resize(*SMALL)
    await screen.quiet()
    assert screen.detail.isVisible()
    assert not screen.pane.isVisible()


@pytest.mark.page(size=SMALL)
async def test_the_code_can_be_read_in_a_small_window(screen: TopUpsScreen) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    assert screen.detail.isVisible()
    assert screen.codes() == [topup.payment_uri]
    screen.press("Copy amount")
    assert screen.clipboard.text() == topup.amount_crypto


@pytest.mark.parametrize("size", [(1180, 760), SMALL, (640, 480)])
async def test_large_text_keeps_everything_reachable(
    qapp: Any, size: tuple[int, int], tmp_path: Path
) -> None:
    apply_theme(qapp, "light", text_scale=1.5)
    async with on_page(TopUpsScreen, tmp_path, scale="empty", size=size) as screen:
        topup = await screen.new_topup("LTC on Litecoin")
        screen.press("Copy address")
        assert screen.clipboard.text() == topup.address
        content = screen.detail.widget()
        assert content is not None
        assert content.minimumSizeHint().width() <= screen.detail.viewport().width()
        assert screen.window.minimumSizeHint().width() <= 800
        payment = screen.detail.payment
        grab = payment.qr.grab().toImage()
        assert grab.width() >= 240


@pytest.mark.page(scale="demo", size=SMALL)
async def test_in_a_small_window_the_keyboard_comes_along_to_the_page_that_is_seen(
    screen: TopUpsScreen,
) -> None:
    screen.click_row(2)
    await screen.quiet()
    assert not screen.pane.isVisible()
    assert screen.detail.back.hasFocus()
    QTest.keyClick(screen.detail.back, Qt.Key.Key_Return)
    assert screen.pane.view.hasFocus()
    QTest.keyClick(screen.pane.view, Qt.Key.Key_Return)
    assert screen.detail.back.hasFocus()
    QTest.keyClick(screen.detail.back, Qt.Key.Key_Escape)
    assert screen.pane.view.hasFocus()


@pytest.mark.page(scale="demo")
async def test_a_refresh_keeps_selection_and_what_is_open(screen: TopUpsScreen) -> None:
    screen.click_row(6)
    await screen.quiet()
    chosen = screen.current().id
    await screen.load()
    assert screen.selected_id() == chosen
    assert screen.current().id == chosen
    await screen.service.client.topups.page(1)
    screen.detail.report.txid.setText("half a transaction")
    await screen.load()
    assert screen.detail.report.txid.text() == "half a transaction"


@pytest.mark.page(scale="demo")
async def test_further_pages_come_when_the_end_comes_near(screen: TopUpsScreen) -> None:
    bar = screen.pane.view.verticalScrollBar()
    for loaded in (100, 148, 148):
        bar.setValue(bar.maximum())
        await screen.quiet()
        assert screen.page.model.rowCount() == loaded
    ids = [screen.topup_at(row).id for row in range(148)]
    assert len(set(ids)) == 148
    asked = [entry["query"] for entry in await screen.service.requests("GET", "/v1/topups")]
    assert [query for query in asked if "status" not in query] == [
        f"page={number}&perPage=50" for number in (1, 2, 3)
    ]


@pytest.mark.page(scale="demo")
async def test_a_refresh_far_down_the_list_keeps_the_place(screen: TopUpsScreen) -> None:
    bar = screen.pane.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    await screen.quiet()
    screen.click_row(80)
    screen.pane.view.scrollTo(screen.page.model.index(80, 0))
    await screen.quiet()
    chosen, place = screen.current().id, bar.value()
    assert place > 0
    await screen.load()
    assert screen.selected_id() == chosen
    assert bar.value() == place
    assert screen.page.model.rowCount() >= 81


@pytest.mark.page(scale="demo")
async def test_a_page_that_fails_is_asked_for_again(screen: TopUpsScreen) -> None:
    bar = screen.pane.view.verticalScrollBar()
    await screen.service.faults({"route": "GET /v1/topups", "kind": "status", "status": 400, "every": True})
    bar.setValue(bar.maximum())
    await screen.quiet()
    assert screen.page.model.rowCount() == 50
    assert "refused" in screen.banner()
    await screen.service.faults()
    bar.setValue(0)
    bar.setValue(bar.maximum())
    await screen.quiet()
    assert screen.page.model.rowCount() == 100


@pytest.mark.page(scale="demo")
async def test_rows_of_another_chip_never_get_into_the_list(screen: TopUpsScreen) -> None:
    bar = screen.pane.view.verticalScrollBar()
    fault = {"route": "GET /v1/topups", "nth": 1, "kind": "delay", "seconds": 0.15}
    await screen.service.faults(fault)
    bar.setValue(bar.maximum())  # asks for the second page, slowly
    for _turn in range(3):
        await screen.service.settle()
    screen.press("Rejected")
    await screen.quiet()
    statuses = {screen.topup_at(row).status for row in range(screen.page.model.rowCount())}
    assert statuses == {"rejected"}


@pytest.mark.page(scale="demo")
async def test_a_new_topup_is_at_the_top_whatever_chip_or_search(screen: TopUpsScreen) -> None:
    screen.press("Rejected")
    await screen.quiet()
    screen.enter(screen.pane.search, "zzz")
    topup = await screen.new_topup("BTC on Bitcoin")
    assert screen.topup_at(0) == topup
    assert screen.selected_id() == topup.id
    assert screen.page.model.rowCount() >= 50
    assert screen.pane.search.text() == ""


def left_of(screen: TopUpsScreen, widget: QWidget) -> int:
    return widget.mapTo(screen.window, QPoint(0, 0)).x()


@pytest.mark.parametrize("size", [(1180, 760), SMALL])
async def test_the_cards_below_an_expired_one_begin_on_one_line(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with on_page(TopUpsScreen, tmp_path, scale="demo", size=size) as screen:
        row = next(row for row in range(9) if screen.topup_at(row).status == "expired")
        screen.click_row(row)
        await screen.quiet()
        detail = screen.page.topup_page.detail
        assert left_of(screen, detail.report.txid) == left_of(screen, detail.timeline.rows)


@pytest.mark.page(scale="demo", size=SMALL)
async def test_the_demo_s_strip_is_aligned_with_the_cards(screen: TopUpsScreen) -> None:
    screen.click_row(0)
    await screen.quiet()
    strip, detail = screen.page.topup_page.demo, screen.page.topup_page.detail
    badge = strip.findChild(Badge)
    assert badge is not None
    assert left_of(screen, badge) == left_of(screen, detail.details)
    screen.window.resize(1180, 760)
    await screen.quiet()
    assert left_of(screen, badge) == left_of(screen, detail.details)


@pytest.mark.page(scale="demo")
async def test_the_titles_of_a_payment_are_on_one_line(screen: TopUpsScreen) -> None:
    row = next(row for row in range(9) if screen.topup_at(row).status == "credited")
    screen.click_row(row)
    await screen.quiet()
    seen = screen.page.topup_page.detail.seen
    seen.received.show_value("3." + "123456789012345678" * 6, "ETH")
    await screen.quiet()
    fields = (seen.txid, seen.received)
    assert len({field.mapTo(screen.window, QPoint(0, 0)).y() for field in fields}) == 1


@pytest.mark.page(size=SMALL)
async def test_with_large_text_the_buttons_of_a_new_one_are_below_their_hint(
    screen: TopUpsScreen, qapp: Any
) -> None:
    screen.press("New top-up")
    await screen.quiet()
    dialog = screen.page.dialog
    assert dialog is not None
    assert left_of(screen, dialog.cancel) > left_of(screen, dialog._hint) + dialog._hint.width()
    apply_theme(qapp, "light", text_scale=2.0)
    await screen.quiet()
    hint = dialog._hint.geometry()
    assert dialog.cancel.mapTo(dialog, QPoint(0, 0)).y() > dialog._hint.mapTo(dialog, QPoint(0, 0)).y()
    assert hint.height() < 2 * dialog._hint.fontMetrics().height()
    assert hint.width() > dialog.width() // 2
    apply_theme(qapp, "light")
