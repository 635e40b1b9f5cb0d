"""A linked clock whose sleepers wake only when the test moves time past their moment."""

from __future__ import annotations

import asyncio

from support.linked_service import LinkedClock


class SteppedClock(LinkedClock):
    """Makes waiting real and time the test's: for what polls for ever.

    The pauses between the tries of one call, all under a second when they are drawn smallest, are not
    waited for.

    Attributes:
        sleepers: (moment on the monotonic clock, what is set when it has come) of all who wait.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sleepers: list[tuple[float, asyncio.Future[None]]] = []

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        if seconds < 1:
            await asyncio.sleep(0)
            return
        sleeper = (self.monotonic() + seconds, asyncio.get_running_loop().create_future())
        self.sleepers.append(sleeper)
        try:
            await sleeper[1]
        finally:
            if sleeper in self.sleepers:
                self.sleepers.remove(sleeper)

    def next_due(self, end: float) -> float:
        """Returns when the first sleeper wakes, but `end` at the latest."""
        return min((end, *(moment for moment, _wake in self.sleepers)))

    async def move_to(self, moment: float) -> None:
        """Lets it be that moment for the app and for the service, and wakes who waited for it."""
        passed = max(0.0, moment - self.monotonic())
        self.advance(passed)
        if self.service is not None:
            self.service.owed_seconds += passed
        due = [sleeper for sleeper in self.sleepers if sleeper[0] <= self.monotonic() + 1e-6]
        for sleeper in due:
            self.sleepers.remove(sleeper)
            if not sleeper[1].done():
                sleeper[1].set_result(None)
