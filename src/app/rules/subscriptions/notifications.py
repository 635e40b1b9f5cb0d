"""Derives notifications from a subscription: most of its traffic used, or its end near."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.models.notifications import Notification

if TYPE_CHECKING:
    from datetime import datetime

    from app.models.notifications import NotificationKind
    from app.models.subscriptions import Subscription

ENDS_SOON: Final = timedelta(days=3)
"""How long before `expiresAt` the end of a subscription is notified."""

_FULL: Final = 100


def notifications_of_subscription(subscription: Subscription, now: datetime) -> tuple[Notification, ...]:
    """Returns the notifications; more traffic or another end is another event.

    Of the two thresholds only the higher one that was reached counts. A subscription that has ended
    is not notified any more.

    Args:
        subscription: As reported by the service.
        now: The time, by the service's clock.
    """
    ends_at = subscription.expires_at
    if ends_at is not None and ends_at <= now:
        return ()
    kinds: list[NotificationKind] = []
    percent = _used_percent(subscription)
    if percent >= 80:
        kinds.append("traffic_95" if percent >= 95 else "traffic_80")
    if ends_at is not None and ends_at - now <= ENDS_SOON:
        kinds.append("ending")
    return tuple(_notice(kind, subscription, percent, now) for kind in kinds)


def _used_percent(subscription: Subscription) -> int:
    """Returns how much is used, rounded down, 0 to 100; of no traffic at all, nothing."""
    total = subscription.traffic_total_bytes
    return min(_FULL, subscription.traffic_used_bytes * _FULL // total) if total else 0


def _notice(kind: NotificationKind, subscription: Subscription, percent: int, now: datetime) -> Notification:
    ends_at = subscription.expires_at
    period = ends_at.isoformat() if ends_at else "-"
    occasion = f"{kind} {period}"
    if kind != "ending":
        occasion += f" {subscription.traffic_total_bytes}"
    return Notification(
        kind=kind,
        subject_id=subscription.id,
        occasion=occasion,
        at=now,
        name=subscription.label or subscription.username,
        ends_at=ends_at,
        percent=percent,
        auto_renew=subscription.auto_renew,
    )
