"""Timestamps and dates of the service: ISO 8601 strings, never numbers (spec 2)."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Annotated

from app.models.value import Parsed

_INSTANT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,12})?)?"
    r"(?:[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?"
)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
# Two days below the maximum of `datetime`, so that no time zone overflows 'never expires'.
_LATEST = datetime(9999, 12, 29, tzinfo=UTC)


def parse_instant(raw: object) -> datetime:
    """Returns a time of the service, UTC; one without a zone is taken as UTC (spec 2).

    Raises:
        ValueError: It is no ISO 8601 text (nor already a `datetime`), or is before 1970.
    """
    if isinstance(raw, str) and _INSTANT.fullmatch(raw):
        parsed = datetime.fromisoformat(raw.upper())
    elif isinstance(raw, datetime):
        parsed = raw
    else:
        raise ValueError("not an ISO 8601 time")
    if parsed.tzinfo is None:
        parsed = parsed.replace(tzinfo=UTC)
    try:
        parsed = parsed.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("not a time this computer can represent") from error
    if parsed < _EARLIEST:
        raise ValueError("a time before 1970")
    return min(parsed, _LATEST)


def parse_day(raw: object) -> date:
    """Returns a day of the service.

    Raises:
        ValueError: It is no `YYYY-MM-DD` text (nor already a `date`).
    """
    if isinstance(raw, str) and _DAY.fullmatch(raw):
        return date.fromisoformat(raw)
    if isinstance(raw, date) and not isinstance(raw, datetime):
        return raw
    raise ValueError("not a day")


Instant = Annotated[datetime, Parsed(parse_instant, datetime.isoformat)]
"""An aware `datetime`, UTC."""

Day = Annotated[date, Parsed(parse_day, date.isoformat)]
"""A `date`, a day in UTC."""
