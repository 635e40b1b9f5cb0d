"""What is bought with a top-up, in words."""

from datetime import timedelta

import pytest

from app.i18n.units import clock_time
from app.present.topups import present_topup
from support.deposit_samples import CREATED, make_topup

SOON = CREATED + timedelta(minutes=2, seconds=12)


def purchase(**changes: object) -> dict[str, object]:
    return {"planId": "residential-5gb", "planName": "Residential 5 GB", "status": "pending"} | changes


@pytest.mark.parametrize(
    ("changes", "kind", "word", "text"),
    [
        ({}, "neutral", "Pending", "Ordered from the balance as soon as the top-up is credited"),
        ({"status": "completed", "orderId": "ord_1"}, "success", "Ordered", "Order ord_1"),
        (
            {"status": "failed", "failureReason": "Sold out."},
            "danger",
            "Not ordered",
            "Sold out. The money stays on your balance.",
        ),
        (
            {"status": "failed", "failureReason": "Sold out "},
            "danger",
            "Not ordered",
            "Sold out. The money stays on your balance.",
        ),
        ({"status": "failed"}, "danger", "Not ordered", "The money stays on your balance."),
        ({"status": "paused"}, "unknown", "paused", ""),
        ({"status": None}, "unknown", "Not stated", "The service does not say whether it was ordered."),
    ],
)
def test_the_purchase_has_its_own_state(changes: dict[str, object], kind: str, word: str, text: str) -> None:
    view = present_topup(make_topup(purchase=purchase(total="19.00", quantity=2, **changes)), SOON).purchase
    assert view is not None
    assert (view.badge.kind, view.badge.text, view.text) == (kind, word, text)
    assert (view.title, view.total) == ("Residential 5 GB × 2", "$19.00")


@pytest.mark.parametrize("status", ["expired", "rejected"])
def test_a_purchase_waits_no_longer_than_its_top_up_can_be_credited(status: str) -> None:
    still = present_topup(make_topup(status=status, purchase=purchase()), SOON).purchase
    assert still is not None
    assert still.badge.text == "Pending"
    over = present_topup(make_topup(status=status, final=True, purchase=purchase(promoCode="SAVE10")), SOON)
    assert over.purchase is not None
    assert (over.purchase.badge.kind, over.purchase.badge.text) == ("neutral", "Not ordered")
    text = "Nothing was ordered: the top-up was not credited. · Promo code SAVE10"
    assert over.purchase.text == text


@pytest.mark.parametrize("quantity", [{}, {"quantity": None}, {"quantity": "3"}])
def test_a_purchase_without_name_total_or_a_quantity_that_can_be_read(quantity: dict[str, object]) -> None:
    bought = {"planId": "p", "status": "completed"} | quantity
    topup = make_topup(status="credited", final=True, purchase=bought)
    view = present_topup(topup, SOON)
    assert view.purchase is not None
    assert (view.purchase.title, view.purchase.total) == ("p", "")
    assert view.outcome is not None
    assert view.outcome.lines[1] == "Part of the balance bought p at once."


def test_a_purchase_is_shown_although_its_plan_is_not_stated() -> None:
    bought = {"status": "completed", "quantity": 2, "orderId": "ord_1"}
    view = present_topup(make_topup(status="credited", final=True, purchase=bought), SOON)
    assert view.purchase is not None
    assert (view.purchase.title, view.purchase.text) == ("Plan not stated × 2", "Order ord_1")
    assert view.outcome is not None
    assert view.outcome.lines[1] == "Part of the balance bought a plan at once."


def test_a_promo_code_that_was_used_is_shown() -> None:
    view = present_topup(make_topup(purchase=purchase(promoCode="SAVE10")), SOON).purchase
    assert view is not None
    assert view.text == "Ordered from the balance as soon as the top-up is credited · Promo code SAVE10"
    paused = present_topup(make_topup(purchase=purchase(promoCode="SAVE10", status="paused")), SOON).purchase
    assert paused is not None
    assert paused.text == "Promo code SAVE10"


@pytest.mark.parametrize(
    ("changes", "bought"),
    [
        ({"total": "126.00"}, "$126.00 of the balance bought Residential 5 GB at once."),
        (
            {"total": "126.00", "quantity": 2, "planName": None},
            "$126.00 of the balance bought residential-5gb × 2 at once.",
        ),
        ({}, "Part of the balance bought Residential 5 GB at once."),
    ],
)
def test_what_was_bought_at_once_is_not_said_to_be_on_the_balance(
    changes: dict[str, object], bought: str
) -> None:
    topup = make_topup(
        status="credited",
        final=True,
        creditedUsd="500.00",
        creditedAt=SOON,
        purchase=purchase(status="completed", orderId="ord_1", **changes),
    )
    outcome = present_topup(topup, SOON).outcome
    assert outcome is not None
    assert outcome.title == "$500.00 credited"
    assert outcome.lines == (f"The money reached your balance: {clock_time(SOON)}.", bought)


@pytest.mark.parametrize("status", ["pending", "failed"])
def test_what_was_not_bought_is_still_on_the_balance(status: str) -> None:
    topup = make_topup(
        status="credited", final=True, creditedUsd="500.00", purchase=purchase(status=status, total="126.00")
    )
    view = present_topup(topup, SOON)
    assert view.outcome is not None
    assert view.outcome.lines == ("The money is on your balance.",)
    assert view.purchase is not None
    assert view.purchase.badge.text == {"pending": "Pending", "failed": "Not ordered"}[status]
