"""Snapshots of a top-up: what one poll returned."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.models.times import Instant  # noqa: TC001 (validated by pydantic)

if TYPE_CHECKING:
    from datetime import datetime

    from app.models.topups import TopUp


@dataclass(frozen=True, slots=True)
class TopUpSnapshot:
    """The result of one poll that differs from the one before.

    Attributes:
        at: When, by the service's clock.
        status: As reported by the service.
        confirmations: Seen so far.
        confirmations_required: Needed.
        amount_received_crypto: Seen on the network, a decimal string; empty until known.
        coin: The coin it is paid with.
        purchase_status: Of the purchase, empty without one.
        inconsistency: What contradicts the interface; empty when nothing does.
        sound_status: The last status that was in order and binds, at that time (see
            `app.rules.topups.transitions.sound_after`); empty if there was none yet.
        is_open: Whether it could still change.
    """

    at: Instant
    status: str
    confirmations: int
    confirmations_required: int
    amount_received_crypto: str
    coin: str
    purchase_status: str = ""
    inconsistency: str = ""
    sound_status: str = ""
    is_open: bool = True


def is_news(before: TopUpSnapshot | None, after: TopUpSnapshot) -> bool:
    """Returns whether a snapshot differs from the one before."""
    return before is None or replace(before, at=after.at) != after


def snapshot_of(
    topup: TopUp, at: datetime, *, inconsistency: str, sound_status: str, is_open: bool
) -> TopUpSnapshot:
    """Returns the snapshot of a top-up."""
    return TopUpSnapshot(
        at,
        topup.status,
        topup.confirmations,
        topup.confirmations_required,
        topup.amount_received_crypto or "",
        topup.coin,
        topup.purchase.status if topup.purchase else "",
        inconsistency,
        sound_status,
        is_open,
    )
