"""Notifications in words, in the app and on the desktop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from app.i18n import units
from app.i18n.texts import _, listed, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from app.models.notifications import Notification, NotificationKind, StoredNotification

Tone = Literal["success", "danger", "warning", "info"]
_OF_TRAFFIC = frozenset(("traffic_80", "traffic_95"))


class NotificationView(NamedTuple):
    """A notification as shown.

    Attributes:
        title: What happened, without an amount of money.
        text: The text in the app; may contain untrusted text.
        public_text: The same without amounts of money, for the desktop.
    """

    tone: Tone
    icon: str
    title: str
    text: str
    public_text: str


class NotificationRow(NamedTuple):
    """A row of the list under the bell.

    Attributes:
        origin: Account and age, 'Work · 2 min ago'.
        action: What can be done about it besides opening it; empty for nothing.
        action_note: What the action does not do.
    """

    number: int
    view: NotificationView
    origin: str
    when: str
    is_read: bool
    spoken: str
    action: str = ""
    action_note: str = ""


def present_notification(notification: Notification) -> NotificationView:
    return _of_subscription(notification) if notification.is_of_subscription else _of_topup(notification)


def present_past(notification: Notification) -> NotificationView:
    """Returns the words for a warning of what was about to end, once that is over; else the usual ones."""
    ends_at = notification.ends_at or notification.at
    if notification.kind == "about_to_expire":
        text = _("The rate of the top-up of {amount} was locked until {when}.").format(
            amount=units.usd(notification.amount_usd), when=units.clock_time(ends_at)
        )
        return NotificationView("info", "hourglass", _("Rate lock is over"), text, text)
    if notification.kind == "ending":
        text = _("'{name}' was to end on {when}.").format(
            name=notification.name, when=_day_and_time(notification)
        )
        return NotificationView("info", "clock", _("End of a subscription"), text, text)
    return present_notification(notification)


def present_notification_rows(
    stored: tuple[StoredNotification, ...], names: Mapping[str, str], now: datetime
) -> tuple[NotificationRow, ...]:
    """Returns the rows of the list, without the notifications of accounts that are not in `names` (by id)."""
    rows = []
    later: set[tuple[str, str]] = set()
    for one in stored:
        subject = (one.account, one.notification.subject_id)
        if one.account in names:
            rows.append(_row(one, names[one.account], now, is_over=subject in later))
        later.add(subject)
    return tuple(rows)


def kind_name(kind: NotificationKind) -> str:
    words: dict[NotificationKind, str] = {
        "credited": _("Top-up credited"),
        "rejected": _("Payment not accepted"),
        "purchase_failed": _("Plan not bought"),
        "about_to_expire": _("Rate lock about to end"),
        "traffic_80": _("80 % of the traffic used"),
        "traffic_95": _("95 % of the traffic used"),
        "ending": _("Subscription ends in 3 days"),
    }
    return words[kind]


def unread_text(count: int) -> str:
    """Returns '2 unread', or nothing."""
    return ngettext("{n} unread", "{n} unread", count).format(n=count) if count else ""


def many_text(count: int) -> tuple[str, str]:
    """Returns title and text of one desktop notification for several events."""
    title = ngettext("{n} notification", "{n} notifications", count).format(n=count)
    return title, _("Open Tollhouse to see them.")


def _row(stored: StoredNotification, account: str, now: datetime, *, is_over: bool) -> NotificationRow:
    ends_at = stored.notification.ends_at
    is_past = (ends_at is not None and ends_at <= now) or (
        is_over and not stored.notification.is_of_subscription
    )
    view = present_past(stored.notification) if is_past else present_notification(stored.notification)
    age = units.ago(stored.notification.at, now)
    origin = _("{account} · {age}").format(account=account, age=age)
    parts = [view.title, view.text, account, age]
    if not stored.is_read:
        parts.insert(0, _("Unread"))
    can_prepare = stored.notification.kind in _OF_TRAFFIC and not (is_past or is_over)
    return NotificationRow(
        stored.number,
        view,
        origin,
        units.full_moment(stored.notification.at),
        stored.is_read,
        listed(parts),
        _("Prepare a top-up") if can_prepare else "",
        _("Nothing is created yet.") if can_prepare else "",
    )


def _of_topup(notification: Notification) -> NotificationView:
    amount = units.usd(notification.amount_usd)
    match notification.kind:
        case "credited" if notification.spent_usd:
            text = _(
                "{amount} paid with {coin} reached your balance, and {total} of the balance bought {plan}."
            )
            spent = units.usd(notification.spent_usd)
            return NotificationView(
                "success",
                "circle-check",
                _("Top-up credited"),
                text.format(amount=amount, coin=notification.coin, total=spent, plan=notification.name),
                _("The money reached your balance, and the plan was bought."),
            )
        case "credited":
            return NotificationView(
                "success",
                "circle-check",
                _("Top-up credited"),
                _("{amount} paid with {coin} is on your balance.").format(
                    amount=amount, coin=notification.coin
                ),
                _("The money is on your balance."),
            )
        case "rejected":
            return NotificationView(
                "danger",
                "circle-x",
                _("Payment not accepted"),
                _("The payment for the top-up of {amount} was not accepted.").format(amount=amount),
                _("Open Tollhouse to see why, and what can be done."),
            )
        case "purchase_failed":
            return NotificationView(
                "danger",
                "circle-x",
                _("Plan not bought"),
                _("{plan} could not be bought. The money stays on your balance.").format(
                    plan=notification.name
                ),
                _("The money stays on your balance."),
            )
        case _:
            ends = units.clock_time(notification.ends_at or notification.at)
            return NotificationView(
                "warning",
                "hourglass",
                _("Rate lock about to end"),
                _("The rate of the top-up of {amount} is locked until {when}.").format(
                    amount=amount, when=ends
                ),
                _("A top-up is still awaiting payment; its rate is locked until {when}.").format(when=ends),
            )


def _of_subscription(notification: Notification) -> NotificationView:
    if notification.kind == "ending":
        return _ending(notification)
    is_nearly_all = notification.kind == "traffic_95"
    title = _("Traffic nearly used up") if is_nearly_all else _("Most of the traffic is used")
    text = _("'{name}' has used {share} of its traffic.").format(
        name=notification.name, share=units.percent(notification.percent / 100)
    )
    return NotificationView("danger" if is_nearly_all else "warning", "gauge", title, text, text)


def _ending(notification: Notification) -> NotificationView:
    when = _day_and_time(notification)
    if notification.auto_renew:
        text = _("'{name}' ends on {when}, unless it renews: auto-renew is on.")
    else:
        text = _("'{name}' ends on {when}; auto-renew is off.")
    text = text.format(name=notification.name, when=when)
    return NotificationView("warning", "clock", _("Subscription about to end"), text, text)


def _day_and_time(notification: Notification) -> str:
    ends_at = notification.ends_at or notification.at
    return _("{day}, {time}").format(day=units.day(ends_at, notification.at), time=units.clock_time(ends_at))
