"""Requests for top-ups: what is requested, and those whose outcome is unknown."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from pydantic import Field

from app.errors import AppError
from app.models.money import Amount
from app.models.value import Value

if TYPE_CHECKING:
    from datetime import datetime

    from app.errors import ServiceError


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


class RequestRefusedError(AppError):
    """The service has refused a request that went on in the background: nothing was created."""

    def __init__(self, draft: TopUpDraft, cause: ServiceError) -> None:
        super().__init__(str(cause))
        self.draft = draft
        self.cause = cause


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
