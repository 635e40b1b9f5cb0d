"""What of a subscription is worth telling, and when it may be told again."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.models.settings import AlertThresholds
from app.models.subscriptions import Pace, Subscription
from app.rules.subscriptions.notifications import notifications_of_subscription, used_percent
from support.service_records import subscription_record

NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


def subscription(used: int = 0, ends_in: timedelta | None = None, **changes: object) -> Subscription:
    ends_at = None if ends_in is None else (NOW + ends_in).isoformat()
    record = subscription_record(trafficTotalBytes=1000, trafficUsedBytes=used, expiresAt=ends_at)
    return Subscription.model_validate(record | changes)


def kinds(of: Subscription) -> list[str]:
    return [one.kind for one in notifications_of_subscription(of, NOW, AlertThresholds(), None)]


@pytest.mark.parametrize(
    ("used", "notified"),
    [
        (0, []),
        (799, []),
        (800, ["traffic_80"]),
        (949, ["traffic_80"]),
        (950, ["traffic_95"]),
        (1000, ["traffic_95"]),
        (1700, ["traffic_95"]),
    ],
)
def test_traffic_is_notified_from_80_and_from_95_percent(used: int, notified: list[str]) -> None:
    assert kinds(subscription(used)) == notified


@pytest.mark.parametrize("used", [0, 5])
def test_a_subscription_without_any_traffic_is_used_up(used: int) -> None:
    """As its bar and 'no traffic left' show it."""
    assert kinds(subscription(used, trafficTotalBytes=0)) == ["traffic_95"]
    assert used_percent(used, 0) == 100


@pytest.mark.parametrize(
    ("ends_in", "notified"),
    [
        (None, []),
        (timedelta(days=3, seconds=1), []),
        (timedelta(days=3), ["ending"]),
        (timedelta(seconds=1), ["ending"]),
        (timedelta(0), []),
        (timedelta(days=-2), []),
    ],
)
def test_the_end_is_notified_in_its_last_three_days(ends_in: timedelta | None, notified: list[str]) -> None:
    assert kinds(subscription(100, ends_in)) == notified


def test_what_has_ended_says_nothing_of_its_traffic() -> None:
    assert kinds(subscription(1000, timedelta(days=-1))) == []


def occasions_of(of: Subscription, alerts: AlertThresholds, pace: Pace | None = None) -> set[str]:
    return {one.occasion for one in notifications_of_subscription(of, NOW, alerts, pace)}


def test_more_traffic_or_another_period_is_another_occasion() -> None:
    def occasions(of: Subscription) -> set[str]:
        return occasions_of(of, AlertThresholds())

    first = subscription(990, timedelta(days=2))
    assert occasions(first) == occasions(subscription(999, timedelta(days=2), label="Renamed"))
    assert not occasions(first) & occasions(subscription(990, timedelta(days=1)))
    more = occasions(first) & occasions(subscription(1960, timedelta(days=2), trafficTotalBytes=2000))
    assert {occasion.split()[0] for occasion in more} == {"ending"}


GB = 10**9
ALL = AlertThresholds(notifies_left=True, left_bytes=10 * GB, notifies_days=True, days=3)


def used_of(
    used: float, total: float = 100, ends_in: timedelta | None = None, **changes: object
) -> Subscription:
    return subscription(
        round(used * GB),
        ends_in,
        trafficTotalBytes=round(total * GB),
        trafficRemainingBytes=round((total - used) * GB),
        **changes,
    )


def pace(gb_per_day: float) -> Pace:
    return Pace(bytes_per_day=round(gb_per_day * GB), as_of=NOW.date())


def kinds_of(of: Subscription, alerts: AlertThresholds, known: Pace | None = None) -> list[str]:
    return [one.kind for one in notifications_of_subscription(of, NOW, alerts, known)]


@pytest.mark.parametrize(
    ("used", "first", "second", "expected"),
    [
        (59.9, 60, 70, []),
        (60, 60, 70, ["traffic_80"]),
        (70, 60, 70, ["traffic_95"]),
        (100, 99, 100, ["traffic_95"]),
        (99.9, 99, 100, ["traffic_80"]),
    ],
)
def test_own_percentages_take_the_place_of_the_default(
    used: float, first: int, second: int, expected: list[str]
) -> None:
    assert kinds_of(used_of(used), AlertThresholds(first_percent=first, second_percent=second)) == expected


def test_each_alert_can_be_off() -> None:
    nearly = used_of(99)
    assert kinds_of(nearly, replace(ALL, notifies_used=False), pace(1)) == ["traffic_left", "days_left"]
    assert kinds_of(nearly, replace(ALL, notifies_left=False), pace(1)) == ["traffic_95", "days_left"]
    assert kinds_of(nearly, replace(ALL, notifies_days=False), pace(1)) == ["traffic_95", "traffic_left"]
    off = AlertThresholds(notifies_used=False)
    assert kinds_of(nearly, off, pace(1)) == []


def test_what_is_left_is_notified_unless_the_plan_is_that_small() -> None:
    alerts = replace(ALL, notifies_used=False, notifies_days=False)
    assert kinds_of(used_of(89.9), alerts) == []
    assert kinds_of(used_of(90), alerts) == ["traffic_left"]
    assert kinds_of(used_of(130), alerts) == ["traffic_left"]
    assert kinds_of(used_of(9, total=10), alerts) == [], "it never had more"
    (found,) = notifications_of_subscription(used_of(92.1), NOW, alerts, None)
    assert found.left_bytes == 7.9 * GB


@pytest.mark.parametrize(
    ("gb_per_day", "ends_in", "expected"),
    [
        (None, None, []),
        (2.4, None, []),
        (2.6, None, ["days_left"]),
        (50, None, ["days_left"]),
        (2.6, 6, ["days_left"]),
        (2.6, 3, ["ending"]),
        (2.6, 4, ["days_left"]),
    ],
)
def test_few_days_are_notified_where_the_traffic_ends_first(
    gb_per_day: float | None, ends_in: int | None, expected: list[str]
) -> None:
    alerts = replace(ALL, notifies_used=False, notifies_left=False)
    of = used_of(90, ends_in=None if ends_in is None else timedelta(days=ends_in))
    assert kinds_of(of, alerts, None if gb_per_day is None else pace(gb_per_day)) == expected


def test_the_notification_of_few_days_has_its_facts() -> None:
    alerts = replace(ALL, notifies_used=False, notifies_left=False)
    (found,) = notifications_of_subscription(used_of(92.1, label="Ad checks"), NOW, alerts, pace(3.9))
    assert (found.name, found.days, found.left_bytes, found.bytes_per_day) == (
        "Ad checks",
        2,
        7.9 * GB,
        3.9 * GB,
    )


def test_a_flickering_estimate_is_one_event_and_another_threshold_another() -> None:
    alerts = replace(ALL, notifies_used=False, notifies_left=False)
    events = [occasions_of(used_of(92), alerts, pace(speed)) for speed in (2.1, 3.0, 1.9, 2.5, 8.0)]
    assert set.union(*events) == events[0]
    assert len(events[0]) == 1
    assert events[2] == set()
    assert not events[0] & occasions_of(used_of(92), replace(alerts, days=4), pace(2.1))


def test_thresholds_at_their_former_values_are_the_events_of_former_versions() -> None:
    ends = (NOW + timedelta(days=9)).isoformat()
    for used, event in ((85, "traffic_80"), (96, "traffic_95")):
        found = occasions_of(used_of(used, ends_in=timedelta(days=9)), AlertThresholds())
        assert found == {f"{event} {ends} {100 * GB}"}
        assert occasions_of(used_of(used), AlertThresholds()) == {f"{event} - {100 * GB}"}


def test_a_threshold_that_becomes_the_other_one_is_no_new_event() -> None:
    before = occasions_of(used_of(96), AlertThresholds(first_percent=80, second_percent=95))
    after = occasions_of(used_of(96), AlertThresholds(first_percent=95, second_percent=99))
    assert before == after


@given(
    used=st.integers(0, 200),
    first=st.integers(1, 99),
    gap=st.integers(1, 99),
    left=st.integers(1, 200),
    days=st.integers(1, 365),
    speed=st.integers(1, 100),
)
def test_alerts_only_grow_as_traffic_is_used(
    *, used: int, first: int, gap: int, left: int, days: int, speed: int
) -> None:
    alerts = AlertThresholds(
        first_percent=first,
        second_percent=min(100, first + gap),
        notifies_left=True,
        left_bytes=left * GB,
        notifies_days=True,
        days=days,
    )
    assert alerts.is_valid
    now, later = (set(kinds_of(used_of(each), alerts, pace(speed))) for each in (used, used + 1))
    of_percent = {"traffic_80", "traffic_95"}
    assert now - of_percent <= later - of_percent
    assert len(now & of_percent) <= 1
    assert bool(now & of_percent) == (min(100, used) >= first)
    assert bool(later & of_percent) >= bool(now & of_percent)


def test_a_notification_of_a_subscription_has_the_facts_of_its_text() -> None:
    of = subscription(960, timedelta(days=2), trafficRemainingBytes=40, label="Shop", autoRenew=True)
    pace = Pace(bytes_per_day=20, as_of=NOW.date())
    notified = notifications_of_subscription(of, NOW, AlertThresholds(), pace)
    assert [one.kind for one in notified] == ["traffic_95", "ending"]
    for one in notified:
        assert (one.subject_id, one.name, one.at, one.ends_at) == (of.id, "Shop", NOW, of.expires_at)
        assert (one.percent, one.left_bytes, one.days, one.bytes_per_day) == (96, 40, 2, 20)
        assert one.auto_renew
    (spent,) = notifications_of_subscription(
        subscription(1000, trafficRemainingBytes=0, label="", autoRenew=False), NOW, AlertThresholds(), None
    )
    assert (spent.name, spent.ends_at, spent.percent) == (of.username, None, 100)
    assert (spent.left_bytes, spent.days, spent.bytes_per_day, spent.auto_renew) == (0, 0, 0, False)
