"""Countries, cities and ISPs as shown and copied."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.i18n.texts import _, listed, ngettext
from app.i18n.units import clock_time, found_of, number
from app.present.countries import read_country
from app.present.errors import present_error
from app.rules.csv_files import guarded
from app.rules.locations.countries import country_cells, has_isps
from app.rules.words import match_ranges, name_words, search_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.models.locations import Country, LocationKind
    from app.rules.locations.lists import LocationList
    from app.rules.locations.search import Hit
    from app.rules.words import Ranges
    from app.services.locations.loading import LoadProgress

_AS_NUMBER = re.compile(r"\s*as\s*(?=[0-9])", re.IGNORECASE)
_CODE_LENGTH = 2
_MAX_NAMED = 5


@dataclass(frozen=True, slots=True)
class CountryRow:
    """A country of the table.

    Attributes:
        code: Also that of its flag. Untrusted text.
        name: In the app's language, or else the service's. Untrusted text.
        service_name: Untrusted text.
        region: In the app's language, or else the service's. Untrusted text.
        products: 'Residential', 'Mobile', 'Mobile per GB'; an unknown product is its raw word.
        cities: '4,120'.
    """

    code: str
    code_ranges: Ranges
    name: str
    name_ranges: Ranges
    service_name: str
    region: str
    region_ranges: Ranges
    products: tuple[str, ...]
    cities: str
    asns: str
    carriers: str
    favorite: bool


@dataclass(frozen=True, slots=True)
class LocationRow:
    """A city or an ISP. Its texts are untrusted.

    Attributes:
        country_name: Where countries are mixed; else empty.
        detail: The state of a city; maybe empty.
        code: 'de-munich', or 'AS 20676'.
        copy_code: The ID, or the AS number as 'AS20676'.
    """

    kind: LocationKind
    country: str
    country_name: str
    name: str
    name_ranges: Ranges
    detail: str
    detail_ranges: Ranges
    code: str
    code_ranges: Ranges
    copy_code: str
    accessible_text: str


@dataclass(frozen=True, slots=True)
class LoadView:
    """The progress of 'Load every country'.

    Attributes:
        share: Of all countries, 0 to 1.
        text: '12 of 203 countries'.
        failed: The countries that could not be loaded, and why; empty for none.
        waits: The end of a pause that the service asked for; else empty.
    """

    share: float
    text: str
    failed: str
    waits: str


def present_country(country: Country, *, favorite: bool = False, text: str = "") -> CountryRow:
    """Returns a country as a row; matches of the search text are highlighted."""
    shown = read_country(country)
    # Not for longer texts: the last letter of a code alone would be highlighted.
    may_be_code = len(text.strip()) <= _CODE_LENGTH
    return CountryRow(
        country.code,
        match_ranges(country.code, text) if may_be_code else (),
        shown.name,
        match_ranges(shown.name, text),
        country.name,
        shown.region,
        match_ranges(shown.region, text),
        tuple(map(product_words, country.products)),
        number(country.cities),
        number(country.asns),
        number(country.carriers),
        favorite,
    )


def present_location(hit: Hit, text: str = "", country_name: str = "") -> LocationRow:
    """Returns a city or an ISP as a row; matches of the search text are highlighted."""
    locations, row = hit.locations, hit.row
    name, state, code = locations.name(row), locations.state(row), locations.code(row)
    shown = code if locations.kind == "cities" else _("AS {number}").format(number=code)
    name_ranges, detail_ranges, code_ranges = _ranges(text, name, state, shown)
    accessible_text = listed((name, state, shown, country_name))
    return LocationRow(
        locations.kind,
        locations.country,
        country_name,
        name,
        name_ranges,
        state,
        detail_ranges,
        shown,
        code_ranges,
        code if locations.kind == "cities" else f"AS{code}",
        accessible_text,
    )


def product_words(product: str | None) -> str:
    """Returns a product's name; an unknown one is its raw word."""
    names = {
        None: _("All products"),
        "residential": _("Residential"),
        "mobile": _("Mobile"),
        "mobile-gb": _("Mobile per GB"),
    }
    return names.get(product) or product or ""


