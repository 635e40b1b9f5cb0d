"""Parses the headers `Date` and `Retry-After` (RFC 9110, 6.6.1 and 10.2.3)."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

_MAX_LENGTH: Final = 64
_SECONDS = re.compile(r"[0-9]{1,9}")
# Earlier or later than this is a broken clock, or junk that happens to parse.
_YEARS = range(2020, 2200)


def parse_http_date(text: str | None) -> datetime | None:
    """Returns the time of an HTTP date, UTC, or None if there is none to be read."""
    if text is None or len(text) > _MAX_LENGTH:
        return None
    try:
        date = parsedate_to_datetime(text)
        date = date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return date if date.year in _YEARS else None


def parse_retry_after(text: str | None, now: datetime) -> timedelta | None:
    """Returns the delay that a `Retry-After` header asks for, or None if it is not usable.

    Args:
        text: The header: whole seconds, or an HTTP date.
        now: The service's time, which a date is compared with; one that has passed means no wait.
    """
    if text is None:
        return None
    # `strip` takes signs away that `int` does not.
    seconds = text.strip()
    if _SECONDS.fullmatch(seconds):
        return timedelta(seconds=int(seconds))
    date = parse_http_date(text)
    return None if date is None else max(date - now, timedelta())
