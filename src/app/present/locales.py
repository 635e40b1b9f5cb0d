"""The language of the app as Babel knows it: how it writes dates and numbers."""

from __future__ import annotations

from functools import cache

from babel import Locale

from app.texts import ENGLISH, current, is_pseudo


def dates_locale() -> Locale:
    """Returns how days and times are written; English writes '18 Nov' and 24 hours."""
    code = language_code()
    return _parsed("en_GB" if code == ENGLISH else code)


def numbers_locale() -> Locale:
    """Returns how numbers and dollars are written; English writes '$1,250.00'."""
    return _parsed(language_code())


def language_code() -> str:
    """Returns the language's code for Babel; a pseudo-language writes as English does."""
    return ENGLISH if is_pseudo() else current()


@cache
def _parsed(code: str) -> Locale:
    return Locale.parse(code)
