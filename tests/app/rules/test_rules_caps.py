"""Caps in GB: exact to the byte, zero is a cap, nothing is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InvalidInputError
from app.rules.sub_users.changes import cap_text, parse_cap

INT64_MAX = 2**63 - 1


@pytest.mark.parametrize(
    ("text", "traffic_cap_bytes"),
    [
        ("5", 5_000_000_000),
        (" 0.5 ", 500_000_000),
        ("5 GB", 5_000_000_000),
        ("5gb", 5_000_000_000),
        ("5\u00a0Go", 5_000_000_000),
        ("5 ГБ", 5_000_000_000),
        (".25", 250_000_000),
        ("7.", 7_000_000_000),
        ("0", 0),
        ("-0", 0),
        ("0.001234567", 1_234_567),
        ("0.0012345670000", 1_234_567),
        ("007", 7_000_000_000),
        ("5".zfill(40), 5_000_000_000),
        ("9223372036.854775807", INT64_MAX),
    ],
)
def test_a_cap_is_gb_in_decimals(text: str, traffic_cap_bytes: int) -> None:
    assert parse_cap(text) == traffic_cap_bytes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "required"),
        ("  ", "required"),
        ("five", "invalid"),
        (".", "invalid"),
        ("GB", "invalid"),
        ("0,5", "invalid"),
        ("1,000", "invalid"),
        ("1_000", "invalid"),
        ("1e3", "invalid"),
        ("+5", "invalid"),
        ("5 MB", "invalid"),
        ("NaN", "invalid"),
        ("\u0665", "invalid"),
        ("9" * 41, "invalid"),
        ("-1", "negative"),
        ("\u22120.5", "negative"),
        ("0.0000000001", "decimals"),
        ("9223372036.854775808", "too_large"),
        ("99999999999", "too_large"),
    ],
)
def test_what_is_no_cap_is_refused_by_kind(text: str, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        parse_cap(text)
    assert (caught.value.field, caught.value.code) == ("cap", code)


@pytest.mark.parametrize(
    ("text", "traffic_cap_bytes"),
    [
        ("0,5", 500_000_000),
        ("0.5", 500_000_000),
        (",25 GB", 250_000_000),
        ("7,", 7_000_000_000),
        ("1,125", 1_125_000_000),
        ("0.125", 125_000_000),
        ("1.1255", 1_125_500_000),
        ("5", 5_000_000_000),
    ],
)
def test_a_cap_is_typed_with_the_comma_of_the_language(text: str, traffic_cap_bytes: int) -> None:
    assert parse_cap(text, ",") == traffic_cap_bytes


@pytest.mark.parametrize(
    "text", ["1.000", "1.000,50", "1,000.50", "1,000,000", "1.000.000 GB", "25.000", "0,5.0"]
)
def test_a_cap_that_can_be_read_in_two_ways_is_refused(text: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        parse_cap(text, ",")
    assert (caught.value.field, caught.value.code) == ("cap", "invalid")


@given(st.integers(min_value=0, max_value=INT64_MAX))
def test_every_cap_can_be_written_and_read_back_with_a_comma(traffic_cap_bytes: int) -> None:
    assert parse_cap(cap_text(traffic_cap_bytes, ","), ",") == traffic_cap_bytes


@given(st.integers(min_value=0, max_value=INT64_MAX))
def test_every_cap_can_be_written_and_read_back(traffic_cap_bytes: int) -> None:
    assert parse_cap(cap_text(traffic_cap_bytes)) == traffic_cap_bytes


@pytest.mark.parametrize(
    ("traffic_cap_bytes", "text"),
    [(0, "0"), (5 * 10**9, "5"), (500_000_000, "0.5"), (10**10, "10"), (1, "0.000000001")],
)
def test_a_cap_is_written_without_needless_zeros(traffic_cap_bytes: int, text: str) -> None:
    assert cap_text(traffic_cap_bytes) == text
