"""The app's language as a Babel locale, for dates and numbers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from babel import Locale
from babel.numbers import get_decimal_symbol

from app.i18n.texts import ENGLISH, current, is_pseudo

if TYPE_CHECKING:
    from app.rules.money.amounts import DecimalSign


def load_locales() -> None:
    """Reads what Babel knows of the language, ahead of the first text that needs it: it takes a while."""
    for locale in (dates_locale(), numbers_locale()):
        # Babel loads the data of a language at its first use.
        _ = locale.number_symbols


def dates_locale() -> Locale:
    """Returns how days and times are written; English writes '18 Nov' and 24 hours."""
    code = language_code()
    return _parsed("en_GB" if code == ENGLISH else code)


def numbers_locale() -> Locale:
    """Returns how numbers and dollars are written; English writes '$1,250.00'."""
    return _parsed(language_code())


def decimal_sign() -> DecimalSign:
    """Returns the decimal sign: a comma in German, a point in English."""
    return "," if get_decimal_symbol(numbers_locale()) == "," else "."


def language_code() -> str:
    """Returns the language's code for Babel; a pseudo-language writes as English does."""
    return ENGLISH if is_pseudo() else current()


@cache
def _parsed(code: str) -> Locale:
    return Locale.parse(code)
