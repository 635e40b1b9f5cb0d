"""What is said below the amount of a new top-up, while it is typed."""

from __future__ import annotations

from app.rules.amounts import above_documented_maximum
from app.texts import _


def amount_hint(amount: str | None) -> str:
    """Returns the documented limits (spec 8), or that an amount is over them: the service decides.

    Args:
        amount: With two decimals, such as '50.00'; None while there is none.
    """
    if amount is not None and above_documented_maximum(amount):
        return _("More than the documented maximum of $10,000.00: the service decides whether it takes it.")
    return _("From $25.00 to $10,000.00")
