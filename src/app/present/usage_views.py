"""Frozen views of usage: bars, ticks, countries and days, as texts and shares from 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from datetime import date

Metric = Literal["traffic", "requests"]


@dataclass(frozen=True, slots=True)
class BarView:
    """One day of the chart.

    Attributes:
        day: The day, UTC.
        share: Its height in parts of the axis; None is a gap: the service left the day out.
        value: '1.31 GB', or '18,204 req'; for a gap 'No data'.
        caption: '13 Nov · 18,204 req', or '13 Nov · 1.31 GB'.
        spoken: '13 Nov: 1.31 GB, 18,204 requests'.
    """

    day: date
    share: float | None
    value: str
    caption: str
    spoken: str


@dataclass(frozen=True, slots=True)
class TickView:
    """A line of the axis, its height in parts of the axis."""

    share: float
    text: str


@dataclass(frozen=True, slots=True)
class CountryRow:
    """A country; `share` is in parts of the largest row, for its bar.

    Attributes:
        code: ISO 3166-1 alpha-2; empty for all others.
        name: Its name; an unknown code stands for itself (untrusted text).
        amount: '11.2 GB'; the unit is the same down the column.
        percent: '36 %' of all traffic.
        share: The length of its bar, 0 to 1.
        spoken: 'Germany, 11.2 GB, 36 %'.
    """

    code: str
    name: str
    amount: str
    percent: str
    share: float
    spoken: str


@dataclass(frozen=True, slots=True)
class DayRow:
    """A day of the table; a gap has 'No data' and no requests."""

    day: str
    traffic: str
    requests: str


@dataclass(frozen=True, slots=True)
class UsageView:
    """The usage of some days.

    Attributes:
        total: '31.4 GB', or '436,112 requests'.
        totals: '31.4 GB · 436,112 requests'.
        other_total: What of `totals` is not `total`.
        span: '22 Oct to 19 Nov, days in UTC'.
        unit: What the axis counts: 'GB', 'MB' … or 'requests'.
        bars: One for each day.
        ticks: The axis, from 0 to 1.
        day_marks: Which bars have their day written under them, and how.
        countries: Largest first; all others are the last.
        days: The table behind the chart, newest first.
        gaps: '2 days without data', or empty.
        empty: Whether there is nothing to draw.
        unreadable: What the service sent in a wrong shape, in words; or empty.
    """

    total: str
    totals: str
    other_total: str
    span: str
    unit: str
    bars: tuple[BarView, ...]
    ticks: tuple[TickView, ...]
    day_marks: tuple[tuple[int, str], ...]
    countries: tuple[CountryRow, ...]
    days: tuple[DayRow, ...]
    gaps: str
    empty: bool
    unreadable: str
