"""Usage as texts and shares: bars, axis, days, countries, the map, the estimate."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app.i18n import units
from app.models.subscriptions import CountryUsage, Subscription, UsagePoint, UsageReport
from app.present.countries import country_name
from app.resources import resource_path
from app.rules.subscriptions.usage import last_days
from support.service_records import subscription_record
from ui.pages.subscriptions.usage_view import (
    load_world,
    present_countries,
    present_estimate,
    present_map,
    present_usage,
)

NOW = datetime(2026, 11, 19, 14, 4, tzinfo=UTC)
TODAY = NOW.date()
GB = 10**9
SPAN = last_days(30, TODAY)


def report(used: dict[int, float], countries: dict[str, float] | None = None) -> UsageReport:
    """Makes a report of GB by how many days ago they were used."""
    points = tuple(
        UsagePoint(
            day=TODAY - timedelta(days=back), used_bytes=int(amount * GB), requests=int(amount * 13_896)
        )
        for back, amount in used.items()
    )
    return UsageReport(
        first_day=SPAN.first,
        last_day=SPAN.last,
        total_bytes=sum(point.used_bytes for point in points),
        total_requests=sum(point.requests for point in points),
        points=points,
        by_country=tuple(
            CountryUsage(country=code, used_bytes=int(amount * GB))
            for code, amount in (countries or {}).items()
        ),
    )


def test_a_day_is_as_in_the_picture() -> None:
    bars = present_usage(report({6: 1.31}), SPAN, metric="traffic", today=TODAY).bars
    assert len(bars) == 30
    assert (bars[23].value, bars[23].caption) == ("1.31 GB", "13 Nov · 18,203 req")
    assert bars[23].accessible_text == "13 Nov: 1.31 GB, 18,203 requests"
    other = present_usage(report({6: 1.31}), SPAN, metric="requests", today=TODAY).bars[23]
    assert (other.value, other.caption) == ("18,203 req", "13 Nov · 1.31 GB")


def test_the_axis_ends_at_a_round_number_above_the_largest_day() -> None:
    view = present_usage(report({1: 1.8, 2: 0.4}), SPAN, metric="traffic", today=TODAY)
    assert [tick.text for tick in view.ticks] == ["0", "0.5", "1.0", "1.5", "2.0 GB"]
    assert [tick.share for tick in view.ticks] == [0, 0.25, 0.5, 0.75, 1]
    assert view.bars[28].share == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("amount", "last"),
    [(0.0, "1 B"), (0.35, "400 MB"), (12.3, "15 GB"), (4.0, "4 GB"), (2500, "3,000 GB"), (1e-9, "1 B")],
)
def test_the_axis_fits_any_amount(amount: float, last: str) -> None:
    view = present_usage(report({1: amount}), SPAN, metric="traffic", today=TODAY)
    assert view.ticks[-1].text == last
    assert 2 <= len(view.ticks) <= 6
    assert all(bar.share is None or 0 <= bar.share <= 1 for bar in view.bars)


def test_requests_have_whole_numbers_on_their_axis() -> None:
    few = report({1: 0.0002, 2: 0.0001})
    view = present_usage(few, SPAN, metric="requests", today=TODAY)
    assert [tick.text for tick in view.ticks] == ["0", "1", "2 req"]
    assert view.total == "3 requests"


def test_gaps_are_gaps_and_not_zeros() -> None:
    view = present_usage(report({0: 1.0, 1: 0.0}), SPAN, metric="traffic", today=TODAY)
    assert [bar.share for bar in view.bars[-3:]] == [None, 0.0, 1.0]
    assert view.bars[0].value == "No data"
    assert view.bars[0].accessible_text == "21 Oct: no data"
    assert view.gaps == "28 days without data"
    assert (view.days[0].traffic, view.days[-1].traffic) == ("1.00 GB", "No data")
    empty = present_usage(report({}), SPAN, metric="traffic", today=TODAY)
    assert empty.empty
    assert not view.empty


def test_traffic_of_unknown_days_is_not_called_none() -> None:
    total = report({}).model_copy(update={"total_bytes": 31 * GB, "total_requests": 500})
    view = present_usage(total, SPAN, metric="traffic", today=TODAY)
    assert view.total == "31.0 GB"
    assert not view.empty
    assert view.gaps == "30 days without data"


def test_totals_are_traffic_and_requests() -> None:
    view = present_usage(report({1: 31.4}), SPAN, metric="traffic", today=TODAY)
    assert view.total == "31.4 GB"
    assert view.totals == "31.4 GB · 436,334 requests"


@pytest.mark.parametrize("days", [1, 2, 7, 30, 90, 366])
def test_few_days_are_written_under_the_chart(days: int) -> None:
    view = present_usage(report({0: 1}), last_days(days, TODAY), metric="traffic", today=TODAY)
    assert len(view.bars) == len(view.days) == days
    marks = [number for number, _text in view.day_marks]
    assert marks == sorted(set(marks))
    assert len(marks) <= 5
    assert (marks[0], marks[-1]) == (0, days - 1)
    assert view.day_marks[-1][1] == "19 Nov"


@pytest.mark.parametrize(
    ("days", "written"), [(3, [0, 1, 2]), (5, [0, 1, 2, 3, 4]), (7, [0, 2, 4, 6]), (15, [0, 7, 14])]
)
def test_the_written_days_of_a_short_time_are_equally_far_apart(days: int, written: list[int]) -> None:
    view = present_usage(report({0: 1}), last_days(days, TODAY), metric="traffic", today=TODAY)
    assert [number for number, _text in view.day_marks] == written


def test_the_unit_is_the_same_down_the_table() -> None:
    view = present_usage(report({0: 0.511, 1: 1.449, 3: 0}), SPAN, metric="traffic", today=TODAY)
    assert [row.traffic for row in view.days[:4]] == ["0.51 GB", "1.45 GB", "No data", "0.00 GB"]
    small = present_usage(report({0: 0.000001, 1: 0.0000005}), SPAN, metric="traffic", today=TODAY)
    assert [row.traffic for row in small.days[:2]] == ["1.00 kB", "0.50 kB"]


def test_countries_have_names_flags_and_one_unit() -> None:
    rows = present_countries(report({1: 31.5}, {"DE": 11.2, "FR": 7.9, "Q1": 0.04}))
    assert [(row.code, row.name, row.amount, row.percent) for row in rows] == [
        ("DE", "Germany", "11.2 GB", "36\u00a0%"),
        ("FR", "France", "7.9 GB", "25\u00a0%"),
        ("Q1", "Q1", "0.0 GB", "under 1\u00a0%"),
        ("", "Others", "12.4 GB", "39\u00a0%"),
    ]
    assert max(row.share for row in rows) == 1.0


def test_a_country_that_nobody_knows_is_its_code() -> None:
    assert country_name("Q1") == "Q1"
    assert country_name("de") == "de"


def test_every_country_of_the_catalog_has_a_name_and_a_flag() -> None:
    codes = [code for code in load_world().shapes if code]
    assert len(codes) > 200
    for code in codes:
        assert country_name(code) != code
        flag = QImage(str(resource_path("flags", f"{code.lower()}.png")))
        assert flag.size() == QSize(128, 96), code


@pytest.mark.parametrize(
    ("days_left", "days", "view"),
    [
        (12, None, ("About 12 days left at this pace", "normal")),
        (1, None, ("About 1 day left at this pace", "warning")),
        (0, 15, ("Less than a day left at this pace", "danger")),
        (18, 15, ("Lasts beyond 4 Dec at this pace", "normal")),
        (2, 1, ("Lasts beyond 20 Nov at this pace", "normal")),
        (12, -1, ("", "normal")),
        (None, None, ("", "normal")),
    ],
)
def test_the_estimate_is_one_short_sentence(
    days_left: int | None, days: int | None, view: tuple[str, str]
) -> None:
    ends = None if days is None else (NOW + timedelta(days=days)).isoformat()
    subscription = Subscription.model_validate(subscription_record(expiresAt=ends))
    assert present_estimate(days_left, subscription, NOW) == view


def test_the_map_has_the_tables_numbers() -> None:
    rows = present_countries(report({1: 30}, {"DE": 11.2, "FR": 7.9, "SG": 0.3, "Q1": 0.1}))
    view = present_map(rows)
    assert [(row.code, row.level) for row in view.countries] == [("DE", 4), ("FR", 4), ("SG", 1)]
    assert view.countries == rows[:3]
    assert view.off_map.startswith("Not on the map: ")
    assert "Others" in view.off_map
    assert [level for level, _text in view.legend] == [0, 1, 2, 3, 4]
    assert present_map(()).countries == ()


def test_the_worlds_shapes_lie_on_the_map() -> None:
    world = load_world()
    assert {"DE", "US", "RU", "FJ", "SG", "HK", "XK"} <= set(world.shapes)
    assert all(re.fullmatch("[A-Z]{2}|", code) for code in world.shapes)
    for code, rings in world.shapes.items():
        assert rings, code
        for ring in rings:
            assert len(ring) >= 3
            assert all(0 <= x <= world.width and 0 <= y <= world.height for x, y in ring)
            # Nothing but land that spans the map by itself may do so: a cut at the antimeridian holds.
            assert max(x for x, _y in ring) - min(x for x, _y in ring) < world.width / 2


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1.00 kB"),
        (512 * 10**6, "512 MB"),
        (1_310_000_000, "1.31 GB"),
        (31_400_000_000, "31.4 GB"),
        (1_234_567_000_000, "1,235 GB"),
    ],
)
def test_data_in_figures(count: int, text: str) -> None:
    assert units.data_size(count) == text


def test_days_of_another_year_have_their_year() -> None:
    assert units.utc_day(date(2026, 11, 13), TODAY) == "13 Nov"
    assert units.utc_day(date(2025, 11, 13), TODAY) == "13 Nov 2025"
