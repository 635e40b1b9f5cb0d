"""Notifications in words, in the app and on the desktop."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from app.i18n import units
from app.i18n.texts import _, listed, ngettext, pgettext
from app.models.notifications import OF_TRAFFIC
from app.present.statuses import network_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from app.models.notifications import Notification, NotificationKind, StoredNotification
    from app.models.topups import TopUp

Tone = Literal["success", "danger", "warning", "info"]
_CAN_BE_PAST = OF_TRAFFIC | {"about_to_expire", "ending"}
_MOST = 75
_NEARLY_ALL = 90
_ALL = 100


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
        is_past: Whether it warns of something that is over.
        action: What can be done about it besides opening it; empty for nothing.
        action_note: What the action fills in, and that it creates nothing.
    """

    number: int
    view: NotificationView
    origin: str
    when: str
    is_read: bool
    accessible_text: str
    is_past: bool = False
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
    stored: tuple[StoredNotification, ...],
    names: Mapping[str, str],
    now: Callable[[str], datetime],
    past: frozenset[int] = frozenset(),
    newest: Mapping[str, TopUp] = MappingProxyType({}),
) -> tuple[NotificationRow, ...]:
    """Returns the rows of the list.

    Args:
        names: Of the accounts, by ID; notifications of others are left out.
        now: Returns the time by the service of an account.
        past: The numbers of those that are known not to be true any more.
        newest: The newest top-up of each account, by ID, by which another one is prepared.
    """
    rows = []
    later: set[tuple[str, str]] = set()
    for one in stored:
        subject = (one.account, one.notification.subject_id)
        if one.account in names:
            is_over = subject in later
            at = now(one.account)
            row = _row(one, names[one.account], at, is_over=is_over, is_untrue=one.number in past)
            note = _action_note(newest.get(one.account)) if row.action else ""
            rows.append(row._replace(action_note=note))
        if one.number not in past:
            later.add(subject)
    return tuple(rows)


def kind_name(kind: NotificationKind) -> str:
    words: dict[NotificationKind, str] = {
        "credited": _("Top-up credited"),
        "rejected": _("Payment not accepted"),
        "purchase_failed": _("Plan not bought"),
        "about_to_expire": _("Rate lock about to end"),
        "traffic_80": _("Traffic used: first threshold"),
        "traffic_95": _("Traffic used: second threshold"),
        "traffic_left": _("Traffic left"),
        "days_left": _("Days left at this pace"),
        "ending": _("Subscription ends in 3 days"),
    }
    return words[kind]


def unread_text(count: int) -> str:
    """Returns '2 unread', or nothing."""
    return ngettext("{n} unread", "{n} unread", count).format(n=count) if count else ""


def past_text() -> str:
    """Returns the word for a warning of something that is over."""
    return pgettext("notification", "Past")


def many_text(count: int) -> tuple[str, str]:
    """Returns title and text of one desktop notification for several events."""
    title = ngettext("{n} notification", "{n} notifications", count).format(n=count)
    return title, _("Open Tollhouse to see them.")


def _row(
    stored: StoredNotification, account: str, now: datetime, *, is_over: bool, is_untrue: bool
) -> NotificationRow:
    ends_at, kind = stored.notification.ends_at, stored.notification.kind
    has_ended = ends_at is not None and ends_at <= now
    is_replaced = is_over and not stored.notification.is_of_subscription
    is_past = kind in _CAN_BE_PAST and (has_ended or is_replaced or is_untrue)
    is_past |= kind == "rejected" and is_replaced
    view = present_past(stored.notification) if is_past else present_notification(stored.notification)
    age = units.ago(stored.notification.at, now)
    origin = _("{account} · {age}").format(account=account, age=age)
    parts = [view.title, *([past_text()] if is_past else []), view.text, account, age]
    if not stored.is_read:
        parts.insert(0, _("Unread"))
    can_prepare = kind in OF_TRAFFIC and not (is_past or is_over)
    return NotificationRow(
        stored.number,
        view,
        origin,
        units.full_moment(stored.notification.at),
        stored.is_read,
        listed(parts),
        is_past,
        _("Prepare a top-up") if can_prepare else "",
    )


def _action_note(newest: TopUp | None) -> str:
    """Returns what 'Prepare a top-up' fills in."""
    if newest is None:
        return _("Nothing is created yet.")
    return _("Fills in {amount}, {coin} on {network}. Nothing is created yet.").format(
        amount=units.usd(newest.amount_usd), coin=newest.coin, network=network_name(newest.network)
    )


def _of_topup(notification: Notification) -> NotificationView:
    amount = units.usd(notification.amount_usd) if notification.amount_usd else ""
    match notification.kind:
        case "credited" if notification.spent_usd:
            public_text = _("The money reached your balance, and the plan was bought.")
            text = _(
                "{amount} paid with {coin} reached your balance, and {total} of the balance bought {plan}."
            )
            spent = units.usd(notification.spent_usd)
            text = text.format(amount=amount, coin=notification.coin, total=spent, plan=notification.name)
            return _credited(text if amount and notification.name else public_text, public_text)
        case "credited":
            public_text = _("The money is on your balance.")
            text = _("{amount} paid with {coin} is on your balance.")
            text = text.format(amount=amount, coin=notification.coin)
            return _credited(text if amount else public_text, public_text)
        case "rejected":
            return NotificationView(
                "danger",
                "circle-x",
                _("Payment not accepted"),
                _("The payment for the top-up of {amount} was not accepted.").format(amount=amount),
                _("Open Tollhouse to see why, and what can be done."),
            )
        case "purchase_failed":
            public_text = _("The money stays on your balance.")
            text = _("{plan} could not be bought. The money stays on your balance.")
            text = text.format(plan=notification.name) if notification.name else public_text
            return NotificationView("danger", "circle-x", _("Plan not bought"), text, public_text)
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


def _credited(text: str, public_text: str) -> NotificationView:
    return NotificationView("success", "circle-check", _("Top-up credited"), text, public_text)


def _of_subscription(notification: Notification) -> NotificationView:
    if notification.kind == "ending":
        return _ending(notification)
    if notification.kind == "days_left":
        return _days_left(notification)
    if notification.kind == "traffic_left":
        left = units.data_size(notification.left_bytes)
        title = _("{amount} of traffic left").format(amount=left)
        text = _("'{name}' has {amount} left.").format(name=notification.name, amount=left)
        return NotificationView("warning", "gauge", title, text, text)
    share = units.percent(notification.percent / 100)
    is_nearly_all = notification.kind == "traffic_95" and notification.percent >= _NEARLY_ALL
    title = _("{share} of the traffic is used").format(share=share)
    if notification.percent >= _MOST:
        title = _("Traffic nearly used up") if is_nearly_all else _("Most of the traffic is used")
    if notification.percent >= _ALL:
        title = _("Traffic used up")
    text = _("'{name}' has used {share} of its traffic.").format(name=notification.name, share=share)
    return NotificationView("danger" if is_nearly_all else "warning", "gauge", title, text, text)


def _days_left(notification: Notification) -> NotificationView:
    days = notification.days
    title = ngettext("Traffic runs out in about {n} day", "Traffic runs out in about {n} days", days)
    if not days:
        title = _("Traffic runs out in less than a day")
    text = _("'{name}' has {amount} left at {pace} a day (an estimate).").format(
        name=notification.name,
        amount=units.data_size(notification.left_bytes),
        pace=units.data_size(notification.bytes_per_day),
    )
    title = title.format(n=units.number(days))
    return NotificationView("warning" if days else "danger", "gauge", title, text, text)


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
