"""Badges, status and network of a top-up in words, as several screens show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.i18n.texts import _, pgettext

Kind = Literal["warning", "info", "success", "danger", "neutral", "unknown"]
_NETWORK_NAMES = {
    "bitcoin": "Bitcoin",
    "litecoin": "Litecoin",
    "ethereum": "Ethereum",
    "solana": "Solana",
    "tron": "Tron",
}


@dataclass(frozen=True, slots=True)
class BadgeView:
    """A status: icon, word and color."""

    kind: Kind
    text: str
    icon: str


def network_name(network: str) -> str:
    """Returns a network's name; an unknown one is shown by its id."""
    return _NETWORK_NAMES.get(network, network)


def present_badge(status: str, progress: tuple[int, int] = (0, 0), *, is_confirmed: bool = True) -> BadgeView:
    """Returns the status of a top-up; an unknown one is shown by its raw word.

    Args:
        status: As reported by the service.
        progress: Confirmations seen and required, shown while it is verifying; (0, 0) for none.
        is_confirmed: Whether the service confirms the top-up (see `TopUpStore.not_confirmed`).
    """
    if not is_confirmed:
        return BadgeView("unknown", _("Not confirmed"), "circle-help")
    match status:
        case "awaiting_payment":
            return BadgeView("warning", _("Awaiting payment"), "clock")
        case "verifying":
            text = _("Verifying")
            if progress[1] > 0:
                text = _("Verifying {n}/{m}").format(n=progress[0], m=progress[1])
            return BadgeView("info", text, "loader-circle")
        case "credited":
            return BadgeView("success", pgettext("state of a top-up", "Credited"), "circle-check")
        case "rejected":
            return BadgeView("danger", pgettext("state of a top-up", "Rejected"), "circle-x")
        case "expired":
            return BadgeView("neutral", pgettext("state of a top-up", "Expired"), "clock")
        case other:
            return BadgeView("unknown", other, "circle-help")
