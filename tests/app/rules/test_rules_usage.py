"""Usage by day: spans, gaps, shares and the estimate."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from app.errors import InvalidInputError
from app.models.subscriptions import CountryUsage, Pace, Subscription, UsagePoint, UsageReport
from app.rules.csv_files import csv_row, form_of
from app.rules.subscriptions.usage import (
    DayRange,
    check_range,
    country_shares,
    days_left,
    fill_days,
    first_whole_day,
    last_days,
    pace_days,
    pace_of,
    traffic_days,
    usage_csv,
)
from support.service_records import subscription_record

if TYPE_CHECKING:
    from collections.abc import Mapping

TODAY = date(2026, 11, 19)


def report(
    days: Mapping[int, int] | None = None,
    countries: Mapping[str, int] | None = None,
    total: int | None = None,
) -> UsageReport:
    """Makes a report of bytes by how many days ago they were used."""
    points = tuple(
        UsagePoint(day=TODAY - timedelta(days=back), used_bytes=used, requests=used // 10)
        for back, used in sorted((days or {}).items(), reverse=True)
    )
    known = sum(point.used_bytes for point in points)
    return UsageReport(
        first_day=TODAY - timedelta(days=29),
        last_day=TODAY,
        total_bytes=known if total is None else total,
        total_requests=sum(point.requests for point in points),
        points=points,
        by_country=tuple(
            CountryUsage(country=code, used_bytes=used) for code, used in (countries or {}).items()
        ),
    )


def test_a_range_ends_today_and_has_its_days() -> None:
    assert last_days(7, TODAY) == DayRange(date(2026, 11, 13), TODAY)
    assert [last_days(days, TODAY).days for days in (7, 30, 90, 366)] == [7, 30, 90, 366]


def test_own_dates_are_in_order_and_at_most_366_days() -> None:
    assert check_range(TODAY, TODAY).days == 1
    assert check_range(TODAY - timedelta(days=365), TODAY).days == 366
    for first, code in ((TODAY - timedelta(days=366), "too_long"), (TODAY + timedelta(days=1), "order")):
        with pytest.raises(InvalidInputError) as caught:
            check_range(first, TODAY)
        assert (caught.value.field, caught.value.code) == ("from", code)


def test_days_that_were_left_out_are_gaps_and_zero_is_zero() -> None:
    points = fill_days(report({0: 10, 2: 0, 40: 99}), last_days(4, TODAY))
    assert [None if point is None else point.used_bytes for point in points] == [None, 0, None, 10]


def test_a_day_that_comes_twice_is_added_up() -> None:
    once = report({0: 10})
    twice = once.model_copy(update={"points": once.points * 2})
    (point,) = fill_days(twice, last_days(1, TODAY))
    assert point is not None
    assert (point.used_bytes, point.requests) == (20, 2)


def test_countries_are_ranked_and_the_rest_is_others() -> None:
    shares = country_shares(report(countries={"FR": 30, "DE": 50, "XX": 0}, total=100))
    assert [(item.code, item.used_bytes, item.share) for item in shares] == [
        ("DE", 50, 0.5),
        ("FR", 30, 0.3),
        ("", 20, 0.2),
    ]


def test_countries_of_the_same_traffic_are_in_the_order_of_their_codes() -> None:
    shares = country_shares(report(countries={"FR": 30, "DE": 30, "US": 40}, total=100))
    assert [item.code for item in shares] == ["US", "DE", "FR"]


def test_a_country_that_is_listed_twice_is_one() -> None:
    twice = report(countries={"FR": 30, "DE": 10}, total=70)
    twice = twice.model_copy(update={"by_country": (*twice.by_country, *twice.by_country[:1])})
    shares = country_shares(twice)
    assert [(item.code, item.used_bytes) for item in shares] == [("FR", 60), ("DE", 10)]


def test_countries_beyond_the_total_and_none_at_all_do_no_harm() -> None:
    assert [item.share for item in country_shares(report(countries={"DE": 20}, total=10))] == [1.0]
    assert country_shares(report()) == ()
    assert [item.code for item in country_shares(report(total=7))] == [""]


def test_the_pace_is_of_whole_days_without_gaps() -> None:
    usage = report({0: 1, 1: 100, 2: 200, 5: 300, 20: 10**9})
    pace = pace_of(usage, TODAY)
    assert pace == Pace(bytes_per_day=200, as_of=TODAY)
    assert days_left(1000, pace) == 5
    assert days_left(999, pace) == 4, "whole days"
    assert days_left(-5, pace) == 0
    assert days_left(0, Pace(bytes_per_day=1, as_of=TODAY)) == 0


@pytest.mark.parametrize(
    ("ends_in", "status", "days"),
    [(None, "active", 4), (1, "active", 4), (0, "active", None), (-1, "active", None), (1, "paused", None)],
)
def test_the_traffic_of_what_has_ended_lasts_for_no_days(
    ends_in: int | None, status: str, days: int | None
) -> None:
    now = datetime(2026, 11, 19, 12, tzinfo=UTC)
    ends_at = None if ends_in is None else now + timedelta(seconds=ends_in)
    subscription = Subscription.model_validate(subscription_record(status=status, expiresAt=ends_at))
    pace = Pace(bytes_per_day=10**9, as_of=TODAY)
    assert traffic_days(subscription, pace, now) == days
    assert traffic_days(subscription, None, now) is None


def test_a_pace_needs_the_two_weeks_before_today() -> None:
    assert pace_days(TODAY) == DayRange(date(2026, 11, 5), date(2026, 11, 18))
    edge = report({1: 10, 14: 10, 13: 40, 15: 10**9, 0: 10**9})
    assert pace_of(edge, TODAY) == Pace(bytes_per_day=20, as_of=TODAY)


def test_a_day_that_comes_twice_is_one_day_of_the_pace() -> None:
    once = report({1: 10, 2: 20, 3: 30})
    twice = once.model_copy(update={"points": once.points + once.points})
    assert pace_of(twice, TODAY) == Pace(bytes_per_day=40, as_of=TODAY)
    two_days = report({1: 10, 2: 20})
    assert pace_of(two_days.model_copy(update={"points": two_days.points * 2}), TODAY) is None


def test_days_before_the_subscription_do_not_slow_its_pace() -> None:
    filled = report({back: 50 if back <= 4 else 0 for back in range(1, 15)} | {5: 3})
    bought = datetime(2026, 11, 14, 22, 30, tzinfo=UTC)
    created = Subscription.model_validate(subscription_record(createdAt=bought.isoformat()))
    assert first_whole_day(created) == date(2026, 11, 15)
    assert pace_of(filled, TODAY, first_whole_day(created)) == Pace(bytes_per_day=50, as_of=TODAY)
    assert pace_of(filled, TODAY, date(2026, 11, 17)) is None, "two whole days are not enough"


def test_a_little_is_still_a_pace() -> None:
    least = pace_of(report({1: 1, 2: 0, 3: 0, 4: 0}), TODAY)
    assert least is not None
    assert days_left(10, least) == 10


@pytest.mark.parametrize("days", [{}, {0: 5, 1: 5, 2: 5}, {1: 0, 2: 0, 3: 0}, {15: 5, 16: 5, 17: 5}])
def test_without_enough_to_go_by_there_is_no_estimate(days: dict[int, int]) -> None:
    assert pace_of(report(days), TODAY) is None


def test_the_csv_has_every_day_and_empty_cells_for_gaps() -> None:
    text = usage_csv(report({0: 10, 2: 0}), last_days(3, TODAY))
    assert text == (
        '"day","bytes","requests"\r\n"2026-11-17","0","0"\r\n"2026-11-18","",""\r\n"2026-11-19","10","1"\r\n'
    )
    assert len(list(csv.reader(io.StringIO(text, newline=""), strict=True))) == 4


@pytest.mark.parametrize(
    "cell",
    ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "\n=1", "\0=1", "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20x"],
)
def test_cells_that_might_be_formulas_are_guarded(cell: str) -> None:
    assert csv_row([cell, 'a"b\n']) == f'"\'{cell}","a""b\n"'


@pytest.mark.parametrize(
    ("path", "form"), [("a.json", "json"), ("a.JSON", "json"), ("a.json.csv", "csv"), ("json", "csv")]
)
def test_the_ending_of_a_path_says_how_records_are_written(path: str, form: str) -> None:
    assert form_of(path) == form