def countries_count(count: int) -> str:
    """Returns '203 countries'."""
    return ngettext("{n} country", "{n} countries", count).format(n=number(count))


def tab_title(kind: LocationKind, count: int | None = None) -> str:
    """Returns 'Cities 312' or 'ISPs 148'; without a count 'Cities' or 'ISPs'."""
    if count is None:
        return _("Cities") if kind == "cities" else _("ISPs")
    title = _("Cities {n}") if kind == "cities" else _("ISPs {n}")
    return title.format(n=number(count))


def matches_count(count: int, total: int, *, more: bool) -> str:
    """Returns '212 of 3,120 found', or '212 matches so far' while there is `more` to search."""
    if not more:
        return found_of(count, total)
    return ngettext("{n} match so far", "{n} matches so far", count).format(n=number(count))


def no_isps_reason(product: str | None) -> str:
    """Returns why a product has no ISPs; empty if it has some (spec 4.17)."""
    if has_isps(product):
        return ""
    return _("The service lists ISPs for residential only, not for {product}.").format(
        product=product_words(product)
    )


def targeting_hint() -> str:
    """Returns the one-time hint about these lists."""
    return _("These locations can be targeted. The service does not document how a username selects one.")


def present_load(progress: LoadProgress, names: Mapping[str, str]) -> LoadView:
    """Returns the progress of loading every country; `names` are the countries' names by code."""
    failed: dict[str, str] = {}
    for one in progress.failed:
        sentence = _("{country}: {reason}").format(
            country=names.get(one.country, one.country), reason=present_error(one.error).text
        )
        failed.setdefault(one.country, sentence)
    waits = ""
    if progress.waits_until is not None:
        waits = _("The service asks to wait until {time}.").format(
            time=clock_time(progress.waits_until, seconds=True)
        )
    return LoadView(
        progress.done / progress.total if progress.total else 1.0,
        ngettext("{done} of {n} country", "{done} of {n} countries", progress.total).format(
            done=number(progress.done), n=number(progress.total)
        ),
        _failed_text(tuple(failed.values())),
        waits,
    )


def _failed_text(failed: tuple[str, ...]) -> str:
    if not failed:
        return ""
    named = list(failed[:_MAX_NAMED])
    if more := len(failed) - len(named):
        named.append(ngettext("{n} more", "{n} more", more).format(n=more))
    text = ngettext(
        "{n} list could not be loaded: {names}", "{n} lists could not be loaded: {names}", len(failed)
    )
    return text.format(n=len(failed), names=" ".join(named))


def loaded_text(lists: Sequence[LocationList]) -> str:
    """Returns '48,210 cities and ISPs of 23 countries are loaded.', or that none is."""
    if not lists:
        return _("No list is loaded yet.")
    countries = len({one.country for one in lists})
    text = ngettext(
        "{rows} cities and ISPs of {n} country are loaded.",
        "{rows} cities and ISPs of {n} countries are loaded.",
        countries,
    )
    return text.format(rows=number(sum(map(len, lists))), n=number(countries))


def country_line(country: Country) -> str:
    """Returns a country as a row to copy, tab-separated."""
    return _line(*country_cells(country))


def location_line(hit: Hit) -> str:
    """Returns a city or an ISP as a row to copy, tab-separated."""
    locations, row = hit.locations, hit.row
    state = (locations.state(row),) if locations.kind == "cities" else ()
    return _line(locations.country, locations.code(row), locations.name(row), *state)


def _line(*cells: str) -> str:
    """Joins cells so that pasting yields no formula and no extra cells, whatever a name contains."""
    plain = (" ".join(cell.split()) for cell in cells)
    return "\t".join(guarded(cell) for cell in plain)


def _ranges(text: str, name: str, state: str, code: str) -> tuple[Ranges, Ranges, Ranges]:
    """Returns the matches: in the name if it contains the text, else those of its words in all three."""
    wanted = search_words(text)
    if not wanted:
        return (), (), ()
    if wanted in name_words(name):
        return match_ranges(name, text), (), ()
    return match_ranges(name, text), match_ranges(state, text), match_ranges(code, _AS_NUMBER.sub("", text))
