"""Derives notifications from subscriptions."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.models.notifications import Notification
from app.rules.subscriptions.usage import runs_out, traffic_days

if TYPE_CHECKING:
    from datetime import datetime

    from app.models.notifications import NotificationKind
    from app.models.settings import AlertThresholds
    from app.models.subscriptions import Pace, Subscription

ENDS_SOON: Final = timedelta(days=3)
"""How long before `expiresAt` the end of a subscription is notified."""

_FULL: Final = 100


def notifications_of_subscription(
    subscription: Subscription, now: datetime, alerts: AlertThresholds, pace: Pace | None
) -> tuple[Notification, ...]:
    """Returns the notifications; another threshold, more traffic or another end is another event.

    Of the two thresholds of the traffic used only the higher one that was reached counts. A subscription
    that has ended is not notified any more.
    """
    ends_at = subscription.expires_at
    if ends_at is not None and ends_at <= now:
        return ()
    percent = used_percent(subscription.traffic_used_bytes, subscription.traffic_total_bytes)
    days = traffic_days(subscription, pace, now)
    events: list[tuple[NotificationKind, str]] = []
    if alerts.notifies_used and percent >= alerts.first_percent:
        is_second = percent >= alerts.second_percent
        threshold = alerts.second_percent if is_second else alerts.first_percent
        # By the percentage alone: the second threshold may become the first one.
        events.append(("traffic_95" if is_second else "traffic_80", f"traffic_{threshold}"))
    if alerts.notifies_left and _is_little_left(subscription, alerts.left_bytes):
        events.append(("traffic_left", f"traffic_left {alerts.left_bytes}"))
    if alerts.notifies_days and days is not None and days <= alerts.days and runs_out(days, ends_at, now):
        events.append(("days_left", f"days_left {alerts.days}"))
    period = ends_at.isoformat() if ends_at else "-"
    occasions = [(kind, f"{event} {period} {subscription.traffic_total_bytes}") for kind, event in events]
    if ends_at is not None and ends_at - now <= ENDS_SOON:
        occasions.append(("ending", f"ending {period}"))
    return tuple(
        Notification(
            kind=kind,
            subject_id=subscription.id,
            occasion=occasion,
            at=now,
            name=subscription.label or subscription.username,
            ends_at=ends_at,
            percent=percent,
            left_bytes=max(0, subscription.traffic_remaining_bytes),
            days=days or 0,
            bytes_per_day=0 if pace is None else pace.bytes_per_day,
            auto_renew=subscription.auto_renew,
        )
        for kind, occasion in occasions
    )


def used_percent(used_bytes: int, total_bytes: int) -> int:
    """Returns how much is used, rounded down, 0 to 100; of no traffic at all, everything, as in its bar."""
    return min(_FULL, used_bytes * _FULL // total_bytes) if total_bytes else _FULL


def _is_little_left(subscription: Subscription, left_bytes: int) -> bool:
    """Returns False for a subscription that never has more than that."""
    return subscription.traffic_remaining_bytes <= left_bytes < subscription.traffic_total_bytes
