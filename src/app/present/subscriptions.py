"""Subscriptions as shown: list rows and details."""

from __future__ import annotations

import unicodedata
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Literal

from app.i18n import units
from app.i18n.texts import _, listed, ngettext, pgettext
from app.models.subscriptions import ACTIVE, MOBILE_GB, RESIDENTIAL
from app.present.badges import BadgeView
from app.present.subscription_views import EndedView, OutcomeNote, SubscriptionRow, SubscriptionView
from app.rules.search.words import is_code
from app.rules.subscriptions.labels import MAX_LABEL

if TYPE_CHECKING:
    from datetime import datetime

    from app.api.gateway_checks import GatewayAnswer
    from app.models.subscriptions import Subscription
    from app.present.subscription_views import BarKind

AMBER_FROM: Final = 0.80
RED_FROM: Final = 0.95

_SOON = timedelta(days=14)
_DAY = timedelta(days=1)
_EXPIRED = "expired"


def product_name(product_id: str) -> str:
    """Returns a product's name; an unknown one unchanged (untrusted text)."""
    names = {RESIDENTIAL: _("Residential"), MOBILE_GB: _("Mobile (per GB)")}
    return names.get(product_id, product_id)


def present_subscription_row(subscription: Subscription, now: datetime) -> SubscriptionRow:
    """Returns a subscription as a row of the list; `now` is the service's time."""
    label = subscription.label or subscription.username
    product = product_name(subscription.product_id)
    used = units.used_of(subscription.traffic_used_bytes, subscription.traffic_total_bytes)
    ends = _ends(subscription, now)
    badge = present_status(subscription.status)
    share = used_share(subscription)
    spoken = [label, badge.text, product, _("{used} used").format(used=used), ends]
    if subscription.auto_renew:
        spoken.append(_("auto-renew"))
    return SubscriptionRow(
        id=subscription.id,
        label=label,
        product=product,
        product_id=subscription.product_id,
        used=used,
        share=share,
        bar=bar_kind(share),
        ends=ends,
        ends_full=units.full_moment(subscription.expires_at) if subscription.expires_at else "",
        auto_renew=subscription.auto_renew,
        badge=badge,
        spoken=listed(spoken),
        search=_folded(f"{label}\n{product}\n{subscription.username}\n{subscription.plan_id}"),
    )


def present_subscription(subscription: Subscription, now: datetime) -> SubscriptionView:
    """Returns the view of one subscription; `now` is the service's time."""
    row = present_subscription_row(subscription, now)
    endpoint = subscription.endpoint
    return SubscriptionView(
        row=row,
        title=row.label,
        remaining=units.data_left(subscription.traffic_remaining_bytes),
        sub_users=ngettext("{n} sub-user", "{n} sub-users", subscription.sub_user_count).format(
            n=subscription.sub_user_count
        ),
        username=subscription.username,
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
            (_("Expires"), row.ends_full or _("No expiry")),
        ),
    )


def present_status(status: str) -> BadgeView:
    """Returns a subscription's status; one that the spec doesn't show is its raw word (spec 3.3)."""
    match status:
        case "active":
            return BadgeView("success", _("Active"), "circle-check")
        case "expired":
            return BadgeView("neutral", pgettext("state of a subscription", "Expired"), "clock")
        case other:
            return BadgeView("unknown", other, "circle-help")


def used_share(subscription: Subscription) -> float:
    """Returns how much of the traffic is used, 0 to 1; of nothing at all, everything is used."""
    total = subscription.traffic_total_bytes
    return min(1.0, subscription.traffic_used_bytes / total) if total else 1.0


def bar_kind(share: float) -> BarKind:
    """Returns the color of a bar: amber from 80 %, red from 95 %."""
    if share >= RED_FROM:
        return "danger"
    return "warning" if share >= AMBER_FROM else "normal"


def matches(row: SubscriptionRow, text: str, product_id: str | None = None) -> bool:
    """Returns whether a row passes the filter: its product, and its ID or every word, accents ignored."""
    if product_id is not None and row.product_id != product_id:
        return False
    return is_code(text, (row.id,)) or all(word in row.search for word in _folded(text).split())


def present_check(answer: GatewayAnswer, at: datetime) -> OutcomeNote:
    """Returns how checking credentials went.

    Args:
        answer: The gateway's response.
        at: When the check was made; its result holds for that moment.
    """
    time = units.clock_time(at)
    match answer.outcome:
        case "works":
            seconds = answer.latency.total_seconds() if answer.latency else 0
            text = _("Worked at {time}: the page came through in {n} ms.").format(
                time=time, n=units.number(round(seconds * 1000))
            )
            return OutcomeNote("success", "circle-check", text, answer.detail)
        case "refused":
            text = _(
                "Refused at {time}: the gateway does not accept these credentials. The password may have "
                "been reset, or the traffic is used up."
            ).format(time=time)
            return OutcomeNote("danger", "circle-x", text, answer.detail)
        case _:
            text = _("Unreachable at {time}: no answer came through the gateway.").format(time=time)
            return OutcomeNote("warning", "wifi-off", text, answer.detail)


def present_reset(state: Literal["changed", "not_seen", "unknown"]) -> OutcomeNote:
    """Returns the outcome of a password reset in words."""
    match state:
        case "changed":
            text = _("There is a new password. The old one stops working within 60 seconds.")
            return OutcomeNote("success", "circle-check", text)
        case "not_seen":
            text = _("The response was lost. The service still shows the old password: try again.")
            return OutcomeNote("warning", "triangle-alert", text)
        case _:
            text = _(
                "The response was lost, and the service can't be asked now: the password may have "
                "changed. Refresh before you use it."
            )
            return OutcomeNote("warning", "triangle-alert", text)


def label_counter(text: str) -> str:
    """Returns '12 of 60' for a label that is being typed; characters are code points."""
    return _("{n} of {most}").format(n=len(text.strip()), most=MAX_LABEL)


def _ends(subscription: Subscription, now: datetime) -> str:
    ends_at = subscription.expires_at
    if ends_at is None:
        return _("No expiry")
    day = units.day(ends_at, now)
    if ends_at <= now:
        return _("Ended {day}").format(day=day)
    if subscription.auto_renew and subscription.status == ACTIVE:
        return _("Renews {day}").format(day=day)
    if ends_at - now >= _SOON:
        return _("Expires {day}").format(day=day)
    if ends_at - now < _DAY:
        return _("Expires in {time}").format(time=units.rough_duration(ends_at - now))
    days = round((ends_at - now) / _DAY)
    return ngettext("Expires in {n} day", "Expires in {n} days", days).format(n=days)


def _ended(subscription: Subscription, now: datetime) -> EndedView | None:
    """Returns why it does not work: the service's own status, its end, or no traffic left."""
    ends_at = subscription.expires_at
    if ends_at is not None and ends_at <= now:
        text = _("This subscription ended on {day}.").format(day=units.day(ends_at, now))
        return EndedView("danger", "clock", text, subscription.plan_id)
    if subscription.status == _EXPIRED:
        return EndedView("danger", "clock", _("This subscription has ended."), subscription.plan_id)
    if subscription.traffic_remaining_bytes <= 0:
        text = _("All traffic of this subscription is used up.")
        return EndedView("warning", "triangle-alert", text, subscription.plan_id)
    return None


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()
