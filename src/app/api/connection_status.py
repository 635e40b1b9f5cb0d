"""Whether a service answers: what the last calls to it met with."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.errors import AppError, RateLimitedError, ServiceError, ServiceFaultError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.clock import Clock

_TROUBLES = (RateLimitedError, ServiceFaultError)


class ConnectionStatus:
    """Knows how the calls to one service, as one account, went lately.

    Attributes:
        trouble: What the last try met with; None if the service answered it. A verdict on what was asked
            (401, 404, 409, 422) is an answer like any other.
        has_key: Whether there is a key for private calls.
        is_key_refused: Whether the service answered 401 to that key.
    """

    def __init__(self, clock: Clock) -> None:
        self.trouble: AppError | None = None
        self.has_key = False
        self.is_key_refused = False
        self._clock = clock
        self._under_way = 0
        self._silent_from = clock.monotonic()
        self._answered_at: float | None = None
        self._goes_on_at = 0.0

    @property
    def pause_left_s(self) -> float:
        """How long calls still wait because the service asked for it, in seconds; 0 while none does."""
        return max(0.0, self._goes_on_at - self._clock.monotonic()) if self._under_way else 0.0

    @property
    def silent_s(self) -> float:
        """How long calls have been under way without a word, in seconds; 0 while there are none."""
        return self._clock.monotonic() - self._silent_from if self._under_way else 0.0

    @property
    def answered_ago_s(self) -> float:
        """How long ago the service answered last, in seconds; without end if it never did."""
        if self._answered_at is None:
            return float("inf")
        return self._clock.monotonic() - self._answered_at

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Surrounds a call with all its tries."""
        if not self._under_way:
            self._silent_from = self._clock.monotonic()
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1

    def note_word(self) -> None:
        """Takes notice that an answer has begun to come."""
        self._silent_from = self._clock.monotonic()

    def report_answer(self) -> None:
        """Takes notice of a whole answer."""
        self.trouble = None
        self._silent_from = self._answered_at = self._clock.monotonic()

    def record_failure(self, error: AppError) -> None:
        """Takes notice of what a try met with."""
        if isinstance(error, ServiceError) and not isinstance(error, _TROUBLES):
            self.report_answer()
        else:
            self.trouble = error
            self._silent_from = self._clock.monotonic()

    def note_pause(self, error: AppError, seconds: float) -> None:
        """Takes notice that a call waits after a failure before it is tried again."""
        if isinstance(error, ServiceError) and error.retry_after is not None:
            self._goes_on_at = self._clock.monotonic() + seconds
