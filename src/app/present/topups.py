"""Top-ups as shown: list rows and details."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from app.i18n import units
from app.i18n.texts import _, listed, pgettext
from app.models.topups import AWAITING_PAYMENT, VERIFYING
from app.present.known_topups import present_known
from app.present.purchases import present_purchase
from app.present.timelines import describe_snapshots, present_timeline
from app.present.topup_outcomes import present_inconsistency, present_not_confirmed, present_outcome
from app.present.topup_views import (
    BadgeView,
    ClockView,
    ConfirmingView,
    OutcomeView,
    PaymentSeenView,
    ReportView,
    StepView,
    TopUpRow,
    TopUpView,
)
from app.rules.topups.confirmation_pace import time_left
from app.rules.topups.transitions import can_pay, can_report
from app.rules.topups.transitions import inconsistency as find_inconsistency

if TYPE_CHECKING:
    from datetime import datetime

    from app.errors import AppError
    from app.models.coins import Network
    from app.models.snapshots import TopUpSnapshot
    from app.models.topup_summaries import ListedTopUp
    from app.models.topups import TopUp

_NETWORK_NAMES = {
    "bitcoin": "Bitcoin",
    "litecoin": "Litecoin",
    "ethereum": "Ethereum",
    "solana": "Solana",
    "tron": "Tron",
}
RATE_LOCK = timedelta(minutes=30)
"""From creation to `expiresAt` (spec 2.1)."""


def network_name(network: str) -> str:
    """Returns a network's name; an unknown one is shown by its id."""
    return _NETWORK_NAMES.get(network, network)


def present_badge(topup: TopUp | ListedTopUp, *, counted: bool = False) -> BadgeView:
    """Returns the state of a top-up; an unknown status is shown by its raw word.

    Args:
        counted: Whether to show '7/20' with a verifying one, as in the list.
    """
    match topup.status:
        case "awaiting_payment":
            return BadgeView("warning", _("Awaiting payment"), "clock")
        case "verifying":
            text = _("Verifying")
            if counted and topup.confirmations_required > 0:
                text = _("Verifying {n}/{m}").format(n=topup.confirmations, m=topup.confirmations_required)
            return BadgeView("info", text, "loader-circle")
        case "credited":
            return BadgeView("success", pgettext("state of a top-up", "Credited"), "circle-check")
        case "rejected":
            return BadgeView("danger", pgettext("state of a top-up", "Rejected"), "circle-x")
        case "expired":
            return BadgeView("neutral", pgettext("state of a top-up", "Expired"), "clock")
        case other:
            return BadgeView("unknown", other, "circle-help")


def present_row(topup: TopUp | ListedTopUp, now: datetime, *, is_confirmed: bool = True) -> TopUpRow:
    """Returns a top-up as a row of the list.

    Args:
        now: The service's time.
        is_confirmed: Whether the service confirms it (see `TopUpPoller.not_confirmed`).
    """
    subtitle = f"{topup.coin} · {network_name(topup.network)}"
    if topup.purchase:
        subtitle += " · " + _("plan")
    badge = present_badge(topup, counted=True) if is_confirmed else _not_confirmed_badge()
    amount = units.usd(topup.amount_usd)
    when = units.ago(topup.created_at, now)
    return TopUpRow(
        id=topup.id,
        coin=topup.coin,
        amount=amount,
        subtitle=subtitle,
        badge=badge,
        when=when,
        when_full=units.full_moment(topup.created_at),
        spoken=listed((amount, subtitle, badge.text, when)),
    )


def present_topup(  # noqa: PLR0913 (what is known besides, by keyword)
    topup: TopUp,
    now: datetime,
    seen: tuple[TopUpSnapshot, ...] = (),
    *,
    inconsistency: str = "",
    not_confirmed: AppError | None = None,
    network: Network | None = None,
    known_at: datetime | None = None,
) -> TopUpView:
    """Returns the view of one top-up.

    Args:
        topup: Its last known state.
        now: The service's time.
        seen: What this app saw of it, oldest first.
        inconsistency: What contradicts the interface (see `app.rules.topups.transitions`), or `closed`
            where the service accepts no report: then it must not be paid.
        not_confirmed: Why the service does not confirm it, so that it must not be paid; None if it does.
        network: The catalog's entry of its coin and network, for an estimate; None if it is not known.
        known_at: When it was reported, if it comes from this computer's disk: then it is read-only.
    """
    odd = inconsistency or find_inconsistency(topup)
    steps, waiting_for = _steps(topup)
    view = TopUpView(
        id=topup.id,
        title=_("Top up {amount}").format(amount=units.usd(topup.amount_usd)),
        subtitle=_("{coin} on {network} · created {when}").format(
            coin=topup.coin,
            network=network_name(topup.network),
            when=units.day_and_time(topup.created_at, now),
        ),
        badge=present_badge(topup) if not_confirmed is None else _not_confirmed_badge(),
        steps=steps,
        waiting_for=waiting_for if not_confirmed is None else _("Not confirmed"),
        can_pay=not odd and not_confirmed is None and can_pay(topup, now),
        clock=_clock(topup, now),
        send_only=_(
            "Send only {coin} on the {network} network, in one payment of exactly this amount. "
            "Your wallet's fee comes on top."
        ).format(coin=topup.coin, network=network_name(topup.network)),
        confirming=_confirming(topup, time_left(topup, seen, network, now)),
        seen=_payment_seen(topup),
        outcome=_outcome(topup, now, odd, not_confirmed),
        report=None if odd else _report(topup, now),
        purchase=present_purchase(topup.purchase) if topup.purchase else None,
        timeline=present_timeline(topup, describe_snapshots(seen), now),
        details=_details(topup),
    )
    return view if known_at is None else present_known(view, topup, known_at, now)


