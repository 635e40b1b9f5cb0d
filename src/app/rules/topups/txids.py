"""Validates transaction IDs by network (spec 4.3)."""

from __future__ import annotations

import re

from app.errors import InvalidInputError
from app.rules.money import base58
from app.rules.money.encodings import EncodingError
from app.rules.money.tokens import BITCOIN, ETHEREUM, LITECOIN, SOLANA, TRON

MAX_TXID = 128
"""The maximum length of a transaction ID (spec 8)."""

_FORMS = {BITCOIN: "hex64", LITECOIN: "hex64", TRON: "hex64", ETHEREUM: "0xhex64", SOLANA: "base58_64"}
_PATTERNS = {
    "hex64": re.compile(r"[0-9A-Fa-f]{64}"),
    "0xhex64": re.compile(r"0x[0-9A-Fa-f]{64}"),
    "ascii": re.compile(rf"[!-~]{{1,{MAX_TXID}}}"),
}
_SIGNATURE_BYTES = 64


class TxidError(InvalidInputError):
    """A transaction ID has the wrong form for its network; `code` is `invalid` or `too_long`.

    Attributes:
        form: What is expected: `hex64`, `0xhex64`, `base58_64` (64 bytes, 64 to 88 characters) or, on an
            unknown network, `ascii`.
        length: How many characters were given, outer spaces aside.
        fits: The networks whose transaction IDs have the form of what was given; mostly none.
    """

    def __init__(self, code: str, form: str, length: int, fits: tuple[str, ...] = ()) -> None:
        super().__init__("txid", code)
        self.form = form
        self.length = length
        self.fits = fits


def is_txid(network: str, text: str) -> bool:
    """Returns whether a text, exactly as it is, has the form of a transaction ID.

    On an unknown network this is any printable ASCII of at most 128 characters.
    """
    form = _form_of(network)
    if form in _PATTERNS:
        return _PATTERNS[form].fullmatch(text) is not None
    try:
        return len(base58.decode(text)) == _SIGNATURE_BYTES
    except EncodingError:
        return False


def check_txid(network: str, text: str) -> str:
    """Returns what is to be sent for a pasted transaction ID: outer spaces trimmed, hex in lower case.

    Empty stays empty: the payment is then matched by its amount (spec 4.3).

    Raises:
        TxidError: It does not have the network's form.
    """
    txid = text.strip(" \t\r\n")
    form = _form_of(network)
    if txid and not is_txid(network, txid):
        fits = tuple(other for other in _FORMS if is_txid(other, txid))
        raise TxidError("too_long" if len(txid) > MAX_TXID else "invalid", form, len(txid), fits)
    return txid.lower() if form in {"hex64", "0xhex64"} else txid


def _form_of(network: str) -> str:
    return _FORMS.get(network, "ascii")
