"""The status or final result of a top-up in words, and what can be done."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.errors import ServiceError
from app.i18n import units
from app.i18n.texts import _
from app.present.errors import present_error
from app.present.purchases import bought_text
from app.present.topup_views import OutcomeView
from app.redaction import hide_secrets
from app.rules.topups.transitions import can_report

if TYPE_CHECKING:
    from datetime import datetime

    from app.errors import AppError
    from app.models.topups import TopUp


def present_outcome(topup: TopUp, now: datetime) -> OutcomeView | None:
    """Returns how a top-up stands or ended; None while it goes its ordinary way."""
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
            return OutcomeView("neutral", "hourglass", title, tuple(lines), "", offers_new=True)
        case _other:
            return None


def present_not_confirmed(error: AppError) -> OutcomeView:
    """Returns the text in place of the payment while the service does not confirm it."""
    view = present_error(error)
    title = _("The service does not confirm this top-up")
    lines = (view.text, _dont_pay())
    said = view.details if isinstance(error, ServiceError) else ""
    return OutcomeView("warning", "triangle-alert", title, lines, said, offers_new=False, offers_check=True)


def present_inconsistency(topup: TopUp, inconsistency: str) -> OutcomeView:
    """Returns the text for a status that contradicts the interface."""
    dont_pay = _dont_pay()
    if inconsistency == "closed":
        closed = _("This top-up is closed: payments for it can no longer be reported.")
        title = _("Do not pay this top-up")
        return OutcomeView("danger", "circle-x", title, (closed, dont_pay), "", offers_new=True)
    texts = {
        "unknown_status": _("The service reports a status that this app does not know."),
        "illegal_move": _(
            "The service reports a status that can't follow the previous one. Something is wrong there."
        ),
        "final_while_open": _("The service reports it as closed and as still open at the same time."),
        "credited_not_final": _("The service reports it as credited and as still open at the same time."),
    }
    lines = (
        texts.get(inconsistency, _("The service reports a status that contradicts itself.")),
        dont_pay,
    )
    title = _("State: {word}").format(word=topup.status)
    return OutcomeView("unknown", "circle-help", title, lines, "", offers_new=False)


def _dont_pay() -> str:
    return _("Don't pay now; the app keeps checking. Ask the service if you have already paid.")


def _credited(topup: TopUp, now: datetime) -> OutcomeView:
    amount = units.usd(topup.credited_usd or topup.amount_usd)
    title = _("{amount} credited").format(amount=amount)
    when = units.day_and_time(topup.credited_at, now) if topup.credited_at is not None else ""
    if topup.purchase is not None and topup.purchase.status == "completed":
        # It was bought in the same transaction (spec 4.2 rule 6): the money is not there any more.
        came = _("The money reached your balance: {when}.") if when else _("The money reached your balance.")
        lines = (came.format(when=when), bought_text(topup.purchase))
        return OutcomeView("success", "circle-check", title, lines, "", offers_new=False)
    text = _("The money is on your balance.")
    if when:
        text = _("The money has been on your balance since {when}.").format(when=when)
    return OutcomeView("success", "circle-check", title, (text,), "", offers_new=False)


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
        lines.append(
            _("The time for reporting a payment is over. Ask the service about money that you sent.")
        )
    title = _("The payment was not accepted")
    raw = hide_secrets(_raw(topup.rejection))
    return OutcomeView("danger", "circle-x", title, tuple(lines), raw, offers_new=True, asks_first=True)


def _expired(topup: TopUp, now: datetime) -> OutcomeView:
    ended = units.day_and_time(topup.expires_at, now)
    if can_report(topup, now):
        already = _(
            "Already sent it? Report the payment below. It is accepted until {when} ({left} left)."
        ).format(
            when=units.day_and_time(topup.txid_deadline, now),
            left=units.rough_duration(topup.txid_deadline - now),
        )
        lines: tuple[str, ...] = (
            already,
            _("Not sent yet? Start a new top-up to get a fresh amount and rate."),
        )
    else:
        lines = (_("No payment was reported in time. Start a new top-up to get a fresh amount and rate."),)
    title = _("The rate lock ended at {when}").format(when=ended)
    return OutcomeView("neutral", "hourglass", title, lines, "", offers_new=True)


def _raw(rejection: object) -> str:
    """Returns the text of a rejection; its shape is not documented (spec 2.1)."""
    if rejection is None:
        return ""
    if isinstance(rejection, str):
        return rejection
    if isinstance(rejection, dict) and isinstance(rejection.get("message"), str) and rejection["message"]:
        return str(rejection["message"])
    return json.dumps(rejection, ensure_ascii=False, default=str)
