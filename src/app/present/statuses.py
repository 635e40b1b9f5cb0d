"""Products, statuses, networks, copies and unreadable records in words, as several screens show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from app.i18n.texts import _, listed, ngettext, pgettext
from app.i18n.units import number
from app.rules.identifiers import MAX_LABEL

if TYPE_CHECKING:
    from collections.abc import Sequence

Kind = Literal["warning", "info", "success", "danger", "neutral", "unknown"]
_NETWORK_NAMES = {
    "bitcoin": "Bitcoin",
    "litecoin": "Litecoin",
    "ethereum": "Ethereum",
    "solana": "Solana",
    "tron": "Tron",
}


class BadgeView(NamedTuple):
    kind: Kind
    text: str
    icon: str


def network_name(network: str) -> str:
    return _NETWORK_NAMES.get(network, network)


def present_badge(status: str, progress: tuple[int, int] = (0, 0), *, is_confirmed: bool = True) -> BadgeView:
    """Returns the status of a top-up; an unknown one is shown by its raw word.

    Args:
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


BarKind = Literal["normal", "warning", "danger"]

AMBER_FROM: Final = 0.80
RED_FROM: Final = 0.95


def product_name(product_id: str) -> str:
    """Returns a product's name; an unknown one unchanged (untrusted text)."""
    from app.models.subscriptions import MOBILE_GB, RESIDENTIAL  # noqa: PLC0415 (after the first top-ups)

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


def copied_text(words: str, clear_after_s: int | None) -> str:
    """Returns 'Password copied · clears in 30 s', or the words alone if the clipboard is never cleared."""
    return _("{words} · clears in {n} s").format(words=words, n=clear_after_s) if clear_after_s else words


Records = Literal["topups", "subscriptions", "sub_users", "records", "countries", "locations"]


def unreadable_text(records: Records, count: int) -> str:
    texts = {
        "topups": ngettext(
            "{n} top-up could not be read and is not shown.",
            "{n} top-ups could not be read and are not shown.",
            count,
        ),
        "subscriptions": ngettext(
            "{n} subscription could not be read and is not shown.",
            "{n} subscriptions could not be read and are not shown.",
            count,
        ),
        "sub_users": ngettext(
            "{n} sub-user could not be read and is not shown.",
            "{n} sub-users could not be read and are not shown.",
            count,
        ),
        "records": ngettext(
            "{n} record of the service could not be read.",
            "{n} records of the service could not be read.",
            count,
        ),
        "countries": ngettext(
            "{n} country could not be read and is not shown.",
            "{n} countries could not be read and are not shown.",
            count,
        ),
        "locations": ngettext("{n} row could not be read", "{n} rows could not be read", count),
    }
    return texts[records].format(n=number(count)) if count else ""


def unfinished_text(under_way: Sequence[str]) -> str:
    """Returns what is lost if work ends before its time, for a question; '' for no work.

    Args:
        under_way: Such as 'Deleting: 12 of 50'.
    """
    if not under_way:
        return ""
    text = _("Still under way: {work}. What is not done yet is left out.")
    return text.format(work=listed(under_way))
