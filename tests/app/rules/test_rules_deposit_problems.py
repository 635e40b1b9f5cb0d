"""Each reason why a deposit must not be paid, with both values as they are shown side by side."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from app.models.coins import Network
from app.models.topup_requests import PurchaseDraft, TopUpDraft
from app.rules.topups.deposit_check import Deposit, Verdict, check_deposit
from app.rules.topups.deposit_problems import Problem, check_amount, facts_of
from support.deposit_samples import make_topup

if TYPE_CHECKING:
    from app.models.topups import TopUp

ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
OTHER = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"
ASKED = TopUpDraft(amount_usd="25.00", coin="BTC", network="bitcoin")
ENTRY = Network(id="bitcoin", name="Bitcoin", address=ADDRESS)
# 25.00 at 100,000.00 is 0.00025.
IN_ORDER = make_topup(address=ADDRESS)


ORDER = {"planId": "residential-5gb", "planName": "Residential 5 GB", "status": "pending"}
BUYING = ASKED.model_copy(update={"purchase": PurchaseDraft(plan_id="residential-5gb", quantity=2)})


def check(topup: TopUp, requested: TopUpDraft = ASKED, entry: Network | None = ENTRY) -> Deposit:
    return check_deposit(topup, requested=requested, network=entry, passed=None)


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({"id": ".."}, [Problem("id_unusable", found="..")]),
        ({"amount_usd": "24.99"}, [Problem("amount_usd_differs", "25.00", "24.99")]),
        ({"address": OTHER}, [Problem("address_not_catalog", ADDRESS, OTHER)]),
        (
            {"address": f"{ADDRESS[:-1]}5"},
            [
                Problem("address_not_catalog", ADDRESS, f"{ADDRESS[:-1]}5"),
                Problem("address_invalid", found=f"{ADDRESS[:-1]}5", part="checksum"),
            ],
        ),
        ({"amount_crypto": "0.00024999"}, [Problem("amount_below_rate", "0.00025", "0.00024999")]),
        ({"amount_crypto": "0.00026251"}, [Problem("amount_above_rate", "0.00025", "0.00026251")]),
        ({"amount_crypto": "0.000250001"}, [Problem("amount_too_precise", "8", "0.000250001")]),
        ({"amount_crypto": "0"}, [Problem("amount_malformed", found="0")]),
        ({"amount_crypto": "1e3"}, [Problem("amount_malformed", found="1e3")]),
        ({"rate": "0.00"}, [Problem("rate_malformed", found="25.00 / 0.00")]),
        ({"payment_uri": "bitcoin:\t"}, [Problem("link_invalid", found="bitcoin:\t", part="characters")]),
        (
            {"payment_uri": f"bitcoin:{ADDRESS}?amount=1"},
            [Problem("link_mismatch", "0.00025001", "1", "amount")],
        ),
    ],
)
def test_a_problem_has_the_expected_value_and_the_one_that_was_found(
    changes: dict[str, str], problems: list[Problem]
) -> None:
    deposit = check(IN_ORDER.model_copy(update=changes))
    assert list(deposit.problems) == problems
    assert deposit == Deposit(Verdict.BLOCKED, "BTC", "bitcoin", problems=deposit.problems)


def test_a_coin_and_a_network_that_were_not_asked_for_are_named() -> None:
    asked = TopUpDraft(amount_usd="25.00", coin="USDT", network="tron")
    assert check(IN_ORDER, asked).problems == (
        Problem("coin_differs", "USDT", "BTC"),
        Problem("network_differs", "tron", "bitcoin"),
    )


def test_an_entry_of_another_network_is_not_this_one_s() -> None:
    entry = Network(id="litecoin", name="Litecoin", address=ADDRESS)
    assert check(IN_ORDER, entry=entry).problems == (Problem("network_differs", "litecoin", "bitcoin"),)


def test_what_is_not_in_the_catalog_is_named() -> None:
    assert check(IN_ORDER, entry=None).problems == (Problem("catalog_unknown", found="BTC / bitcoin"),)
    gone = check_deposit(IN_ORDER, requested=ASKED, network=None, passed=None, in_catalog=False)
    assert gone.problems == (Problem("not_in_catalog", found="BTC / bitcoin"),)


def test_the_catalog_s_address_in_capitals_is_the_same_address() -> None:
    entry = ENTRY.model_copy(update={"address": ADDRESS.upper()})
    assert check(IN_ORDER, entry=entry).payable


@pytest.mark.parametrize(
    ("accepted", "problem"),
    [
        ({"address": OTHER}, Problem("address_changed", OTHER, ADDRESS)),
        ({"amount_crypto": "0.00025002"}, Problem("amount_changed", "0.00025002", "0.00025001")),
        ({"amount_crypto": "damaged"}, Problem("amount_changed", "damaged", "0.00025001")),
        ({"coin": "LTC"}, Problem("coin_changed", "LTC", "BTC")),
        ({"network": "tron"}, Problem("network_changed", "tron", "bitcoin")),
    ],
)
def test_what_a_later_poll_changed_is_shown_beside_what_was_accepted(
    accepted: dict[str, str], problem: Problem
) -> None:
    passed = facts_of(IN_ORDER)._replace(**accepted)
    deposit = check_deposit(IN_ORDER, requested=ASKED, network=ENTRY, passed=passed)
    assert deposit.problems == (problem,)


@pytest.mark.parametrize(
    ("amount", "percent"),
    [
        ("0.00025000", None),
        ("0.00025250", None),
        ("0.00025251", "1.0"),
        ("0.00025262", "1.0"),
        ("0.00025263", "1.1"),
        ("0.00026250", "5.0"),
    ],
)
def test_up_to_five_percent_over_the_rate_are_payable_and_named_above_one(
    amount: str, percent: str | None
) -> None:
    checked = check_amount(IN_ORDER.model_copy(update={"amount_crypto": amount}))
    assert checked.problems == ()
    assert checked.above_percent == (None if percent is None else Decimal(percent))
    assert checked.warnings == (() if percent is None else ("amount_above_rate",))


def test_the_smallest_rate_is_a_rate() -> None:
    checked = check_amount(IN_ORDER.model_copy(update={"rate": "0.000000000000000001"}))
    assert [problem.code for problem in checked.problems] == ["amount_below_rate"]


@pytest.mark.parametrize(("amount", "percent"), [("26.237499", "4.9"), ("26.237500", "5.0")])
def test_the_percentage_over_the_rate_is_rounded_to_one_decimal(amount: str, percent: str) -> None:
    usdt = make_topup(coin="USDT", network="tron", rate="1.00", amountCrypto=amount)
    assert check_amount(usdt).above_percent == Decimal(percent)


def test_the_percentage_is_exact_where_a_float_is_not() -> None:
    coin = make_topup(
        coin="DOGE",
        network="dogecoin",
        amountUsd="100.00",
        rate="100.00",
        amountCrypto="1.020499999999999999",
    )
    assert check_amount(coin).above_percent == Decimal("2.0")


@pytest.mark.parametrize(
    ("requested", "purchase", "problems"),
    [
        (BUYING, {"quantity": 2}, ()),
        # The interface leaves open whether it is there before the payment is reported.
        (BUYING, None, ()),
        (BUYING, {}, ()),
        (ASKED, None, ()),
        # Typed in another case than the service has it.
        (BUYING, {"planId": "Residential-5GB", "quantity": 2}, ()),
        (BUYING, {"planId": None, "quantity": 2}, ()),
        (BUYING, {"quantity": 7}, (("residential-5gb × 2", "residential-5gb × 7"),)),
        (
            BUYING,
            {"planId": "residential-500gb", "quantity": 2},
            (("residential-5gb × 2", "residential-500gb × 2"),),
        ),
        (BUYING, {"planId": "mobile-5gb"}, (("residential-5gb × 2", "mobile-5gb"),)),
        (ASKED, {"quantity": 1}, (("", "residential-5gb × 1"),)),
        (ASKED, {"planId": None, "quantity": 1}, (("", "? × 1"),)),
    ],
)
def test_a_top_up_that_buys_what_nobody_asked_for_is_not_payable(
    requested: TopUpDraft, purchase: dict[str, object] | None, problems: tuple[tuple[str, str], ...]
) -> None:
    order = None if purchase is None else ORDER | purchase
    deposit = check(make_topup(address=ADDRESS, purchase=order), requested)
    assert deposit.problems == tuple(
        Problem("purchase_differs", expected, found) for expected, found in problems
    )
    assert deposit.payable is (not problems)


def _with_promo_code(code: str | None) -> TopUpDraft:
    order = PurchaseDraft(plan_id="residential-5gb", quantity=2, promo_code=code)
    return ASKED.model_copy(update={"purchase": order})


@pytest.mark.parametrize(
    ("entered", "found", "is_missing"),
    [
        ("SPRING", None, True),
        ("SPRING", "OTHER", True),
        ("SPRING", "SPRING", False),
        ("spring", "SPRING", False),
        (None, None, False),
        (None, "SPRING", False),
    ],
)
def test_a_plan_without_the_promo_code_that_was_entered_is_warned_of(
    *, entered: str | None, found: str | None, is_missing: bool
) -> None:
    """Its price is another one, and the service need not refuse a code."""
    requested = _with_promo_code(entered)
    order = ORDER | {"quantity": 2, "promoCode": found}
    deposit = check(make_topup(address=ADDRESS, purchase=order), requested)
    assert deposit.payable
    assert ("promo_code_missing" in deposit.warnings) is is_missing


def test_a_promo_code_is_not_missing_where_no_purchase_is_reported_yet() -> None:
    requested = _with_promo_code("SPRING")
    assert (
        check(make_topup(address=ADDRESS), requested).warnings == check(make_topup(address=ADDRESS)).warnings
    )
