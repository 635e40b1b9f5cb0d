"""Status transitions of top-ups, what each status allows, and polling intervals (spec 3.1, 4.4)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from app.models.topups import AWAITING_PAYMENT, CREDITED, EXPIRED, IN_PROGRESS, REJECTED, STATUSES, VERIFYING
from app.rules.identifiers import is_usable_id

if TYPE_CHECKING:
    from datetime import datetime

    from app.models.topups import TopUp

_PAUSES = {
    AWAITING_PAYMENT: timedelta(seconds=30),
    VERIFYING: timedelta(seconds=10),
    EXPIRED: timedelta(seconds=60),
    REJECTED: timedelta(seconds=60),
}
PAUSE_WHEN_INCONSISTENT = timedelta(seconds=30)
"""Polling interval while a top-up is inconsistent, and after a failed poll."""

CONFIRMED_FOR = 2 * _PAUSES[AWAITING_PAYMENT] + timedelta(seconds=10)
"""How long a top-up may be paid after the service confirmed it: two polls, and the time that they take."""

LONGEST_LIFE = timedelta(minutes=30, hours=72)
"""From being created to `txidDeadline` (spec 8); what is older than that is final, or being verified."""

# Where a top-up can get to from each status; a poll may miss states on the way.
_REACHABLE = {
    AWAITING_PAYMENT: frozenset({EXPIRED, VERIFYING, CREDITED, REJECTED}),
    EXPIRED: frozenset({VERIFYING, CREDITED, REJECTED}),
    REJECTED: frozenset({VERIFYING, CREDITED}),
    VERIFYING: frozenset({CREDITED, REJECTED}),
    CREDITED: frozenset[str](),
}


def pause_after(topup: TopUp) -> timedelta | None:
    """Returns how long to wait before a top-up is read again, None when it will not change any more."""
    if contradicts(topup):
        return PAUSE_WHEN_INCONSISTENT
    return None if topup.final else pause_of(topup.status)


def pause_of(status: str) -> timedelta:
    """Returns the polling interval of top-ups of a status (spec 4.4)."""
    return _PAUSES.get(status, PAUSE_WHEN_INCONSISTENT)


def inconsistency(topup: TopUp, last_sound: str = "") -> str:
    """Returns the inconsistency of a top-up, which must then not be paid; empty when there is none.

    `unknown_status`: a status that the interface does not have.
    `illegal_move`: it can't have come here from the last status that was in order (spec 3.1).
    Or what `contradicts` returns.

    Args:
        last_sound: What `sound_after` returned for the last state that was in order; empty if there was none.
    """
    if topup.status not in STATUSES:
        return "unknown_status"
    if not legal_move(last_sound, topup.status):
        return "illegal_move"
    return contradicts(topup) or ""


def sound_after(topup: TopUp, last_sound: str) -> str:
    """Returns the status that the next one is held against, after a state that was in order.

    It is empty as long as only `verifying` was reported, and nothing of a payment is known: a service may
    begin so (spec 4.2 leaves the first status open), and wait for the payment only then.
    """
    begins_so = topup.status == VERIFYING and not last_sound and not _has_payment(topup)
    return "" if begins_so else topup.status


def _has_payment(topup: TopUp) -> bool:
    # An empty or zero value says no more than one that is left out.
    received = topup.amount_received_crypto
    has_received = received is not None and received.value > 0
    return _is_reported(topup) or topup.confirmations > 0 or has_received


def _is_reported(topup: TopUp) -> bool:
    return bool(topup.txid) or topup.txid_submitted_at is not None


def is_open(topup: TopUp) -> bool:
    """Returns whether a top-up can still change, and so is polled."""
    return pause_after(topup) is not None


def contradicts(topup: TopUp) -> str | None:
    """Returns how a top-up's fields contradict its status (spec 2.1, 3.1), None if they don't.

    `final_while_open`: final, yet waiting for the payment or verifying it.
    `credited_not_final`: credited, yet not final.
    `awaited_though_reported`: waiting for a payment that was reported as sent, which would be paid twice.
    """
    if topup.final and topup.status in IN_PROGRESS:
        return "final_while_open"
    if topup.status == CREDITED and not topup.final:
        return "credited_not_final"
    if topup.status == AWAITING_PAYMENT and _is_reported(topup):
        return "awaited_though_reported"
    return None


def is_unreliable(inconsistency: str) -> bool:
    """Returns whether a status can't be relied on, so that it is shown as not confirmed.

    Not so `unknown_status`, which is shown by its own word, and `closed`, which is about reports alone.
    """
    return inconsistency not in {"", "unknown_status", "closed"}


def may_await_payment(topup: TopUp) -> bool:
    """Returns whether a top-up awaits its payment, or may come to, as one whose first status is another.

    What can be paid of it is shown after the deposit check only.
    """
    if topup.status == VERIFYING:
        return not _has_payment(topup)
    return topup.status not in {CREDITED, REJECTED, EXPIRED}


def can_pay(topup: TopUp, now: datetime) -> bool:
    """Returns whether the payment may be shown: it is awaited, and the rate locked by the service's time."""
    return topup.status == AWAITING_PAYMENT and contradicts(topup) is None and now < topup.expires_at


def can_report(topup: TopUp, now: datetime) -> bool:
    """Returns whether the payment can be reported as sent (spec 4.3 rule 1), under an ID that can be used."""
    if not is_usable_id(topup.id):
        return False
    closed = topup.final and topup.status in {EXPIRED, REJECTED}
    return topup.status in {AWAITING_PAYMENT, EXPIRED, REJECTED} and not closed and now < topup.txid_deadline


def may_be_credited(topup: TopUp, now: datetime) -> bool:
    """Returns whether a payment of an open top-up can count: it is verified, or can still be reported."""
    return topup.status == VERIFYING or now < topup.txid_deadline


def legal_move(before: str, after: str) -> bool:
    """Returns whether a top-up can have changed from one status to another (spec 3.1), missed ones between.

    A status that the spec does not know can't be checked and counts as legal; it is never payable.
    """
    if before == after or before not in STATUSES or after not in STATUSES:
        return True
    return after in _REACHABLE[before] or is_unnamed_move(before, after)


def is_unnamed_move(before: str, after: str) -> bool:
    """Returns whether a change is none of spec 3.1, which leaves open what others there are, but plausible.

    A report that found no payment may end as expired, which nobody can pay.
    """
    return before in {VERIFYING, REJECTED} and after == EXPIRED
