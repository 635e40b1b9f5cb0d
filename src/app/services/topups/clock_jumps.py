"""Detects suspends and changes of the wall clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from app.clock import Clock

_TOLERANCE_SECONDS: Final = 2.0
_LONGEST_TICK_SECONDS: Final = 5.0


class ClockJumpDetector:
    """Compares the wall clock with the monotonic one over a short wait."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.note()

    def note(self) -> None:
        """Records both clocks, right before the wait."""
        self._wall = self._clock.now()
        self._monotonic = self._clock.monotonic()

    def has_jumped(self) -> bool:
        """Returns whether the wait was much longer than a second, or the wall clock was set meanwhile."""
        wall = (self._clock.now() - self._wall).total_seconds()
        monotonic = self._clock.monotonic() - self._monotonic
        return abs(wall - monotonic) > _TOLERANCE_SECONDS or monotonic > _LONGEST_TICK_SECONDS
