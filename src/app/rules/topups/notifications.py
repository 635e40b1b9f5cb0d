"""Derives notifications from top-ups."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final, Literal

from app.models.topups import AWAITING_PAYMENT, CREDITED, REJECTED

if TYPE_CHECKING:
    from datetime import datetime

    from app.models.notifications import Notification
    from app.models.topups import TopUp, TopUpSnapshot

TopUpEvent = Literal["credited", "rejected", "purchase_failed", "about_to_expire"]

WARN_BEFORE: Final = timedelta(minutes=5)
"""How long before `expiresAt` an unpaid top-up is notified."""


def notifications_of_topup(
    before: TopUpSnapshot | None, topup: TopUp, at: datetime, inconsistency: str = ""
) -> tuple[Notification, ...]:
    """Returns the notifications of a state; those of the same event are equal in `subject_id` and `occasion`.

    Args:
        before: The snapshot that was saved last; None if there is none: then it is not known to have changed.
        inconsistency: What contradicts the interface: such a state is not notified, but the next one that is
            in order.
    """
    if inconsistency:
        return ()
    kinds: list[TopUpEvent] = []
    if before is not None and topup.status != _status_in_order(before):
        if topup.status == CREDITED:
            kinds.append("credited")
        elif topup.status == REJECTED:
            kinds.append("rejected")
    has_failed = topup.purchase is not None and topup.purchase.status == "failed"
    if has_failed and before is not None and (before.inconsistency or before.purchase_status != "failed"):
        kinds.append("purchase_failed")
    if topup.status == AWAITING_PAYMENT and timedelta(0) < topup.expires_at - at <= WARN_BEFORE:
        kinds.append("about_to_expire")
    return tuple(notification_of(kind, topup, at) for kind in kinds)


def _status_in_order(snapshot: TopUpSnapshot) -> str:
    return snapshot.sound_status if snapshot.inconsistency else snapshot.status


def notification_of(kind: TopUpEvent, topup: TopUp, at: datetime) -> Notification:
    from app.models.notifications import Notification  # noqa: PLC0415 (after the first rows)

    purchase = topup.purchase
    bought = purchase if purchase and purchase.status == "completed" else None
    occasion: str = kind
    if kind == "rejected" and topup.txid_submitted_at is not None:
        # It can be rejected again after another report.
        occasion = f"rejected {topup.txid_submitted_at.isoformat()}"
    return Notification(
        kind=kind,
        subject_id=topup.id,
        occasion=occasion,
        at=at,
        amount_usd=(topup.credited_usd or "") if kind == "credited" else topup.amount_usd,
        spent_usd=(bought.total or "") if bought else "",
        coin=topup.coin,
        name=purchase.plan if purchase else "",
        ends_at=topup.expires_at,
    )
