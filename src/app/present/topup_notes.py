"""What happened to top-ups, as notes: in the app, and on the desktop where others may look on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.present import units
from app.texts import _

if TYPE_CHECKING:
    from app.present.topup_views import Kind
    from app.rules.topup_notes import Note


@dataclass(frozen=True, slots=True)
class NoteView:
    """A note.

    Attributes:
        kind: Its colour.
        icon: Its icon.
        title: What happened, without an amount.
        text: More, for the list in the app.
        public_text: The same without amounts, for the desktop.
        topup_id: What a click opens.
    """

    kind: Kind
    icon: str
    title: str
    text: str
    public_text: str
    topup_id: str


def present_note(note: Note) -> NoteView:
    """Returns the words for a note."""
    topup = note.topup
    amount = units.usd(topup.credited_usd or topup.amount_usd)
    match note.kind:
        case "credited":
            return NoteView(
                "success",
                "circle-check",
                _("Top-up credited"),
                _("{amount} paid with {coin} is on your balance.").format(amount=amount, coin=topup.coin),
                _("The money is on your balance."),
                topup.id,
            )
        case "rejected":
            return NoteView(
                "danger",
                "circle-x",
                _("Payment not accepted"),
                _("The payment for the top-up of {amount} was not accepted.").format(amount=amount),
                _("Open Tollhouse to see why, and what can be done."),
                topup.id,
            )
        case "purchase_failed":
            plan = topup.purchase.plan_name or topup.purchase.plan_id if topup.purchase else ""
            return NoteView(
                "danger",
                "circle-x",
                _("Plan not bought"),
                _("{plan} could not be bought. The money stays on the balance.").format(plan=plan),
                _("The money stays on the balance."),
                topup.id,
            )
        case "about_to_expire":
            ends = units.clock_time(topup.expires_at)
            return NoteView(
                "warning",
                "hourglass",
                _("Rate lock about to end"),
                _("The rate of the top-up of {amount} is locked until {when}.").format(
                    amount=amount, when=ends
                ),
                _("A top-up still waits for its payment; its rate is locked until {when}.").format(when=ends),
                topup.id,
            )
