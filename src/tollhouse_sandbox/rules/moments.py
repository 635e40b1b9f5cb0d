"""Moments and days as text."""

from datetime import UTC, date, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def iso(moment: datetime) -> str:
    """Returns a moment as ISO 8601 UTC with milliseconds (spec 2)."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def to_milliseconds(moment: datetime) -> int:
    """Returns the milliseconds from 1970 to a moment."""
    return (moment - _EPOCH) // _MILLISECOND


def from_milliseconds(milliseconds: int) -> datetime:
    """Returns the moment that many milliseconds after 1970."""
    return _EPOCH + milliseconds * _MILLISECOND


def parse_day(text: str) -> date | None:
    """Reads a day such as 2026-11-19; None when there is no such day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
