"""The page of locations without a connection: what was known stays, and nothing known is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.locations_screen import run_scenario

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.locations_screen import LocationsScreen


def test_what_was_known_stays_without_a_connection(run: Callable[..., None], tmp_path: Path) -> None:
    async def fill(screen: LocationsScreen) -> None:
        await screen.click_country("DE")

    async def offline(screen: LocationsScreen) -> None:
        wallet = screen.service.account.wallet
        assert wallet is not None
        await wallet.cut_off(cut=True)
        screen.service.clock.advance(3600)
        await screen.load()
        assert "Germany" in screen.countries()
        assert "Showing what was known at" in screen.banner()
        await screen.click_country("DE")
        assert len(screen.locations(screen.detail.cities)) == 312

    run_scenario(run, tmp_path, fill)
    run_scenario(run, tmp_path, offline, load=False)


def test_nothing_known_and_no_connection_is_said(run: Callable[..., None], tmp_path: Path) -> None:
    async def scenario(screen: LocationsScreen) -> None:
        wallet = screen.service.account.wallet
        assert wallet is not None
        await wallet.cut_off(cut=True)
        await screen.load()
        assert "Not loaded" in screen.words(screen.pane)
        await wallet.cut_off(cut=False)
        screen.press("Try again", screen.pane)
        await screen.quiet()
        assert "Germany" in screen.countries()

    run_scenario(run, tmp_path, scenario, load=False)
