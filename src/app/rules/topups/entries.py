"""Validates the purchase and the transaction ID of a top-up before they are sent (spec 2.2, 4.2, 4.3)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from app.errors import InvalidInputError
from app.models.topup_requests import PurchaseDraft
from app.rules.money.encodings import EncodingError, decode_base58
from app.rules.money.tokens import BITCOIN, ETHEREUM, LITECOIN, SOLANA, TRON

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_QUANTITY: Final = 10_000
"""Far above what anybody buys at once; the service decides below it."""

MAX_TEXT: Final = 128
"""Characters of a plan ID, a promo code, or an option's key or value."""

_QUANTITY = re.compile(r"[0-9]{1,6}")


def check_purchase(
    plan_id: str, quantity: str, promo_code: str, options: Iterable[tuple[str, str]] = ()
) -> PurchaseDraft:
    """Returns what to buy, as typed but trimmed; empty rows of options are left out, no quantity is 1.

    Raises:
        InvalidInputError: On `purchase.planId` (`required`, `too_long`), `purchase.quantity` (`invalid`),
            `purchase.promoCode` (`too_long`) or `purchase.options` (`key_missing`, `key_twice`, `too_long`).
    """
    plan_id, promo_code = plan_id.strip(), promo_code.strip()
    if not plan_id:
        raise InvalidInputError("purchase.planId", "required")
    for field, text in (("purchase.planId", plan_id), ("purchase.promoCode", promo_code)):
        if len(text) > MAX_TEXT:
            raise InvalidInputError(field, "too_long")
    return PurchaseDraft(
        plan_id=plan_id,
        quantity=_check_quantity(quantity.strip()),
        promo_code=promo_code or None,
        options=_check_options(options),
    )


def _check_quantity(text: str) -> int:
    if not text:
        return 1
    if not _QUANTITY.fullmatch(text) or not 1 <= int(text) <= MAX_QUANTITY:
        raise InvalidInputError("purchase.quantity", "invalid")
    return int(text)


def _check_options(options: Iterable[tuple[str, str]]) -> dict[str, str]:
    checked: dict[str, str] = {}
    for typed_key, typed_value in options:
        key, value = typed_key.strip(), typed_value.strip()
        if not key and not value:
            continue
        if not key:
            raise InvalidInputError("purchase.options", "key_missing")
        if key in checked:
            raise InvalidInputError("purchase.options", "key_twice")
        if max(len(key), len(value)) > MAX_TEXT:
            raise InvalidInputError("purchase.options", "too_long")
        checked[key] = value
    return checked


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
        return len(decode_base58(text)) == _SIGNATURE_BYTES
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
