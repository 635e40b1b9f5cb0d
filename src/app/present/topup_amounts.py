"""The hint under the amount of a new top-up."""

from __future__ import annotations

from app.i18n.texts import _
from app.i18n.units import usd
from app.rules.money.amounts import MAX_USD, MIN_USD, above_documented_maximum


def amount_hint(amount: str | None) -> str:
    """Returns the documented limits (spec 8), or that an amount is over them: the service decides.

    Args:
        amount: With two decimals, such as '50.00'; None while there is none.
    """
    if amount is not None and above_documented_maximum(amount):
        return _(
            "More than the documented maximum of {most}: the service decides whether to accept it."
        ).format(most=usd(MAX_USD))
    return _("From {least} to {most}").format(least=usd(MIN_USD), most=usd(MAX_USD))
