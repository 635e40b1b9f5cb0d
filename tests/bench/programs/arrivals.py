"""20,000 cities arriving over HTTP: how long the event loop stands still meanwhile."""

import asyncio
import json
import os
import sys
import time
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.api.client import ServiceClient
from app.api.connections import build_http
from app.clock import SystemClock
from app.services.locations.locations import LocationCatalogs, Locations
from app.storage.state import State
from ui.start import event_loop as eventloop
from ui.start.event_loop import GarbageRounds

ROUNDS = 9
BEAT = 0.001


async def main() -> int:
    folder = Path(os.environ["TOLLHOUSE_HOME"])
    http, clock = build_http(), SystemClock()
    client = ServiceClient(os.environ["TOLLHOUSE_BASE_URL"], None, http=http, clock=clock)
    state = State(folder / "state.sqlite")
    catalogs = LocationCatalogs(state, clock)
    locations = catalogs.of("bench", client.catalog)
    longest: list[float] = []
    lasted: list[float] = []
    for _round in range(ROUNDS):
        gaps: list[float] = []
        over = asyncio.Event()
        began = time.monotonic()
        await asyncio.gather(_beat(gaps, over), _load(locations, over))
        lasted.append(time.monotonic() - began)
        longest.append(max(gaps))
    await http.aclose()
    report = {"longest_gap_ms": sorted(longest)[ROUNDS // 2] * 1000, "all_ms": min(lasted) * 1000}
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()
    return 0


async def _load(locations: Locations, over: asyncio.Event) -> None:
    async for _shown in locations.cities("US", renew=True):
        pass
    over.set()


async def _beat(gaps: list[float], over: asyncio.Event) -> None:
    last = time.monotonic()
    while not over.is_set():
        await asyncio.sleep(BEAT)
        now = time.monotonic()
        gaps.append(now - last - BEAT)
        last = now


application = QApplication(sys.argv)
rounds = GarbageRounds(application)
eventloop.run(application, main)
