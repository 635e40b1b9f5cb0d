"""Usage as shown: chart, axis, table, countries, world map, estimate. Days are UTC."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

from app.i18n import units
from app.i18n.texts import _, listed, ngettext, pgettext
from app.present.countries import country_name
from app.present.statuses import unreadable_text
from app.present.subscriptions import DaysLeftView, present_days_left
from app.resources import resource_path
from app.rules.subscriptions.usage import country_shares, fill_days, runs_out
from ui.widgets.values import Bar, CountryUsage, Tick

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from app.models.subscriptions import Subscription, UsagePoint, UsageReport
    from app.rules.subscriptions.usage import DayRange

Metric = Literal["traffic", "requests"]

MARKS: Final = 5
"""How many days are written under the chart."""

FEW_DAYS: Final = 16
"""Up to how many days an uneven distance between the written ones would be seen."""

LEVELS: Final = (0.0, 0.02, 0.10, 0.25)
"""From which share of the traffic on a country has level 1, 2, 3, 4 on the map."""

_DAY = timedelta(days=1)
_STEPS = 4
_NICE = (1, 2, 2.5, 5, 10)


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
        other_total: The part of `totals` that is not `total`.
        day_marks: Index and text of the labeled bars.
        countries: Largest first; all others are the last.
        gaps: '2 days without data', or empty.
        unreadable: What could not be parsed, as a text; or empty.
    """

    total: str
    totals: str
    other_total: str
    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    day_marks: tuple[tuple[int, str], ...]
    countries: tuple[CountryUsage, ...]
    days: tuple[DayRow, ...]
    gaps: str
    empty: bool
    unreadable: str


Ring = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class WorldShapes:
    """The land, country by country, in units of the map; y goes down.

    Attributes:
        shapes: Closed rings by ISO 3166-1 alpha-2 code, to be filled by the even-odd rule; land that
            has no code is under ''.
    """

    width: float
    height: float
    shapes: Mapping[str, tuple[Ring, ...]]


@dataclass(frozen=True, slots=True)
class MapView:
    """Traffic on the map, largest first.

    Attributes:
        legend: The levels with their texts: '2 to 10 %'.
        off_map: The countries that are not drawn, as a text; or empty.
    """

    countries: tuple[CountryUsage, ...]
    legend: tuple[tuple[int, str], ...]
    off_map: str


def present_usage(report: UsageReport, span: DayRange, *, metric: Metric, today: date) -> UsageView:
    """`today` is the service's day, UTC."""
    points = fill_days(report, span)
    days = [span.first + number * _DAY for number in range(span.days)]
    top, ticks = _axis([_count(point, metric) for point in points if point is not None], metric)
    bars = (_bar(day, point, top, metric, today) for day, point in zip(days, points, strict=True))
    traffic, requests = units.data_size(report.total_bytes), _requests(report.total_requests)
    return UsageView(
        total=traffic if metric == "traffic" else requests,
        totals=f"{traffic} · {requests}",
        other_total=requests if metric == "traffic" else traffic,
        bars=tuple(bars),
        ticks=ticks,
        day_marks=tuple((number, units.utc_day(days[number], today)) for number in _marks(len(days))),
        countries=present_countries(report),
        days=_rows(days, points),
        gaps=_gaps(points),
        empty=all(point is None for point in points) and not (report.total_bytes or report.total_requests),
        unreadable=unreadable_text("records", report.unreadable),
    )


def present_countries(report: UsageReport) -> tuple[CountryUsage, ...]:
    """Returns the countries, largest first; traffic without a country is the last row."""
    shares = country_shares(report)
    largest = max((item.used_bytes for item in shares), default=0)
    rows = []
    for item in shares:
        name, percent = country_name(item.code), units.percent(item.share)
        amount = units.data_in_unit_of(item.used_bytes, largest)
        level = sum(item.share >= start for start in LEVELS)
        accessible_text = listed((name, amount, percent))
        rows.append(
            CountryUsage(item.code, name, amount, percent, item.used_bytes / largest, level, accessible_text)
        )
    return tuple(rows)


@cache
def load_world() -> WorldShapes:
    """Reads the app's shapes, once."""
    content = json.loads(resource_path("map", "world.json").read_text(encoding="utf-8"))
    shapes = {
        code: tuple(tuple(zip(ring[::2], ring[1::2], strict=True)) for ring in rings)
        for code, rings in content["shapes"].items()
    }
    return WorldShapes(content["width"], content["height"], shapes)


