"""A following that runs, time that a test moves, and everything that it told."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from app.services.notifications import Notifications
from app.storage.state import State
from support.stepped_clock import SteppedClock
from support.topup_stores import session_on

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.errors import AppError
    from app.models.notifications import Notification
    from app.models.topups import TopUp
    from app.services.topups.poller import TopUpPoller
    from app.services.topups.store import TopUpStore
    from app.services.topups.topups import TopUps
    from support.linked_service import LinkedService


@dataclass
class Watch:
    """A following that runs, and everything it told."""

    service: LinkedService
    clock: SteppedClock
    topups: TopUps
    poller: TopUpPoller
    notifications: Notifications
    changes: list[tuple[TopUp | None, TopUp]] = field(default_factory=list)
    notes: list[Notification] = field(default_factory=list)
    errors: list[AppError | None] = field(default_factory=list)
    answers: int = 0
    runner: asyncio.Task[None] | None = None

    @property
    def store(self) -> TopUpStore:
        return self.topups.store

    def start(self) -> None:
        self.store.on_change.append(lambda before, after: self.changes.append((before, after)))
        self.store.on_notifications.append(partial(self.notifications.add, "demo"))
        self.notifications.on_added.append(lambda _account, notifications: self.notes.extend(notifications))
        self.poller.on_poll.append(self.errors.append)
        self.poller.on_response.append(self._count_answer)
        self.runner = asyncio.get_running_loop().create_task(self.poller.run())

    def _count_answer(self) -> None:
        self.answers += 1

    async def stop(self) -> None:
        if self.runner is not None:
            self.runner.cancel()
            await asyncio.gather(self.runner, return_exceptions=True)

    async def quiet(self) -> None:
        """Waits until the watch waits for nothing but its next tick."""
        async with asyncio.timeout(60):
            while not self.clock.sleepers:  # noqa: ASYNC110 (a tick has no event of its own)
                await asyncio.sleep(0.001)

    async def pass_time(self, seconds: float) -> None:
        await self.quiet()
        end = self.clock.monotonic() + seconds
        while self.clock.monotonic() < end:
            await self.clock.move_to(self.clock.next_due(end))
            await self.quiet()

    async def polls(self, topup: TopUp) -> list[float]:
        entries = await self.service.requests("GET", f"/v1/topups/{topup.id}")
        return [datetime.fromisoformat(entry["time"]).timestamp() for entry in entries]

    def kinds(self) -> list[str]:
        return [note.kind for note in self.notes]


@asynccontextmanager
async def watching(service: LinkedService, folder: Path) -> AsyncIterator[Watch]:
    """Polls as another installation does, which has its own files in a folder."""
    assert isinstance(service.clock, SteppedClock)
    folder = folder / "watch"
    folder.mkdir(exist_ok=True)
    notifications = Notifications(State(folder / "state.sqlite"), lambda _kind: True)
    session = session_on(folder / "outbox.sqlite", service.client, service.clock)
    watch = Watch(service, service.clock, session.topups, session.poller, notifications)
    watch.start()
    try:
        await watch.quiet()
        yield watch
    finally:
        await watch.stop()
