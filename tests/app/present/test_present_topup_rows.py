"""Rows of the list of top-ups, and what the search finds them by."""

from datetime import timedelta

from app.models.topups import TopUp
from app.present.topup_rows import TopUpRow, TopUpSummary, present_row, search_text, summarize
from app.present.topups import present_topup
from support.deposit_samples import CREATED, make_topup

SOON = CREATED + timedelta(minutes=2, seconds=12)
TXID = "ab" * 32
PURCHASE = {"planId": "residential-5gb", "planName": "Residential 5 GB", "status": "pending"}


def row_of(topup: TopUp) -> TopUpRow:
    return present_row(summarize(topup), SOON)


def test_the_list_counts_confirmations() -> None:
    topup = make_topup(status="verifying", confirmations=7, confirmationsRequired=20)
    assert row_of(topup).badge.text == "Verifying 7/20"
    assert row_of(make_topup(status="verifying")).badge.text == "Verifying"


def test_a_row_is_shown_whole() -> None:
    row = row_of(make_topup(purchase=PURCHASE))
    assert row.accessible_text == "$25.00, BTC · Bitcoin · plan, Awaiting payment, 2 min ago"
    assert (row.amount, row.coin, row.when) == ("$25.00", "BTC", "2 min ago")
    assert row.when_full.endswith("18 Nov 2026, 14:00:00 UTC")


def test_a_credited_row_has_the_amount_that_was_credited_as_its_page() -> None:
    topup = make_topup(status="credited", final=True, creditedUsd="24.10")
    outcome = present_topup(topup, SOON).outcome
    assert outcome is not None
    assert (row_of(topup).amount, outcome.title) == ("$24.10", "$24.10 credited")
    assert all(amount in search_text(topup) for amount in ("$24.10", "$25.00"))
    assert row_of(make_topup(status="credited", final=True)).amount == "$25.00"
    assert row_of(make_topup(creditedUsd="0.00")).amount == "$25.00"


def test_a_row_says_what_is_not_confirmed_and_a_lasting_one_its_day() -> None:
    row = present_row(summarize(make_topup()), SOON, is_confirmed=False, is_dated=True)
    assert row.accessible_text == "$25.00, BTC · Bitcoin, Not confirmed, 18 Nov"


def test_what_the_list_stores_of_a_row_is_read_back() -> None:
    summary = summarize(make_topup(status="verifying", confirmations=7, purchase=PURCHASE))
    assert TopUpSummary.from_json(summary.to_json()) == summary


def test_the_search_finds_a_top_up_by_its_plan_state_and_transaction() -> None:
    text = search_text(make_topup(purchase=PURCHASE, txid=TXID))
    for words in ("residential-5gb", "residential 5 gb", "awaiting payment", TXID, "bitcoin"):
        assert words in text
    assert "none" not in search_text(make_topup(purchase=PURCHASE | {"planName": None}))
