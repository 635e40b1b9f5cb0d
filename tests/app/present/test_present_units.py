"""Money, moments and durations as people read them."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from app.i18n import units

NOW = datetime(2026, 11, 18, 14, 2, 31, tzinfo=UTC)


@pytest.fixture
def in_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    def go(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    go("UTC")
    yield go
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        ("50.00", "$50.00"),
        ("50", "$50.00"),
        ("1250.5", "$1,250.50"),
        ("10000.00", "$10,000.00"),
        ("0.00", "$0.00"),
        ("50.005", "$50.005"),
        ("63749.518", "$63,749.518"),
        ("1.0049", "$1.0049"),
        ("0.9998", "$0.9998"),
        ("0.00000001", "$0.00000001"),
        ("0.000000000001", "$0.000000000001"),
        ("999999999999.999999999999999999", "$999,999,999,999.999999999999999999"),
    ],
)
def test_dollars_are_plain_and_nothing_is_rounded_away(amount: str, shown: str) -> None:
    assert units.usd(amount) == shown


@pytest.mark.parametrize(
    ("passed", "shown"),
    [
        (timedelta(seconds=-90), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(seconds=60), "1 min ago"),
        (timedelta(minutes=59, seconds=59), "59 min ago"),
        (timedelta(hours=1), "1 h ago"),
        (timedelta(hours=14), "14 h ago"),
        (timedelta(hours=15), "yesterday"),
        (timedelta(days=2), "16 Nov"),
        (timedelta(days=400), "14 Oct 2025"),
    ],
)
def test_ages(in_zone: Callable[[str], None], passed: timedelta, shown: str) -> None:
    in_zone("UTC")
    assert units.ago(NOW - passed, NOW) == shown


def test_last_evening_is_not_yesterday_while_it_is_near(in_zone: Callable[[str], None]) -> None:
    in_zone("UTC")
    midnight = datetime(2026, 11, 18, 1, 0, tzinfo=UTC)
    assert units.ago(midnight - timedelta(hours=2), midnight) == "2 h ago"
    assert units.ago(midnight - timedelta(hours=7), midnight) == "yesterday"
    assert units.ago(midnight - timedelta(hours=7), midnight, is_alone=True) == "Yesterday"


@pytest.mark.parametrize(
    ("zone", "clock", "day_and_time"),
    [
        ("UTC", "14:02", "14:02"),
        ("Asia/Kolkata", "19:32", "19:32"),
        ("Pacific/Kiritimati", "04:02", "04:02"),
        ("America/Los_Angeles", "06:02", "06:02"),
    ],
)
def test_times_are_local(in_zone: Callable[[str], None], zone: str, clock: str, day_and_time: str) -> None:
    in_zone(zone)
    assert units.clock_time(NOW) == clock
    assert units.clock_time(NOW, seconds=True) == f"{clock}:31"
    assert units.day_and_time(NOW, NOW) == day_and_time


def test_the_same_moment_can_be_another_day(in_zone: Callable[[str], None]) -> None:
    evening = datetime(2026, 11, 18, 23, 30, tzinfo=UTC)
    in_zone("UTC")
    assert units.day_and_time(evening, NOW) == "23:30"
    in_zone("Europe/Berlin")
    assert units.day_and_time(evening, NOW) == "19 Nov, 00:30"
    assert units.full_moment(evening) == "19 Nov 2026, 00:30:00 local time, 18 Nov 2026, 23:30:00 UTC"


def test_the_hour_that_comes_twice_is_shown_by_utc(in_zone: Callable[[str], None]) -> None:
    in_zone("Europe/Berlin")
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert units.full_moment(first) == "25 Oct 2026, 02:30:00 local time, 25 Oct 2026, 00:30:00 UTC"
    second = first + timedelta(hours=1)
    assert units.full_moment(second) == "25 Oct 2026, 02:30:00 local time, 25 Oct 2026, 01:30:00 UTC"


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("UTC", ""),
        ("Europe/Berlin", "15:18 CET"),
        ("America/Santiago", "11:18 UTC-03:00"),
        ("Asia/Kathmandu", "20:03 UTC+05:45"),
        ("Pacific/Apia", "22 Nov, 03:18 UTC+13:00"),
    ],
)
def test_a_local_time_has_the_name_of_its_zone_or_its_offset(
    zone: str, shown: str, in_zone: Callable[[str], None]
) -> None:
    in_zone(zone)
    assert units.zoned_time(datetime(2026, 11, 21, 14, 18, tzinfo=UTC)) == shown


def test_never_expires_is_shown_in_every_zone(in_zone: Callable[[str], None]) -> None:
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):
        in_zone(zone)
        assert "Dec 9999" in units.full_moment(datetime(9999, 12, 29, tzinfo=UTC))
        assert "1 Jan 1970" in units.full_moment(datetime(1970, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (timedelta(minutes=27, seconds=48, milliseconds=900), "27:48"),
        (timedelta(minutes=30), "30:00"),
        (timedelta(seconds=9), "00:09"),
        (timedelta(0), "00:00"),
        (timedelta(seconds=-5), "00:00"),
        (timedelta(hours=1, minutes=2, seconds=3), "1:02:03"),
        (timedelta(days=3), "72:00:00"),
    ],
)
def test_countdowns(left: timedelta, shown: str) -> None:
    assert units.countdown(left) == shown


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (timedelta(days=2, hours=19, minutes=59), "2 d 19 h"),
        (timedelta(hours=3, minutes=5), "3 h 5 min"),
        (timedelta(minutes=4, seconds=59), "4 min"),
        (timedelta(seconds=59), "59 s"),
        (timedelta(seconds=0.2), "1 s"),
        (timedelta(seconds=-1), "0 min"),
    ],
)
def test_long_spans(left: timedelta, shown: str) -> None:
    assert units.rough_duration(left) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (-5, "just now"),
        (1.9, "just now"),
        (4, "4 s ago"),
        (59.9, "59 s ago"),
        (60, "1 min ago"),
        (7200, "2 h ago"),
    ],
)
def test_ages_of_what_is_shown(seconds: float, shown: str) -> None:
    assert units.short_age(NOW - timedelta(seconds=seconds), NOW) == shown


def test_shortened_identifiers_and_counts() -> None:
    assert units.shortened("7d4f0c1234567890e91b22a") == "7d4f0c…e91b22a"
    assert units.shortened("short") == "short"
    assert units.characters(1) == "1 character"
    assert units.characters(64) == "64 characters"


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        (timedelta(seconds=0.4), "1 s"),
        (timedelta(seconds=30), "30 s"),
        (timedelta(seconds=90), "90 s"),
        (timedelta(seconds=121), "3 min"),
        (timedelta(hours=2), "2 h 0 min"),
    ],
)
def test_a_pause_is_never_shown_too_short(asked: timedelta, shown: str) -> None:
    assert units.pause(asked) == shown


@pytest.mark.parametrize(
    ("used", "cap", "shown"),
    [
        (3_250_000_000, 107_374_000_000, "3.2 / 107.374 GB"),
        (107_373_999_999, 107_374_182_400, "107.3 / 107.3741824 GB"),
        (107_374_182_400, 107_374_182_400, "107.3741824 / 107.3741824 GB"),
        (0, 1_234_567, "0 / 1.234567 MB"),
        (0, 0, "0 / 0 GB"),
        (1, 0, "0 / 0 GB"),
    ],
)
def test_a_cap_is_shown_as_it_was_set(used: int, cap: int, shown: str) -> None:
    assert units.used_of_cap(used, cap) == shown


def test_a_total_is_not_rounded_below_what_it_is() -> None:
    assert units.used_of(107_374_182_400, 107_374_182_400) == "107.374 of 107.374 GB"
    assert units.used_of(31_400_000_000, 53_687_091_200) == "31.4 of 53.687 GB"
