"""The app and one of three hardships, which it is watched through from its first turn: where does it stall?

Argument: `slow` (a service whose bodies come in small pieces), `large` (a country of 20,000 cities) or
`keyring` (one that never answers). A stall is the time between two beats of the event loop, less the time
that threads of this process waited for a processor: what else runs on the machine is none of it. A turn is
what the GUI thread does in it, in CPU time.
"""
# ruff: noqa: ASYNC110 (a page has no event for what is waited for)

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer

from bench.programs.probe import report
from ui import __main__
from ui.pages.page import Page
from ui.start import application as start
from ui.start.debug import StallMonitor

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.bootstrap import Services
    from ui.shell.window import MainWindow

BEAT_MS = 10
LIMIT_MS = 100
LIMIT_S = 300
WAITING = "ui/start/event_loop.py"
"""Where the innermost line of the app is while Qt waits for something to do."""
LOOK_EVERY_S = 0.05
SETTLED_S = 1.0
KEYRING_S = 7.0
"""Longer than the app waits for a keyring when nobody asked for it."""
TABS = ("subscriptions", "sub-users", "locations", "topups")
COUNTRY = "US"
CITIES = 20_000
TEXTS = ("s", "sa", "san", "san j", "")

_usual_conduct = start.conduct


class Watch(QObject):
    """Counts the beats of the event loop, and keeps the longest stall and turn.

    Attributes:
        during: What is going on, for the report.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.during = "start"
        self._beats = 0
        self._stall = self._turn = 0.0
        self._stalls: list[str] = []
        self._last, self._worked = time.monotonic(), time.thread_time()
        self._delays = _delays()
        self._monitor, self._known = StallMonitor(self), 0
        self._timer = QTimer(self, interval=BEAT_MS)
        self._timer.timeout.connect(self._on_timer_timeout)
        self._timer.start()

    def report(self) -> dict[str, Any]:
        self._on_timer_timeout()
        return {
            "beats": self._beats,
            "stall_ms": self._stall,
            "turn_ms": self._turn,
            "stalls": self._stalls,
        }

    def _on_timer_timeout(self) -> None:
        now, delays = time.monotonic(), _delays()
        turn = (time.thread_time() - self._worked) * 1000
        wall = (now - self._last) * 1000
        delayed = sum(delay - self._delays.get(thread, 0) for thread, delay in delays.items()) / 1e6
        self._last, self._worked, self._delays = now, time.thread_time(), delays
        stall = max(turn, wall - delayed)
        location = self._location()
        if turn < LIMIT_MS < stall and location.startswith(WAITING):
            # The beat was late, but the loop had nothing to do: the machine did not wake it.
            return
        self._beats += 1
        self._turn, self._stall = max(self._turn, turn), max(self._stall, stall)
        if stall > LIMIT_MS:
            times = f"{stall:.0f} ms, {turn:.0f} ms of CPU, {wall:.0f} ms by the clock"
            self._stalls.append(f"{self.during}: {times}, at {location or 'an unknown line'}")

    def _location(self) -> str:
        """Returns where the app was when this beat was late; the monitor's own may come before or after."""
        known, self._known = self._known, len(self._monitor.stalls)
        latest = self._monitor.stalls[-1].location if self._known > known else ""
        return self._monitor._location or latest


def _delays() -> dict[str, int]:
    """Returns the nanoseconds that each thread of this process has waited for a processor."""
    delays = {}
    for thread in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):  # it has just ended
            schedule = thread.joinpath("schedstat").read_text(encoding="ascii")
            delays[thread.name] = int(schedule.split()[1])
    return delays


class Hardships:
    """What is done in the window meanwhile."""

    def __init__(self, window: MainWindow, services: Services, watch: Watch) -> None:
        self._window, self._services, self._watch = window, services, watch

    async def slow(self) -> None:
        await self._visit_all()
        for tab in TABS:
            self._watch.during = f"{tab} again"
            self._window.tab_chosen.emit(tab)
            await self._loaded()
            page: Any = self._window.shown_page()
            page.load()
            await self._loaded()

    async def large(self) -> None:
        await self._visit_all()
        self._watch.during = "locations of all countries"
        self._window.tab_chosen.emit("locations")
        await self._loaded()
        page: Any = self._window.shown_page()
        self._watch.during = f"{CITIES} cities"
        page.open_location(COUNTRY, "cities")
        pane = page.detail.pane("cities")
        while len(pane.found) < CITIES:
            await asyncio.sleep(LOOK_EVERY_S)
        await asyncio.sleep(SETTLED_S)
        self._watch.during = "search"
        for text in TEXTS:
            pane.search.setText(text)
            await asyncio.sleep(SETTLED_S)

    async def keyring(self) -> None:
        accounts = self._services.accounts
        await asyncio.sleep(KEYRING_S)
        (account, *_demo) = accounts.known()
        await self._visit_all()
        calls: dict[str, Callable[[str], Awaitable[object]]] = {
            "read": accounts.unlock,
            "write": accounts.retry_saving,
            "delete": accounts.remove,
        }
        for name, call in calls.items():
            self._watch.during = f"keyring: {name}"
            calling = asyncio.gather(call(account.id), return_exceptions=True)
            await asyncio.sleep(SETTLED_S)
            accounts.stop_waiting_for_keyring()
            await calling
            await asyncio.sleep(SETTLED_S)

    async def _visit_all(self) -> None:
        for tab in TABS:
            self._watch.during = tab
            self._window.tab_chosen.emit(tab)
            await self._loaded()
        self._watch.during = "settings"
        self._window.settings_requested.emit()
        await asyncio.sleep(SETTLED_S)
        self._window.settings_requested.emit()
        self._watch.during = "palette"
        self._window.palette_requested.emit()
        await asyncio.sleep(SETTLED_S)
        self._window.tab_chosen.emit(TABS[-1])
        await self._loaded()

    async def _loaded(self) -> None:
        """Waits until the page shown has loaded, or has said why not."""
        while not isinstance(page := self._window.shown_page(), Page):
            await asyncio.sleep(LOOK_EVERY_S)
        await page.tasks.join("load")
        await asyncio.sleep(SETTLED_S)


async def run(window: MainWindow, services: Services) -> None:
    watch = Watch(window)
    try:
        async with asyncio.timeout(LIMIT_S):
            await getattr(Hardships(window, services, watch), sys.argv[1])()
        report(watch.report())
    except BaseException:
        traceback.print_exc()
        raise


async def conduct(window: MainWindow, services: Services, **options: Any) -> int:
    code, _done = await asyncio.gather(_usual_conduct(window, services, **options), run(window, services))
    return code


start.conduct = conduct
__main__.main([])
