"""Each language is written as Babel writes it, to the character."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal, localcontext
from typing import TYPE_CHECKING

import pytest
from babel import Locale
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.numbers import format_currency, format_decimal, format_percent
from hypothesis import example, given
from hypothesis import strategies as st

from app.i18n import units
from app.i18n.locales import locale_data_of
from app.i18n.texts import ENGLISH, languages, use_language
from app.present.countries import country_name

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = Decimal("999999999999.999999999999999999")
DAYS = [date(2023, 12, 31) + timedelta(days=number) for number in range(1, 367)]


@pytest.fixture(scope="module", params=[*languages()])
def code(request: pytest.FixtureRequest) -> Iterator[str]:
    """A language of the app, in which it writes meanwhile."""
    use_language(request.param)
    yield request.param
    use_language(ENGLISH)


@pytest.fixture(scope="module")
def numbers(code: str) -> Locale:
    return Locale.parse(code)


@pytest.fixture(scope="module")
def dates(code: str) -> Locale:
    return Locale.parse("en_GB" if code == ENGLISH else code)


@given(amount=st.decimals(-LONGEST, LONGEST, places=18) | st.decimals(-2000, 2000, places=2))
@example(amount=LONGEST)
@example(amount=Decimal("-0.00"))
@example(amount=Decimal("1E+6"))
def test_dollars(amount: Decimal, numbers: Locale) -> None:
    usual = numbers.currency_formats["standard"].pattern
    for written, decimals in (
        (units.usd(str(amount)), "0.00" + 16 * "#"),
        (units.whole_usd(str(amount)), "0"),
    ):
        with localcontext(prec=60):
            pattern = usual.replace("0.00", decimals)
            assert written == format_currency(amount, "USD", pattern, numbers, currency_digits=False)


@given(number=st.integers(-(10**15), 10**15) | st.integers(-(10**5), 10**5))
def test_counts(number: int, numbers: Locale) -> None:
    assert units.number(number) == format_decimal(number, locale=numbers)


@given(number=st.floats(-1e9, 1e9) | st.floats(-1, 1))
@example(number=0.125)
def test_numbers_with_decimals(number: float, numbers: Locale) -> None:
    for decimals, pattern in enumerate(("#,##0", "#,##0.0", "#,##0.00")):
        assert units.fixed(number, decimals) == format_decimal(number, pattern, numbers)


@given(count=st.integers(0, 10**18) | st.integers(0, 10**10))
def test_amounts_of_data(count: int, numbers: Locale) -> None:
    symbol = units.data_unit(10**9)[1]
    number = units.exact_gb(count).removesuffix(symbol)[:-1]  # a space is between them
    assert number == format_decimal(Decimal(count) / 10**9, "#,##0.#########", numbers)


@given(percents=st.integers(-200, 10**5))
def test_percents(percents: int, code: str, numbers: Locale) -> None:
    pattern = "#,##0\u00a0%" if code == ENGLISH else None
    share = Decimal(percents) / 100
    assert units.percent(float(share)) == format_percent(share, pattern, numbers)


def test_days_and_months(dates: Locale) -> None:
    for day in DAYS:
        assert units.utc_day(day, day) == format_skeleton("MMMd", day, locale=dates)
        assert units.utc_day(day, date(2026, 11, 18)) == format_skeleton("yMMMd", day, locale=dates)
        assert units.month_name(day) == format_skeleton("yMMMM", day, locale=dates)


def test_times(dates: Locale) -> None:
    midnight = datetime(2026, 11, 18, tzinfo=UTC).astimezone()
    for number in range(24):
        moment = midnight + timedelta(hours=number, minutes=2 * number, seconds=59 - number)
        assert units.clock_time(moment) == format_skeleton("Hm", moment, locale=dates)
        assert units.clock_time(moment, seconds=True) == format_skeleton("Hms", moment, locale=dates)


@pytest.mark.parametrize("count", range(5))
def test_lists(count: int, dates: Locale) -> None:
    items = ["a", "{b}", "c, d", "e"][:count]
    assert units.enumerated(items) == format_list(items, locale=dates)
    assert units.alternatives(items) == format_list(items, "or", locale=dates)


def test_countries_and_regions(code: str, numbers: Locale) -> None:
    assert locale_data_of(code).territories == numbers.territories
    assert country_name("DE") == numbers.territories["DE"]
