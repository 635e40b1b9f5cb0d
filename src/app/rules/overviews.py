"""What of an account matters at a glance: what runs out or ends first, and what needs attention."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from app.models.overviews import AccountProblem
from app.models.subscriptions import ACTIVE
from app.models.topups import AWAITING_PAYMENT, EXPIRED, REJECTED, VERIFYING
from app.rules.subscriptions.usage import runs_out
from app.rules.topups.notifications import WARN_BEFORE
from app.rules.topups.transitions import may_be_credited

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from app.models.overviews import AccountOverview, SubscriptionSummary
    from app.models.topups import TopUp

ENDS_SOON_DAYS: Final = 7
"""How many days before its end a subscription counts as ending soon, unless it renews itself."""

ATTENTION_DAYS: Final = 3
"""From how many days on traffic that runs out, or a subscription that ends, needs attention."""

_DAY: Final = timedelta(days=1)
_BY_URGENCY: Final = (AWAITING_PAYMENT, REJECTED, VERIFYING)


class Reason(StrEnum):
    """Why an account needs attention."""

    TOPUP_EXPIRES = "top-up expires"
    TOPUP_NOT_CONFIRMED = "top-up not confirmed"
    TOPUP_REJECTED = "top-up rejected"
    RUNS_OUT = "runs out"
    ENDS = "ends"
    KEY_REFUSED = "key refused"
    KEY_NEEDED = "key needed"
    UNREACHABLE = "unreachable"
    FAILING = "failing"


# A service that asks to wait needs nobody: the app continues by itself.
_OF_PROBLEMS: Final = {
    AccountProblem.OFFLINE: Reason.UNREACHABLE,
    AccountProblem.KEY_REFUSED: Reason.KEY_REFUSED,
    AccountProblem.KEY_NEEDED: Reason.KEY_NEEDED,
    AccountProblem.KEYRING_LOCKED: Reason.KEY_NEEDED,
    AccountProblem.FAILING: Reason.FAILING,
    AccountProblem.OTHER_SERVICE: Reason.FAILING,
}
_URGENT: Final = (
    Reason.TOPUP_EXPIRES,
    Reason.TOPUP_NOT_CONFIRMED,
    Reason.TOPUP_REJECTED,
    Reason.RUNS_OUT,
    Reason.ENDS,
)


class Attention(NamedTuple):
    """Why an account needs attention.

    Attributes:
        subject_id: Of the top-up or the subscription; empty where the account itself is the reason.
        name: Of the subscription; untrusted text.
        days: Until its traffic runs out, or it ends.
    """

    reason: Reason
    subject_id: str = ""
    name: str = ""
    days: int = 0

    @property
    def urgency(self) -> int:
        """Returns what to sort by: what costs money or traffic if it waits comes first."""
        return _URGENT.index(self.reason) if self.reason in _URGENT else len(_URGENT)


def by_urgency(topups: Iterable[TopUp]) -> tuple[TopUp, ...]:
    """Returns top-ups by what is to be done first; expired ones last, by the end of the reporting window."""

    def urgency(topup: TopUp) -> tuple[int, datetime]:
        rank = _BY_URGENCY.index(topup.status) if topup.status in _BY_URGENCY else len(_BY_URGENCY)
        return rank, topup.txid_deadline if topup.status == EXPIRED else topup.expires_at

    return tuple(sorted(topups, key=urgency))


def running(overview: AccountOverview) -> tuple[SubscriptionSummary, ...]:
    """Returns the subscriptions that are active and have not ended."""
    return tuple(
        one
        for one in overview.subscriptions or ()
        if one.status == ACTIVE and (one.ends_at is None or one.ends_at > overview.now)
    )


def first_to_run_out(
    subscriptions: Iterable[SubscriptionSummary], now: datetime
) -> tuple[SubscriptionSummary, int] | None:
    """Returns the subscription whose traffic is used up first, and in how many days; None if none is known.

    One that ends or renews before then does not run out.
    """
    known = ((one, 0 if one.remaining_bytes <= 0 else one.days_left) for one in subscriptions)
    found = [(one, days) for one, days in known if days is not None and runs_out(days, one.ends_at, now)]
    return min(found, key=lambda pair: pair[1], default=None)


def next_to_end(
    subscriptions: Iterable[SubscriptionSummary], now: datetime
) -> tuple[SubscriptionSummary, int] | None:
    """Returns the first to end without renewal, and in how many days; None if none ends soon."""
    ending = [
        (one, one.ends_at)
        for one in subscriptions
        if one.ends_at is not None and not one.auto_renew and one.ends_at - now <= ENDS_SOON_DAYS * _DAY
    ]
    if not ending:
        return None
    first, ends_at = min(ending, key=lambda pair: pair[1])
    return first, round((ends_at - now) / _DAY)


def attention_of(overview: AccountOverview) -> Attention | None:
    """Returns the first reason for which an account needs attention; None if there is none.

    That its data can't be renewed comes before what was last known.
    """
    now = overview.now
    if overview.problem in _OF_PROBLEMS:
        return Attention(_OF_PROBLEMS[overview.problem])
    confirmed = [topup for topup in overview.topups if topup.id not in overview.unconfirmed]
    for topup in confirmed:
        is_payable = topup.status == AWAITING_PAYMENT
        if is_payable and timedelta(0) < topup.expires_at - now <= WARN_BEFORE:
            return Attention(Reason.TOPUP_EXPIRES, topup.id)
    subscriptions = running(overview)
    for reason, found in (
        (Reason.RUNS_OUT, first_to_run_out(subscriptions, now)),
        (Reason.ENDS, next_to_end(subscriptions, now)),
    ):
        if found is not None and found[1] <= ATTENTION_DAYS:
            return Attention(reason, found[0].id, found[0].name, found[1])
    denied = [one for one in overview.topups if one.id in overview.denied and may_be_credited(one, now)]
    if denied:
        return Attention(Reason.TOPUP_NOT_CONFIRMED, denied[0].id)
    rejected = (topup.id for topup in confirmed if topup.status == REJECTED)
    return next((Attention(Reason.TOPUP_REJECTED, topup_id) for topup_id in rejected), None)
