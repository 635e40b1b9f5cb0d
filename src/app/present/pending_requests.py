"""Pending top-up requests in words: what is known, and what can be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.i18n import units
from app.i18n.texts import _, ngettext
from app.models.pending_requests import PendingState
from app.present.topup_views import BadgeView
from app.present.topups import network_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from app.models.pending_requests import PendingTopUp


@dataclass(frozen=True, slots=True)
class PendingView:
    """A row above the list.

    Attributes:
        key: Names it to the services.
        title: What was asked for.
        text: What is known of it.
        badge: Its state.
        asks: Whether 'Check again' is offered.
        can_forget: Whether 'Forget it' is.
        warning: The question before it is forgotten; empty where `text` says enough.
    """

    key: str
    title: str
    text: str
    badge: BadgeView
    asks: bool
    can_forget: bool
    warning: str


def look_again_text() -> str:
    """Returns the name of the button that tries once more to find out."""
    return _("Check again")


def another_text(titles: Sequence[str]) -> str:
    """Returns the question before another top-up is started while these are pending."""
    return _(
        "The outcome of this is not known yet: {topups}. A top-up that you start now is created in addition."
    ).format(topups=units.enumerated(titles))


def forget_text() -> str:
    """Returns the name of the button that gives a pending top-up up."""
    return _("Forget it")


def present_pending(pending: PendingTopUp, now: datetime) -> PendingView:
    """Returns the view of a top-up whose fate is not known.

    Args:
        pending: What was asked for.
        now: This computer's time.
    """
    draft = pending.draft
    title = _("A top-up that this app can no longer read")
    if draft is not None:
        title = _("{amount} in {coin} on {network}").format(
            amount=units.usd(draft.amount_usd), coin=draft.coin, network=network_name(draft.network)
        )
    warning = "" if pending.asks else _forget_warning(title)
    if pending.state is PendingState.DAMAGED:
        warning = _damaged_warning()
    return PendingView(
        pending.key,
        title,
        _text(pending, now),
        _badge(pending, now),
        pending.asks,
        pending.can_forget,
        warning,
    )


def _badge(pending: PendingTopUp, now: datetime) -> BadgeView:
    if pending.state is PendingState.DAMAGED:
        return BadgeView("danger", _("Damaged"), "triangle-alert")
    if pending.asks:
        return BadgeView("warning", _("Not certain"), "circle-help")
    if pending.waits(now):
        return BadgeView("info", _("Waiting"), "hourglass")
    return BadgeView("info", _("Checking…"), "loader-circle")


def _damaged_warning() -> str:
    return _(
        "The app can't know any more which top-up this was. Look through the list first: once it is "
        "forgotten, a top-up of the list can be paid without being compared with what was asked for."
    )


def _forget_warning(title: str) -> str:
    return _(
        "The app stops checking {topup}. If the service has created it anyway, it appears in the "
        "list; nobody has to pay it."
    ).format(topup=title)


def _text(pending: PendingTopUp, now: datetime) -> str:
    if pending.state is PendingState.DAMAGED:
        return _(
            "The app's record of this request is damaged, so it is never sent, and a top-up that it could "
            "be about can't be paid. Look through the list, then forget it here."
        )
    when = units.day_and_time(pending.asked_at, now)
    if pending.waits(now) and pending.waits_until is not None:
        return _(
            "Asked for at {when}. The service asks to wait; the app tries again at {time}, and makes no "
            "second top-up."
        ).format(when=when, time=units.day_and_time(pending.waits_until, now))
    return _unknown_text(pending, when)


def _unknown_text(pending: PendingTopUp, when: str) -> str:
    match pending.state:
        case PendingState.CHECKING:
            return _("Requested at {when}. The service is being asked right now.").format(when=when)
        case PendingState.WAITING:
            return _(
                "Requested at {when}, without a response so far. The app tries again by itself; "
                "it never creates a second top-up."
            ).format(when=when)
        case PendingState.AMBIGUOUS:
            found = ngettext(
                "The list holds {n} top-up that could be this one.",
                "The list holds {n} top-ups that could be this one.",
                pending.candidates,
            ).format(n=pending.candidates)
            return _(
                "It may or may not have been created: requested at {when}, without a response. "
                "{found} Compare before you pay any of them."
            ).format(when=when, found=found)
        case _:
            return _(
                "It may or may not have been created: requested at {when}, without a response. It "
                "is too late to ask again safely, and the service's list contains no match."
            ).format(when=when)


def present_restored(moved_to: str) -> str:
    """Returns the message about an outbox that was damaged, moved aside and recreated."""
    return _(
        "This app's record of its requests was damaged. It was moved to {place}, and your top-ups "
        "were read from the service again. Review them before you start a new one."
    ).format(place=moved_to)
