"""Top-ups and what is bought with them (spec 2.1, 2.2)."""

from __future__ import annotations

from pydantic import Field, StrictBool

from app.models.foreign import Opaque, Text
from app.models.money import Amount
from app.models.numbers import Count
from app.models.times import Instant
from app.models.value import Value

AWAITING_PAYMENT = "awaiting_payment"
VERIFYING = "verifying"
CREDITED = "credited"
REJECTED = "rejected"
EXPIRED = "expired"

STATUSES = (AWAITING_PAYMENT, VERIFYING, CREDITED, REJECTED, EXPIRED)


class Purchase(Value):
    """A purchase that waits for, or came with, a top-up (spec 2.2)."""

    plan_id: Text
    plan_name: Text | None = None
    quantity: Count = 1
    options: dict[str, Opaque] = Field(default_factory=dict)
    promo_code: Text | None = None
    total: Amount | None = None
    status: Text
    order_id: Text | None = None
    failure_reason: Text | None = None


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
    payment_uri: Text | None = None
    expires_at: Instant
    txid_deadline: Instant
    confirmations_required: Count = 0
    confirmations: Count = 0
    txid: Text | None = None
    txid_submitted_at: Instant | None = None
    amount_received_crypto: Amount | None = None
    explorer_url: Text | None = None
    credited_usd: Amount | None = None
    credited_at: Instant | None = None
    rejection: Opaque = None
    purchase: Purchase | None = None
    created_at: Instant


class PurchaseDraft(Value):
    """What to buy when a top-up is credited; the body of an order (spec 2.2, 4.2)."""

    plan_id: str
    quantity: int = 1
    promo_code: str | None = None
    options: dict[str, str] = Field(default_factory=dict)


class TopUpDraft(Value):
    """What a person asks for: the body of `POST /v1/topups` (spec 4.2)."""

    amount_usd: Amount
    coin: str
    network: str
    purchase: PurchaseDraft | None = None
