"""What each language writes its own way: numbers, days, times, lists, and names of countries."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from app.i18n.texts import ENGLISH, current, is_pseudo
from app.resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.rules.money.amounts import DecimalSign


class LocaleData(NamedTuple):
    """What the Common Locale Data Repository (CLDR) has for a language; `packaging/locale_data.py` writes it.

    Attributes:
        group_sign: It is between groups of three digits.
        dollars: '${}', for a number.
        percent: '{} %', for a number.
        units: The symbols of units of data: 'GB' for `gigabyte`.
        time: '{0.hour:02}:{0.minute:02}', for a time.
        days: '{0.day} Nov', for a day; one for each month, from January on.
        days_with_year: Likewise, '{0.day} Nov {0.year}'.
        months: Likewise, 'November {0.year}'.
        list: '{0}, {1}', for the parts of a list, except the last one.
        list_and: '{0} and {1}', for the others and the last one.
        list_or: '{0} or {1}', likewise.
        territories: Names of countries (ISO 3166-1 alpha-2) and regions (UN M49), by code.
    """

    decimal_sign: DecimalSign
    group_sign: str
    dollars: str
    percent: str
    units: Mapping[str, str]
    time: str
    time_with_seconds: str
    days: Sequence[str]
    days_with_year: Sequence[str]
    months: Sequence[str]
    list: str
    list_and: str
    list_or: str
    territories: Mapping[str, str]


def locale_data() -> LocaleData:
    """Returns how the app's language writes; a pseudo-language writes as English does."""
    return locale_data_of(language_code())


@cache
def locale_data_of(code: str) -> LocaleData:
    """Returns how a language writes, read from its file at the first use."""
    return LocaleData(**json.loads(resource_path("cldr", f"{code}.json").read_text(encoding="utf-8")))


def decimal_sign() -> DecimalSign:
    """Returns the decimal sign: a comma in German, a point in English."""
    return locale_data().decimal_sign


def language_code() -> str:
    """Returns the language in which numbers, dates and countries are written."""
    return ENGLISH if is_pseudo() else current()
