"""Rates, the crypto amount of a top-up (spec 2.1), and the payment URI that requests it."""

import hashlib
import math
from datetime import datetime
from decimal import Decimal
from fractions import Fraction

from tollhouse_sandbox.clock import to_milliseconds
from tollhouse_sandbox.rules.coins import Coin, Network

_CENT = Decimal("0.01")
_WOBBLE_STEPS = 200
_OFFSETS = 97
_WEI_DECIMALS = 18


def rate_of(coin: Coin, now: datetime) -> Decimal:
    """Returns a coin's rate in USD: within 0.2 % of its base rate, new every minute."""
    if coin.contracts:
        return coin.base_rate
    minute = to_milliseconds(now) // 60_000
    step = _drawn(f"rate {coin.code} {minute}", 2 * _WOBBLE_STEPS + 1) - _WOBBLE_STEPS
    return (coin.base_rate * (100_000 + step) / 100_000).quantize(_CENT)


def units_due(amount_usd: Decimal, rate: Decimal, decimals: int) -> int:
    """Divides USD by a rate, rounded up, in units of the coin's last decimal."""
    return math.ceil(Fraction(amount_usd) / Fraction(rate) * Fraction(10**decimals))


def first_offset(topup_id: str) -> int:
    """Returns the offset that is tried first for a top-up: 1 to 97 units."""
    return 1 + _drawn(f"offset {topup_id}", _OFFSETS)


def from_units(units: int, decimals: int) -> Decimal:
    return Decimal(units).scaleb(-decimals)


def to_units(amount: Decimal, decimals: int) -> int:
    """Rounds down."""
    return int(amount.scaleb(decimals))


def _drawn(text: str, count: int) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % count


def payment_uri(coin: Coin, network: Network, amount: Decimal) -> str:
    """Returns the URI that asks a wallet for exactly this amount.

    Raises:
        ValueError: No URI form is known for the network.
    """
    text = format(amount, "f")
    contract = coin.contracts.get(network.id)
    match network.id:
        case "bitcoin" | "litecoin" | "tron":
            return f"{network.id}:{network.address}?amount={text}"
        case "solana":
            token = f"&spl-token={contract}" if contract else ""
            return f"solana:{network.address}?amount={text}{token}"
        case "ethereum" if contract:
            units = to_units(amount, coin.decimals)
            return f"ethereum:{contract}@1/transfer?address={network.address}&uint256={units}"
        case "ethereum":
            return f"ethereum:{network.address}@1?value={to_units(amount, _WEI_DECIMALS)}"
        case _:
            raise ValueError(f"No payment URI is known for the network {network.id}.")
