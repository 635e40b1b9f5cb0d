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
    with_point,
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
        ("X25X", "invalid"),
        ("25\u00a0", "invalid"),
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


@pytest.mark.parametrize(
    ("units", "decimals", "text"),
    [
        (150_000_000, 8, "1.5"),
        (1, 8, "0.00000001"),
        (0, 8, "0"),
        (100_000_000, 8, "1"),
        (1_000, 0, "1000"),
        (10_050, 2, "100.5"),
    ],
)
def test_an_amount_is_written_without_needless_zeros(units: int, decimals: int, text: str) -> None:
    assert from_units(units, decimals) == text


def test_zeros_beyond_the_precision_of_a_coin_are_no_finer_amount() -> None:
    assert to_units("1.5000000000", 8) == 150_000_000


@pytest.mark.parametrize("typed", ["0.5,5", "0,5.5", "1,000,000", "1,5,5", "1.000", "1.000,50"])
def test_what_a_comma_makes_readable_in_two_ways_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="this may be one or a thousand"):
        with_point(typed, ",")


def test_where_the_sign_is_a_point_what_was_typed_stays() -> None:
    assert with_point("1,000", ".") == "1,000"
    assert with_point("0,5", ",") == "0.5"


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
