"""The app and a country of 20,000 cities: opened on the page of locations, then searched."""

import asyncio
from typing import Any

from app.bootstrap import Services
from bench.programs.probe import Beat
from bench.programs.scripted import run_scripted
from ui.shell.window import MainWindow

BEFORE = "MX"
COUNTRY = "US"
CITIES = 20_000
AFTER_VISIT_S = 4.0
LOOK_EVERY_S = 0.01
PAUSE_S = 0.5
LIMIT_S = 60
TEXTS = ("s", "sa", "san", "san j", "")


async def script(window: MainWindow, _services: Services) -> dict[str, Any]:
    window.tab_chosen.emit("locations")
    page: Any = window.shown_page()
    await page.tasks.join("load")
    await asyncio.sleep(AFTER_VISIT_S)
    beat = Beat(window)
    page.open_location(BEFORE, "cities")
    await asyncio.sleep(AFTER_VISIT_S)
    opening = beat.costs()
    beat.restart()
    page.open_location(COUNTRY, "cities")
    pane = page.detail.pane("cities")
    async with asyncio.timeout(LIMIT_S):
        while len(pane.found) < CITIES:  # noqa: ASYNC110 (without a signal)
            await asyncio.sleep(LOOK_EVERY_S)
    await asyncio.sleep(PAUSE_S)
    arrival = beat.costs()
    beat.restart()
    for text in TEXTS:
        pane.search.setText(text)
        await asyncio.sleep(PAUSE_S)
    return {
        "country_turn": opening["turn_ms"],
        "cities_turn": arrival["turn_ms"],
        "cities_stall": arrival["stall_ms"],
        "search_turn": beat.costs()["turn_ms"],
    }


run_scripted(script)
