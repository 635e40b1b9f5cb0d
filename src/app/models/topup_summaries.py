"""The fields of a top-up that the list shows, for long histories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class ListedTopUp:
    """The fields of a row, named as in the top-up (spec 2.1).

    Attributes:
        purchase: Whether something is bought with it.
    """

    id: str
    status: str
    amount_usd: str
    coin: str
    network: str
    confirmations: int
    confirmations_required: int
    purchase: bool
    created_at: datetime
