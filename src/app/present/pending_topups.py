"""The texts of requests whose outcome is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from app.i18n import units
from app.i18n.texts import _, ngettext
from app.models.topup_requests import PendingState
from app.present.payments import topup_name
from app.present.statuses import BadgeView

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from app.models.topup_requests import PendingTopUp


class PendingView(NamedTuple):
    """A card above the list; `warning` is the question before it is forgotten, empty if none is needed."""

    key: str
    title: str
    text: str
    badge: BadgeView
    needs_decision: bool
    can_forget: bool
    warning: str


def another_text(titles: Sequence[str]) -> str:
    """Returns the question before another top-up is started while these are pending."""
    return _(
        "The outcome of this is not known yet: {topups}. A top-up that you start now is created in addition."
    ).format(topups=units.enumerated(titles))


def present_pending(pending: PendingTopUp, now: datetime) -> PendingView:
    """`now` is this computer's time."""
    draft = pending.draft
    title = _("A top-up that this app can no longer read")
    if draft is not None:
        title = topup_name(draft)
    return PendingView(
        pending.key,
        title,
        _pending_text(pending, now),
        _pending_badge(pending, now),
        pending.needs_decision,
        pending.can_forget,
        _forget_warning(pending, title),
    )


def _pending_badge(pending: PendingTopUp, now: datetime) -> BadgeView:
    if pending.state is PendingState.DAMAGED:
        return BadgeView("danger", _("Damaged"), "triangle-alert")
    if pending.needs_decision:
        return BadgeView("warning", _("Not certain"), "circle-help")
    if pending.waits(now):
        return BadgeView("info", _("Waiting"), "hourglass")
    return BadgeView("info", _("Checking…"), "loader-circle")


def _forget_warning(pending: PendingTopUp, title: str) -> str:
    if pending.state is PendingState.DAMAGED:
        return _(
            "The app can't know any more which top-up this was. Look through the list first: once it is "
            "forgotten, a top-up of the list can be paid without being compared with what was asked for."
        )
    if pending.needs_decision:
        return ""
    return _(
        "The app stops checking {topup}. If the service has created it anyway, it appears in the "
        "list; nobody has to pay it."
    ).format(topup=title)


def _pending_text(pending: PendingTopUp, now: datetime) -> str:
    if pending.state is PendingState.DAMAGED:
        return _(
            "The app's record of this request is damaged, so it is never sent, and a top-up that it could "
            "be about can't be paid. Look through the list, then forget it here."
        )
    when = units.day_and_time(pending.requested_at, now)
    if pending.waits(now) and pending.waits_until is not None:
        return _(
            "Asked for at {when}. The service asks to wait; the app tries again at {time}, and makes no "
            "second top-up."
        ).format(when=when, time=units.day_and_time(pending.waits_until, now))
    match pending.state:
        case PendingState.CHECKING:
            return _("Requested at {when}. The service is being asked right now.").format(when=when)
        case PendingState.WAITING:
            return _(
                "Requested at {when}, without a clear response so far. The app tries again by itself; "
                "it never creates a second top-up."
            ).format(when=when)
        case PendingState.AMBIGUOUS:
            found = ngettext(
                "The list holds {n} top-up that could be this one.",
                "The list holds {n} top-ups that could be this one.",
                pending.candidates,
            ).format(n=pending.candidates)
            return _(
                "It may or may not have been created: requested at {when}, without a clear response. "
                "{found} Compare before you pay any of them."
            ).format(when=when, found=found)
        case _:
            return _(
                "It may or may not have been created: requested at {when}, without a clear response. It "
                "is too late to ask again safely, and the service's list contains no match."
            ).format(when=when)
