"""The texts of a top-up: outcome, purchase and timeline."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from app.errors import ServiceError
from app.i18n import units
from app.i18n.texts import _, ngettext, pgettext
from app.models.topups import CREDITED
from app.present.errors import present_error
from app.present.statuses import BadgeView, Kind
from app.redaction import hide_secrets
from app.rules.topups.transitions import can_report, contradicts

if TYPE_CHECKING:
    from datetime import datetime

    from app.errors import AppError
    from app.models.topups import Purchase, TopUp, TopUpSnapshot


_SENTENCE_ENDS = tuple(".!?…。\uff01\uff1f")


class OutcomeView(NamedTuple):
    """The status or final result; `asks_first` if the service is asked before a new top-up."""

    kind: Kind
    icon: str
    title: str
    lines: tuple[str, ...]
    details: str = ""
    offers_new: bool = False
    asks_first: bool = False
    offers_check: bool = False
    offers_record: bool = False


class PurchaseView(NamedTuple):
    """What is bought with the top-up, apart from the payment's state."""

    title: str
    text: str
    total: str
    badge: BadgeView


def present_outcome(topup: TopUp, now: datetime) -> OutcomeView | None:
    """None while no text is needed."""
    match topup.status:
        case "credited":
            return _credited(topup, now)
        case "rejected":
            return _rejected(topup, now)
        case "expired":
            return _expired(topup, now)
        case "awaiting_payment" if topup.expires_at <= now:
            lines = [_("Asking the service for the current state. Don't pay at this rate any more.")]
            if can_report(topup, now):
                lines.append(_("Already sent it? Report the payment below."))
            title = _("The rate lock has ended")
            return OutcomeView("neutral", "hourglass", title, tuple(lines), offers_new=True)
        case _other:
            return None


def present_not_confirmed(error: AppError) -> OutcomeView:
    """Returns the text in place of the payment while the service does not confirm it."""
    view = present_error(error)
    title = _("The service does not confirm this top-up")
    details = view.details if isinstance(error, ServiceError) else ""
    lines = (view.text, _dont_pay())
    return OutcomeView("warning", "triangle-alert", title, lines, details, offers_check=True)


def present_inconsistency(topup: TopUp, inconsistency: str) -> OutcomeView:
    """Returns the text for a status that contradicts the interface."""
    if inconsistency == "closed":
        lines = (_("This top-up is closed: payments for it can no longer be reported."), _dont_pay())
        return OutcomeView("danger", "circle-x", _("Do not pay this top-up"), lines, offers_new=True)
    texts = {
        "unknown_status": _("The service reports a status that this app does not know."),
        "illegal_move": _(
            "The service reports a status that can't follow the previous one. Something is wrong there."
        ),
        "final_while_open": _("The service reports it as closed and as still open at the same time."),
        "credited_not_final": _("The service reports it as credited and as still open at the same time."),
    }
    text = texts.get(inconsistency, _("The service reports a status that contradicts itself."))
    title = _("State: {word}").format(word=topup.status)
    return OutcomeView("unknown", "circle-help", title, (text, _dont_pay()))


def present_last_known(cached_at: datetime, now: datetime) -> OutcomeView:
    """Returns the text in place of the payment until the service has confirmed a cached top-up."""
    title = _("Last known at {time}").format(time=units.day_and_time(cached_at, now))
    line = _(
        "Payment details and reporting become available as soon as the service has confirmed "
        "the current state."
    )
    return OutcomeView("neutral", "wifi-off", title, (line,))


def _dont_pay() -> str:
    return _("Don't pay now; the app keeps checking. Ask the service if you have already paid.")


