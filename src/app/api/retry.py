"""Retrying: when, after how long, and the HTTP dates that say so (RFC 9110, 6.6.1 and 10.2.3)."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final

from app.errors import AppError, BadCertificateError, ConnectionFailedError, ServiceError

if TYPE_CHECKING:
    from collections.abc import Callable

_MAX_LENGTH: Final = 64
_SECONDS = re.compile(r"[0-9]{1,9}")
# Earlier or later than this is a broken clock, or junk that happens to parse.
_YEARS = range(2020, 2200)
MAX_ATTEMPTS: Final = 3
"""The first try and two more."""
MIN_PAUSE: Final = 0.5
MAX_PAUSE: Final = 8.0
"""Seconds; each pause is drawn evenly from between the shortest and a ceiling that grows to this."""
MAX_RETRY_AFTER: Final = timedelta(seconds=120)
"""The longest `Retry-After` that a call waits for; a longer one is left to the caller."""


def parse_http_date(text: str | None) -> datetime | None:
    if text is None or len(text) > _MAX_LENGTH:
        return None
    try:
        date = parsedate_to_datetime(text)
        date = date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return date if date.year in _YEARS else None


def parse_retry_after(text: str | None, now: datetime) -> timedelta | None:
    """Returns the delay of a `Retry-After` header, whole seconds or an HTTP date; None if it is unusable.

    A date that has passed by the service's clock (`now`) is no delay.
    """
    if text is None:
        return None
    # `strip` takes signs away that `int` does not.
    seconds = text.strip()
    if _SECONDS.fullmatch(seconds):
        return timedelta(seconds=int(seconds))
    date = parse_http_date(text)
    return None if date is None else max(date - now, timedelta())


def next_pause(
    attempt: int, error: AppError, *, repeatable: bool, random: Callable[[], float]
) -> float | None:
    """Returns the seconds to wait before the next try; None if `attempt` was the last one."""
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
    if not (repeatable and isinstance(error, ServiceError)):
        return False
    return error.status in {408, 429} or 500 <= error.status <= 599
