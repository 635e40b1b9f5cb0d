"""The real app on a clock that is moved from outside, so that a day of its work takes minutes.

It takes the orders of `window_program`, and three more: `pass` lets seconds pass, each sleeper waking at its
own moment; `visit` goes through all tabs; `measure` tells what the process holds. The sandbox's clock stands,
but for what passes here.
"""

# ruff: noqa: ASYNC110 (the end of a page's tasks has no event of its own)

from __future__ import annotations

import asyncio
import gc
import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from urllib.parse import urlsplit

import httpx

from app import bootstrap
from app.api.connections import build_http
from support.shown import callout_of
from support.stepped_clock import SteppedClock
from support.window_program import Driver, main
from ui.pages.page import Page
from ui.pages.subscriptions.page import SubscriptionsPage
from ui.shell.tabs import TABS, TOPUPS

if TYPE_CHECKING:
    from app.api.connections import HttpClient
    from ui.shell.window import MainWindow
    from ui.tasks import Tasks

_TURNS = 400
"""So many turns of the event loop at most until those who woke sleep again; a slow answer takes more."""
_EXPIRY_SECONDS = 31.0
"""After that, in real time, no connection is kept for another request (5 s), and Qt has ended the threads
that scaled a picture (30 s): one for each core, each with a handle."""
_LOOKS = 60


class SoakClock(SteppedClock):
    """The clock of the app; the sandbox's follows before each request.

    Attributes:
        requests: How many there were.
        port: That of the sandbox.
    """

    def __init__(self) -> None:
        super().__init__()
        self.requests = 0
        # Before the app takes the account out of the environment.
        self.port = urlsplit(os.environ["TOLLHOUSE_BASE_URL"]).port
        self._now = datetime.now(UTC)
        self._owed = 0.0
        headers = {"Authorization": f"Bearer {os.environ['TOLLHOUSE_API_KEY']}"}
        self._sandbox = httpx.AsyncClient(
            base_url=os.environ["TOLLHOUSE_BASE_URL"], headers=headers, trust_env=False
        )

    def advance(self, seconds: float) -> None:
        super().advance(seconds)
        self._owed += seconds

    async def catch_up(self, _request: httpx.Request) -> None:
        self.requests += 1
        owed, self._owed = self._owed, 0.0
        if owed:
            answer = await self._sandbox.post("/_sandbox/clock", json={"advance_seconds": owed})
            answer.raise_for_status()


class SoakDriver(Driver):
    """Lets time pass, and measures."""

    def __init__(self, window: MainWindow, clock: SoakClock) -> None:
        super().__init__(window)
        self._clock = clock
        self._acts |= {"pass": self._pass, "visit": self._visit, "measure": self._measure}

    async def _pass(self, seconds: str) -> dict[str, Any]:
        end = self._clock.monotonic() + float(seconds)
        while self._clock.monotonic() < end:
            asleep = len(self._clock.sleepers)
            await self._clock.move_to(self._clock.next_due(end))
            await self._let_work(asleep)
        return {}

    async def _let_work(self, asleep: int) -> None:
        """Lets those who woke do what they woke for, until as many sleep as before."""
        for turn in range(_TURNS):
            await asyncio.sleep(0 if turn < _TURNS // 2 else 0.005)
            if len(self._clock.sleepers) >= asleep:
                return

    async def _visit(self, subscription_id: str) -> dict[str, Any]:
        """Loads each tab again, and checks the credentials of a subscription through the gateway."""
        outcome = ""
        for tab in TABS:
            self._window.tab_chosen.emit(tab.key)
            (page,) = (one for one in self._window.findChildren(Page) if one.isVisible())
            page.load()
            await _until_idle(page.tasks)
            if isinstance(page, SubscriptionsPage):
                page.show_subscription(subscription_id)
                opened = page.subscription_page
                await _until_idle(opened.tasks)
                opened.credentials.check.click()
                await _until_idle(opened.tasks)
                outcome = callout_of(opened.credentials.result)
        self._window.tab_chosen.emit(TOPUPS.key)
        return {"check": outcome}

    async def _measure(self) -> dict[str, Any]:
        await asyncio.sleep(_EXPIRY_SECONDS)
        handles, tasks = [], []
        for _look in range(_LOOKS):
            await self._pass("1")
            handles.append(_handles(self._clock.port))
            tasks.append(len(asyncio.all_tasks()))
        gc.collect()
        held = {"kilobytes": _kilobytes(), "handles": min(handles, key=len), "tasks": min(tasks)}
        return held | {"requests": self._clock.requests}


async def _until_idle(tasks: Tasks) -> None:
    while tasks.names() - {"try again"}:
        await asyncio.sleep(0.01)


def _handles(port: int | None) -> list[str]:
    """Returns what they are of, without idle connections to the service, which end after 5 s."""
    rows = [line.split() for line in Path("/proc/self/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    idle = {f"socket:[{row[9]}]" for row in rows if int(row[2].rpartition(":")[2], 16) == port}
    names = []
    for handle in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # that of this very listing
            names.append(str(handle.readlink()))
    return sorted(name for name in names if name not in idle)


def _kilobytes() -> int:
    """Returns the resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def _run() -> int:
    clock = SoakClock()

    def build_following_http() -> HttpClient:
        http = build_http()
        http.event_hooks = {"request": [clock.catch_up]}
        return http

    with (
        patch.object(bootstrap, "SystemClock", lambda: clock),
        patch.object(bootstrap, "build_http", build_following_http),
    ):
        return main(lambda window: SoakDriver(window, clock))


if __name__ == "__main__":
    sys.exit(_run())
