"""The page of one top-up as shown, but for the deposit."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from app.i18n import units
from app.i18n.texts import _, pgettext
from app.models.topups import AWAITING_PAYMENT, EXPIRED, REJECTED, VERIFYING
from app.present.outcomes import (
    confirmations_text,
    present_inconsistency,
    present_last_known,
    present_not_confirmed,
    present_outcome,
    present_purchase,
    present_timeline,
)
from app.present.payments import present_report
from app.present.statuses import network_name, present_badge
from app.rules.topups.confirmation_pace import time_left
from app.rules.topups.transitions import can_pay, is_unreliable, may_await_payment
from app.rules.topups.transitions import inconsistency as find_inconsistency

if TYPE_CHECKING:
    from app.errors import AppError
    from app.models.coins import Network
    from app.models.topups import TopUp, TopUpSnapshot
    from app.present.outcomes import OutcomeView, PurchaseView
    from app.present.payments import ReportView
    from app.present.statuses import BadgeView

StepState = Literal["done", "current", "future", "failed"]


class StepView(NamedTuple):
    text: str
    state: StepState


class ClockView(NamedTuple):
    seconds_left: float
    total_seconds: float
    text: str
    trailing: str
    second_line: str


class ConfirmingView(NamedTuple):
    """The network's progress; `left` is the text of an estimate, empty for none."""

    title: str
    value: int
    maximum: int
    note: str
    left: str = ""


class PaymentSeenView(NamedTuple):
    """The known facts of the payment: identifiers are untrusted text."""

    txid: str
    received: str
    coin: str
    explorer_url: str


class TopUpFacts(NamedTuple):
    """What is known of a top-up besides itself.

    Attributes:
        seen: Its snapshots, oldest first.
        inconsistency: What contradicts the interface (see `app.rules.topups.transitions`), or `closed`
            where the service accepts no report: then it must not be paid.
        not_confirmed: Why the service does not confirm it, so that it must not be paid; None if it does.
        network: The catalog's entry of its coin and network, for an estimate; None if it is not known.
        cached_at: When it was reported, if it comes from this computer's disk: then it is read-only.
    """

    seen: tuple[TopUpSnapshot, ...] = ()
    inconsistency: str = ""
    not_confirmed: AppError | None = None
    network: Network | None = None
    cached_at: datetime | None = None


NO_FACTS: Final = TopUpFacts()


class MomentView(NamedTuple):
    """What of a top-up changes with the time alone."""

    badge: BadgeView
    can_pay: bool
    clock: ClockView | None
    confirming: ConfirmingView | None


class TopUpView(NamedTuple):
    """Everything of one top-up but the deposit, which is checked first."""

    id: str
    title: str
    subtitle: str
    badge: BadgeView
    steps: tuple[StepView, ...]
    waiting_for: str
    can_pay: bool
    clock: ClockView | None
    send_only: str
    confirming: ConfirmingView | None
    seen: PaymentSeenView | None
    outcome: OutcomeView | None
    report: ReportView | None
    purchase: PurchaseView | None
    timeline: tuple[tuple[str, str], ...]
    details: tuple[tuple[str, str], ...]


_RATE_LOCK = timedelta(minutes=30)
"""From creation to `expiresAt` (spec 2.1)."""


def present_topup(topup: TopUp, now: datetime, facts: TopUpFacts = NO_FACTS) -> TopUpView:
    """Returns the view of one top-up; `now` is the service's time."""
    odd = facts.inconsistency or find_inconsistency(topup)
    steps, waiting_for = _steps("" if is_unreliable(odd) else topup.status)
    moment = present_moment(topup, now, facts)
    view = TopUpView(
        id=topup.id,
        title=_("Top up {amount}").format(amount=units.usd(topup.amount_usd)),
        subtitle=_("{coin} on {network} · created {when}").format(
            coin=topup.coin,
            network=network_name(topup.network),
            when=units.day_and_time(topup.created_at, now),
        ),
        badge=moment.badge,
        steps=steps,
        waiting_for=waiting_for if facts.not_confirmed is None and waiting_for else _("Not confirmed"),
        can_pay=moment.can_pay,
        clock=moment.clock,
        send_only=_(
            "Send only {coin} on the {network} network, in one payment of exactly this amount. "
            "Your wallet's fee comes on top."
        ).format(coin=topup.coin, network=network_name(topup.network)),
        confirming=moment.confirming,
        seen=_payment_seen(topup),
        outcome=_outcome(topup, now, odd, facts.not_confirmed),
        report=None if odd else present_report(topup, now),
        purchase=_purchase(topup),
        timeline=present_timeline(topup, facts.seen, now),
        details=_details(topup),
    )
    if facts.cached_at is None:
        return view
    view = _without_payment(view, topup, facts.cached_at, now)
    return view._replace(outcome=present_not_confirmed(facts.not_confirmed)) if facts.not_confirmed else view


def present_moment(topup: TopUp, now: datetime, facts: TopUpFacts) -> MomentView:
    """Returns the part of `present_topup` that changes each second."""
    odd = facts.inconsistency or find_inconsistency(topup)
    is_confirmed = facts.not_confirmed is None and not is_unreliable(odd)
    confirming = _confirming(topup, _time_left(topup, now, facts))
    return MomentView(
        present_badge(topup.status, is_confirmed=is_confirmed),
        not odd and is_confirmed and can_pay(topup, now),
        _clock(topup, now),
        confirming if is_confirmed else None,
    )


