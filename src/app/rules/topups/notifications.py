"""Derives notifications from a top-up: credited, rejected, purchase failed, about to expire."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Literal

from app.models.notifications import Notification
from app.models.topups import AWAITING_PAYMENT, CREDITED, REJECTED

if TYPE_CHECKING:
    from datetime import datetime

    from app.models.snapshots import TopUpSnapshot
    from app.models.topups import TopUp

NoteKind = Literal["credited", "rejected", "purchase_failed", "about_to_expire"]

WARN_BEFORE: Final = timedelta(minutes=5)
"""How long before `expiresAt` an unpaid top-up is notified."""


@dataclass(frozen=True, slots=True)
class Note:
    """An event of a top-up to be notified once.

    Attributes:
        kind: What happened.
        topup: The top-up as it was then.
        at: When this app saw it, by the service's clock.
    """

    kind: NoteKind
    topup: TopUp
    at: datetime

    @property
    def occasion(self) -> str:
        """Identifies an event: a top-up can be rejected again after another report."""
        if self.kind == "rejected" and self.topup.txid_submitted_at is not None:
            return f"rejected {self.topup.txid_submitted_at.isoformat()}"
        return self.kind

    @property
    def notice(self) -> Notification:
        """Its notification."""
        topup, purchase = self.topup, self.topup.purchase
        bought = purchase if purchase and purchase.status == "completed" else None
        return Notification(
            kind=self.kind,
            subject_id=topup.id,
            occasion=self.occasion,
            at=self.at,
            amount_usd=topup.credited_usd or topup.amount_usd,
            spent_usd=(bought.total or "") if bought else "",
            coin=topup.coin,
            name=(purchase.plan_name or purchase.plan_id) if purchase else "",
            ends_at=topup.expires_at,
        )


def notes_of(before: TopUpSnapshot | None, topup: TopUp, at: datetime) -> tuple[Note, ...]:
    """Returns the notifications that a snapshot gives rise to.

    Args:
        before: What was seen last; None if this app never saw it: then nothing has happened before its eyes.
        topup: The top-up now.
        at: The time, by the service's clock.
    """
    kinds: list[NoteKind] = []
    if before is not None and topup.status != before.status:
        if topup.status == CREDITED:
            kinds.append("credited")
        elif topup.status == REJECTED:
            kinds.append("rejected")
    has_failed = topup.purchase is not None and topup.purchase.status == "failed"
    if has_failed and before is not None and before.purchase_status != "failed":
        kinds.append("purchase_failed")
    if topup.status == AWAITING_PAYMENT and timedelta(0) < topup.expires_at - at <= WARN_BEFORE:
        kinds.append("about_to_expire")
    return tuple(Note(kind, topup, at) for kind in kinds)
