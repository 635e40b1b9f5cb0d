"""The service's time: taken from its answers, carried on by the monotonic clock."""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime, timedelta

import pytest

from app.clock import PastMoment, ServiceClock, SystemClock
from app.i18n.units import clock_time
from support.virtual_clock import START, VirtualClock

SERVICE = datetime(2026, 11, 18, 15, 30, tzinfo=UTC)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX reads the time zone again when it is asked to")
def test_local_times_follow_a_change_of_the_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a journey: the app may run for weeks."""
    clock, shown = SystemClock(), []
    with monkeypatch.context() as changed:
        for zone in ("Europe/Berlin", "Asia/Kathmandu", "UTC"):
            changed.setenv("TZ", zone)
            clock.now()
            shown.append(clock_time(SERVICE))
    clock.now()
    assert shown == ["16:30", "21:15", "15:30"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has one such clock, which goes on in a suspend")
@pytest.mark.parametrize(
    ("platform", "name"), [("linux", "CLOCK_BOOTTIME"), ("darwin", "CLOCK_MONOTONIC_RAW")]
)
def test_a_suspend_counts(monkeypatch: pytest.MonkeyPatch, platform: str, name: str) -> None:
    if not hasattr(time, name):
        pytest.skip(f"{platform} alone has {name}")
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(time, "clock_gettime", float)
    assert SystemClock().monotonic() == getattr(time, name)


def test_until_the_service_has_responded_it_is_the_wall_clock_s() -> None:
    clock = ServiceClock(VirtualClock())
    assert not clock.known
    assert clock.now() == START


def test_it_runs_on_from_what_the_service_said() -> None:
    wall = VirtualClock()
    clock = ServiceClock(wall)
    clock.observe(SERVICE)
    wall.advance(90.5)
    assert clock.known
    assert clock.now() == SERVICE + timedelta(seconds=90.5)


def test_a_wall_clock_that_is_wrong_or_jumps_changes_nothing() -> None:
    wall = VirtualClock(datetime(1999, 1, 1, tzinfo=UTC))
    clock = ServiceClock(wall)
    clock.observe(SERVICE)
    for jump in (3600, -7200, 86400 * 365):
        wall.set_by(timedelta(seconds=jump))
        assert clock.now() == SERVICE
    wall.advance(10)
    assert clock.now() == SERVICE + timedelta(seconds=10)


def test_answers_a_second_off_do_not_make_a_countdown_flicker() -> None:
    wall = VirtualClock()
    clock = ServiceClock(wall)
    clock.observe(SERVICE)
    shown: list[datetime] = []
    for late in (0.9, 0.1, 1.4, 0.0, 1.9):
        wall.advance(1)
        clock.observe(SERVICE + timedelta(seconds=len(shown) + 1 - late))
        shown.append(clock.now())
    assert shown == [SERVICE + timedelta(seconds=second) for second in range(1, 6)]


def test_a_real_difference_is_taken_over_in_both_directions() -> None:
    wall = VirtualClock()
    clock = ServiceClock(wall)
    clock.observe(SERVICE)
    for moved in (timedelta(minutes=30), timedelta(hours=-1), timedelta(seconds=2.5)):
        reported = clock.now() + moved
        clock.observe(reported)
        assert clock.now() == reported


def test_it_is_never_before_what_the_service_has_just_made() -> None:
    wall = VirtualClock()
    clock = ServiceClock(wall)
    clock.observe(SERVICE)
    made = SERVICE + timedelta(hours=1)
    clock.not_before(made)
    assert clock.now() == made
    wall.advance(60)
    clock.observe(SERVICE + timedelta(seconds=60))
    assert clock.now() == made + timedelta(seconds=60), "a Date that is behind does not bring it back"
    clock.not_before(SERVICE)
    assert clock.now() == made + timedelta(seconds=60)
    clock.observe(made + timedelta(hours=2))
    assert clock.now() == made + timedelta(hours=2)


def test_what_was_made_in_a_far_future_does_not_end_everything() -> None:
    clock = ServiceClock(VirtualClock())
    clock.observe(SERVICE)
    clock.not_before(SERVICE + timedelta(days=2))
    assert clock.now() == SERVICE


def test_without_any_date_what_was_made_is_surer_than_this_computer_s_clock() -> None:
    wall = VirtualClock(datetime(1999, 1, 1, tzinfo=UTC))
    clock = ServiceClock(wall)
    clock.not_before(SERVICE)
    wall.advance(5)
    assert clock.now() == SERVICE + timedelta(seconds=5)


async def test_this_computer_s_clock_is_aware_and_does_not_go_back() -> None:
    clock = SystemClock()
    assert clock.now().tzinfo is UTC
    before = clock.monotonic()
    await clock.sleep(0)
    assert clock.monotonic() >= before


def test_a_moment_of_the_past_keeps_its_age_when_the_wall_clock_is_set() -> None:
    wall = VirtualClock()
    now, cached = PastMoment(wall), PastMoment(wall, START - timedelta(hours=3))
    wall.advance(60)
    wall.set_by(timedelta(seconds=1))
    assert now.by_wall_clock() == START, "it only drifts"
    wall.set_by(timedelta(days=-2))
    assert (now.age, cached.age) == (timedelta(minutes=1), timedelta(hours=3, minutes=1))
    assert wall.now() - now.by_wall_clock() == now.age
    assert wall.now() - cached.by_wall_clock() == cached.age
    assert PastMoment(wall, START).age == timedelta(), "a moment to come is now"
