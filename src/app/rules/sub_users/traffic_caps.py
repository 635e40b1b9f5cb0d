"""Traffic caps as typed: decimal GB, exact to the byte (spec 2.5, 8)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from app.errors import InvalidInputError
from app.models.value import INT64_MAX
from app.rules.money.amounts import with_point

if TYPE_CHECKING:
    from app.rules.money.amounts import DecimalSign

DECIMALS: Final = 9
"""A GB is 10^9 bytes, as plans are sold: with nine decimals every cap can be written, and read back."""

# The unit may be written as French and Russian write it, as the app shows it there.
_CAP = re.compile(
    r"(?P<sign>[-\u2212]?)(?P<whole>[0-9]*)(?:\.(?P<part>[0-9]*))?(?:\s*(?:GB|Go|ГБ))?", re.IGNORECASE
)
_MAX_LENGTH: Final = 40


def parse_cap(text: str, sign: DecimalSign = ".") -> int:
    """Returns the bytes of a cap in GB such as '5', '0.5' or '5 GB'; 0 is a cap of no bytes.

    Raises:
        InvalidInputError: On `cap`: `required` (nothing is written), `invalid` (no number, or one that can
            be read in two ways), `negative`, `decimals` (less than a byte), `too_large` (over int64).
    """
    trimmed = text.strip()
    if not trimmed:
        raise InvalidInputError("cap", "required")
    try:
        found = _CAP.fullmatch(with_point(trimmed, sign)) if len(trimmed) <= _MAX_LENGTH else None
    except ValueError:
        found = None
    if found is None or not (found["whole"] or found["part"]):
        raise InvalidInputError("cap", "invalid")
    part = (found["part"] or "").rstrip("0")
    if len(part) > DECIMALS:
        raise InvalidInputError("cap", "decimals")
    traffic_cap_bytes = int((found["whole"] or "0") + part.ljust(DECIMALS, "0"))
    if found["sign"] and traffic_cap_bytes:
        raise InvalidInputError("cap", "negative")
    return check_cap(traffic_cap_bytes)


def check_cap(traffic_cap_bytes: int) -> int:
    """Returns a cap in bytes.

    Raises:
        InvalidInputError: On `cap`: `negative` or `too_large`.
    """
    if traffic_cap_bytes < 0:
        raise InvalidInputError("cap", "negative")
    if traffic_cap_bytes > INT64_MAX:
        raise InvalidInputError("cap", "too_large")
    return traffic_cap_bytes


def cap_text(traffic_cap_bytes: int, sign: DecimalSign = ".") -> str:
    """Returns a cap in GB so that `parse_cap` gives the same bytes: '5', '0.5', '0.001234567'."""
    whole, part = divmod(traffic_cap_bytes, 10**DECIMALS)
    return f"{whole}{sign}{part:0{DECIMALS}}".rstrip("0").rstrip(sign)
