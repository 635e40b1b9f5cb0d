"""Money and coins: decimal strings as received."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated

from pydantic import Field, StrictBool

from app.models.value import LENIENT, Count, Parsed, Text, Value

# Plain pydantic takes '1_000', other scripts' digits and floats; none of them is a decimal string.
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


Amount = Annotated[DecimalText, Parsed(parse_decimal, str)]


class Network(Value):
    id: Text
    name: Text
    confirmations_required: Annotated[Count, LENIENT] = 0
    estimated_minutes: Annotated[Count | None, LENIENT] = None
    memo_required: StrictBool = False
    address: Text


class Coin(Value):
    code: Text
    name: Text
    networks: tuple[Network, ...] = Field(default=())
