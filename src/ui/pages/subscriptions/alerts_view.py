"""The alerts of a subscription in words: thresholds, what is so now, and what was reached."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple

from app.i18n import units
from app.i18n.texts import _, listed, ngettext
from app.present.subscriptions import YEAR_DAYS
from app.rules.subscriptions.notifications import notifications_of_subscription, used_percent
from app.rules.subscriptions.usage import traffic_days

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from app.models.notifications import Notification, NotificationKind
    from app.models.settings import AlertThresholds
    from app.models.subscriptions import Pace, Subscription


class AlertState(NamedTuple):
    """What is so now, and whether the threshold is reached; '' as kind where it is not."""

    now: str
    text: str
    kind: Literal["", "warning", "danger"] = ""


class AlertsView(NamedTuple):
    """The alerts of one subscription.

    Attributes:
        used: Of the traffic used, as `left` of the traffic left and `days` of the days at this pace.
        scope: Whose thresholds these are, and the default of all.
    """

    summary: str
    used: AlertState
    left: AlertState
    days: AlertState
    scope: str


def present_alerts(  # noqa: PLR0913 (the facts, by keyword)
    subscription: Subscription,
    own: AlertThresholds | None,
    *,
    default: AlertThresholds,
    pace: Pace | None,
    now: datetime,
    notified_at: Callable[[Notification], datetime | None],
) -> AlertsView:
    """Returns the view of a subscription's alerts.

    Args:
        own: Its own thresholds; None where the default applies.
        notified_at: Returns when an event was notified; None if it was not, or is not listed any more.
    """
    alerts = own or default
    found = notifications_of_subscription(subscription, now, alerts, pace)
    reached = {one.kind: _moment(notified_at(one), now) for one in found}
    days = traffic_days(subscription, pace, now)
    percent = used_percent(subscription.traffic_used_bytes, subscription.traffic_total_bytes)
    label = subscription.label or subscription.username
    scope = _("The default for all subscriptions: {default}.")
    if own is not None:
        scope = _("Only for '{name}'. The default for all subscriptions: {default}.")
    return AlertsView(
        summary=alerts_text(alerts),
        used=_used(alerts, percent, reached),
        left=AlertState(
            _now(units.data_size(max(0, subscription.traffic_remaining_bytes))),
            *_state(alerts.notifies_left, reached.get("traffic_left")),
        ),
        days=AlertState(
            _now(_days_text(days)) if days is not None else "",
            *_state(alerts.notifies_days, reached.get("days_left")),
        ),
        scope=scope.format(name=label, default=alerts_text(default)),
    )


def alerts_text(alerts: AlertThresholds) -> str:
    """Returns the thresholds that are on: '80 % and 95 %, 3 days left'."""
    parts = []
    if alerts.notifies_used:
        first, second = (units.percent(each / 100) for each in (alerts.first_percent, alerts.second_percent))
        parts.append(_("{first} and {second}").format(first=first, second=second))
    if alerts.notifies_left:
        parts.append(units.exact_left(alerts.left_bytes))
    if alerts.notifies_days:
        days = ngettext("{n} day left", "{n} days left", alerts.days)
        parts.append(days.format(n=units.number(alerts.days)))
    return listed(parts) or _("Off")


def _used(alerts: AlertThresholds, percent: int, reached: Mapping[NotificationKind, str]) -> AlertState:
    now = _now(units.percent(percent / 100))
    kinds: tuple[NotificationKind, ...] = ("traffic_95", "traffic_80")
    kind = next((one for one in kinds if one in reached), None)
    if kind is None:
        return AlertState(now, *_state(alerts.notifies_used, None))
    is_second = kind == "traffic_95"
    threshold = units.percent((alerts.second_percent if is_second else alerts.first_percent) / 100)
    text = _("{threshold} reached") if not reached[kind] else _("{threshold} reached {when}")
    text = text.format(threshold=threshold, when=reached[kind])
    return AlertState(now, text, "danger" if is_second else "warning")


def _state(is_on: bool, when: str | None) -> tuple[str, Literal["", "warning"]]:  # noqa: FBT001 (a fact)
    """Returns whether a threshold was reached; `when` is None if not, and '' at an unknown moment."""
    if not is_on:
        return _("Off"), ""
    if when is None:
        return _("Not reached"), ""
    return (_("Reached {when}").format(when=when) if when else _("Reached")), "warning"


def _now(text: str) -> str:
    return _("Now {value}").format(value=text)


def _days_text(days: int) -> str:
    if days < 1:
        return _("under a day")
    if days > YEAR_DAYS:
        return _("over a year")
    return ngettext("about {n} day", "about {n} days", days).format(n=units.number(days))


def _moment(at: datetime | None, now: datetime) -> str:
    """Returns 'just now', '14:02' of today, or '20 Nov'; '' for None."""
    if at is None:
        return ""
    if now - at < timedelta(minutes=1):
        return _("just now")
    is_today = at.astimezone().date() == now.astimezone().date()
    return units.clock_time(at) if is_today else units.day(at, now)
