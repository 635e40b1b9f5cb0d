"""Finds the top-up that a request with an unknown outcome has created."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.rules.money.amounts import same_amount

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from app.models.topups import PurchaseDraft, TopUp, TopUpDraft


def fits(topup: TopUp, draft: TopUpDraft) -> bool:
    """Returns whether a top-up matches a request: amount, coin, network and purchase."""
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
    """Returns the top-ups that a request can have created.

    Args:
        topups: Those of the service's list.
        draft: What was asked for.
        between: The earliest and latest time of its creation; None if unknown.
        taken: The IDs of those that other requests created.
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
