"""Parts of subscriptions that several screens show: product, status, traffic bar, label."""

from __future__ import annotations

from typing import Final, Literal

from app.i18n.texts import _, pgettext
from app.models.subscriptions import MOBILE_GB, RESIDENTIAL
from app.present.topups import BadgeView
from app.rules.subscriptions.labels import MAX_LABEL

BarKind = Literal["normal", "warning", "danger"]

AMBER_FROM: Final = 0.80
RED_FROM: Final = 0.95


def product_name(product_id: str) -> str:
    """Returns a product's name; an unknown one unchanged (untrusted text)."""
    names = {RESIDENTIAL: _("Residential"), MOBILE_GB: _("Mobile (per GB)")}
    return names.get(product_id, product_id)


def present_status(status: str) -> BadgeView:
    """Returns a subscription's status; one that the spec doesn't show is its raw word (spec 3.3)."""
    match status:
        case "active":
            return BadgeView("success", _("Active"), "circle-check")
        case "expired":
            return BadgeView("neutral", pgettext("state of a subscription", "Expired"), "clock")
        case other:
            return BadgeView("unknown", other, "circle-help")


def used_share(used_bytes: int, total_bytes: int) -> float:
    """Returns how much of the traffic is used, 0 to 1; of nothing at all, everything is used."""
    return min(1.0, used_bytes / total_bytes) if total_bytes else 1.0


def bar_kind(share: float) -> BarKind:
    """Returns the color of a bar: amber from 80 %, red from 95 %."""
    if share >= RED_FROM:
        return "danger"
    return "warning" if share >= AMBER_FROM else "normal"


def label_counter(text: str) -> str:
    """Returns '12 of 60' for a label that is being typed; characters are code points."""
    return _("{n} of {most}").format(n=len(text.strip()), most=MAX_LABEL)
