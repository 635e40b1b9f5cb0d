"""A top-up of which only the disk knows: to be read, without anything to pay or report by."""

from datetime import timedelta

import pytest

from app.present.topups import TopUpFacts, present_topup
from support.deposit_samples import CREATED, make_topup

NOW = CREATED + timedelta(minutes=5)


@pytest.mark.parametrize("status", ["awaiting_payment", "verifying", "expired", "rejected"])
def test_what_may_have_changed_offers_nothing(status: str) -> None:
    topup = make_topup().model_copy(update={"status": status, "final": False})
    view = present_topup(topup, NOW, TopUpFacts(cached_at=CREATED))
    assert (view.can_pay, view.clock, view.report) == (False, None, None)
    assert view.outcome is not None
    assert view.outcome.title.startswith("Last known at ")
    assert not view.outcome.offers_new
    shown = str(view._replace(timeline=()))
    assert topup.address not in shown
    assert topup.amount_crypto not in shown


def test_what_is_final_is_shown_as_ever() -> None:
    topup = make_topup().model_copy(
        update={"status": "credited", "final": True, "credited_usd": "50.00", "credited_at": NOW}
    )
    cached = present_topup(topup, NOW, TopUpFacts(cached_at=CREATED))
    assert cached.outcome == present_topup(topup, NOW).outcome