def _credited(topup: TopUp, now: datetime) -> OutcomeView:
    when = units.day_and_time(topup.credited_at, now) if topup.credited_at is not None else ""
    if topup.purchase is not None and topup.purchase.status == "completed":
        # It was bought in the same transaction (spec 4.2 rule 6): the money is not there any more.
        came = _("The money reached your balance: {when}.") if when else _("The money reached your balance.")
        lines = [came.format(when=when), _bought_text(topup.purchase)]
    else:
        since = _("The money has been on your balance since {when}.")
        lines = [(since if when else _("The money is on your balance.")).format(when=when)]
    title = pgettext("state of a top-up", "Credited")
    if topup.credited_usd is None:
        lines.append(_("The service does not say how much was credited."))
    else:
        title = _("{amount} credited").format(amount=units.usd(topup.credited_usd))
    return OutcomeView("success", "circle-check", title, tuple(lines), offers_record=True)


def _rejected(topup: TopUp, now: datetime) -> OutcomeView:
    lines = []
    if topup.amount_received_crypto is not None:
        lines.append(
            _(
                "You sent {received} {coin}; {asked} {coin} were requested. Ask the service "
                "before you pay again."
            ).format(asked=topup.amount_crypto, received=topup.amount_received_crypto, coin=topup.coin)
        )
    if can_report(topup, now):
        lines.append(
            _("Sent another payment, or was the ID wrong? Report it below until {when}.").format(
                when=units.day_and_time(topup.txid_deadline, now)
            )
        )
    else:
        lines.append(_too_late())
    title = _("The payment was not accepted")
    raw = hide_secrets(_raw(topup.rejection))
    return OutcomeView("danger", "circle-x", title, tuple(lines), raw, offers_new=True, asks_first=True)


def _expired(topup: TopUp, now: datetime) -> OutcomeView:
    lines = [
        _("No payment was reported in time. Start a new top-up to get a fresh amount and rate."),
        _too_late(),
    ]
    if can_report(topup, now):
        already = _("Already sent it? Report the payment below. It is accepted until {when} ({left} left).")
        when = units.day_and_time(topup.txid_deadline, now)
        left = units.rough_duration(topup.txid_deadline - now)
        not_yet = _("Not sent yet? Start a new top-up to get a fresh amount and rate.")
        lines = [already.format(when=when, left=left), not_yet]
    title = _("The rate lock ended at {when}").format(when=units.day_and_time(topup.expires_at, now))
    return OutcomeView("neutral", "hourglass", title, tuple(lines), offers_new=True)


def _too_late() -> str:
    return _("The time for reporting a payment is over. Ask the service about money that you sent.")


def _raw(rejection: object) -> str:
    """Returns the text of a rejection; its shape is not documented (spec 2.1)."""
    if rejection is None:
        return ""
    if isinstance(rejection, str):
        return rejection
    if isinstance(rejection, dict) and isinstance(rejection.get("message"), str) and rejection["message"]:
        return str(rejection["message"])
    return json.dumps(rejection, ensure_ascii=False, default=str)


def present_purchase(purchase: Purchase, *, is_over: bool = False) -> PurchaseView:
    """Returns the view of a purchase; `is_over` if its top-up can't be credited any more."""
    badge, text = _state(purchase, is_over=is_over)
    promo = _("Promo code {code}").format(code=purchase.promo_code) if purchase.promo_code else ""
    total = units.usd(purchase.total) if purchase.total else ""
    title = purchase.plan_name or purchase.plan_id or _("Plan not stated")
    if purchase.quantity is not None:
        title = f"{title} × {purchase.quantity}"
    return PurchaseView(title, " · ".join(filter(None, (text, promo))), total, badge)


def _bought_text(purchase: Purchase) -> str:
    """Returns what a completed purchase has taken from the balance."""
    if not purchase.plan:
        return _("Part of the balance bought a plan at once.")
    if purchase.total is None:
        return _("Part of the balance bought {plan} at once.").format(plan=purchase.plan)
    return _("{total} of the balance bought {plan} at once.").format(
        total=units.usd(purchase.total), plan=purchase.plan
    )


