"""A clock that a test moves by hand; sleeping on it takes no time."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

START = datetime(2026, 11, 18, 12, 0, 0, tzinfo=UTC)


class VirtualClock:
    """Implements `app.clock.Clock`.

    Attributes:
        pauses: The seconds of every sleep, in order.
    """

    def __init__(self, start: datetime = START) -> None:
        self._now = start
        self._monotonic = 1000.0
        self.pauses: list[float] = []

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return self._monotonic

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.advance(seconds)
        await asyncio.sleep(0)

    def set_by(self, change: timedelta) -> None:
        """Sets the wall clock forward or back, as a person or NTP does."""
        self._now += change

    def advance(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)
        self._monotonic += seconds
