"""Validates the purchase of a top-up before it is sent (spec 2.2, 4.2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from app.errors import InvalidInputError
from app.models.topups import PurchaseDraft

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
    """Returns what to buy, from what was typed; all texts are trimmed, rows without key and value left out.

    Args:
        plan_id: The plan.
        quantity: Its text; empty means 1.
        promo_code: Empty for none.
        options: Keys and values.

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
