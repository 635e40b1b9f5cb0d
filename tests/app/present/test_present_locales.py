"""Dates, numbers and dollars are written as the language writes them."""

from datetime import UTC, datetime, timedelta

import pytest

from app.i18n import units
from app.i18n.locales import decimal_sign
from app.present.countries import country_name
from app.present.field_errors import field_error_text
from app.present.payments import amount_hint

NOW = datetime(2026, 11, 18, 14, 2, 31, tzinfo=UTC)
MAY = datetime(2025, 5, 9, 12, 0, tzinfo=UTC)


def speak(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr("app.i18n.locales.current", lambda: code)


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("en", ("$1,250.50", "16 Nov", "9 May 2025", "18,204")),
        ("de", ("1.250,50 $", "16. Nov.", "9. Mai 2025", "18.204")),
        ("es", ("1.250,50 US$", "16 nov", "9 may 2025", "18.204")),
        ("fr", ("1 250,50 $US", "16 nov.", "9 mai 2025", "18 204")),
        ("ru", ("1 250,50 $", "16 нояб.", "9 мая 2025 г.", "18 204")),  # noqa: RUF001 (it is Russian)
        ("zh_Hans", ("US$1,250.50", "11月16日", "2025年5月9日", "18,204")),
    ],
)
def test_every_language_has_its_own_way(
    monkeypatch: pytest.MonkeyPatch, code: str, written: tuple[str, ...]
) -> None:
    speak(monkeypatch, code)
    shown = (
        units.usd("1250.5"),
        units.day(NOW - timedelta(days=2), NOW),
        units.utc_day(MAY.date(), NOW.date()),
        units.number(18_204),
    )
    spaces = str.maketrans("\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", "  ")
    assert tuple(text.translate(spaces) for text in shown) == written


@pytest.mark.parametrize("code", ["de", "es", "fr", "ru", "zh_Hans"])
def test_no_decimal_of_an_amount_is_lost_in_any_language(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    speak(monkeypatch, code)
    digits = [character for character in units.usd("0.000000000000000001") if character.isdigit()]
    assert "".join(digits) == "0000000000000000001"


def test_sizes_and_countries_follow_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (units.data_size(1_310_000_000), country_name("DE")) == ("1.31 GB", "Germany")
    speak(monkeypatch, "de")
    assert (units.data_size(1_310_000_000), country_name("DE")) == ("1,31 GB", "Deutschland")


@pytest.mark.parametrize(
    ("code", "symbols", "share"),
    [
        ("en", ("GB", "MB", "kB", "B"), "36\u00a0%"),
        ("de", ("GB", "MB", "kB", "B"), "36\u00a0%"),
        ("es", ("GB", "MB", "kB", "B"), "36\u00a0%"),
        ("fr", ("Go", "Mo", "ko", "o"), "36\u00a0%"),
        ("ru", ("ГБ", "МБ", "кБ", "Б"), "36\u00a0%"),
        ("zh_Hans", ("GB", "MB", "kB", "B"), "36%"),
    ],
)
def test_units_and_percents_are_those_of_the_language(
    monkeypatch: pytest.MonkeyPatch, code: str, symbols: tuple[str, ...], share: str
) -> None:
    speak(monkeypatch, code)
    assert tuple(units.data_unit(size)[1] for size in (10**9, 10**6, 10**3, 1)) == symbols
    assert units.exact_gb(5 * 10**9).endswith(symbols[0])
    assert units.percent(0.36) == share


def test_a_pseudo_language_writes_numbers_as_english_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.i18n.locales.is_pseudo", lambda: True)
    speak(monkeypatch, "qps")
    assert units.usd("1250.50") == "$1,250.50"


@pytest.mark.parametrize(
    ("code", "sign"), [("en", "."), ("de", ","), ("es", ","), ("fr", ","), ("ru", ","), ("zh_Hans", ".")]
)
def test_decimals_are_typed_with_the_sign_of_the_language(
    monkeypatch: pytest.MonkeyPatch, code: str, sign: str
) -> None:
    speak(monkeypatch, code)
    assert decimal_sign() == sign


def test_amounts_in_sentences_follow_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    assert amount_hint(None) == "From $25.00 to $10,000.00"
    assert field_error_text("cap", "invalid") == "Enter a cap in GB as a number, such as 5 or 0.5."
    speak(monkeypatch, "de")
    assert "10.000,00\u00a0$" in amount_hint(None)
    assert "25,00\u00a0$" in field_error_text("amountUsd", "too_small")
    assert "0,5" in field_error_text("cap", "invalid")


def test_lists_in_sentences_follow_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    assert units.enumerated(["the amount", "the coin"]) == "the amount and the coin"
    speak(monkeypatch, "de")
    assert units.enumerated(["der Betrag", "die Münze", "das Netz"]) == "der Betrag, die Münze und das Netz"
