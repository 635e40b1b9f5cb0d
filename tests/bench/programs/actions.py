"""The app and a script of actions: the CPU time of each, its longest turn and stall.

Each action is followed for a second, and on until the page has loaded. Pages are visited again several times,
and the median is taken: a poll may fall into any of them.
"""

import asyncio
import inspect
import statistics
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from app.bootstrap import Services
from app.models.settings import Settings
from bench.programs.probe import Beat, memory_mb
from bench.programs.scripted import run_scripted
from ui.pages.page import Page
from ui.shell.window import MainWindow

FOLLOWED_S = 1.0
SECOND_VISITS = 5
LIMIT_S = 30
TABS = ("subscriptions", "sub-users", "locations", "topups")


class Script:
    """The actions, in the order in which they are done."""

    def __init__(self, window: MainWindow, services: Services) -> None:
        self._window = window
        self._services = services
        self._beat = Beat(window)
        self._costs: dict[str, list[dict[str, float]]] = {}
        self.memory_mb = 0.0

    async def run(self) -> None:
        """Does everything once."""
        await self._visit("first visit")
        self.memory_mb = memory_mb()
        for _visit in range(SECOND_VISITS):
            await self._visit("second visit")
        await self._change_looks()
        await self._use_lists()
        await self._switch_accounts()

    def actions(self) -> dict[str, dict[str, float]]:
        """Returns what each action cost: the medians, where it was done several times."""
        return {
            name: {cost: statistics.median(each[cost] for each in costs) for cost in costs[0]}
            for name, costs in self._costs.items()
        }

    async def _visit(self, name: str) -> None:
        for tab in TABS[:-1]:
            await self._do(f"{name}: {tab}", partial(self._window.tab_chosen.emit, tab))
        await self._do(f"{name}: settings", self._window.settings_requested.emit)
        self._window.settings_requested.emit()
        self._window.tab_chosen.emit(TABS[-1])
        await asyncio.sleep(FOLLOWED_S)

    async def _change_looks(self) -> None:
        change = self._services.settings.change

        def to(**values: Any) -> Callable[[], Awaitable[None]]:
            def changed(settings: Settings) -> Settings:
                return settings._replace(**values)

            return lambda: change(changed)

        await self._do("look: dark theme", to(theme="dark"))
        await self._do("look: light theme", to(theme="light"))
        await self._do("look: large text", to(text_percent=125))
        await self._do("look: usual text", to(text_percent=100))

    async def _use_lists(self) -> None:
        await self._do("other: palette, first time", self._window.palette_requested.emit)
        await self._do("other: palette, typed", lambda: self._card().field.setText("new"))
        await self._do("other: palette, closed", lambda: self._card().close())
        page: Any = self._window.shown_page()
        await self._do("other: search", lambda: page.pane.search.setText("btc"))
        await self._do("other: search cleared", page.pane.search.clear)
        bar = page.pane.view.verticalScrollBar()
        await self._do("other: scroll", lambda: self._scroll(bar))

    async def _switch_accounts(self) -> None:
        own, other = (account.id for account in self._services.accounts.known())
        for name, account_id in (("first time", other), ("back", own), ("again", other)):
            await self._do(f"other: account switch, {name}", partial(self._switch, account_id))

    async def _switch(self, account_id: str) -> None:
        switched = asyncio.Event()
        self._window.page_changed.connect(switched.set)
        self._window.account_chosen.emit(account_id)
        async with asyncio.timeout(LIMIT_S):
            await switched.wait()

    async def _do(self, name: str, action: Callable[[], object]) -> None:
        self._beat.restart()
        awaited = action()
        if inspect.isawaitable(awaited):
            await awaited
        await asyncio.sleep(FOLLOWED_S)
        page = self._window.shown_page()
        if isinstance(page, Page):
            await page.tasks.join("load")
        self._costs.setdefault(name, []).append(self._beat.costs())

    def _card(self) -> Any:
        from ui.widgets.overlays.palette_card import PaletteCard  # noqa: PLC0415 (the app imports it first)

        return self._window.findChild(PaletteCard)

    async def _scroll(self, bar: Any) -> None:
        for step in range(1, 31):
            bar.setValue(bar.maximum() * step // 30)
            await asyncio.sleep(1 / 60)


async def script(window: MainWindow, services: Services) -> dict[str, Any]:
    done = Script(window, services)
    await done.run()
    return {"actions": done.actions(), "memory_mb": done.memory_mb}


run_scripted(script)
