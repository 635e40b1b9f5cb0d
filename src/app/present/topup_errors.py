"""Assigns errors of a new top-up to the fields of its form (spec 4.2, 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.present.field_errors import field_error_text

if TYPE_CHECKING:
    from app.errors import ValidationError
    from app.models.topups import TopUpDraft


def topup_field_errors(error: ValidationError, draft: TopUpDraft) -> tuple[tuple[str, str], ...]:
    """Returns (field, words) for each refused field, in the service's order.

    With a purchase, an amount that is `too_small` does not cover the price minus the balance (spec 4.2
    rule 5): amounts under the limit are refused before anything is sent.

    Args:
        error: The refusal.
        draft: What was asked for.
    """
    found = []
    for fault in error.fields:
        code = fault.code
        if draft.purchase is not None and (fault.field, code) == ("amountUsd", "too_small"):
            code = "does_not_cover"
        found.append((fault.field, field_error_text(fault.field, code)))
    return tuple(found)
