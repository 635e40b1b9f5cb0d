"""What is bought with a top-up, apart from the payment's state (spec 2.2, 3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.present import units
from app.present.topup_views import BadgeView, PurchaseView
from app.texts import _

if TYPE_CHECKING:
    from app.models.topups import Purchase


def present_purchase(purchase: Purchase) -> PurchaseView:
    """Returns the view of a purchase; an unknown status is shown by its raw word."""
    badge, text = _state(purchase)
    name = purchase.plan_name or purchase.plan_id
    total = units.usd(purchase.total) if purchase.total else ""
    return PurchaseView(f"{name} × {purchase.quantity}", text, total, badge)


def _state(purchase: Purchase) -> tuple[BadgeView, str]:
    match purchase.status:
        case "pending":
            text = _("Ordered from the balance as soon as the top-up is credited")
            return BadgeView("neutral", _("Pending"), "clock"), text
        case "completed":
            text = _("Order {id}").format(id=purchase.order_id) if purchase.order_id else ""
            return BadgeView("success", _("Ordered"), "circle-check"), text
        case "failed":
            stays = _("The money stays on the balance.")
            text = f"{purchase.failure_reason} {stays}" if purchase.failure_reason else stays
            return BadgeView("danger", _("Not ordered"), "circle-x"), text
        case other:
            return BadgeView("unknown", other, "circle-help"), ""
