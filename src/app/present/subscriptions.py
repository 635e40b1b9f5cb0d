"""The subscriptions page as shown: list rows, details, outcomes; texts and flags, no secrets."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from app.errors import InvalidInputError
from app.i18n import units
from app.i18n.texts import _, listed, ngettext, pgettext, sentences
from app.models.subscriptions import ACTIVE
from app.present.proxy_formats import hint_text
from app.present.statuses import bar_kind, present_status, product_name, used_share
from app.rules.subscriptions.sticky import check_session
from app.rules.subscriptions.usage import traffic_days
from app.rules.words import fold

if TYPE_CHECKING:
    from datetime import datetime

    from app.models.gateway_checks import GatewayResult
    from app.models.sub_users import SubUser
    from app.models.subscriptions import Pace, Subscription
    from app.present.statuses import BadgeView, BarKind
    from app.rules.proxy_formats.rendering import Order

CalloutKind = Literal["info", "success", "warning", "danger"]

_SOON: Final = timedelta(days=14)
_DAY: Final = timedelta(days=1)
_EXPIRED: Final = "expired"
YEAR_DAYS: Final = 365

WARN_DAYS: Final = 3
"""With so few days left, the estimate is a warning."""


class DaysLeftView(NamedTuple):
    """How long the traffic lasts, an estimate; `text` is empty where there is none."""

    text: str
    severity: BarKind = "normal"


@dataclass(frozen=True, slots=True)
class SubscriptionRow:
    """A subscription in the list.

    Attributes:
        label: The username where there is none. Untrusted text.
        product: 'Residential', 'Mobile (per GB)'; an unknown product is its raw word.
        used: '31.4 of 50 GB'.
        share: The used share, 0 to 1.
        bar: The color of the bar: amber from 80 %, red from 95 %.
        ends: 'Renews 4 Dec', 'Expires in 6 days', 'No expiry · auto-renew', 'Expiry not readable'.
        ends_full: The moment in full, for the tooltip; empty without expiry.
        days: How long the traffic lasts.
        search: The folded text that the filter searches.
    """

    id: str
    label: str
    product: str
    product_id: str
    username: str
    used: str
    share: float
    bar: BarKind
    ends: str
    ends_full: str
    renews: bool
    days: DaysLeftView
    badge: BadgeView
    accessible_text: str
    search: str


@dataclass(frozen=True, slots=True)
class CalloutView:
    """Why a subscription does not work, or how a check or a password reset ended."""

    kind: CalloutKind
    text: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class SubscriptionView:
    """One subscription without its password, which is shown and copied from the model."""

    row: SubscriptionRow
    remaining: str
    sub_users: str
    host: str
    ports: str
    http_port: str
    socks_port: str
    plan_id: str
    ended: CalloutView | None
    details: tuple[tuple[str, str], ...]


def present_subscription_row(
    subscription: Subscription, now: datetime, pace: Pace | None = None, warn_days: int = WARN_DAYS
) -> SubscriptionRow:
    """`now` is the service's time."""
    label = subscription.label or subscription.username
    product = product_name(subscription.product_id)
    used = units.used_of(subscription.traffic_used_bytes, subscription.traffic_total_bytes)
    ends = _ends(subscription, now)
    badge = present_status(subscription.status)
    share = used_share(subscription.traffic_used_bytes, subscription.traffic_total_bytes)
    days = present_traffic_days(subscription, pace, now, warn_days)
    accessible_text = [label, badge.text, product, _("{used} used").format(used=used), ends, days.text]
    return SubscriptionRow(
        id=subscription.id,
        label=label,
        product=product,
        product_id=subscription.product_id,
        username=subscription.username,
        used=used,
        share=share,
        bar=bar_kind(share),
        ends=ends,
        ends_full=units.full_moment(subscription.expires_at) if subscription.expires_at else "",
        renews=_renews(subscription, now),
        days=days,
        badge=badge,
        accessible_text=listed(filter(None, accessible_text)),
        search=fold(f"{label}\n{product}\n{subscription.username}\n{subscription.plan_id}"),
    )


def present_days_left(days: int | None, warn_days: int = WARN_DAYS) -> DaysLeftView:
    """Returns 'about 17 days left'; up to `warn_days` it is a warning, and under a day danger."""
    if days is None:
        return DaysLeftView("")
    if days < 1:
        return DaysLeftView(_("under a day left"), "danger")
    if days > YEAR_DAYS:
        return DaysLeftView(_("over a year left"))
    text = ngettext("about {n} day left", "about {n} days left", days).format(n=units.number(days))
    return DaysLeftView(text, "warning" if days <= warn_days else "normal")


def present_traffic_days(
    subscription: Subscription, pace: Pace | None, now: datetime, warn_days: int = WARN_DAYS
) -> DaysLeftView:
    """Returns how long a subscription's traffic lasts; nothing of one that has ended.

    `now` is the service's time.
    """
    ends_at = subscription.expires_at
    if subscription.status != ACTIVE or (ends_at is not None and ends_at <= now):
        return DaysLeftView("")
    if subscription.traffic_remaining_bytes <= 0:
        return DaysLeftView(_("no traffic left"), "danger")
    if pace is None and not subscription.traffic_used_bytes:
        return DaysLeftView(_("not used yet"))
    return present_days_left(traffic_days(subscription, pace, now), warn_days)


