"""Presents the open top-up, with what is known of it besides its own fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.present.topups import TopUpFacts, present_moment, present_topup

if TYPE_CHECKING:
    from app.models.topups import TopUp, TopUpSnapshot
    from app.present.topups import MomentView, TopUpView
    from app.services.accounts.session import AccountSession
    from ui.pages.topups.report_card import ReportCard


class Presenter:
    """Presents top-ups of one account as they are now."""

    def __init__(self, account: AccountSession, report: ReportCard) -> None:
        self._account = account
        self._report = report

    def present(self, topup: TopUp, seen: tuple[TopUpSnapshot, ...]) -> TopUpView:
        """Returns all that is shown of a top-up; `seen` are its snapshots."""
        return present_topup(topup, self._account.service_clock.now(), self._facts(topup, seen))

    def present_moment(self, topup: TopUp, seen: tuple[TopUpSnapshot, ...]) -> MomentView:
        """Returns what changes by itself from second to second."""
        return present_moment(topup, self._account.service_clock.now(), self._facts(topup, seen))

    def _facts(self, topup: TopUp, seen: tuple[TopUpSnapshot, ...]) -> TopUpFacts:
        store = self._account.topup_store
        cached_at = store.cached_at(topup.id)
        was_asked = cached_at is None or store.is_polled(topup.id)
        return TopUpFacts(
            seen,
            inconsistency=store.inconsistency(topup.id) or self._report.inconsistency(topup),
            not_confirmed=store.not_confirmed(topup) if was_asked else None,
            network=self._account.coins.network(topup.coin, topup.network),
            cached_at=cached_at,
        )
