"""Top-ups, their snapshots, and requests whose outcome is unknown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import Field, StrictBool

from app.models.money import Amount
from app.models.times import Instant
from app.models.value import LENIENT, Count, Opaque, Text, Value

if TYPE_CHECKING:
    from datetime import datetime

AWAITING_PAYMENT = "awaiting_payment"
VERIFYING = "verifying"
CREDITED = "credited"
REJECTED = "rejected"
EXPIRED = "expired"
STATUSES = (AWAITING_PAYMENT, VERIFYING, CREDITED, REJECTED, EXPIRED)


class Purchase(Value):
    """A purchase that waits for, or came with, a top-up (spec 2.2)."""

    plan_id: Text
    plan_name: Annotated[Text | None, LENIENT] = None
    quantity: Annotated[Count, LENIENT] = 1
    options: Annotated[dict[str, Opaque], LENIENT] = Field(default_factory=dict)
    promo_code: Annotated[Text | None, LENIENT] = None
    total: Annotated[Amount | None, LENIENT] = None
    status: Text
    order_id: Annotated[Text | None, LENIENT] = None
    failure_reason: Annotated[Text | None, LENIENT] = None


class TopUp(Value):
    """A top-up (spec 2.1).

    `status` and `rejection` stay open: the spec does not close them. What may be null or left out
    before the payment is reported is None here in both cases.
    """

    id: Text
    status: Text
    final: StrictBool
    amount_usd: Amount
    coin: Text
    network: Text
    address: Text
    amount_crypto: Amount
    rate: Amount
    payment_uri: Annotated[Text | None, LENIENT] = None
    expires_at: Instant
    txid_deadline: Instant
    confirmations_required: Annotated[Count, LENIENT] = 0
    confirmations: Annotated[Count, LENIENT] = 0
    txid: Annotated[Text | None, LENIENT] = None
    txid_submitted_at: Annotated[Instant | None, LENIENT] = None
    amount_received_crypto: Annotated[Amount | None, LENIENT] = None
    explorer_url: Annotated[Text | None, LENIENT] = None
    credited_usd: Annotated[Amount | None, LENIENT] = None
    credited_at: Annotated[Instant | None, LENIENT] = None
    rejection: Annotated[Opaque, LENIENT] = None
    purchase: Annotated[Purchase | None, LENIENT] = None
    created_at: Instant


def credited_moment(topup: TopUp) -> datetime:
    """Returns when a credited top-up was credited; when it was created if the service gives no such time."""
    return topup.credited_at or topup.created_at


class PurchaseDraft(Value):
    """What to buy when a top-up is credited; the body of an order (spec 2.2, 4.2)."""

    plan_id: str
    quantity: int = 1
    promo_code: str | None = None
    options: dict[str, str] = Field(default_factory=dict)


class TopUpDraft(Value):
    """What the user requests: the body of `POST /v1/topups` (spec 4.2)."""

    amount_usd: Amount
    coin: str
    network: str
    purchase: PurchaseDraft | None = None


@dataclass(frozen=True, slots=True)
class TopUpSnapshot:
    """The result of one poll that differs from the one before.

    Attributes:
        at: When, by the service's clock.
        amount_received_crypto: Seen on the network, a decimal string; empty until known.
        purchase_status: Of the purchase, empty without one.
        inconsistency: What contradicts the interface; empty when nothing does.
        sound_status: The last status that was in order and binds, at that time (see
            `app.rules.topups.transitions.sound_after`); empty if there was none yet.
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


def is_change(before: TopUpSnapshot | None, after: TopUpSnapshot) -> bool:
    """Returns whether a snapshot differs from the one before."""
    return before is None or replace(before, at=after.at) != after


def snapshot_of(
    topup: TopUp, at: datetime, *, inconsistency: str, sound_status: str, is_open: bool
) -> TopUpSnapshot:
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


class PendingState(StrEnum):
    """The next step of a request whose outcome is unknown.

    `CHECKING`: it is being sent at this moment, here or by another window.
    `WAITING`: it is sent again, with its key, as soon as the service responds.
    `UNCERTAIN`: it is never sent again, and the service's list has no match: the user decides.
    `AMBIGUOUS`: the service's list has several matches: the user decides.
    `DAMAGED`: its row is damaged: it is never sent, and no top-up that could be its result is payable.
    """

    CHECKING = "checking"
    WAITING = "waiting"
    UNCERTAIN = "uncertain"
    AMBIGUOUS = "ambiguous"
    DAMAGED = "damaged"


class PendingTopUp(NamedTuple):
    """A pending request.

    Attributes:
        key: Names it in `check_again` and `forget`.
        draft: The request; None if it can't be read any more.
        requested_at: When, by this computer's clock; of no meaning with `DAMAGED`.
        candidates: With `AMBIGUOUS`, how many top-ups it could be.
        waits_until: With `WAITING`, until when the service asked not to be asked, by this computer's clock.
    """

    key: str
    draft: TopUpDraft | None
    requested_at: datetime
    state: PendingState
    candidates: int = 0
    waits_until: datetime | None = None

    @property
    def needs_decision(self) -> bool:
        """Whether the user is asked: 'Check again' or 'Forget it'."""
        return self.state in {PendingState.UNCERTAIN, PendingState.AMBIGUOUS}

    @property
    def can_forget(self) -> bool:
        """Whether the user may discard it: not while it is being sent."""
        return self.state is not PendingState.CHECKING

    def waits(self, now: datetime) -> bool:
        """Returns whether it is not sent now because the service asked to wait."""
        until = self.waits_until
        return self.state is PendingState.WAITING and until is not None and now < until

    def is_due(self, now: datetime) -> bool:
        """Returns whether it can be reconciled without the user at this time, by this computer's clock."""
        return self.state in {PendingState.CHECKING, PendingState.WAITING} and not self.waits(now)
