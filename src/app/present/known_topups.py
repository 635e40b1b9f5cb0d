"""Read-only view of a top-up that the service has not confirmed since the start."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.i18n import units
from app.i18n.texts import _
from app.present.topup_views import OutcomeView

if TYPE_CHECKING:
    from datetime import datetime

    from app.models.topups import TopUp
    from app.present.topup_views import TopUpView


def present_known(view: TopUpView, topup: TopUp, known_at: datetime, now: datetime) -> TopUpView:
    """Returns a view without payment details and reporting.

    Args:
        view: The view as if the service had just reported the top-up.
        topup: Its last known state.
        known_at: When the service reported it.
        now: The present time.
    """
    outcome = view.outcome if topup.final else _last_known(known_at, now)
    confirming = replace(view.confirming, left="") if view.confirming else None
    # Payment details come from the service alone, never from this computer's disk.
    private = {topup.address, f"{topup.amount_crypto} {topup.coin}"}
    details = tuple(row for row in view.details if row[1] not in private)
    return replace(
        view,
        can_pay=False,
        clock=None,
        report=None,
        outcome=outcome,
        confirming=confirming,
        details=details,
    )


def _last_known(known_at: datetime, now: datetime) -> OutcomeView:
    title = _("Last known at {time}").format(time=units.day_and_time(known_at, now))
    line = _(
        "Payment details and reporting become available as soon as the service has confirmed "
        "the current state."
    )
    return OutcomeView("neutral", "wifi-off", title, (line,), "", offers_new=False)
