"""Money and coins: decimal strings as received."""

from __future__ import annotations

import re
from decimal import Decimal

from app.models.value import Value, count, flag, lenient, many, optional, required, text

# `Decimal` takes '1_000', other scripts' digits and floats; none of them is a decimal string.
_DECIMAL = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,18})?")


class DecimalText(str):
    """A decimal string exactly as the service sent it, such as '0.00078432' (spec 2)."""

    __slots__ = ()

    @property
    def value(self) -> Decimal:
        return Decimal(self)


def parse_decimal(raw: object) -> DecimalText:
    """Returns a decimal string of the service.

    Raises:
        ValueError: It is no string, or not plain digits with an optional fraction.
    """
    if not isinstance(raw, str) or not _DECIMAL.fullmatch(raw):
        raise ValueError("not a decimal string")
    return DecimalText(raw)


class Network(Value):
    """A network on which a coin is taken, with its fixed deposit address."""

    id: str = required(text)
    name: str = required(text)
    confirmations_required: int = lenient(count, default=0)
    estimated_minutes: int | None = lenient(count, default=None)
    memo_required: bool = optional(flag, default=False)
    address: str = required(text)


class Coin(Value):
    code: str = required(text)
    name: str = required(text)
    networks: tuple[Network, ...] = optional(many(Network.model_validate), default=())
