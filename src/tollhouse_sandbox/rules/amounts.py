"""Rates, and how much of a coin a top-up asks for (spec 2.1, amount rules)."""

import hashlib
import math
from datetime import datetime
from decimal import Decimal
from fractions import Fraction

from tollhouse_sandbox.rules.coins import Coin
from tollhouse_sandbox.rules.moments import to_milliseconds

_CENT = Decimal("0.01")
_WOBBLE_STEPS = 200
_OFFSETS = 97


def rate_of(coin: Coin, now: datetime) -> Decimal:
    """Tell a coin's rate in USD: its base rate, up to 0.2 % away from it, new every minute."""
    if coin.stable:
        return coin.base_rate
    minute = to_milliseconds(now) // 60_000
    step = _drawn(f"rate {coin.code} {minute}", 2 * _WOBBLE_STEPS + 1) - _WOBBLE_STEPS
    return (coin.base_rate * (100_000 + step) / 100_000).quantize(_CENT)


def units_due(amount_usd: Decimal, rate: Decimal, decimals: int) -> int:
    """Divide USD by a rate, rounded up, in units of the coin's last decimal."""
    return math.ceil(Fraction(amount_usd) / Fraction(rate) * Fraction(10**decimals))


def first_offset(topup_id: str) -> int:
    """Draw the offset that is tried first for a top-up: 1 to 97 units."""
    return 1 + _drawn(f"offset {topup_id}", _OFFSETS)


def from_units(units: int, decimals: int) -> Decimal:
    """Turn units of the last decimal into an amount that keeps all its decimals."""
    return Decimal(units).scaleb(-decimals)


def to_units(amount: Decimal, decimals: int) -> int:
    """Turn an amount into units of the last decimal; what is smaller is dropped."""
    return int(amount.scaleb(decimals))


def _drawn(text: str, count: int) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % count
