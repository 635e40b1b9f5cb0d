"""Parses decimals as typed, with the decimal sign of the language."""

from __future__ import annotations

import re
from typing import Final, Literal

DecimalSign = Literal[".", ","]

# What is one where the sign is a point, and a thousand or more where points part thousands.
_PARTED: Final = re.compile(r"(?<![0-9])[1-9][0-9]{0,2}(?:\.[0-9]{3})+(?![0-9])")


def with_point(typed: str, sign: DecimalSign) -> str:
    """Returns what was typed with a point as its decimal sign; whether it is a decimal is not looked at.

    Where the sign is a comma, '0,5' and '0.5' are the same. Where it is a point, a comma stays.

    Args:
        typed: What was typed.
        sign: The decimal sign of the language.

    Raises:
        ValueError: It can be read in two ways, such as '1.000' and '1.000,50' where the sign is a comma.
    """
    if sign == ".":
        return typed
    if ("," in typed and "." in typed) or typed.count(",") > 1 or _PARTED.search(typed):
        raise ValueError("this may be one or a thousand")
    return typed.replace(",", ".")
