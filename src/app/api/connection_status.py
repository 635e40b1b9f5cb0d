"""The connection status of one service: how the last calls to it ended."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.errors import AppError, RateLimitedError, ServiceError, ServiceFaultError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.clock import Clock

_SERVICE_PROBLEMS = (RateLimitedError, ServiceFaultError)


class ConnectionStatus:
    """Knows how the calls to one service, as one account, went lately.

    Attributes:
        last_error: The error of the last try; None if the service responded. A refusal of the request itself
            (401, 404, 409, 422) is a response like any other.
        is_key_refused: Whether the service responded 401 to that key.
    """

    def __init__(self, clock: Clock) -> None:
        self.last_error: AppError | None = None
        self.has_key = False
        self.is_key_refused = False
        self._clock = clock
        self._under_way = 0
        self._silent_from = clock.monotonic()
        self._response_at: float | None = None
        self._goes_on_at = 0.0

    @property
    def pause_left_s(self) -> float:
        """How long calls still wait because the service asked for it, in seconds; 0 while none does."""
        return max(0.0, self._goes_on_at - self._clock.monotonic()) if self._under_way else 0.0

    @property
    def silent_s(self) -> float:
        """How long calls have been under way without a response, in seconds; 0 while there are none."""
        return self._clock.monotonic() - self._silent_from if self._under_way else 0.0

    @property
    def last_response_age_s(self) -> float:
        """The seconds since the last response; infinite if there was none."""
        if self._response_at is None:
            return float("inf")
        return self._clock.monotonic() - self._response_at

    @contextmanager
    def watched(self) -> Iterator[None]:
        if not self._under_way:
            self._silent_from = self._clock.monotonic()
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1

    def record_headers(self) -> None:
        """Records that a response has begun to arrive."""
        self._silent_from = self._clock.monotonic()

    def record_success(self) -> None:
        self.last_error = None
        self._silent_from = self._response_at = self._clock.monotonic()

    def record_failure(self, error: AppError) -> None:
        if isinstance(error, ServiceError) and not isinstance(error, _SERVICE_PROBLEMS):
            self.record_success()
        else:
            self.last_error = error
            self._silent_from = self._clock.monotonic()

    def record_pause(self, error: AppError, seconds: float) -> None:
        if isinstance(error, ServiceError) and error.retry_after is not None:
            self._goes_on_at = self._clock.monotonic() + seconds
