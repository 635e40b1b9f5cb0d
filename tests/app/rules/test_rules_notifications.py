"""What of a subscription is worth telling, and when it may be told again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from app.models.subscriptions import Subscription
from app.rules.notifications import notifications_of_subscription
from support.service_records import subscription_record

NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


def subscription(used: int = 0, ends_in: timedelta | None = None, **changes: object) -> Subscription:
    ends_at = None if ends_in is None else (NOW + ends_in).isoformat()
    record = subscription_record(trafficTotalBytes=1000, trafficUsedBytes=used, expiresAt=ends_at)
    return Subscription.model_validate(record | changes)


def kinds(of: Subscription) -> list[str]:
    return [notification.kind for notification in notifications_of_subscription(of, NOW)]


@pytest.mark.parametrize(
    ("used", "told"),
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
def test_traffic_is_told_from_80_and_from_95_percent(used: int, told: list[str]) -> None:
    assert kinds(subscription(used)) == told


def test_a_subscription_without_any_traffic_has_used_nothing() -> None:
    assert kinds(subscription(0, trafficTotalBytes=0)) == []


@pytest.mark.parametrize(
    ("ends_in", "told"),
    [
        (None, []),
        (timedelta(days=3, seconds=1), []),
        (timedelta(days=3), ["ending"]),
        (timedelta(seconds=1), ["ending"]),
        (timedelta(0), []),
        (timedelta(days=-2), []),
    ],
)
def test_the_end_is_told_in_its_last_three_days(ends_in: timedelta | None, told: list[str]) -> None:
    assert kinds(subscription(100, ends_in)) == told


def test_what_has_ended_says_nothing_of_its_traffic() -> None:
    assert kinds(subscription(1000, timedelta(days=-1))) == []


def test_more_traffic_or_another_period_is_another_occasion() -> None:
    def occasions(of: Subscription) -> set[str]:
        return {notification.occasion for notification in notifications_of_subscription(of, NOW)}

    first = subscription(990, timedelta(days=2))
    assert occasions(first) == occasions(subscription(999, timedelta(days=2), label="Renamed"))
    assert not occasions(first) & occasions(subscription(990, timedelta(days=1)))
    more = occasions(first) & occasions(subscription(1960, timedelta(days=2), trafficTotalBytes=2000))
    assert {occasion.split()[0] for occasion in more} == {"ending"}
