"""The sandbox's clock: it runs at a chosen speed, can be advanced, and never goes back; moments as text."""

import time
from datetime import UTC, datetime, timedelta

END = datetime(2200, 1, 1, tzinfo=UTC)
"""The clock stops here, far from the last date that can be computed with."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def iso(moment: datetime) -> str:
    """Returns a moment as ISO 8601 UTC with milliseconds (spec 2)."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def to_milliseconds(moment: datetime) -> int:
    return (moment - _EPOCH) // _MILLISECOND


def from_milliseconds(milliseconds: int) -> datetime:
    return _EPOCH + milliseconds * _MILLISECOND


class Clock:
    """A clock that starts at `start` and passes `speed` seconds in each real one."""

    def __init__(self, start: datetime, speed: float) -> None:
        self._start = start
        self._speed = speed
        self._advanced = timedelta(0)
        self._started = time.time()
        self._latest = start

    def now(self) -> datetime:
        """Returns the sandbox's time, aware, in whole milliseconds."""
        seconds = (time.time() - self._started) * self._speed
        remaining = (END - self._start - self._advanced).total_seconds()
        moment = self._start + self._advanced + timedelta(seconds=min(seconds, remaining))
        moment = moment.replace(microsecond=moment.microsecond // 1000 * 1000)
        self._latest = max(self._latest, moment)
        return self._latest

    def advance(self, by: timedelta) -> datetime:
        """Advances the clock.

        Raises:
            ValueError: The time would be past `END`.
        """
        if by > END - self.now():
            raise ValueError(f"The clock ends at {END:%Y-%m-%d}.")
        self._advanced += by
        return self.now()

    def ahead(self) -> timedelta:
        return self.now() - datetime.now(UTC)
