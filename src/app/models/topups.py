"""Top-ups and their snapshots."""

# No postponed annotations: the classes here would compile them at each start.

from datetime import datetime
from typing import Annotated, NamedTuple, Self

from pydantic import Field, StrictBool, model_validator

from app.models.money import Amount
from app.models.times import Instant
from app.models.value import LENIENT, Count, Opaque, Text, Value

AWAITING_PAYMENT = "awaiting_payment"
VERIFYING = "verifying"
CREDITED = "credited"
REJECTED = "rejected"
EXPIRED = "expired"
STATUSES = (AWAITING_PAYMENT, VERIFYING, CREDITED, REJECTED, EXPIRED)
IN_PROGRESS = (AWAITING_PAYMENT, VERIFYING)
"""The statuses in which a top-up waits for its payment or for the network: it is shown as open."""


class Purchase(Value):
    """A purchase that waits for, or came with, a top-up (spec 2.2); plan and status are empty if left out."""

    plan_id: Annotated[Text, LENIENT] = ""
    plan_name: Annotated[Text | None, LENIENT] = None
    quantity: Annotated[Count | None, LENIENT] = None
    options: Annotated[dict[str, Opaque], LENIENT] = Field(default_factory=dict)
    promo_code: Annotated[Text | None, LENIENT] = None
    total: Annotated[Amount | None, LENIENT] = None
    status: Annotated[Text, LENIENT] = ""
    order_id: Annotated[Text | None, LENIENT] = None
    failure_reason: Annotated[Text | None, LENIENT] = None

    @model_validator(mode="after")
    def _refuse_nothing(self) -> Self:
        # Of a top-up without one, a service may send an empty object.
        if not self.model_fields_set:
            raise ValueError("nothing is bought")
        return self

    @property
    def plan(self) -> str:
        """The plan's name, with the quantity if it is known and not 1: 'Residential 25 GB × 2'."""
        name = self.plan_name or self.plan_id
        return name if not name or self.quantity in {None, 1} else f"{name} × {self.quantity}"


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


def amount_of(topup: TopUp) -> str:
    """Returns what was credited, in USD; what was requested until that is known."""
    return (topup.credited_usd if topup.status == CREDITED else None) or topup.amount_usd


def credited_moment(topup: TopUp) -> datetime:
    """Returns when a credited top-up was credited; when it was created if the service gives no such time."""
    return topup.credited_at or topup.created_at


class TopUpSnapshot(NamedTuple):
    """The result of one poll that differs from the one before.

    Attributes:
        at: When, by the service's clock.
        amount_received_crypto: Seen on the network, a decimal string; empty until known.
        purchase_status: Of the purchase, empty without one.
        inconsistency: What contradicts the interface; empty when nothing does.
        sound_status: The last status that was in order and binds, at that time (see
            `app.rules.topups.transitions.sound_after`); empty if there was none yet.
    """

    at: datetime
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
    return before is None or before._replace(at=after.at) != after


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
