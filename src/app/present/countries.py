"""Names of countries (ISO 3166-1 alpha-2) and regions (UN M49) in the user's language."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from app.i18n.locales import language_code, locale_data, locale_data_of
from app.i18n.texts import ENGLISH, _
from app.rules.locations.countries import CountryTexts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.models.locations import Country

_CODE = re.compile(r"[A-Z]{2}")
_ANTARCTICA = "AQ"
"""A country's code, but a region too."""


def country_name(code: str) -> str:
    """Returns a country's name; an unknown code unchanged, an empty one as "Others"."""
    if not code:
        return _("Others")
    return locale_data().territories.get(code, code) if _CODE.fullmatch(code) else code


def read_country(country: Country) -> CountryTexts:
    """Returns a country's texts in the language of the app; in English as the service calls it."""
    return CountryTexts(shown_name(country.code, country.name), shown_region(country.region))


def shown_name(code: str, name: str) -> str:
    """Returns a country's name in the app's language, or else the service's name."""
    if language_code() == ENGLISH or not _CODE.fullmatch(code):
        return name
    return locale_data().territories.get(code, name)


def shown_names(names: Mapping[str, str]) -> dict[str, str]:
    return {code: shown_name(code, name) for code, name in names.items()}


def shown_region(region: str) -> str:
    """Returns a region such as 'Europe' in the app's language; an unknown one unchanged."""
    if language_code() == ENGLISH:
        return region
    return locale_data().territories.get(_region_codes().get(region, ""), region)


@cache
def _region_codes() -> dict[str, str]:
    return {
        name: code
        for code, name in locale_data_of(ENGLISH).territories.items()
        if code.isdigit() or code == _ANTARCTICA
    }
