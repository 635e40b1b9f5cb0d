"""Usage by day: ranges, gaps, shares by country, pace. Days are UTC."""

from __future__ import annotations

from datetime import UTC, date, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from app.errors import InvalidInputError
from app.models.subscriptions import ACTIVE, Pace, UsagePoint
from app.rules.csv_files import csv_text

if TYPE_CHECKING:
    from datetime import datetime

    from app.models.subscriptions import Subscription, UsageReport

MAX_DAYS: Final = 366
"""The longest report (spec 4.10)."""

RANGES: Final = (7, 30, 90, 366)
"""The spans that are offered, in days."""

_PACE_DAYS: Final = 14
_PACE_MIN_DAYS: Final = 3
_DAY: Final = timedelta(days=1)


class DayRange(NamedTuple):
    """Days from the first to the last, both included, UTC."""

    first: date
    last: date

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1


class CountryShare(NamedTuple):
    """What was used in one country, and which part of all that is; the code of all others is empty."""

    code: str
    used_bytes: int
    share: float


def last_days(days: int, today: date) -> DayRange:
    return DayRange(today - (days - 1) * _DAY, today)


def check_range(first: date, last: date) -> DayRange:
    """Validates a range of days (spec 4.10).

    Raises:
        InvalidInputError: On `from`: `order` or `too_long`.
    """
    if first > last:
        raise InvalidInputError("from", "order")
    span = DayRange(first, last)
    if span.days > MAX_DAYS:
        raise InvalidInputError("from", "too_long")
    return span


def fill_days(report: UsageReport, span: DayRange) -> tuple[UsagePoint | None, ...]:
    """Returns one entry for each day of the span; None is a day that the service left out.

    A day that comes twice is added up; days outside of the span are left away.
    """
    found: dict[date, UsagePoint] = {}
    for point in report.points:
        known = found.get(point.day)
        found[point.day] = point if known is None else _sum(known, point)
    return tuple(found.get(span.first + number * _DAY) for number in range(span.days))


def country_shares(report: UsageReport) -> tuple[CountryShare, ...]:
    """Returns the countries, largest first; traffic without a country is one last entry."""
    by_code: dict[str, int] = {}
    for item in report.by_country:
        by_code[item.country] = by_code.get(item.country, 0) + item.used_bytes
    known = sum(by_code.values())
    whole = max(report.total_bytes, known)
    named = ((code, used) for code, used in by_code.items() if used and code)
    ranked = sorted(named, key=lambda item: (-item[1], item[0]))
    shares = [CountryShare(code, used, used / whole) for code, used in ranked]
    others = whole - sum(used for _, used in ranked)
    if others:
        shares.append(CountryShare("", others, others / whole))
    return tuple(shares)


def pace_days(today: date) -> DayRange:
    """Returns the whole days that a pace is estimated from: today is left out because it isn't over."""
    return DayRange(today - _PACE_DAYS * _DAY, today - _DAY)


def first_whole_day(subscription: Subscription) -> date:
    """Returns the first day (UTC) on which it could be used all day: the one after its creation."""
    return subscription.created_at.astimezone(UTC).date() + _DAY


def pace_of(report: UsageReport, today: date, since: date = date.min) -> Pace | None:
    """Estimates how much is used a day, from the whole days of the last two weeks.

    Gaps are left out because nothing is known of them. None when fewer than three days are known, or
    nothing was used on them.

    Args:
        since: Days before are left out: there was no subscription, or not all day.
    """
    days = fill_days(report, pace_days(today))
    recent = [point.used_bytes for point in days if point is not None and point.day >= since]
    if len(recent) < _PACE_MIN_DAYS or not any(recent):
        return None
    return Pace(bytes_per_day=max(1, sum(recent) // len(recent)), as_of=today)


def days_left(remaining_bytes: int, pace: Pace) -> int:
    """Estimates for how many whole days the remaining traffic lasts."""
    return max(0, remaining_bytes) // pace.bytes_per_day


def traffic_days(subscription: Subscription, pace: Pace | None, now: datetime) -> int | None:
    """Estimates for how many whole days a subscription's traffic lasts.

    None when nothing is known, or when the subscription has ended.
    """
    ends_at = subscription.expires_at
    has_ended = subscription.status != ACTIVE or (ends_at is not None and ends_at <= now)
    return None if pace is None or has_ended else days_left(subscription.traffic_remaining_bytes, pace)


def runs_out(days: int, ends_at: datetime | None, now: datetime) -> bool:
    """Returns whether traffic that lasts some whole days is used up before its subscription ends or renews.

    It lasts longer than its whole days, so that an end after exactly as many comes first.
    """
    return ends_at is None or timedelta(days=days) < ends_at - now


def usage_csv(report: UsageReport, span: DayRange) -> str:
    """Returns the days as CSV: day (UTC), bytes, requests; a day without data has empty cells."""
    rows = [["day", "bytes", "requests"]]
    for number, point in enumerate(fill_days(report, span)):
        counts = ["", ""] if point is None else [str(point.used_bytes), str(point.requests)]
        rows.append([(span.first + number * _DAY).isoformat(), *counts])
    return csv_text(rows)


def _sum(one: UsagePoint, other: UsagePoint) -> UsagePoint:
    return UsagePoint(
        day=one.day, used_bytes=one.used_bytes + other.used_bytes, requests=one.requests + other.requests
    )
