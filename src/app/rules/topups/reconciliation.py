"""Which top-up of the service's list came of a wish whose answer was lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.rules.money.amounts import same_amount

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from app.models.topups import PurchaseDraft, TopUp, TopUpDraft


def fits(topup: TopUp, draft: TopUpDraft) -> bool:
    """Tells whether a top-up is what was asked for: amount, coin, network and purchase."""
    return (
        same_amount(topup.amount_usd, draft.amount_usd)
        and (topup.coin, topup.network) == (draft.coin, draft.network)
        and _same_purchase(topup, draft.purchase)
    )


def candidates(
    topups: Iterable[TopUp],
    draft: TopUpDraft,
    between: tuple[datetime, datetime] | None,
    taken: frozenset[str],
) -> tuple[TopUp, ...]:
    """Returns the top-ups that can have come of a wish.

    Args:
        topups: Those of the service's list.
        draft: What was asked for.
        between: From when to when it can have been made; None if that can't be told.
        taken: The ids of those that came of other wishes.
    """
    return tuple(
        topup
        for topup in topups
        if topup.id not in taken
        and fits(topup, draft)
        and (between is None or between[0] <= topup.created_at <= between[1])
    )


def _same_purchase(topup: TopUp, asked: PurchaseDraft | None) -> bool:
    made = topup.purchase
    if made is None or asked is None:
        return made is None and asked is None
    return (made.plan_id, made.quantity) == (asked.plan_id, asked.quantity)
