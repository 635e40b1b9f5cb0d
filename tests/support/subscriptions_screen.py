"""The subscriptions page in a window, used the way a person does: by names, mouse and keyboard."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

from support.page_context import FakeRouter, page_context
from support.page_screen import PageScreen
from ui.clipboard import Clipboard
from ui.pages.subscriptions.page import SubscriptionsPage
from ui.widgets.tables.columns import KeyRole

if TYPE_CHECKING:
    from app.models.subscriptions import Subscription
    from support.linked_service import LinkedService

_PATIENCE = 10.0


class SubscriptionsScreen(PageScreen):
    """One account's page.

    Attributes:
        notes: What was said for the status bar.
        plans: The plans that a top-up was wanted for.
    """

    window: QMainWindow
    page: SubscriptionsPage

    def __init__(self, service: LinkedService, size: tuple[int, int]) -> None:
        self.service = service
        self.notes: list[str] = []
        self.plans: list[str] = []
        self.window = QMainWindow()
        self.window.resize(*size)
        self.context = page_context(
            Clipboard(self.window), self.notes, router=FakeRouter(plans=self.plans), folder=service.folder
        )
        self.page = SubscriptionsPage(service.account, self.context)
        self.open = self.page.subscription_page
        self.detail = self.open.detail
        self.pane = self.page.pane
        self.window.setCentralWidget(self.page)
        self.window.show()

    async def quiet(self) -> None:
        """Waits until all work is done."""
        until = time.monotonic() + _PATIENCE
        while True:
            for _turn in range(3):
                await asyncio.sleep(0.001)
            names = self.page.tasks.names() | self.open.tasks.names()
            if not names - {"try again"}:
                return
            assert time.monotonic() < until, f"never quiet: {names}"

    async def aclose(self) -> None:
        for tasks in (self.page.tasks, self.open.tasks):
            tasks.cancel_all()
        if self.open.dialog is not None:
            self.open.dialog.done(0)
        await self.put_away()

    # What a person does

    def choose_format(self, key: str) -> None:
        combo = self.detail.sticky.format
        combo.setCurrentIndex(combo.findData(key))

    def show_row(self, row: int) -> None:
        self.page.show_subscription(self.at(row).id)

    # What a person sees

    def at(self, row: int) -> Subscription:
        found = self.service.account.subscription_store.get(self.page.model.index(row, 0).data(KeyRole))
        assert found is not None
        return found

    def current(self) -> Subscription:
        found = self.service.account.subscription_store.get(self.page.current_id())
        assert found is not None
        return found

    def rows(self) -> list[str]:
        model = self.page.model
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    def clipboard(self) -> str:
        return QGuiApplication.clipboard().text()  # noqa: TID251 (what others would paste)
