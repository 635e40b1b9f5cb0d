"""The list of top-ups as a person uses it: empty, filled, searched, filtered, refreshed, scrolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.i18n.texts import languages, use_language
from support.many_topups import make_many
from support.page_scenarios import on_page
from support.topups_screen import TopUpsScreen
from tollhouse_sandbox.account import topups as account
from tollhouse_sandbox.routes import topups as routes
from ui.pages.topups.list_pane import PANE_WIDTH

if TYPE_CHECKING:
    from pathlib import Path

    from tollhouse_sandbox.store.records import TopUp as Record
    from tollhouse_sandbox.world import World

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")


def chip(screen: TopUpsScreen, key: str) -> str:
    return screen.pane.chips.button(key).text()


async def test_an_empty_account_says_so_and_offers_a_new_topup(screen: TopUpsScreen) -> None:
    assert "No top-ups yet" in screen.words()
    assert not screen.pane.isVisible()
    dialog = await screen.open_dialog()
    assert dialog.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    await screen.quiet()
    assert screen.page.dialog is None
    assert await screen.service.requests("POST", "/v1/topups") == []


@pytest.mark.page(scale="demo")
async def test_the_list_shows_the_newest_first_and_opens_it(screen: TopUpsScreen) -> None:
    assert screen.page.model.rowCount() == 50
    created = [screen.topup_at(row).created_at for row in range(50)]
    assert created == sorted(created, reverse=True)
    assert screen.selected_id() == screen.current().id
    assert screen.current().created_at == created[0]
    assert screen.page.history.total == 148


@pytest.mark.page(scale="demo", load=False)
async def test_the_newest_are_first_of_a_service_that_lists_the_oldest_first(screen: TopUpsScreen) -> None:
    await screen.service.control("variants", {"order": "reversed"})
    await screen.load()
    made = await screen.new_topup("BTC on Bitcoin")
    await screen.load()
    count = screen.page.model.rowCount()
    assert screen.topup_at(0) == made
    while screen.page.history.can_load_more():
        await screen.page.history.load_more()
        await screen.quiet()
    rows = screen.page.model.rowCount()
    assert rows == 149 > count
    created = [screen.topup_at(row).created_at for row in range(rows)]
    assert created == sorted(created, reverse=True)
    assert screen.selected_id() == made.id


@pytest.mark.page(scale="demo")
async def test_search_finds_by_id_and_amount_and_says_when_nothing_fits(screen: TopUpsScreen) -> None:
    wanted = screen.topup_at(7)
    assert wanted is not None
    screen.enter(screen.pane.search, wanted.id.upper())
    assert screen.page.model.rowCount() == 1
    assert screen.topup_at(0) == wanted
    screen.pane.search.clear()
    screen.enter(screen.pane.search, "litecoin credited")
    assert screen.rows()
    assert all("Litecoin" in row and "Credited" in row for row in screen.rows())
    screen.enter(screen.pane.search, " zzz")
    assert "Nothing found" in screen.words(screen.pane)
    screen.pane.search.clear()
    assert screen.page.model.rowCount() == 50


@pytest.mark.page(scale="demo")
async def test_after_a_search_what_is_open_is_marked_and_in_view_again(screen: TopUpsScreen) -> None:
    view = screen.pane.view
    screen.pane.select(screen.page.model.id_at(screen.page.model.index(40, 0)))
    open_id = screen.selected_id()
    assert view.verticalScrollBar().value() > 0
    screen.enter(screen.pane.search, "credited")
    screen.enter(screen.pane.search, " zzz")
    screen.pane.search.setText("USD")
    screen.pane.search.clear()
    assert screen.selected_id() == open_id
    assert view.currentIndex().row() == 40
    assert view.rect().intersects(view.visualRect(view.currentIndex()))


@pytest.mark.page(scale="demo")
async def test_a_topup_that_becomes_open_is_listed_under_open(screen: TopUpsScreen) -> None:
    screen.press("Rejected")
    await screen.quiet()
    screen.click_row(0)
    screen.press("Open")
    await screen.quiet()
    listed = len(screen.rows())
    screen.press("I've sent the payment")
    await screen.quiet()
    assert screen.current().status == "verifying"
    assert len(screen.rows()) == listed + 1
    assert chip(screen, "open") == f"Open {listed + 1}"


async def test_a_topup_that_is_credited_leaves_open_and_stays_open_beside_it(screen: TopUpsScreen) -> None:
    others = await make_many(screen.service, 40)
    paid = await screen.new_topup("BTC on Bitcoin")
    screen.press("Open")
    await screen.quiet()
    assert paid.id == screen.selected_id()
    bar = screen.pane.view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    scrolled = bar.value()
    await screen.pay(confirmations=paid.confirmations_required)
    assert (screen.current().id, screen.current().status) == (paid.id, "credited")
    assert "Credited" in screen.words(screen.detail)
    model = screen.page.model
    assert {model.id_at(model.index(row, 0)) for row in range(model.rowCount())} == set(others)
    assert chip(screen, "open") == "Open 40"
    assert screen.selected_id() == ""
    assert bar.value() == scrolled


@pytest.mark.page(scale="demo")
async def test_a_topup_that_is_reported_leaves_the_rejected_ones(screen: TopUpsScreen) -> None:
    screen.press("Rejected")
    await screen.quiet()
    screen.click_row(0)
    await screen.quiet()
    listed, reported = len(screen.rows()), screen.current().id
    screen.press("I've sent the payment")
    await screen.quiet()
    assert (screen.current().id, screen.current().status) == (reported, "verifying")
    assert len(screen.rows()) == listed - 1
    assert not screen.page.model.has(reported)


@pytest.mark.page(scale="demo")
async def test_chips_ask_the_service_for_their_kind(screen: TopUpsScreen) -> None:
    for chip, statuses in (
        ("Credited", {"credited"}),
        ("Rejected", {"rejected"}),
        ("Expired", {"expired"}),
        ("Open", {"awaiting_payment", "verifying"}),
    ):
        screen.press(chip)
        await screen.quiet()
        model = screen.page.model
        found = {screen.topup_at(row).status for row in range(model.rowCount())}
        assert found == statuses, chip


async def test_open_shows_all_that_are_under_way_the_oldest_too(screen: TopUpsScreen) -> None:
    ids = await make_many(screen.service, 120)
    await screen.load()
    screen.press("Open")
    await screen.quiet()
    model = screen.page.model
    assert {model.id_at(model.index(row, 0)) for row in range(model.rowCount())} == set(ids)
    assert chip(screen, "open") == "Open 120"
    assert chip(screen, "all") == "All 120"


async def test_open_is_an_empty_list_where_nothing_is_under_way(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    await screen.service.advance(31 * 60)
    await screen.load()
    screen.press("Open")
    await screen.quiet()
    assert screen.page.model.rowCount() == 0
    assert "None here" in screen.words()


async def test_what_is_open_is_marked_again_however_far_down_it_is(screen: TopUpsScreen) -> None:
    await make_many(screen.service, 150)
    await screen.load()
    screen.press("Open")
    await screen.until(lambda: screen.page.model.rowCount() == 150)
    open_id = screen.page.model.id_at(screen.page.model.index(120, 0))
    screen.page.show_topup(open_id)
    await screen.quiet()
    screen.press("All")
    await screen.quiet()
    screen.press("Open")
    await screen.quiet()
    await screen.until(lambda: screen.page.model.rowCount() == 150)
    assert screen.current().id == open_id
    assert screen.selected_id() == open_id


@pytest.mark.page(scale="demo")
async def test_all_counts_what_all_shows(screen: TopUpsScreen) -> None:
    assert chip(screen, "all") == "All 148"
    under_way = screen.service.account.topup_store.in_progress()
    screen.page.footer.toggle_hidden(screen.service.account.topup_store.list_open()[0].id)
    await screen.quiet()
    assert chip(screen, "all") == "All 147"
    assert chip(screen, "open") == f"Open {under_way - 1}"
    screen.press("Show 1 hidden")
    assert chip(screen, "all") == "All 148"
    assert chip(screen, "open") == f"Open {under_way}"


async def test_a_service_that_lists_the_oldest_first_counts_none_twice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    newest_first = account.list_topups

    def oldest_first(world: World, status: str | None, page: int, per_page: int) -> tuple[list[Record], int]:
        found, total = newest_first(world, status, 1, 100_000)
        return found[::-1][(page - 1) * per_page : page * per_page], total

    monkeypatch.setattr(routes, "list_topups", oldest_first)
    async with on_page(TopUpsScreen, tmp_path, scale="demo", load=False) as screen:
        await screen.load()
        await screen.step(40)
        assert chip(screen, "all") == "All 148"
        await screen.new_topup("BTC on Bitcoin")
        assert chip(screen, "all") == "All 149"
        await screen.step(40)
        assert chip(screen, "all") == "All 149"


@pytest.mark.parametrize("language", sorted(languages()))
async def test_the_words_in_the_search_fit_in_every_language(tmp_path: Path, language: str) -> None:

    use_language(language)
    try:
        async with on_page(TopUpsScreen, tmp_path, scale="empty") as screen:
            search = screen.pane.search
            margins = search.textMargins()
            width = search.contentsRect().width() - margins.left() - margins.right()
            assert screen.pane.width() <= PANE_WIDTH
            assert search.fontMetrics().horizontalAdvance(search.placeholderText()) <= width
    finally:
        use_language("en")