def _state(purchase: Purchase, *, is_over: bool) -> tuple[BadgeView, str]:
    match purchase.status:
        case "pending" if is_over:
            text = _("Nothing was ordered: the top-up was not credited.")
            return BadgeView("neutral", _("Not ordered"), "circle-x"), text
        case "pending":
            text = _("Ordered from the balance as soon as the top-up is credited")
            return BadgeView("neutral", _("Pending"), "clock"), text
        case "completed":
            text = _("Order {id}").format(id=purchase.order_id) if purchase.order_id else ""
            return BadgeView("success", _("Ordered"), "circle-check"), text
        case "failed":
            stays = _("The money stays on your balance.")
            reason = (purchase.failure_reason or "").strip()
            if reason and not reason.endswith(_SENTENCE_ENDS):
                reason = f"{reason}."
            text = " ".join(filter(None, (reason, stays)))
            return BadgeView("danger", _("Not ordered"), "circle-x"), text
        case "":
            text = _("The service does not say whether it was ordered.")
            return BadgeView("unknown", _("Not stated"), "circle-help"), text
        case other:
            return BadgeView("unknown", other, "circle-help"), ""


def describe_change(before: TopUpSnapshot | None, after: TopUpSnapshot) -> str:
    """Returns the changes between two snapshots, '' for none."""
    if before is not None and after.status not in {before.status, "verifying"}:
        texts = {
            "awaiting_payment": _("Waiting for the payment"),
            "rejected": _("Not accepted"),
            "expired": _("The rate lock ended"),
            "credited": "",  # it has its own time in the top-up, as being reported has
        }
        return texts.get(after.status, _("State: {word}").format(word=after.status))
    if after.status != "verifying":
        return ""
    if after.confirmations and (before is None or before.confirmations != after.confirmations):
        return confirmations_text(after)
    if after.amount_received_crypto and (before is None or not before.amount_received_crypto):
        return _("Payment seen on the network, {amount} {coin}").format(
            amount=after.amount_received_crypto, coin=after.coin
        )
    return ""


def confirmations_text(counted: TopUp | TopUpSnapshot) -> str:
    """Returns '1 of 2 confirmations'; '1 confirmation' if the service does not report how many it needs."""
    n, m = counted.confirmations, counted.confirmations_required
    if m == 0:
        return ngettext("{n} confirmation", "{n} confirmations", n).format(n=n)
    return _("{n} of {m} confirmations").format(n=n, m=m)


def present_timeline(
    topup: TopUp, snapshots: tuple[TopUpSnapshot, ...], now: datetime
) -> tuple[tuple[str, str], ...]:
    """Returns times and texts, newest first: the service's own times, and the snapshots (oldest first)."""
    rate = _("Created, 1 {coin} = {rate} until {when}").format(
        coin=topup.coin,
        rate=units.usd(topup.rate),
        when=units.day_and_time(topup.expires_at, now),
    )
    events = [(topup.created_at, rate)]
    if topup.txid_submitted_at is not None:
        events.append((topup.txid_submitted_at, _("Reported as sent")))
    for before, after in zip((None, *snapshots), snapshots, strict=False):
        if text := describe_change(before, after):
            # The service's time is known to a second or two; nothing was seen before it was there.
            events.append((max(after.at, topup.created_at), text))
    if topup.credited_at is not None and topup.status == CREDITED and contradicts(topup) is None:
        text = pgettext("state of a top-up", "Credited")
        if topup.credited_usd is not None:
            text = _("Credited, {amount}").format(amount=units.usd(topup.credited_usd))
        events.append((topup.credited_at, text))
    # What this app saw is known to the second; within one, the order above is the order of things.
    events.sort(key=lambda event: event[0].replace(microsecond=0))
    events.reverse()
    same_day = all(moment.astimezone().date() == now.astimezone().date() for moment, _text in events)
    return tuple(
        (
            units.clock_time(moment, seconds=True) if same_day else units.day_and_time(moment, now),
            text,
        )
        for moment, text in events
    )
