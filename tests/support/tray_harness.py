"""A window, an account, and a desktop whose tray comes and goes as a test likes."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtWidgets import QSystemTrayIcon

from app.models.keys import KeyStatus, KeyStorage
from app.models.settings import Settings
from support.linked_service import linked_service
from support.page_context import page_context
from support.stepped_clock import SteppedClock
from ui.clipboard import Clipboard
from ui.pages.sub_users.page import SubUsersPage
from ui.pages.subscriptions.page import SubscriptionsPage
from ui.shell.tray import Tray
from ui.shell.window import MainWindow
from ui.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from app.bootstrap import Services
    from support.linked_service import LinkedService
    from ui.desktop_notifications import DesktopNotification
    from ui.shell.navigation import Navigation


class TrayHarness:
    """What the tray of a window does, and who asks it to."""

    def __init__(self, service: LinkedService) -> None:
        self.service = service
        self.has_host = True
        self.ended: list[bool] = []
        self.said: list[DesktopNotification] = []
        self.refused = False
        self.listeners: list[Callable[[], None]] = []
        self.chosen = Settings(has_tray=True)
        self.window = MainWindow()
        self.window.build()
        self.window.closed.connect(lambda: self.ended.append(True))
        self.window.show()
        self.clipboard = Clipboard(self.window)
        context = page_context(self.clipboard)
        self.subscriptions = SubscriptionsPage(service.account, context)
        self.sub_users = SubUsersPage(service.account, context)
        self.open_topups = 0
        self.pollers = SimpleNamespace(on_change=[], in_progress=lambda: self.open_topups)
        self.tasks = Tasks(self.window, lambda _error: None)
        self.notification_center = SimpleNamespace(desktop=SimpleNamespace(send=self.said.append))
        self.tray = Tray(
            self.window,
            cast("Services", self),
            cast("Navigation", self),
            self.clipboard,
            lambda: self.has_host,
        )

    @property
    def settings(self) -> Any:
        return self

    @property
    def now(self) -> Settings:
        return self.chosen

    @property
    def accounts(self) -> Any:
        async def opened(_account_id: str, *, attended: bool) -> Any:
            assert not attended
            return self.service.account

        def key_status(_account_id: str) -> KeyStatus:
            return KeyStatus(KeyStorage.KEYRING, refused_at=datetime.now(UTC) if self.refused else None)

        known = (SimpleNamespace(id=self.service.account.account.id, name="Demo"),)
        return SimpleNamespace(known=lambda: known, key_status=key_status, open=opened)

    def watch(self, listener: Callable[[], None]) -> None:
        self.listeners.append(listener)
        listener()

    def choose(self, *, tray: bool) -> None:
        self.chosen = Settings(has_tray=tray)
        for listener in self.listeners:
            listener()

    async def visit(self, page: SubscriptionsPage | SubUsersPage) -> None:
        self.window.show_page(page)
        page.load()
        await page.tasks.join("load")

    def icons(self) -> list[QSystemTrayIcon]:
        return [icon for icon in self.tray.findChildren(QSystemTrayIcon) if icon.isVisible()]

    def pick(self, text: str) -> None:
        (action,) = (action for action in self.tray.menu.actions() if action.text() == text)
        assert action.isEnabled(), text
        action.trigger()

    def can_pick(self, text: str) -> bool:
        return any(one.text() == text and one.isEnabled() for one in self.tray.menu.actions())


@asynccontextmanager
async def tray_harness(folder: Path) -> AsyncIterator[TrayHarness]:
    """Opens a window with a tray, and puts all of it away."""
    with linked_service(folder, "demo", SteppedClock()) as service:
        harness = TrayHarness(service)
        try:
            yield harness
        finally:
            detail, sub_users = harness.subscriptions.subscription_page, harness.sub_users
            for part in (harness, harness.subscriptions, detail, sub_users):
                part.tasks.cancel_all()
            harness.clipboard.clear_if_ours()
            harness.window.quit()
            harness.subscriptions.deleteLater()
            sub_users.deleteLater()
            harness.window.deleteLater()
            await asyncio.sleep(0.01)
            await service.aclose()
