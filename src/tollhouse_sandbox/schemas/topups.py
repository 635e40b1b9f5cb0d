"""Top-up bodies (spec 2.1, 2.2, 4.2, 4.3, 4.5)."""

from dataclasses import asdict
from datetime import datetime
from typing import Any, Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from tollhouse_sandbox.account.topups import is_final
from tollhouse_sandbox.rules.coins import explorer_url
from tollhouse_sandbox.rules.limits import AMOUNT_USD_PATTERN, QUANTITY_MAX, TXID_LENGTH
from tollhouse_sandbox.schemas.base import Amount, Answer, Input, Timestamp
from tollhouse_sandbox.store.records import TopUp

TopUpStatus = Literal["awaiting_payment", "verifying", "credited", "rejected", "expired"]


class PurchaseInput(Input):
    """What to buy when the top-up is credited."""

    plan_id: str = Field(min_length=1, max_length=64)
    quantity: int = Field(default=1, ge=1, le=QUANTITY_MAX)
    options: dict[str, Any] = Field(default_factory=dict)
    promo_code: str | None = Field(default=None, max_length=64)


class TopUpInput(Input):
    """A new top-up."""

    amount_usd: str = Field(pattern=AMOUNT_USD_PATTERN, description="USD, 25.00 to 10000.00")
    coin: str = Field(min_length=1, max_length=32)
    network: str = Field(min_length=1, max_length=32)
    purchase: PurchaseInput | None = None


class ReportInput(Input):
    """A payment that was sent; without a txid it is found by its exact amount."""

    txid: str = Field(default="", max_length=TXID_LENGTH)


class PurchaseAnswer(Answer):
    """A purchase (spec 2.2)."""

    plan_id: str
    plan_name: str
    quantity: int
    options: dict[str, Any]
    promo_code: str | None
    total: Amount
    status: Literal["pending", "completed", "failed"]
    order_id: str | None
    failure_reason: str | None


class RejectionAnswer(Answer):
    """Why a payment was not accepted."""

    code: str
    message: str


class TopUpAnswer(Answer):
    """A top-up (spec 2.1); `purchase` is left out when there is none."""

    id: str
    status: TopUpStatus
    final: bool
    amount_usd: Amount
    coin: str
    network: str
    address: str
    amount_crypto: Amount
    rate: Amount
    payment_uri: str
    expires_at: Timestamp
    txid_deadline: Timestamp
    confirmations_required: int
    confirmations: int
    txid: str | None
    txid_submitted_at: Timestamp | None
    amount_received_crypto: Amount | None
    explorer_url: str | None
    credited_usd: Amount | None
    credited_at: Timestamp | None
    rejection: RejectionAnswer | None
    created_at: Timestamp
    purchase: PurchaseAnswer | SkipJsonSchema[None] = None


class Pagination(Answer):
    """Which page of how many."""

    page: int
    per_page: int
    total: int
    total_pages: int


class TopUpListAnswer(Answer):
    """A page of top-ups."""

    data: list[TopUpAnswer]
    pagination: Pagination


def topup_answer(topup: TopUp, now: datetime) -> TopUpAnswer:
    """Returns a top-up as of now."""
    values = {name: getattr(topup, name) for name in TopUpAnswer.model_fields if hasattr(topup, name)}
    if topup.purchase is None:
        del values["purchase"]
    else:
        values["purchase"] = PurchaseAnswer(**asdict(topup.purchase))
    code, message = topup.rejection_code, topup.rejection_message
    return TopUpAnswer(
        **values,
        final=is_final(topup, now),
        explorer_url=explorer_url(topup.network, topup.txid) if topup.txid else None,
        rejection=RejectionAnswer(code=code, message=message or "") if code else None,
    )
