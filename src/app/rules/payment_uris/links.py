"""The content of a payment URI, and the literal parsing of its query: keys, values, numbers (RFC 3986).

`parse_qs` would turn '+' into a space and drop blanks; here what was checked is what a wallet reads.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from app.rules.money.amounts import from_units, to_units

BARE = "bare"
"""The scheme of a text that is just an address."""


class PaymentLink(NamedTuple):
    """The content of a payment URI, and how reliable it is.

    Attributes:
        scheme: In lower case; `bare` for an address alone, empty where the text could not be read so far.
        address: Who is paid, as written; its checksum is not checked here.
        coin: The coin that it names. None for an unknown `token`, and where it names no coin.
        amount: A plain decimal in whole coins, exact, without trailing zeros.
        problems: What is wrong with it by its standard: wallets may refuse it or read it in different ways.
        unclear: Why it is unknown what a wallet would pay, such as a second payment instruction.
    """

    scheme: str
    network: str | None = None
    address: str | None = None
    coin: str | None = None
    token: str | None = None
    amount: str | None = None
    chain_id: int | None = None
    problems: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()


_KEY = re.compile(r"[A-Za-z0-9._~-]+")
_SEPARATOR = re.compile(r"[&=?#;]")
_NUMBER = re.compile(r"([0-9]{1,78})(?:\.([0-9]{1,77}))?(?:[eE]([0-9]{1,2}))?")
_MAX_EXPONENT = 77
_MAX_UINT256 = 2**256 - 1


class Query(NamedTuple):
    """The pairs of a query in their order, values as written."""

    pairs: tuple[tuple[str, str], ...]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(key for key, _value in self.pairs))

    def values(self, key: str) -> tuple[str, ...]:
        return tuple(value for name, value in self.pairs if name == key)

    def only(self, key: str) -> str | None:
        """The value of a key that occurs once; None if it is missing or occurs more than once."""
        values = self.values(key)
        return values[0] if len(values) == 1 else None

    def duplicates(self, keys: frozenset[str] | None = None) -> tuple[str, ...]:
        """A problem for each of these keys (or of all) that occurs more than once, even with equal values."""
        return tuple(
            f"duplicate {key}"
            for key in self.keys
            if (keys is None or key in keys) and len(self.values(key)) > 1
        )

    def malformed(self) -> tuple[str, ...]:
        """A problem if a key is empty or encoded: an encoded one could hide a second amount."""
        return () if all(_KEY.fullmatch(key) for key in self.keys) else ("query",)

    def doubtful(self) -> tuple[str, ...]:
        """What is unclear if a value, decoded, could be read as more pairs, or is shown as what it is not."""
        return tuple(f"value of {key}" for key, value in self.pairs if not _is_text(value))


def _is_text(value: str) -> bool:
    """Returns whether a value is plain text, however often it is decoded: no separator, nothing invisible."""
    try:
        while (decoded := unquote(value, errors="strict")) != value:
            value = decoded
    except UnicodeDecodeError:
        return False
    return value.isprintable() and not _SEPARATOR.search(value)


def read_query(text: str, *, fold_case: bool = False) -> Query:
    """Returns the pairs of a query, which may be empty; with `fold_case` its keys are in lower case."""
    pairs = []
    for piece in text.split("&") if text else []:
        key, _equals, value = piece.partition("=")
        pairs.append((key.lower() if fold_case else key, value))
    return Query(tuple(pairs))


def read_amount(text: str, decimals: int) -> str | None:
    """Returns a plain amount without trailing zeros, None if it is none or finer than the coin."""
    try:
        return from_units(to_units(text, decimals), decimals)
    except ValueError:
        return None


def read_integer(text: str) -> int | None:
    """Returns a number of base units, which may be written as '2.014e18' (ERC-681), None if it is none.

    The exponent must be at least the number of decimals, and above 77 is never computed.
    """
    parts = _NUMBER.fullmatch(text)
    if parts is None:
        return None
    fraction, exponent = parts[2] or "", int(parts[3] or 0)
    if not len(fraction) <= exponent <= _MAX_EXPONENT:
        return None
    number = int(parts[1] + fraction.ljust(exponent, "0"))
    return number if number <= _MAX_UINT256 else None
