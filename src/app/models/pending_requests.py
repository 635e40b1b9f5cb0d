"""Top-up requests whose outcome is unknown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from app.models.topups import TopUpDraft


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
        state: What happens next.
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
        """Returns whether its fate can come out by itself at this time, by this computer's clock."""
        return self.state in {PendingState.CHECKING, PendingState.WAITING} and not self.waits(now)
