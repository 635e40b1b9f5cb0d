"""The purchase of a top-up, apart from the payment's status (spec 2.2, 3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.i18n import units
from app.i18n.texts import _
from app.present.topup_views import BadgeView, PurchaseView

if TYPE_CHECKING:
    from app.models.topups import Purchase


def present_purchase(purchase: Purchase) -> PurchaseView:
    """Returns the view of a purchase; an unknown status is shown by its raw word."""
    badge, text = _state(purchase)
    promo = _("Promo code {code}").format(code=purchase.promo_code) if purchase.promo_code else ""
    total = units.usd(purchase.total) if purchase.total else ""
    title = f"{_name(purchase)} × {purchase.quantity}"
    return PurchaseView(title, " · ".join(filter(None, (text, promo))), total, badge)


def bought_text(purchase: Purchase) -> str:
    """Returns what of the balance a completed purchase has taken, in a sentence."""
    plan = _name(purchase) if purchase.quantity == 1 else f"{_name(purchase)} × {purchase.quantity}"
    if purchase.total is None:
        return _("Part of the balance bought {plan} at once.").format(plan=plan)
    return _("{total} of the balance bought {plan} at once.").format(
        total=units.usd(purchase.total), plan=plan
    )


def _name(purchase: Purchase) -> str:
    return purchase.plan_name or purchase.plan_id


def _state(purchase: Purchase) -> tuple[BadgeView, str]:
    match purchase.status:
        case "pending":
            text = _("Ordered from the balance as soon as the top-up is credited")
            return BadgeView("neutral", _("Pending"), "clock"), text
        case "completed":
            text = _("Order {id}").format(id=purchase.order_id) if purchase.order_id else ""
            return BadgeView("success", _("Ordered"), "circle-check"), text
        case "failed":
            stays = _("The money stays on your balance.")
            text = f"{purchase.failure_reason} {stays}" if purchase.failure_reason else stays
            return BadgeView("danger", _("Not ordered"), "circle-x"), text
        case other:
            return BadgeView("unknown", other, "circle-help"), ""
