"""A country's cities and ISPs as a person uses them: found while typing, copied, saved, at any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from app.rules.locations import search
from support.hostile_texts import HOSTILE
from support.locations_screen import LocationsScreen
from support.page_scenarios import on_page
from ui.widgets.tables.columns import RowRole

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.page(screen=LocationsScreen)


async def test_the_picture_of_a_country(screen: LocationsScreen) -> None:
    assert "Choose a country" in screen.words()
    await screen.click_country("DE")
    words = screen.words(screen.detail)
    assert "Germany" in words
    assert "Mobile per GB" in words
    assert screen.detail.tabs.tabText(0) == "Cities 312"
    assert screen.detail.tabs.tabText(1) == "ISPs 148"
    tabs = QAccessible.queryAccessibleInterface(screen.detail.tabs)
    assert [tabs.child(number).text(QAccessible.Text.Name) for number in (0, 1)] == ["Cities", "ISPs"]
    await screen.write(screen.detail.pane("cities").search, "mun")
    assert screen.locations(screen.detail.pane("cities"))[:3] == ["München", "Münster", "Hann. Münden"]
    index = screen.detail.pane("cities").table.model().index(2, 0)
    assert index.data(RowRole).name_ranges == ((6, 9),)
    assert "6 of 312 found" in screen.words(screen.detail)


async def test_isps_are_found_by_number(screen: LocationsScreen) -> None:
    await screen.click_country("DE")
    QTest.keyClick(screen.detail.tabs, Qt.Key.Key_Right)
    await screen.quiet()
    assert len(screen.locations(screen.detail.pane("asns"))) == 148
    await screen.write(screen.detail.pane("asns").search, "3320")
    assert screen.locations(screen.detail.pane("asns")) == ["Deutsche Telekom"]
    assert screen.codes(screen.detail.pane("asns")) == ["AS 3320"]
    await screen.key(Qt.Key.Key_Down)
    await screen.key(Qt.Key.Key_Return)
    assert screen.clipboard() == "AS3320"
    await screen.write(screen.detail.pane("asns").search, "nobody at all")
    assert "No name or ASN matches." in screen.words(screen.detail.pane("asns"))
    assert "state" not in screen.words(screen.detail.pane("asns"))


@pytest.mark.qt_log_ignore("does not support raise", "grabbing the keyboard", extend=True)
async def test_an_id_a_name_a_row_and_all_can_be_copied(screen: LocationsScreen, tmp_path: Path) -> None:
    await screen.click_country("DE")
    pane = screen.detail.pane("cities")
    await screen.write(pane.search, "munchen")
    table = pane.table
    QTest.mouseClick(
        table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=table.visualRect(table.model().index(0, 2)).center(),
    )
    assert screen.clipboard() == "de-munchen"
    assert screen.notes[-1] == "Copied de-munchen"
    table.setFocus()
    await screen.key(Qt.Key.Key_Menu)
    table.menu_requested.emit(0, table.mapToGlobal(table.rect().center()))
    menu = screen.menu()
    actions = {action.text(): action for action in menu.actions()}
    assert list(actions) == ["Copy ID", "Copy name", "Copy row"]
    actions["Copy row"].trigger()
    assert screen.clipboard().split("\t") == ["DE", "de-munchen", "München", "Bavaria"]
    menu.close()
    screen.press("Copy all as CSV")
    await screen.quiet()
    assert screen.clipboard().count("\r\n") == 2
    assert '"München"' in screen.clipboard()
    screen.press("Save as CSV")
    await screen.save_as(tmp_path / "cities.csv")
    assert '"de-munchen"' in (tmp_path / "cities.csv").read_text(encoding="utf-8")


async def test_mobile_products_have_no_isps_and_that_is_said(screen: LocationsScreen) -> None:
    await screen.click_country("DE")
    screen.press("Mobile")
    await screen.quiet()
    assert 0 < len(screen.locations(screen.detail.pane("cities"))) <= 312
    screen.detail.tabs.setCurrentIndex(1)
    await screen.quiet()
    assert screen.detail.tabs.tabText(1) == "ISPs"
    assert "residential only" in screen.words(screen.detail)
    screen.press("All products")
    await screen.quiet()
    assert len(screen.locations(screen.detail.pane("asns"))) == 148


async def test_a_list_that_fails_can_be_tried_again(screen: LocationsScreen) -> None:
    await screen.service.faults(
        {"route": "GET /v1/catalog/countries/DE/cities", "kind": "status", "status": 404}
    )
    await screen.click_country("DE")
    assert "Not loaded" in screen.words(screen.detail)
    screen.press("Try again", screen.detail)
    await screen.quiet()
    assert len(screen.locations(screen.detail.pane("cities"))) == 312


async def test_selection_and_scroll_stay_over_a_refresh(screen: LocationsScreen) -> None:
    await screen.click_country("DE")
    table = screen.detail.pane("cities").table
    table.selectRow(60)
    table.scrollTo(table.model().index(60, 0))
    scroll = table.verticalScrollBar().value()
    assert scroll > 0
    chosen = table.row(60).code
    asked = len(await screen.service.requests("GET", "/v1/catalog/countries/DE/cities"))
    await screen.load()
    assert len(await screen.service.requests("GET", "/v1/catalog/countries/DE/cities")) == asked + 1
    assert table.verticalScrollBar().value() == scroll
    assert table.row(table.currentIndex().row()).code == chosen


async def test_another_country_begins_with_an_empty_search(screen: LocationsScreen) -> None:
    await screen.click_country("DE")
    await screen.write(screen.detail.pane("cities").search, "mun")
    await screen.click_country("JP")
    assert screen.detail.pane("cities").search.text() == ""
    assert len(screen.locations(screen.detail.pane("cities"))) == 240


async def test_names_from_elsewhere_are_shown_plainly(screen: LocationsScreen) -> None:
    route = "GET /v1/catalog/countries/DE/cities"
    mutations: list[dict[str, object]] = [
        {"route": route, "kind": "mutate", "path": f"data.{row}.name", "value": text}
        for row, text in enumerate(HOSTILE)
    ]
    await screen.service.faults(*mutations)
    await screen.click_country("DE")
    shown = screen.locations(screen.detail.pane("cities"))[: len(HOSTILE)]
    assert all("\u202e" not in name and "\n" not in name for name in shown)
    await screen.write(screen.detail.pane("cities").search, "a")
    screen.window.grab()


async def test_20000_cities_at_typing_speed(tmp_path: Path) -> None:

    async with on_page(LocationsScreen, tmp_path, scale="large") as screen:
        await screen.click_country("US")
        pane = screen.detail.pane("cities")
        model = pane.table.model()
        assert model.rowCount() == 20_000
        asked: list[int] = []
        original = type(model).data

        def counted(self: object, index: object, role: int = 0) -> object:
            asked.append(role)
            return original(model, index, role)  # type: ignore[arg-type] # as Qt gives it

        type(model).data = counted  # type: ignore[method-assign]
        try:
            pane.table.viewport().grab()
            pane.table.scrollToBottom()
            pane.table.viewport().grab()
        finally:
            type(model).data = original  # type: ignore[method-assign]
        assert len(asked) <= 1200, "at most 600 questions for each picture, however long the list is"
        QTest.keyClicks(pane.search, "san")
        assert 0 < model.rowCount() <= 200, "the first page is there with the keystroke"
        await screen.quiet()
        found = model.rowCount()
        assert found == len(pane.found) > 0
        QTest.keyClicks(pane.search, "t")
        await screen.quiet()
        assert 0 < model.rowCount() < found, "the latest text wins"


async def test_the_rows_stay_until_the_next_search_has_hits_or_none(
    screen: LocationsScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    await screen.click_country("DE")
    pane = screen.detail.pane("cities")
    before = pane.table.model().rowCount()
    monkeypatch.setattr(search, "_FIRST_SECONDS", 0.0)
    pane.search.setText("zzzz")
    assert pane.table.model().rowCount() == before > 0, "an empty table would flicker"
    await screen.quiet()
    assert pane.table.model().rowCount() == 0
    assert "Nothing found" in screen.words(pane)
    pane.search.setText("hamburg")
    await screen.quiet()
    assert screen.locations(pane)[0] == "Hamburg"


async def test_the_later_hits_of_a_long_search_are_shown_many_at_a_time(
    screen: LocationsScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    await screen.click_country("DE")
    pane = screen.detail.pane("cities")
    added: list[int] = []
    pane.table.model().rowsInserted.connect(lambda _parent, first, last: added.append(last + 1 - first))
    for limit in ("_FIRST_SECONDS", "_STEP_SECONDS"):
        monkeypatch.setattr(search, limit, 0.0)
    pane.search.setText("e")
    await screen.quiet()
    assert pane.table.model().rowCount() == len(pane.found)
    assert sum(added) > 5 * len(added) > 0