def _outcome(topup: TopUp, now: datetime, odd: str, not_confirmed: AppError | None) -> OutcomeView | None:
    if odd:
        return present_inconsistency(topup, odd)
    outcome = present_outcome(topup, now)
    return present_not_confirmed(not_confirmed) if outcome is None and not_confirmed else outcome


def _not_confirmed_badge() -> BadgeView:
    return BadgeView("unknown", _("Not confirmed"), "circle-help")


def _steps(topup: TopUp) -> tuple[tuple[StepView, ...], str]:
    """Returns the four steps, and what is waited for in words."""
    created = StepView(pgettext("step of a top-up", "Created"), "done")
    sent = StepView(_("Payment sent"), "done")
    confirming = StepView(_("Confirming"), "future")
    credited = StepView(pgettext("step of a top-up", "Credited"), "future")
    match topup.status:
        case "awaiting_payment":
            sent, waiting = replace(sent, state="current"), _("Waiting for the payment")
        case "verifying":
            confirming, waiting = replace(confirming, state="current"), _("Waiting for the network")
        case "credited":
            confirming, credited = replace(confirming, state="done"), replace(credited, state="done")
            waiting = pgettext("state of a top-up", "Credited")
        case "rejected":
            confirming = StepView(_("Not accepted"), "failed")
            waiting = _("The payment was not accepted")
        case "expired":
            sent = StepView(_("No payment seen"), "current")
            waiting = _("No payment seen")
        case unknown:
            sent, waiting = replace(sent, state="future"), unknown
    return (created, sent, confirming, credited), waiting


def _clock(topup: TopUp, now: datetime) -> ClockView | None:
    if topup.status != AWAITING_PAYMENT:
        return None
    # The service's clock may be read too early; its own two times of this top-up may be trusted.
    lock = topup.expires_at - topup.created_at
    lock = lock if lock > timedelta(0) else RATE_LOCK
    left = min(topup.expires_at - now, lock)
    return ClockView(
        seconds_left=max(0.0, left.total_seconds()),
        total_seconds=lock.total_seconds(),
        text=units.countdown(left),
        trailing=_("left at this rate") if left > timedelta(0) else _("checking…"),
        second_line=_("1 {coin} = {rate} · late payments count until {when}").format(
            coin=topup.coin,
            rate=units.rate_usd(topup.rate),
            when=units.day_and_time(topup.txid_deadline, now),
        ),
    )


def _confirming(topup: TopUp, left: timedelta | None) -> ConfirmingView | None:
    if topup.status != VERIFYING:
        return None
    required = max(topup.confirmations_required, 0)
    if topup.txid is None and topup.confirmations == 0:
        title = _("Looking for the payment on the network")
    else:
        title = _("{n} of {m} confirmations").format(n=topup.confirmations, m=required)
    note = _("You can close this window: the service continues with the top-up.")
    return ConfirmingView(title, min(topup.confirmations, required), max(required, 1), note, _about(left))


def _about(left: timedelta | None) -> str:
    if left is None:
        return ""
    if left < timedelta(minutes=1):
        return _("less than a minute left")
    return _("about {duration} left").format(duration=units.rough_duration(left + timedelta(seconds=30)))


def _payment_seen(topup: TopUp) -> PaymentSeenView | None:
    if topup.txid is None and topup.amount_received_crypto is None:
        return None
    return PaymentSeenView(
        txid=topup.txid or "",
        received=topup.amount_received_crypto or "",
        coin=topup.coin,
        explorer_url=topup.explorer_url or "",
    )


def _report(topup: TopUp, now: datetime) -> ReportView | None:
    if not can_report(topup, now):
        return None
    placeholder = {
        "bitcoin": _("Transaction ID (64 hex characters)"),
        "litecoin": _("Transaction ID (64 hex characters)"),
        "tron": _("Transaction ID (64 hex characters)"),
        "ethereum": _("Transaction ID (0x and 64 hex characters)"),
        "solana": _("Transaction ID (a base58 signature)"),
    }.get(topup.network, _("Transaction ID, optional"))
    if topup.status == AWAITING_PAYMENT:
        text = _("The transaction ID is optional: without it, the payment is found by its exact amount.")
        return ReportView(_("Sent it?"), text, placeholder)
    text = _("Amount requested: {amount} {coin} to {address}").format(
        amount=topup.amount_crypto, coin=topup.coin, address=units.shortened(topup.address)
    )
    return ReportView(_("Report a payment"), text, placeholder)


def _details(topup: TopUp) -> tuple[tuple[str, str], ...]:
    rows = [
        (_("Top-up ID"), topup.id),
        (_("Rate"), f"1 {topup.coin} = {units.rate_usd(topup.rate)}"),
        (pgettext("moment", "Created"), units.full_moment(topup.created_at)),
        (_("Rate lock until"), units.full_moment(topup.expires_at)),
        (_("Reporting until"), units.full_moment(topup.txid_deadline)),
    ]
    if topup.status != AWAITING_PAYMENT:
        # Until then they are shown beside the QR code only, after the deposit check.
        rows.append((_("Amount requested"), f"{topup.amount_crypto} {topup.coin}"))
        rows.append((_("Deposit address"), topup.address))
    if topup.txid is not None:
        rows.append((_("Transaction ID"), topup.txid))
    return tuple(rows)
