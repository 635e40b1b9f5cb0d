"""The top-ups page in the main window, used the way a person does: by names, mouse and keyboard."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest

from support.page_context import page_context
from support.page_screen import PageScreen
from support.qr_camera import codes_on
from support.shown import message_of
from support.stepped_clock import SteppedClock
from ui.clipboard import Clipboard
from ui.links import Links
from ui.pages.topups.page import TopUpsPage
from ui.shell.window import MainWindow
from ui.tasks import Tasks
from ui.widgets.layout.banner import Banner

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.models.topups import TopUp
    from support.linked_service import LinkedService
    from ui.pages.topups.new_dialog import NewTopUpDialog

_PATIENCE = 40.0


class TopUpsScreen(PageScreen):
    """One account's page.

    Attributes:
        opened: The links that were handed to the desktop.
        messages: What the status bar was to show.
        opens_links: Whether the desktop knows a program for them.
    """

    window: MainWindow
    page: TopUpsPage

    def __init__(self, service: LinkedService, size: tuple[int, int]) -> None:
        assert isinstance(service.clock, SteppedClock)
        self.service = service
        self.clock = service.clock
        self.opened: list[str] = []
        self.opens_links = True
        self.window = MainWindow()
        self.window.build()
        self.window.take_input()
        self.window.resize(*size)
        self.clipboard = Clipboard(self.window)
        self.messages: list[str] = []
        self.context = page_context(self.clipboard, self.messages, links=Links(opener=self._open))
        self.page = TopUpsPage(service.account, self.context)
        self.pane, self.detail = self.page.pane, self.page.topup_page.detail
        self.watch = Tasks(self.window, self.page.show_error)
        self.window.show_page(self.page)
        self.window.show()

    def _open(self, url: QUrl) -> bool:
        self.opened.append(url.toString())
        return self.opens_links

    def receive(self, topup: TopUp) -> None:
        """Lets the page take a state of a top-up as if the service had just told it."""
        store = self.service.account.topup_store
        before = store.get(topup.id)
        store._remember(topup, store._snapshot(topup, ""), None, is_listed=False)
        for report in tuple(store.on_change):
            report(before, topup)

    async def load(self) -> None:
        """Does what the shell does for an account that is opened, and what F5 does later."""
        if not self.watch.names():
            self.watch.start("watch", self.service.account.poller.run())
        self.page.load()
        await self.quiet()

    async def quiet(self) -> None:
        """Waits until all work is done but for what waits for time to pass."""
        await self.until(self._is_quiet)

    async def until(self, happened: Callable[[], bool]) -> None:
        """Lets Qt and asyncio work until something is so."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            for _turn in range(3):
                await asyncio.sleep(0.001)
            if happened():
                return
            assert time.monotonic() < deadline, f"{self.page.tasks.names()} {self.clock.sleepers}"

    def _is_quiet(self) -> bool:
        tasks = self.page.tasks.names()
        waiting = tasks & {"try again"}
        return (
            tasks == waiting
            and not self.page.topup_page.tasks.names()
            and len(self.clock.sleepers) == len(waiting) + len(self.watch.names())
        )

    async def step(self, seconds: float) -> None:
        """Lets time pass, every sleeper waking at its own moment."""
        end = self.clock.monotonic() + seconds
        while (moment := self.clock.next_due(end)) < end:
            await self.clock.move_to(moment)
            await self._settle()
        await self.clock.move_to(end)
        await self.quiet()

    async def _settle(self) -> None:
        """Waits until all work is done; a tick of the watch that finds nothing to do is done at once."""
        for _turn in range(8):
            await asyncio.sleep(0)
            if self._is_quiet():
                return
        await self.quiet()

    async def aclose(self) -> None:
        for tasks in (self.watch, self.page.tasks, self.page.topup_page.tasks):
            tasks.cancel_all()
        if self.page.dialog is not None:
            self.page.dialog.set_busy(busy=False)
            self.page.dialog.reject()
        await self.put_away()

    # What a person does

    def click_row(self, row: int) -> None:
        view = self.pane.view
        place = view.visualRect(self.page.model.index(row, 0)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))

    async def new_topup(self, name: str, amount: str = "50") -> TopUp:
        """Goes through the dialog; returns what is open then."""
        dialog = await self.open_dialog()
        dialog.amount.clear()
        self.enter(dialog.amount, amount)
        self.press(name, dialog)
        self.press("Get payment details", dialog)
        await self.quiet()
        assert self.page.dialog is None, self.words(dialog)
        return self.current()

    async def open_dialog(self) -> NewTopUpDialog:
        self.press("New top-up")
        await self.quiet()
        assert self.page.dialog is not None
        return self.page.dialog

    async def pay(self, *, confirmations: int) -> None:
        """Pays what is open exactly, reports that, and waits until so many confirmations are shown."""
        self.press("Pay exactly")
        await self.quiet()
        self.press("I've sent the payment")
        await self.quiet()
        await self.service.control(f"topups/{self.current().id}/confirm", {"count": confirmations})
        await self.step(16)

    # What a person sees

    def current(self) -> TopUp:
        topup = self.page.topup_page.topup
        assert topup is not None
        return topup

    def topup_at(self, row: int) -> TopUp:
        model = self.page.model
        topup = self.service.account.topup_store.get(model.id_at(model.index(row, 0)))
        assert topup is not None
        return topup

    def banners(self, within: QWidget) -> str:
        """Returns what the banners inside a widget say."""
        return "\n".join(message_of(banner) for banner in self.visible(Banner, within))

    def rows(self) -> list[str]:
        model = self.page.model
        return [str(model.data(model.index(row, 0))) for row in range(model.rowCount())]

    async def polls(self, topup_id: str) -> list[datetime]:
        """Returns when the service was asked for a top-up."""
        entries = await self.service.requests("GET", f"/v1/topups/{topup_id}")
        return [datetime.fromisoformat(entry["time"]) for entry in entries]

    def selected_id(self) -> str:
        indexes = self.pane.view.selectedIndexes()
        return self.page.model.id_at(indexes[0]) if indexes else ""

    def codes(self) -> list[str]:
        """Returns what a wallet's camera reads off the window."""
        return codes_on(self.window)
