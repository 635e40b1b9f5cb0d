from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import InvalidInputError
from app.rules.money.amounts import (
    above_documented_maximum,
    check_amount_usd,
    from_units,
    same_amount,
    smallest_amount,
    to_units,
)


@pytest.mark.parametrize(
    ("typed", "sent"),
    [("25", "25.00"), ("25.5", "25.50"), (" 25.00\n", "25.00"), ("0100", "100.00"), ("10000.01", "10000.01")],
)
def test_an_amount_is_sent_with_two_decimals(typed: str, sent: str) -> None:
    assert check_amount_usd(typed) == sent


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "required"),
        ("  ", "required"),
        ("24.99", "too_small"),
        ("0", "too_small"),
        ("25.001", "invalid"),
        ("25,50", "invalid"),
        ("1,000.00", "invalid"),
        ("1_000", "invalid"),
        ("٢٥", "invalid"),
        ("$25", "invalid"),
        ("-25", "invalid"),
        (".5", "invalid"),
        ("25.", "invalid"),
        ("1e2", "invalid"),
        ("1e1000000000", "invalid"),
        ("NaN", "invalid"),
        ("9" * 100_000, "invalid"),
    ],
)
def test_what_is_no_amount_is_refused_with_its_reason(typed: str, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        check_amount_usd(typed)
    assert (caught.value.field, caught.value.code) == ("amountUsd", code)


def test_only_amounts_over_the_documented_maximum_get_the_hint() -> None:
    assert not above_documented_maximum("10000.00")
    assert above_documented_maximum("10000.01")


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**256 - 1), st.integers(0, 18))
def test_base_units_survive_the_way_to_text_and_back(units: int, decimals: int) -> None:
    text = from_units(units, decimals)
    assert to_units(text, decimals) == units
    assert Fraction(text) == Fraction(units, 10**decimals)


@pytest.mark.parametrize("text", ["", "1.", ".1", "1e3", "+1", "1_0", "٣", " 1", "1\n", "0.000000001"])
def test_what_is_no_plain_amount_has_no_base_units(text: str) -> None:
    with pytest.raises(ValueError, match=r"decimal|base unit"):
        to_units(text, 8)


def test_trailing_zeros_do_not_make_an_amount_another_one() -> None:
    assert same_amount("1.5", "01.500")
    assert not same_amount("0.123456789012345678", "0.123456789012345679")


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 10**14), st.integers(1, 10**14), st.sampled_from([6, 8]))
def test_the_smallest_amount_is_rounded_up_exactly(cents: int, rate_units: int, decimals: int) -> None:
    amount_usd, rate = from_units(cents, 2), from_units(rate_units, 8)
    exact = Fraction(amount_usd) / Fraction(rate) * 10**decimals
    assert smallest_amount(amount_usd, rate, decimals) == ceil(exact)


def test_a_rate_of_zero_gives_no_amount() -> None:
    with pytest.raises(ValueError, match="rate of zero"):
        smallest_amount("25.00", "0.00", 8)