def present_map(countries: Sequence[CountryUsage]) -> MapView:
    drawn = load_world().shapes
    shown = tuple(row for row in countries if row.code and row.code in drawn)
    missing = [f"{row.name} {row.amount}" for row in countries if row not in shown]
    off_map = _("Not on the map: {places}").format(places=units.enumerated(missing)) if missing else ""
    texts = (pgettext("traffic", "None"), _("Under 2 %"), _("2 to 10 %"), _("10 to 25 %"), _("25 % and more"))
    return MapView(shown, tuple(enumerate(texts)), off_map)


def present_estimate(days_left: int | None, subscription: Subscription, now: datetime) -> DaysLeftView:
    """Returns 'About 12 days left at this pace', an estimate; empty when there is none."""
    if days_left is None or subscription.traffic_remaining_bytes <= 0:
        return DaysLeftView("")
    ends_at = subscription.expires_at
    if ends_at is not None and ends_at <= now:
        return DaysLeftView("")
    if ends_at is not None and not runs_out(days_left, ends_at, now):
        return DaysLeftView(_("Lasts beyond {day} at this pace").format(day=units.day(ends_at, now)))
    severity = present_days_left(days_left).severity
    if days_left < 1:
        return DaysLeftView(_("Less than a day left at this pace"), severity)
    text = ngettext("About {n} day left at this pace", "About {n} days left at this pace", days_left)
    return DaysLeftView(text.format(n=units.number(days_left)), severity)


def _bar(day: date, point: UsagePoint | None, top: float, metric: Metric, today: date) -> Bar:
    shown = units.utc_day(day, today)
    if point is None:
        return Bar(None, _("No data"), shown, _("{day}: no data").format(day=shown))
    traffic, requests = units.data_size(point.used_bytes), units.number(point.requests)
    texts = traffic, _("{n} req").format(n=requests)
    value, other = texts if metric == "traffic" else texts[::-1]
    accessible_text = ngettext(
        "{day}: {traffic}, {n} request", "{day}: {traffic}, {n} requests", point.requests
    ).format(day=shown, traffic=traffic, n=requests)
    return Bar(_count(point, metric) / top, value, f"{shown} · {other}", accessible_text)


def _rows(days: Sequence[date], points: Sequence[UsagePoint | None]) -> tuple[DayRow, ...]:
    """Returns the table, newest first; all traffic is in the unit of the largest day."""
    largest = max((point.used_bytes for point in points if point is not None), default=0)
    rows = []
    for day, point in zip(reversed(days), reversed(points), strict=True):
        traffic, requests = _("No data"), ""
        if point is not None:
            traffic = units.data_in_unit_of(point.used_bytes, largest, decimals=2)
            requests = units.number(point.requests)
        rows.append(DayRow(day.isoformat(), traffic, requests))
    return tuple(rows)


def _count(point: UsagePoint, metric: Metric) -> int:
    return point.used_bytes if metric == "traffic" else point.requests


def _axis(counts: Sequence[int], metric: Metric) -> tuple[float, tuple[Tick, ...]]:
    """Returns the axis maximum, and at most five ticks at round numbers."""
    largest = max(counts, default=0)
    factor, unit = units.data_unit(largest) if metric == "traffic" else (1, _("requests"))
    step = _round_step(largest / factor / _STEPS, whole=factor == 1)
    lines = max(1, math.ceil(largest / factor / step - 1e-9))
    decimals = len(f"{step:f}".rstrip("0").partition(".")[2])
    texts = [units.fixed(number * step, decimals) if number else "0" for number in range(lines + 1)]
    # The unit is shown once, at the top.
    texts[-1] = f"{texts[-1]} {unit}" if metric == "traffic" else _("{n} req").format(n=texts[-1])
    ticks = tuple(Tick(number / lines, text) for number, text in enumerate(texts))
    return lines * step * factor, ticks


def _round_step(wanted: float, *, whole: bool) -> float:
    """Returns the next of 1, 2, 2.5, 5 times a power of ten."""
    if wanted <= 0 or (whole and wanted < 1):
        return 1.0
    power = 10.0 ** math.floor(math.log10(wanted))
    nice = (factor * power for factor in _NICE if factor * power >= wanted - 1e-12)
    return next(step for step in nice if not whole or step == int(step))


def _marks(days: int) -> list[int]:
    """Returns the indexes of the labeled bars: the first, the last, some between."""
    count = min(MARKS, days)
    if count < 2:
        return list(range(days))
    if days <= FEW_DAYS:
        even = (some for some in range(count, 2, -1) if not (days - 1) % (some - 1))
        count = next(even, count)
    return [round(number * (days - 1) / (count - 1)) for number in range(count)]


def _requests(count: int) -> str:
    return ngettext("{n} request", "{n} requests", count).format(n=units.number(count))


def _gaps(points: Sequence[UsagePoint | None]) -> str:
    missing = sum(point is None for point in points)
    if not missing:
        return ""
    return ngettext("{n} day without data", "{n} days without data", missing).format(n=missing)
