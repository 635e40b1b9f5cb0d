"""What to buy with a top-up, checked before it is sent (spec 2.2)."""

from __future__ import annotations

import pytest

from app.errors import InvalidInputError
from app.rules.topups.entries import check_purchase


def test_a_purchase_is_sent_as_typed_without_the_blanks_around_it() -> None:
    draft = check_purchase(
        " residential-5gb ", " 02 ", " SPRING ", [(" region ", " eu "), ("", "  "), ("empty", "")]
    )
    assert draft.plan_id == "residential-5gb"
    assert draft.quantity == 2
    assert draft.promo_code == "SPRING"
    assert draft.options == {"region": "eu", "empty": ""}


def test_what_is_left_out_is_one_without_code_and_options() -> None:
    draft = check_purchase("residential-5gb", " ", " ")
    assert (draft.quantity, draft.promo_code, draft.options) == (1, None, {})


def test_texts_may_have_128_characters_and_a_quantity_ten_thousand() -> None:
    longest = "a" * 128
    draft = check_purchase(longest, "10000", longest, [(longest, longest)])
    assert (draft.plan_id, draft.promo_code, draft.options) == (longest, longest, {longest: longest})
    assert draft.quantity == 10_000
    assert check_purchase("p", "1", "").quantity == 1


@pytest.mark.parametrize(
    ("typed", "field", "code"),
    [
        (("  ", "1", ""), "purchase.planId", "required"),
        (("a" * 129, "1", ""), "purchase.planId", "too_long"),
        (("p", "1", "a" * 129), "purchase.promoCode", "too_long"),
        (("p", "0", ""), "purchase.quantity", "invalid"),
        (("p", "10001", ""), "purchase.quantity", "invalid"),
        (("p", "-1", ""), "purchase.quantity", "invalid"),
        (("p", "1.5", ""), "purchase.quantity", "invalid"),
        (("p", "\u0662", ""), "purchase.quantity", "invalid"),
        (("p", "9" * 5000, ""), "purchase.quantity", "invalid"),
        (("p", "1", "", [(" ", "eu")]), "purchase.options", "key_missing"),
        (("p", "1", "", [("region", "eu"), (" region ", "us")]), "purchase.options", "key_twice"),
        (("p", "1", "", [("a" * 129, "")]), "purchase.options", "too_long"),
        (("p", "1", "", [("region", "a" * 129)]), "purchase.options", "too_long"),
    ],
)
def test_what_can_not_be_bought_is_named_by_its_field(
    typed: tuple[str, str, str], field: str, code: str
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        check_purchase(*typed)
    assert (caught.value.field, caught.value.code) == (field, code)
