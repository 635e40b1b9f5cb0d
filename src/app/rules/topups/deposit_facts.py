"""The fields of a top-up that the deposit check depends on, and those that must never change."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from app.models.topups import TopUp

CHECKED_FIELDS: Final = (
    "id",
    "coin",
    "network",
    "address",
    "amount_crypto",
    "payment_uri",
    "rate",
    "amount_usd",
)
"""All that the deposit check reads of a top-up: it runs again when one of them changes."""

_checked_values = attrgetter(*CHECKED_FIELDS)


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


def same_deposit(one: TopUp, other: TopUp) -> bool:
    """Returns whether the deposit check comes to the same result for both."""
    return bool(_checked_values(one) == _checked_values(other))