def _sub_users(count: int | None) -> str:
    if count is None:
        return _("Sub-users")
    return ngettext("{n} sub-user", "{n} sub-users", count).format(n=units.number(count))


def present_subscription(subscription: Subscription, now: datetime) -> SubscriptionView:
    """`now` is the service's time."""
    row = present_subscription_row(subscription, now)
    endpoint = subscription.endpoint
    return SubscriptionView(
        row=row,
        remaining=units.data_left(subscription.traffic_remaining_bytes),
        sub_users=_sub_users(subscription.sub_user_count),
        host=endpoint.host,
        ports=_("{http} HTTP · {socks} SOCKS5").format(http=endpoint.http_port, socks=endpoint.socks_port),
        http_port=str(endpoint.http_port),
        socks_port=str(endpoint.socks_port),
        plan_id=subscription.plan_id,
        ended=_ended(subscription, now),
        details=(
            (_("Plan ID"), subscription.plan_id),
            (_("Subscription ID"), subscription.id),
            (pgettext("moment", "Created"), units.full_moment(subscription.created_at)),
            (_("Expires"), row.ends_full or _no_end(subscription)),
        ),
    )


def present_check(answer: GatewayResult, at: datetime) -> CalloutView:
    """Returns the outcome of a credentials check made `at` a moment."""
    time = units.clock_time(at)
    match answer.outcome:
        case "works":
            seconds = answer.latency.total_seconds() if answer.latency else 0
            text = _("Worked at {time}, in {n} ms.").format(time=time, n=units.number(round(seconds * 1000)))
            return CalloutView("success", text, answer.detail)
        case "refused":
            text = _(
                "Refused at {time}: the gateway does not accept these credentials. The password may have "
                "been reset, or the traffic is used up."
            ).format(time=time)
            return CalloutView("danger", text, answer.detail)
        case _:
            text = _("Unreachable at {time}: no answer came through the gateway.").format(time=time)
            return CalloutView("warning", text, answer.detail)


def present_reset(state: Literal["changed", "not_seen", "unknown"]) -> CalloutView:
    match state:
        case "changed":
            text = _("There is a new password. The old one stops working within 60 seconds.")
            return CalloutView("success", text)
        case "not_seen":
            text = _("The response was lost. The service still shows the old password: try again.")
            return CalloutView("warning", text)
        case _:
            text = _(
                "The response was lost, and the service can't be asked now: the password may have "
                "changed. Refresh before you use it."
            )
            return CalloutView("warning", text)


def session_problem(session_id: str, minutes: int) -> str:
    """Returns what is wrong with a session ID (spec 1); empty if nothing, or if there is none."""
    try:
        if session_id:
            check_session(session_id, minutes)
    except InvalidInputError as error:
        texts = {"too_long": _("At most 32 characters."), "invalid": _("Only letters A to Z and digits.")}
        return texts.get(error.code, "")
    return ""


def sub_user_name(sub_user: SubUser) -> str:
    """Returns 'Berlin runner · acme_b1', with a mark if the sub-user is disabled."""
    text = f"{sub_user.label or sub_user.username} · {sub_user.username}"
    return text if sub_user.enabled else _("{name} (disabled)").format(name=text)


def copy_notes(order: Order, note: str) -> str:
    """Returns what to know about a format and a sticky session."""
    notes = [hint_text(note)]
    if order.session is not None:
        promise = _("Same IP for up to {n} min; it may change earlier.")
        notes.insert(0, promise.format(n=order.session.minutes))
    if order.count > 1:
        more = order.count - 1
        text = ngettext("And {n} more with a new session ID.", "And {n} more with new session IDs.", more)
        notes.append(text.format(n=more))
    return sentences(notes)


def _ends(subscription: Subscription, now: datetime) -> str:
    ends_at = subscription.expires_at
    if ends_at is None:
        return _no_end(subscription, renews=_renews(subscription, now))
    day = units.day(ends_at, now)
    if ends_at <= now:
        return _("Ended {day}").format(day=day)
    if _renews(subscription, now):
        return _("Renews {day}").format(day=day)
    if ends_at - now >= _SOON:
        return _("Expires {day}").format(day=day)
    if ends_at - now < _DAY:
        return _("Expires in {time}").format(time=units.rough_duration(ends_at - now))
    days = round((ends_at - now) / _DAY)
    return ngettext("Expires in {n} day", "Expires in {n} days", days).format(n=days)


def _no_end(subscription: Subscription, *, renews: bool = False) -> str:
    if subscription.is_end_unreadable:
        return _("Expiry not readable")
    return _("No expiry · auto-renew") if renews else _("No expiry")


def _renews(subscription: Subscription, now: datetime) -> bool:
    ends_at = subscription.expires_at
    has_ended = ends_at is not None and ends_at <= now
    return subscription.auto_renew and subscription.status == ACTIVE and not has_ended


def _ended(subscription: Subscription, now: datetime) -> CalloutView | None:
    """Returns why it does not work: the service's own status, its end, or no traffic left."""
    ends_at = subscription.expires_at
    if ends_at is not None and ends_at <= now:
        text = _("This subscription ended on {day}.").format(day=units.day(ends_at, now))
        return CalloutView("danger", text)
    if subscription.status == _EXPIRED:
        return CalloutView("danger", _("This subscription has ended."))
    if subscription.traffic_remaining_bytes <= 0:
        text = _("All traffic of this subscription is used up.")
        return CalloutView("warning", text)
    return None
