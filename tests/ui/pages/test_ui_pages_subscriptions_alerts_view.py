"""The alerts of a subscription in words: thresholds that are on, what is so now, what was reached when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from app.i18n.units import clock_time, day
from app.models.settings import AlertThresholds
from app.models.subscriptions import Pace, Subscription
from support.service_records import subscription_record
from ui.pages.subscriptions.alerts_view import AlertState, AlertsView, alerts_text, present_alerts

if TYPE_CHECKING:
    from app.models.notifications import Notification

NOW = datetime(2026, 11, 19, 14, 4, tzinfo=UTC)
GB = 10**9
ALL = AlertThresholds(notifies_left=True, notifies_days=True)
NONE = AlertThresholds(notifies_used=False)


def shown(
    alerts: AlertThresholds,
    *,
    used: int = 50,
    per_day: int = GB,
    ago: timedelta | None = None,
    default: AlertThresholds | None = None,
    **changes: object,
) -> AlertsView:
    """Returns the view of 100 GB, some of them used; whatever was reached was notified that long ago."""
    fields: dict[str, object] = {"label": "Ad checks"} | changes
    record = subscription_record(
        trafficUsedBytes=used * GB,
        trafficTotalBytes=100 * GB,
        trafficRemainingBytes=(100 - used) * GB,
        expiresAt=None,
        **fields,
    )

    def notified_at(_one: Notification) -> datetime | None:
        return None if ago is None else NOW - ago

    return present_alerts(
        Subscription.model_validate(record),
        None if default is None else alerts,
        default=default or alerts,
        pace=Pace(bytes_per_day=per_day, as_of=NOW.date()) if per_day else None,
        now=NOW,
        notified_at=notified_at,
    )


@pytest.mark.parametrize(
    ("alerts", "text"),
    [
        (NONE, "Off"),
        (AlertThresholds(), "80\xa0% and 95\xa0%"),
        (AlertThresholds(first_percent=50, second_percent=90), "50\xa0% and 90\xa0%"),
        (AlertThresholds(notifies_used=False, notifies_left=True), "10 GB left"),
        (AlertThresholds(notifies_used=False, notifies_days=True, days=1), "1 day left"),
        (ALL, "80\xa0% and 95\xa0%, 10 GB left, 3 days left"),
    ],
)
def test_the_thresholds_that_are_on(alerts: AlertThresholds, text: str) -> None:
    assert alerts_text(alerts) == text
    assert shown(alerts).summary == text


def test_what_is_far_from_every_threshold_is_not_reached() -> None:
    view = shown(ALL)
    assert view.used == AlertState("Now 50\xa0%", "Not reached")
    assert view.left == AlertState("Now 50.0 GB", "Not reached")
    assert view.days == AlertState("Now about 50 days", "Not reached")


def test_what_is_off_says_so_whatever_it_is_now() -> None:
    view = shown(NONE, used=99)
    assert view.used == AlertState("Now 99\xa0%", "Off")
    assert view.left == AlertState("Now 1.00 GB", "Off")
    assert view.days == AlertState("Now about 1 day", "Off")


@pytest.mark.parametrize(
    ("ago", "when"),
    [
        (None, ""),
        (timedelta(seconds=59), " just now"),
        (timedelta(minutes=1), f" {clock_time(NOW - timedelta(minutes=1))}"),
        (timedelta(days=3), f" {day(NOW - timedelta(days=3), NOW)}"),
    ],
)
def test_what_was_reached_is_said_with_the_moment_if_that_is_known(ago: timedelta | None, when: str) -> None:
    view = shown(ALL, used=97, per_day=2 * GB, ago=ago)
    assert view.used == AlertState("Now 97\xa0%", f"95\xa0% reached{when}", "danger")
    assert view.left == AlertState("Now 3.00 GB", f"Reached{when}", "warning")
    assert view.days == AlertState("Now about 1 day", f"Reached{when}", "warning")
    assert shown(ALL, used=80, ago=ago).used == AlertState("Now 80\xa0%", f"80\xa0% reached{when}", "warning")


@pytest.mark.parametrize(
    ("used", "per_day", "text"),
    [
        (99, 2 * GB, "Now under a day"),
        (50, 50 * GB // 365, "Now about 365 days"),
        (50, 50 * GB // 366, "Now over a year"),
        (50, 0, ""),
    ],
)
def test_how_long_the_traffic_lasts(used: int, per_day: int, text: str) -> None:
    assert shown(ALL, used=used, per_day=per_day).days.now == text


def test_more_than_all_traffic_that_was_used_leaves_none() -> None:
    assert shown(ALL, used=101).left.now == "Now 0 B"


def test_whose_thresholds_they_are() -> None:
    default = f"The default for all subscriptions: {alerts_text(ALL)}."
    assert shown(ALL).scope == default
    assert shown(NONE, default=ALL).scope == f"Only for 'Ad checks'. {default}"
    assert shown(NONE, default=ALL).summary == "Off"
    unnamed = shown(ALL, default=NONE, label=None, username="acme_r7f2")
    assert unnamed.scope == "Only for 'acme_r7f2'. The default for all subscriptions: Off."
