"""A top-up of which only the disk knows: to be read, without anything to pay or report by."""

from datetime import timedelta

import pytest

from app.errors import NotFoundError
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


def test_it_says_of_when_it_is() -> None:
    outcome = present_topup(make_topup(), NOW, TopUpFacts(cached_at=CREATED - timedelta(days=30))).outcome
    assert outcome is not None
    assert "19 Oct" in outcome.title


def test_why_it_is_not_confirmed_comes_first() -> None:
    facts = TopUpFacts(cached_at=CREATED, not_confirmed=NotFoundError(404))
    outcome = present_topup(make_topup(), NOW, facts).outcome
    assert outcome is not None
    assert outcome.title == "The service does not confirm this top-up"


def test_what_is_final_is_shown_as_ever() -> None:
    topup = make_topup().model_copy(
        update={"status": "credited", "final": True, "credited_usd": "50.00", "credited_at": NOW}
    )
    cached = present_topup(topup, NOW, TopUpFacts(cached_at=CREATED))
    assert cached.outcome == present_topup(topup, NOW).outcome
