"""Top-ups, their snapshots, and requests whose outcome is unknown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from app.models.money import parse_decimal
from app.models.times import parse_instant
from app.models.value import Value, count, flag, lenient, mapping, optional, required, sanitize, text

if TYPE_CHECKING:
    from datetime import datetime

    from app.models.money import DecimalText

AWAITING_PAYMENT = "awaiting_payment"
VERIFYING = "verifying"
CREDITED = "credited"
REJECTED = "rejected"
EXPIRED = "expired"
STATUSES = (AWAITING_PAYMENT, VERIFYING, CREDITED, REJECTED, EXPIRED)


class Purchase(Value):
    """A purchase that waits for, or came with, a top-up (spec 2.2)."""

    plan_id: str = required(text)
    plan_name: str | None = lenient(text, default=None)
    quantity: int = lenient(count, default=1)
    options: dict[str, object] = lenient(mapping(sanitize), default={})
    promo_code: str | None = lenient(text, default=None)
    total: DecimalText | None = lenient(parse_decimal, default=None)
    status: str = required(text)
    order_id: str | None = lenient(text, default=None)
    failure_reason: str | None = lenient(text, default=None)


class TopUp(Value):
    """A top-up (spec 2.1).

    `status` and `rejection` stay open: the spec does not close them. What may be null or left out
    before the payment is reported is None here in both cases.
    """

    id: str = required(text)
    status: str = required(text)
    final: bool = required(flag)
    amount_usd: DecimalText = required(parse_decimal)
    coin: str = required(text)
    network: str = required(text)
    address: str = required(text)
    amount_crypto: DecimalText = required(parse_decimal)
    rate: DecimalText = required(parse_decimal)
    payment_uri: str | None = lenient(text, default=None)
    expires_at: datetime = required(parse_instant)
    txid_deadline: datetime = required(parse_instant)
    confirmations_required: int = lenient(count, default=0)
    confirmations: int = lenient(count, default=0)
    txid: str | None = lenient(text, default=None)
    txid_submitted_at: datetime | None = lenient(parse_instant, default=None)
    amount_received_crypto: DecimalText | None = lenient(parse_decimal, default=None)
    explorer_url: str | None = lenient(text, default=None)
    credited_usd: DecimalText | None = lenient(parse_decimal, default=None)
    credited_at: datetime | None = lenient(parse_instant, default=None)
    rejection: object = lenient(sanitize, default=None)
    purchase: Purchase | None = lenient(Purchase.model_validate, default=None)
    created_at: datetime = required(parse_instant)


class PurchaseDraft(Value):
    """What to buy when a top-up is credited; the body of an order (spec 2.2, 4.2)."""

    plan_id: str = required(text)
    quantity: int = optional(count, default=1)
    promo_code: str | None = optional(text, default=None)
    options: dict[str, str] = optional(mapping(text), default={})


class TopUpDraft(Value):
    """What the user requests: the body of `POST /v1/topups` (spec 4.2)."""

    amount_usd: DecimalText = required(parse_decimal)
    coin: str = required(text)
    network: str = required(text)
    purchase: PurchaseDraft | None = optional(PurchaseDraft.model_validate, default=None)


class TopUpSnapshot(Value):
    """The result of one poll that differs from the one before.

    Attributes:
        at: When, by the service's clock.
        amount_received_crypto: Seen on the network, a decimal string; empty until known.
        purchase_status: Of the purchase, empty without one.
        inconsistency: What contradicts the interface; empty when nothing does.
        sound_status: The last status that was in order and binds, at that time (see
            `app.rules.topups.transitions.sound_after`); empty if there was none yet.
    """

    at: datetime = required(parse_instant)
    status: str = required(text)
    confirmations: int = required(count)
    confirmations_required: int = required(count)
    amount_received_crypto: str = required(text)
    coin: str = required(text)
    purchase_status: str = optional(text, default="")
    inconsistency: str = optional(text, default="")
    sound_status: str = optional(text, default="")
    is_open: bool = optional(flag, default=True)


def is_news(before: TopUpSnapshot | None, after: TopUpSnapshot) -> bool:
    """Returns whether a snapshot differs from the one before."""
    return before is None or before.model_copy(update={"at": after.at}) != after


def snapshot_of(
    topup: TopUp, at: datetime, *, inconsistency: str, sound_status: str, is_open: bool
) -> TopUpSnapshot:
    return TopUpSnapshot(
        at=at,
        status=topup.status,
        confirmations=topup.confirmations,
        confirmations_required=topup.confirmations_required,
        amount_received_crypto=topup.amount_received_crypto or "",
        coin=topup.coin,
        purchase_status=topup.purchase.status if topup.purchase else "",
        inconsistency=inconsistency,
        sound_status=sound_status,
        is_open=is_open,
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


@dataclass(frozen=True, slots=True)
class PendingTopUp:
    """A pending request.

    Attributes:
        key: Names it in `look_again` and `forget`.
        draft: What was asked for; None if it can't be read any more.
        asked_at: When, by this computer's clock; of no meaning with `DAMAGED`.
        candidates: With `AMBIGUOUS`, how many top-ups it could be.
        waits_until: With `WAITING`, until when the service asked not to be asked, by this computer's clock.
    """

    key: str
    draft: TopUpDraft | None
    asked_at: datetime
    state: PendingState
    candidates: int = 0
    waits_until: datetime | None = None

    @property
    def asks(self) -> bool:
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