def _without_payment(view: TopUpView, topup: TopUp, cached_at: datetime, now: datetime) -> TopUpView:
    """Returns the view of a top-up that the service has not confirmed since the start: it is read-only."""
    # Payment details come from the service alone, never from this computer's disk.
    private = {topup.address, f"{topup.amount_crypto} {topup.coin}"}
    return view._replace(
        can_pay=False,
        clock=None,
        report=None,
        outcome=view.outcome if topup.final else present_last_known(cached_at, now),
        confirming=view.confirming._replace(left="") if view.confirming else None,
        details=tuple(row for row in view.details if row[1] not in private),
    )


def _outcome(topup: TopUp, now: datetime, odd: str, not_confirmed: AppError | None) -> OutcomeView | None:
    if odd:
        return present_inconsistency(topup, odd)
    outcome = present_outcome(topup, now)
    return present_not_confirmed(not_confirmed) if outcome is None and not_confirmed else outcome


def _purchase(topup: TopUp) -> PurchaseView | None:
    is_over = topup.final and topup.status in {EXPIRED, REJECTED}
    return None if topup.purchase is None else present_purchase(topup.purchase, is_over=is_over)


def _steps(status: str) -> tuple[tuple[StepView, ...], str]:
    """Returns the four steps, and the text of what is waited for; empty without a status."""
    created = StepView(pgettext("step of a top-up", "Created"), "done")
    sent = StepView(_("Payment sent"), "done")
    confirming = StepView(_("Confirming"), "future")
    credited = StepView(pgettext("step of a top-up", "Credited"), "future")
    match status:
        case "awaiting_payment":
            sent, waiting = sent._replace(state="current"), _("Waiting for the payment")
        case "verifying":
            confirming, waiting = confirming._replace(state="current"), _("Waiting for the network")
        case "credited":
            confirming, credited = confirming._replace(state="done"), credited._replace(state="done")
            waiting = pgettext("state of a top-up", "Credited")
        case "rejected":
            confirming = StepView(_("Not accepted"), "failed")
            waiting = _("The payment was not accepted")
        case "expired":
            sent = StepView(_("No payment seen"), "current")
            waiting = _("No payment seen")
        case unknown:
            sent, waiting = sent._replace(state="future"), unknown
    return (created, sent, confirming, credited), waiting


def _clock(topup: TopUp, now: datetime) -> ClockView | None:
    if topup.status != AWAITING_PAYMENT:
        return None
    # The service's clock may be read too early; its own two times of this top-up may be trusted.
    lock = topup.expires_at - topup.created_at
    lock = lock if lock > timedelta(0) else _RATE_LOCK
    left = min(topup.expires_at - now, lock)
    return ClockView(
        seconds_left=max(0.0, left.total_seconds()),
        total_seconds=lock.total_seconds(),
        text=units.countdown(left),
        trailing=_("left at this rate") if left > timedelta(0) else _("checking…"),
        second_line=_("1 {coin} = {rate} · late payments count until {when}").format(
            coin=topup.coin,
            rate=units.usd(topup.rate),
            when=units.day_and_time(topup.txid_deadline, now),
        ),
    )


def _confirming(topup: TopUp, left: str) -> ConfirmingView | None:
    if topup.status != VERIFYING:
        return None
    required = topup.confirmations_required
    title = confirmations_text(topup)
    if topup.txid is None and topup.confirmations == 0:
        title = _("Looking for the payment on the network")
    note = _("You can close this window: the service continues with the top-up.")
    return ConfirmingView(title, min(topup.confirmations, required), max(required, 1), note, left)


def _time_left(topup: TopUp, now: datetime, facts: TopUpFacts) -> str:
    """Returns how long it takes yet, or usually takes before there is a first confirmation."""
    left = time_left(topup, facts.seen, facts.network, now)
    if left is not None or topup.confirmations:
        return _about(left)
    minutes = facts.network.estimated_minutes if facts.network is not None else None
    if not minutes:
        return ""
    return _("usually about {duration}").format(duration=units.rough_duration(timedelta(minutes=minutes)))


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


def _details(topup: TopUp) -> tuple[tuple[str, str], ...]:
    rows = [
        (_("Top-up ID"), topup.id),
        (_("Rate"), f"1 {topup.coin} = {units.usd(topup.rate)}"),
        (pgettext("moment", "Created"), units.full_moment(topup.created_at)),
        (_("Rate lock until"), units.full_moment(topup.expires_at)),
        (_("Reporting until"), units.full_moment(topup.txid_deadline)),
    ]
    if not may_await_payment(topup):
        # Until then they are shown beside the QR code only, after the deposit check.
        rows.append((_("Amount requested"), f"{topup.amount_crypto} {topup.coin}"))
        rows.append((_("Deposit address"), topup.address))
    if topup.txid is not None:
        rows.append((_("Transaction ID"), topup.txid))
    return tuple(rows)
