"""The page of locations without a connection: what was known stays, and nothing known is said."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from app.i18n.units import as_of
from support.locations_screen import LocationsScreen
from support.page_scenarios import on_page
from ui.widgets.second_ticks import SecondTicks

if TYPE_CHECKING:
    from pathlib import Path


async def test_what_was_known_stays_without_a_connection(tmp_path: Path) -> None:

    async with on_page(LocationsScreen, tmp_path) as screen:
        await screen.click_country("DE")
    async with on_page(LocationsScreen, tmp_path, load=False) as screen:
        wallet = screen.service.account.wallet
        assert wallet is not None
        await wallet.cut_off(cut=True)
        screen.service.clock.advance(3600)
        await screen.load()
        assert "Germany" in screen.countries()
        assert "Showing what was known at" in screen.banner()
        await screen.click_country("DE")
        assert len(screen.locations(screen.detail.pane("cities"))) == 312


async def test_what_is_from_a_former_day_says_so_while_the_page_stays_open(tmp_path: Path) -> None:
    async with on_page(LocationsScreen, tmp_path) as screen:
        await screen.click_country("DE")
        listed = screen.detail.pane("cities")
        clock = screen.service.clock
        loaded_at = clock.now()
        for pane in (screen.pane, listed):
            assert as_of(loaded_at, loaded_at) in screen.words(pane)
        clock.advance(86400)
        ticks = screen.page.findChild(SecondTicks)
        assert ticks is not None
        ticks.ticked.emit(60)
        await screen.quiet()
        for pane in (screen.pane, listed):
            assert as_of(loaded_at, clock.now()) in screen.words(pane)
            assert as_of(loaded_at, loaded_at) not in screen.words(pane)


async def test_what_was_saved_by_a_clock_that_was_ahead_is_no_response(tmp_path: Path) -> None:
    async with on_page(LocationsScreen, tmp_path, load=False) as screen:
        screen.service.clock.set_by(timedelta(days=1))
        await screen.load()
        await screen.click_country("DE")
    async with on_page(LocationsScreen, tmp_path, load=False) as screen:
        wallet = screen.service.account.wallet
        assert wallet is not None
        await wallet.cut_off(cut=True)
        await screen.load()
        assert "Germany" in screen.countries()
        assert "Showing what was known at" in screen.banner()
        await screen.click_country("DE")
        assert len(screen.locations(screen.detail.pane("cities"))) == 312
        assert "Showing what was known at" in screen.banner()
        await wallet.cut_off(cut=False)
        screen.press("Try now")
        await screen.quiet()
        assert screen.banner() == ""


@pytest.mark.page(screen=LocationsScreen, load=False)
async def test_nothing_known_and_no_connection_is_said(screen: LocationsScreen) -> None:
    wallet = screen.service.account.wallet
    assert wallet is not None
    await wallet.cut_off(cut=True)
    await screen.load()
    assert "Not loaded" in screen.words(screen.pane)
    assert not screen.pane.copy_csv.isEnabled()
    assert not screen.pane.save_csv.isEnabled()
    await wallet.cut_off(cut=False)
    screen.press("Try again", screen.pane)
    await screen.quiet()
    assert screen.pane.copy_csv.isEnabled()
    assert "Germany" in screen.countries()
