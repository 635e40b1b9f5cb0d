"""Decimal amounts: parsing as typed, limits, exact arithmetic.

What is no plain decimal of at most 18 decimals is a `ValueError`.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from app.errors import InvalidInputError
from app.models.money import DecimalText

if TYPE_CHECKING:
    from collections.abc import Mapping

DecimalSign = Literal[".", ","]
# What is one where the sign is a point, and a thousand or more where points part thousands.
_PARTED: Final = r"(?<![0-9])[1-9][0-9]{0,2}(?:\.[0-9]{3})+(?![0-9])"
MIN_USD = DecimalText("25.00")
MAX_USD = DecimalText("10000.00")
"""The limits of a top-up in USD (spec 8); the maximum is only a default, so the service decides."""
PRECISION: Mapping[str, int] = MappingProxyType(
    {"BTC": 8, "LTC": 8, "ETH": 8, "SOL": 8, "USDT": 6, "USDC": 6},
)
"""Decimals of an amount to send, by coin code (spec 2.1)."""
# Finer than any decimal string of the service, which has at most 18 decimals.
_COMMON_DECIMALS = 18
_USD: Final = r"([0-9]{1,12})(?:\.([0-9]{1,2}))?"
# The limits bound the cost; 78 digits hold any 256-bit number.
_PLAIN: Final = r"([0-9]{1,78})(?:\.([0-9]{1,78}))?"


def with_point(typed: str, decimal_sign: DecimalSign) -> str:
    """Returns what was typed with a point as its decimal sign; it is not checked to be a decimal.

    Where the decimal sign is a comma, '0,5' and '0.5' are the same. Where it is a point, a comma stays.

    Raises:
        ValueError: It can be read in two ways, such as '1.000' and '1.000,50' where the decimal sign
            is a comma.
    """
    if decimal_sign == ".":
        return typed
    if ("," in typed and "." in typed) or typed.count(",") > 1 or re.search(_PARTED, typed):
        raise ValueError("this may be one or a thousand")
    return typed.replace(",", ".")


def check_amount_usd(text: str, decimal_sign: DecimalSign = ".") -> DecimalText:
    """Returns the amount to ask for, with two decimals (spec 4.2): '25' becomes '25.00'.

    Args:
        decimal_sign: That of the language in which it was typed.

    Raises:
        InvalidInputError: On `amountUsd`, with the code `required`, `invalid` or `too_small`.
    """
    typed = text.strip(" \t\r\n")
    if not typed:
        raise InvalidInputError("amountUsd", "required")
    try:
        typed = with_point(typed, decimal_sign)
    except ValueError as error:
        raise InvalidInputError("amountUsd", "invalid") from error
    if re.fullmatch(_USD, typed) is None:
        raise InvalidInputError("amountUsd", "invalid")
    cents = to_units(typed, 2)
    if cents < to_units(MIN_USD, 2):
        raise InvalidInputError("amountUsd", "too_small")
    return DecimalText(f"{cents // 100}.{cents % 100:02}")


def above_documented_maximum(amount: str) -> bool:
    """Returns whether an amount in USD is over the documented maximum: a hint, the service decides."""
    return to_units(amount, _COMMON_DECIMALS) > to_units(MAX_USD, _COMMON_DECIMALS)


def to_units(text: str, decimals: int) -> int:
    """Returns a plain decimal in base units, exactly: ('1.5', 8) is 150000000.

    `Decimal` is not used, as its arithmetic rounds at 28 digits. A value finer than a base unit is an error.
    """
    parts = re.fullmatch(_PLAIN, text)
    if parts is None:
        raise ValueError("not a plain decimal")
    fraction = (parts[2] or "").rstrip("0")
    if len(fraction) > decimals:
        raise ValueError("finer than a base unit")
    return int(parts[1] + fraction.ljust(decimals, "0"))


def from_units(units: int, decimals: int) -> str:
    """Returns base units (0 or more) as a plain decimal without trailing zeros: (150000000, 8) is '1.5'."""
    digits = str(units).rjust(decimals + 1, "0")
    whole, fraction = digits[: len(digits) - decimals], digits[len(digits) - decimals :].rstrip("0")
    return f"{whole}.{fraction}" if fraction else whole


def decimals_in(text: str) -> int:
    """Returns how many decimals are written in a plain decimal: '0.10' has 2."""
    return len(text.partition(".")[2])


def same_amount(a: str, b: str) -> bool:
    """Returns whether two decimal strings are the same number, such as '1.5' and '1.50'."""
    return to_units(a, _COMMON_DECIMALS) == to_units(b, _COMMON_DECIMALS)


def smallest_amount(amount_usd: str, rate: str, decimals: int) -> int:
    """Returns `amount_usd / rate` in base units, rounded up (spec 2.1).

    Args:
        rate: A decimal string, USD per coin, over zero.

    Raises:
        ValueError: One of them is no plain decimal, or the rate is zero.
    """
    usd, per_coin = to_units(amount_usd, _COMMON_DECIMALS), to_units(rate, _COMMON_DECIMALS)
    if per_coin == 0:
        raise ValueError("a rate of zero")
    scale: int = 10**decimals
    return -(-usd * scale // per_coin)
