"""What is bought with a top-up, in words."""

from datetime import timedelta

import pytest

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
            "Sold out. The money stays on the balance.",
        ),
        ({"status": "failed"}, "danger", "Not ordered", "The money stays on the balance."),
        ({"status": "paused"}, "unknown", "paused", ""),
    ],
)
def test_the_purchase_has_its_own_state(changes: dict[str, object], kind: str, word: str, text: str) -> None:
    view = present_topup(make_topup(purchase=purchase(total="19.00", quantity=2, **changes)), SOON).purchase
    assert view is not None
    assert (view.badge.kind, view.badge.text, view.text) == (kind, word, text)
    assert (view.title, view.total) == ("Residential 5 GB × 2", "$19.00")


def test_a_purchase_without_name_or_total() -> None:
    view = present_topup(make_topup(purchase={"planId": "p", "status": "pending"}), SOON).purchase
    assert view is not None
    assert (view.title, view.total) == ("p × 1", "")
