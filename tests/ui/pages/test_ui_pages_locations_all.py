"""The search across all countries: what is loaded, loading every one, stopping, opening a result."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from support.locations_screen import LocationsScreen
from support.page_scenarios import on_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


pytestmark = pytest.mark.page(screen=LocationsScreen)

FEW = ("AR", "AU", "CA", "DE", "DK", "JP", "MX", "PL", "SE", "ZA")


async def test_it_finds_cities_and_isps_of_every_list_that_is_loaded(screen: LocationsScreen) -> None:
    screen.press("All cities and ISPs")
    await screen.quiet()
    assert "Nothing to search yet" in screen.words(screen.all)
    for code in ("DE", "JP"):
        await screen.click_country(code)
    screen.press("All cities and ISPs")
    await screen.quiet()
    assert "552 cities and ISPs of 2 countries are loaded." in screen.words(screen.all)
    assert screen.all.pane.search.hasFocus()
    await screen.write(screen.all.pane.search, "osaka")
    assert screen.locations(screen.all.pane)[0] == "Osaka"
    row = screen.all.pane.table.row(0)
    assert (row.country, row.country_name) == ("JP", "Japan")


async def open_all(screen: LocationsScreen) -> None:
    """Opens the search across all countries, of which there are few."""
    screen.service.keep_countries(*FEW)
    await screen.load()
    screen.press("Mobile per GB")
    await screen.quiet()
    screen.press("All cities and ISPs")
    await screen.quiet()


async def until(fact: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not fact():  # noqa: ASYNC110 (Qt has no event to wait for here)
            await asyncio.sleep(0)


async def test_every_country_can_be_loaded_and_is_kept(tmp_path: Path) -> None:

    async with on_page(LocationsScreen, tmp_path) as screen:
        await open_all(screen)
        screen.press("Load every country")
        await screen.quiet()
        assert screen.has_button("Load every country")
        assert f"of {len(screen.countries())} countries are loaded" in screen.words(screen.all)
        last = screen.locations(screen.all.pane)[-1]
        await screen.write(screen.all.pane.search, last)
        assert screen.locations(screen.all.pane)[0] == last
    async with on_page(LocationsScreen, tmp_path) as screen:
        await open_all(screen)
        assert f"of {len(screen.countries())} countries are loaded" in screen.words(screen.all)


async def test_loading_can_be_stopped_and_goes_on_where_it_was(screen: LocationsScreen) -> None:
    await open_all(screen)
    first = f"/v1/catalog/countries/{screen.codes_of_countries()[0]}/cities"
    screen.press("Load every country")
    await until(lambda: screen.all.progress_text.shown_text().startswith("5 of"))
    screen.press("Stop")
    await screen.quiet()
    assert screen.all.running.isHidden()
    assert not screen.page.tasks.is_running("every country")
    assert len(await screen.service.requests("GET", first)) == 1
    screen.press("Load every country")
    await until(lambda: screen.all.progress_text.shown_text().startswith("8 of"))
    screen.press("Stop")
    await screen.quiet()
    assert len(await screen.service.requests("GET", first)) == 1


async def test_what_could_not_be_loaded_is_named(screen: LocationsScreen) -> None:
    await open_all(screen)
    route = f"GET /v1/catalog/countries/{screen.codes_of_countries()[1]}/cities"
    await screen.service.faults({"route": route, "kind": "status", "status": 404})
    screen.press("Load every country")
    await until(lambda: screen.all.progress_text.shown_text().startswith("3 of"))
    assert "1 list could not be loaded" in screen.words(screen.all)
    assert screen.countries()[1] in screen.words(screen.all)
    screen.press("Stop")
    await screen.quiet()


@pytest.mark.qt_log_ignore("does not support raise", "grabbing the keyboard", extend=True)
async def test_a_result_opens_its_country(screen: LocationsScreen) -> None:
    for code in ("DE", "JP"):
        await screen.click_country(code)
    screen.press("All cities and ISPs")
    await screen.quiet()
    await screen.write(screen.all.pane.search, "munchen")
    table = screen.all.pane.table
    table.menu_requested.emit(0, table.mapToGlobal(table.rect().center()))
    menu = screen.menu()
    next(action for action in menu.actions() if action.text() == "Open country").trigger()
    menu.close()
    await screen.quiet()
    assert screen.page.current_code() == "DE"
    assert screen.detail.isVisible()


@pytest.mark.page(size=(800, 600))
async def test_esc_and_back_lead_out_of_it(screen: LocationsScreen) -> None:
    screen.press("All cities and ISPs")
    await screen.quiet()
    assert not screen.pane.isVisible()
    await screen.key(Qt.Key.Key_Escape)
    assert screen.pane.isVisible()
    screen.press("All cities and ISPs")
    await screen.quiet()
    screen.press("Back")
    assert screen.pane.isVisible()
