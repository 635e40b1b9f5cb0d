"""The page of locations without a connection: what was known stays, and nothing known is said."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from support.locations_screen import LocationsScreen
from support.page_scenarios import on_page

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
