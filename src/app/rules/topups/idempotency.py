"""Decides whether a request may be sent again with its idempotency key, and which top-up it has created."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from app.rules.money.amounts import same_amount

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.models.topup_requests import PurchaseDraft, TopUpDraft
    from app.models.topups import TopUp

KEY_TRUSTED_FOR: Final = timedelta(hours=23)
"""The service remembers keys for 24 h (spec 4.2): later, the same key would create a second top-up."""

CLOCKS_AGREE_WITHIN: Final = timedelta(hours=1)
"""Further apart, this computer's clock and the service's can't both be right."""

_CREATED_WITHIN = timedelta(hours=1)
# The service's time is known to two seconds, and its `Date` counts whole ones.
_TOLERANCE = timedelta(seconds=5)


class Moment(NamedTuple):
    """A moment by this computer's clock, and by the service's, None where that is unknown."""

    wall: datetime
    service: datetime | None = None

    @property
    def clocks_agree(self) -> bool:
        """Whether nothing is known against this computer's clock."""
        return self.service is None or abs(self.service - self.wall) <= CLOCKS_AGREE_WITHIN


def may_replay(requested: Moment, now: Moment) -> bool:
    """Returns whether the service certainly remembers the key, so that nothing can be created twice.

    The service's own time decides where it is known for both moments; else this computer's, if it has
    not gone back and does not disagree with the service's.
    """
    if requested.service is not None and now.service is not None:
        return -_TOLERANCE <= now.service - requested.service < KEY_TRUSTED_FOR
    if not (requested.clocks_agree and now.clocks_agree):
        return False
    return -_TOLERANCE <= now.wall - requested.wall < KEY_TRUSTED_FOR


def creation_window(requested: Moment, sent: Moment, now: Moment) -> tuple[datetime, datetime] | None:
    """Returns from when to when, by the service's clock, a request can have created its top-up.

    None when it is unknown: then no top-up may be matched.
    """
    if requested.service is not None:
        last = sent.service or requested.service
        return requested.service - _TOLERANCE, max(last, requested.service) + _CREATED_WITHIN
    if now.service is None or not now.clocks_agree or now.wall < requested.wall:
        return None
    # This computer's clock was not far from right then if it is not now.
    offset = now.service - now.wall
    return requested.wall + offset - _TOLERANCE, max(sent.wall, requested.wall) + offset + _CREATED_WITHIN


def fits(topup: TopUp, draft: TopUpDraft) -> bool:
    """Returns whether a top-up matches a request: amount, coin, network and purchase."""
    return _same_payment(topup, draft) and same_purchase(topup, draft.purchase)


def _same_payment(topup: TopUp, draft: TopUpDraft) -> bool:
    same_coin = (topup.coin, topup.network) == (draft.coin, draft.network)
    return same_coin and same_amount(topup.amount_usd, draft.amount_usd)


def candidates(
    topups: Iterable[TopUp],
    draft: TopUpDraft,
    between: tuple[datetime, datetime] | None,
    taken: frozenset[str],
) -> tuple[TopUp, ...]:
    """Returns the top-ups that a request can have created, at an unknown time if `between` is None.

    Those without a purchase are among them: it may be left out until the payment is reported (spec 2.1).
    """
    return tuple(
        topup
        for topup in topups
        if topup.id not in taken
        and (fits(topup, draft) or (topup.purchase is None and _same_payment(topup, draft)))
        and (between is None or between[0] <= topup.created_at <= between[1])
    )


def same_purchase(topup: TopUp, requested: PurchaseDraft | None) -> bool:
    """Returns whether a top-up buys what was requested: plan and quantity, where the service reports them.

    Plan IDs are typed: a service may take them in any case, and return its own.
    """
    made = topup.purchase
    if made is None or requested is None:
        return made is None and requested is None
    same_plan = made.plan_id.casefold() in {"", requested.plan_id.casefold()}
    return same_plan and made.quantity in {None, requested.quantity}
