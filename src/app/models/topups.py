"""Top-ups and their purchases (spec 2.1, 2.2)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool

from app.models.money import Amount
from app.models.numbers import Count
from app.models.times import Instant
from app.models.untrusted_text import Opaque, Text
from app.models.value import LENIENT, Value

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
