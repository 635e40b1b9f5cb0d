"""The deposit fields that must never change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.models.topups import TopUp


@dataclass(frozen=True, slots=True)
class DepositFacts:
    """Where, what and how much to pay, as reported by the service; `amount_crypto` is a decimal string."""

    network: str
    coin: str
    address: str
    amount_crypto: str


def facts_of(topup: TopUp) -> DepositFacts:
    """Returns the facts of a top-up's deposit, to hold later polls against."""
    return DepositFacts(topup.network, topup.coin, topup.address, topup.amount_crypto)
