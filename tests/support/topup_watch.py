"""A following that runs, time that a test moves, and everything that it told."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from app.services.notifications import Notices
from app.services.topups.poller import Following
from app.storage.notebook import Notebook
from app.storage.notification_file import NoticeFile
from support.stepped_clock import SteppedClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.errors import AppError
    from app.models.notifications import Notice
    from app.models.topups import TopUp
    from app.rules.topups.notifications import Note
    from support.linked_service import LinkedService


@dataclass
class Watch:
    """A following that runs, and everything it told."""

    service: LinkedService
    clock: SteppedClock
    following: Following
    notices: Notices
    changes: list[tuple[TopUp | None, TopUp]] = field(default_factory=list)
    notes: list[Notice] = field(default_factory=list)
    troubles: list[AppError | None] = field(default_factory=list)
    answers: int = 0
    runner: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.following.on_change.append(lambda before, after: self.changes.append((before, after)))
        self.following.on_note.append(self._tell)
        self.notices.on_told.append(lambda _account, notices: self.notes.extend(notices))
        self.following.on_trouble.append(self.troubles.append)
        self.following.on_answer.append(self._count_answer)
        self.runner = asyncio.get_running_loop().create_task(self.following.run())

    async def _tell(self, note: Note) -> None:
        await self.notices.tell("demo", (note.notice,))

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


def following_of(service: LinkedService, folder: Path) -> Following:
    return Following(
        topups=service.account.topups,
        notebook=Notebook(folder / "notebook.sqlite"),
        account="demo",
        service="demo",
        clock=service.clock,
        service_clock=service.client.service_clock,
    )


@asynccontextmanager
async def watching(service: LinkedService, folder: Path) -> AsyncIterator[Watch]:
    assert isinstance(service.clock, SteppedClock)
    notices = Notices(NoticeFile(folder / "notices.sqlite"), lambda _kind: True)
    watch = Watch(service, service.clock, following_of(service, folder), notices)
    watch.start()
    try:
        await watch.quiet()
        yield watch
    finally:
        await watch.stop()
