"""A window with a bell and two accounts, for what happens to be notified of."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from app.clock import SystemClock
from app.models.notifications import Notification
from app.models.settings import NotificationChoices, Settings
from app.services.notifications import Notifications
from app.storage.state import State
from support.waiting import until
from ui.shell.notification_center import NotificationCenter
from ui.shell.window import MainWindow
from ui.widgets.buttons.header_buttons import CountButton

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.bootstrap import Services
    from app.models.notifications import NotificationKind


class Screen:
    """A window with a bell, and two accounts."""

    def __init__(self, folder: Path) -> None:
        self.clock = SystemClock()
        self.notifications = Notifications(State(folder / "state.sqlite"), lambda _kind: True)
        self.names = {"work": "Work", "home": "Home"}
        self.choices = NotificationChoices()
        self.wanted: list[tuple[str, str]] = []
        self.window = MainWindow()
        self.window.build()
        self.in_sight = False
        self.bell = CountButton("bell", "Notifications")
        self.window.header.add_tool(self.bell)
        self.notification_center = NotificationCenter(
            self.window,
            self.bell,
            cast("Services", self),
            show_error=lambda _error: None,
            is_on_screen=lambda _account, _notification: self.in_sight,
            newest_topups=dict,
            now=lambda _account: self.clock.now(),
        )
        self.bell.clicked.connect(self.notification_center.open)
        self.notifications.on_added.append(self.notification_center.show_added)
        self.notification_center.notification_chosen.connect(
            lambda account, what: self.wanted.append((account, what.subject_id))
        )
        self.panel = self.notification_center.panel
        self.list = self.panel.list
        self.tasks = self.notification_center.tasks
        self.notification_center.begin()

    @property
    def accounts(self) -> Any:
        known = tuple(SimpleNamespace(id=one, name=name) for one, name in self.names.items())
        return SimpleNamespace(known=lambda: known)

    @property
    def settings(self) -> Any:
        return SimpleNamespace(now=Settings(notifications=self.choices))

    def notification(
        self, subject_id: str, kind: NotificationKind = "credited", **facts: Any
    ) -> Notification:
        at = self.clock.now() - timedelta(minutes=2)
        given = {"amount_usd": "50.00", "coin": "BTC", "name": "Shop"} | facts
        return Notification(kind=kind, subject_id=subject_id, occasion=kind, at=at, **given)

    async def notify(self, *notifications: Notification, account: str = "work") -> None:
        await self.notifications.add(account, notifications)
        await self.settled()

    async def settled(self) -> None:
        """Waits until all is done but for the desktop, which is listened to for ever."""
        await until(lambda: not self.tasks.names() - {"desktop notifications"})

    def rows(self) -> list[str]:
        model = self.list.model()
        return [str(model.data(model.index(row, 0))) for row in range(model.rowCount())]

    def description(self) -> str:
        return self.bell.accessibleDescription()


@asynccontextmanager
async def notification_screen(folder: Path, *, shown: bool = True) -> AsyncIterator[Screen]:
    """Opens the window, and closes it with all that it has begun."""
    screen = Screen(folder)
    if shown:
        screen.window.show()
    try:
        await screen.settled()
        yield screen
    finally:
        ended = screen.tasks.cancel_all()
        await asyncio.wait(ended) if ended else None
        screen.panel.close()
        screen.window.close()
        screen.window.deleteLater()
        await asyncio.sleep(0.01)
