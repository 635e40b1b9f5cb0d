"""The one source of time: the wall's, a monotonic one, and the service's as seen in its answers."""

from __future__ import annotations

import asyncio
import sys
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What tells the time and waits; tests give a virtual one."""

    def now(self) -> datetime:
        """Returns the wall clock's time, UTC."""
        ...

    def monotonic(self) -> float:
        """Returns seconds that never jump with the wall clock."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Waits."""
        ...


class SystemClock:
    """This computer's clock."""

    def now(self) -> datetime:
        """Returns the wall clock's time, UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Returns seconds that never jump with the wall clock, those of a suspend included."""
        if sys.platform == "linux":
            # The ordinary one stands still in a suspend there: countdowns would promise too much.
            return time.clock_gettime(time.CLOCK_BOOTTIME)
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Waits."""
        await asyncio.sleep(seconds)


class ServiceClock:
    """The service's time: its last `Date` header, carried on by the monotonic clock.

    The wall clock of this computer may be wrong or jump; deadlines are the service's (spec 2.1).
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seen: tuple[datetime, float] | None = None

    def observe(self, date: datetime) -> None:
        """Takes the `Date` of an answer that has just come.

        The header counts whole seconds and the answer was under way: a time that fits what is known
        within 2 seconds changes nothing, so that countdowns don't flicker.
        """
        if self._seen is None or abs(date - self.now()) > timedelta(seconds=2):
            self._seen = (date, self._clock.monotonic())

    @property
    def known(self) -> bool:
        """Whether the service has told its time yet."""
        return self._seen is not None

    def now(self) -> datetime:
        """Returns the service's time, or the wall clock's until it is known."""
        if self._seen is None:
            return self._clock.now()
        date, at = self._seen
        return date + timedelta(seconds=self._clock.monotonic() - at)
