"""Time sources: wall clock, monotonic clock, and the service's clock derived from its responses."""

from __future__ import annotations

import asyncio
import sys
import time
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

MAX_LEAD: Final = timedelta(days=1)
"""How far what the service has just made may be ahead of its `Date` header."""

_DRIFT: Final = timedelta(seconds=2)


class Clock(Protocol):
    """A source of time that can wait; tests pass a virtual one."""

    def now(self) -> datetime: ...

    def monotonic(self) -> float:
        """Returns seconds that never jump with the wall clock."""
        ...

    async def sleep(self, seconds: float) -> None: ...


class SystemClock:
    def now(self) -> datetime:
        """Returns the time; local times follow a change of this computer's time zone from then on."""
        if sys.platform != "win32":
            # The C library reads it once, unless it is asked to.
            time.tzset()
        return datetime.now(UTC)

    def monotonic(self) -> float:
        if sys.platform == "linux":
            # The ordinary one stops in a suspend there, so that countdowns would show too much.
            return time.clock_gettime(time.CLOCK_BOOTTIME)
        if sys.platform == "darwin":
            # Likewise there; this one is `mach_continuous_time`.
            return time.clock_gettime(time.CLOCK_MONOTONIC_RAW)
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class PastMoment:
    """A moment that keeps its age when the wall clock of this computer is set.

    Args:
        at: The moment by the wall clock; None for now.
    """

    def __init__(self, clock: Clock, at: datetime | None = None) -> None:
        now = clock.now()
        self._clock = clock
        self._at = now if at is None else min(at, now)
        self._since = clock.monotonic() - (now - self._at).total_seconds()

    @property
    def age(self) -> timedelta:
        return timedelta(seconds=self._clock.monotonic() - self._since)

    def by_wall_clock(self) -> datetime:
        """Returns it as the clock is set now; it stays the same while the clock only drifts."""
        at = self._clock.now() - self.age
        return at if abs(at - self._at) > _DRIFT else self._at


class ServiceClock:
    """The service's time: its last `Date` header, carried on by the monotonic clock.

    The wall clock of this computer may be wrong or jump; deadlines are the service's (spec 2.1).
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seen: tuple[datetime, float] | None = None
        self._made: tuple[datetime, float] | None = None

    def observe(self, date: datetime) -> None:
        """Sets the clock by the `Date` of a response that has just arrived.

        The header counts whole seconds and the response was under way: a time consistent with what is known
        within 2 seconds changes nothing, so that countdowns don't flicker.
        """
        if self._seen is None or abs(date - self._carried_on(self._seen)) > _DRIFT:
            self._seen = (date, self._clock.monotonic())

    def not_before(self, created_at: datetime) -> None:
        """Takes the time at which the service made something just now: its `Date` may be behind, or cached.

        A time more than a day ahead of the service's `Date` is ignored.
        """
        is_far_ahead = self._seen is not None and created_at - self._by_date() > MAX_LEAD
        if created_at > self.now() and not is_far_ahead:
            self._made = (created_at, self._clock.monotonic())

    @property
    def known(self) -> bool:
        return self._seen is not None

    def now(self) -> datetime:
        """Returns the service's time, or the wall clock's until it is known."""
        by_date = self._by_date()
        return by_date if self._made is None else max(by_date, self._carried_on(self._made))

    def _by_date(self) -> datetime:
        return self._clock.now() if self._seen is None else self._carried_on(self._seen)

    def _carried_on(self, moment: tuple[datetime, float]) -> datetime:
        date, at = moment
        return date + timedelta(seconds=self._clock.monotonic() - at)
