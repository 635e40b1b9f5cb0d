"""Money: decimal strings as received."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated

from app.models.value import Parsed

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
