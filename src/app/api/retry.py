"""Decides whether and after which delay a failed call is retried."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.errors import AppError, BadCertificateError, ConnectionFailedError, ServiceError

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_ATTEMPTS: Final = 3
"""The first try and two more."""

MIN_PAUSE: Final = 0.5
MAX_PAUSE: Final = 8.0
"""Seconds; each pause is drawn evenly from between the shortest and a ceiling that grows to this."""

MAX_RETRY_AFTER: Final = timedelta(seconds=120)
"""The longest `Retry-After` that a call waits for; a longer one is left to the caller."""


def next_pause(
    attempt: int, error: AppError, *, repeatable: bool, random: Callable[[], float]
) -> float | None:
    """Returns the seconds to wait before the next try, or None when there shall be none.

    Args:
        attempt: How many tries have been made.
        error: What the last one ended with.
        repeatable: Whether sending again can't act twice: a GET, or a POST with an Idempotency-Key.
        random: Gives numbers from 0 up to 1.
    """
    if attempt >= MAX_ATTEMPTS or not _may_try_again(error, repeatable=repeatable):
        return None
    ceiling = min(MAX_PAUSE, MIN_PAUSE * 4.0**attempt)
    pause = MIN_PAUSE + random() * (ceiling - MIN_PAUSE)
    asked = error.retry_after if isinstance(error, ServiceError) else None
    if asked is None:
        return pause
    return max(pause, asked.total_seconds()) if asked <= MAX_RETRY_AFTER else None


def _may_try_again(error: AppError, *, repeatable: bool) -> bool:
    if isinstance(error, BadCertificateError):
        return False
    if isinstance(error, ConnectionFailedError):
        return repeatable or not error.may_have_arrived
    # 409 or 422 is final; only what may pass by itself is retried.
    return repeatable and isinstance(error, ServiceError) and _passes_by_itself(error.status)


def _passes_by_itself(status: int) -> bool:
    return status in {408, 429} or 500 <= status <= 599
