"""Countries, cities and ISPs as shown and copied."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.i18n.texts import _, listed, ngettext
from app.i18n.units import clock_time, found_of, number
from app.present.countries import read_country
from app.present.errors import present_error
from app.present.location_views import CountryRow, LoadView, LocationRow
from app.rules.csv.cells import guarded
from app.rules.locations.countries import has_isps
from app.rules.search.words import match_ranges, search_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.models.location_progress import LoadProgress
    from app.models.locations import Country, LocationKind
    from app.present.location_views import Ranges
    from app.rules.locations.search import Hit

_AS_NUMBER = re.compile(r"\s*as\s*(?=[0-9])", re.IGNORECASE)


def present_country(country: Country, *, favorite: bool = False) -> CountryRow:
    """Returns a country as a row of the table."""
    cities, asns, carriers = (number(count) for count in (country.cities, country.asns, country.carriers))
    texts = read_country(country)
    spoken = _("{name}, {code}, {region}, {cities} cities, {asns} ISPs, {carriers} carriers").format(
        name=texts.name,
        code=country.code,
        region=texts.region,
        cities=cities,
        asns=asns,
        carriers=carriers,
    )
    return CountryRow(
        country.code,
        texts.name,
        country.name,
        texts.region,
        tuple(map(product_words, country.products)),
        cities,
        asns,
        carriers,
        favorite,
        _("{country}, favorite").format(country=spoken) if favorite else spoken,
    )


def present_location(hit: Hit, text: str = "", country_name: str = "") -> LocationRow:
    """Returns a city or an ISP as a row.

    Args:
        hit: Which one.
        text: What was searched for.
        country_name: The country's name, where countries are mixed.
    """
    places, row = hit.places, hit.row
    name, state, code = places.name(row), places.state(row), places.code(row)
    shown = code if places.kind == "cities" else _("AS {number}").format(number=code)
    name_ranges, detail_ranges, code_ranges = _ranges(text, name, state, shown)
    spoken = listed((name, state, shown, country_name))
    return LocationRow(
        places.kind,
        places.country,
        country_name,
        name,
        name_ranges,
        state,
        detail_ranges,
        shown,
        code_ranges,
        code if places.kind == "cities" else f"AS{code}",
        spoken,
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


def tab_title(kind: LocationKind, count: int) -> str:
    """Returns 'Cities 312' or 'ISPs 148'."""
    title = _("Cities {n}") if kind == "cities" else _("ISPs {n}")
    return title.format(n=number(count))


def matches_count(count: int, total: int, *, more: bool) -> str:
    """Returns '212 of 3,120 found', or '212 matches so far' while there is `more` to look through."""
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
    """Returns how far a run is.

    Args:
        progress: How far it is.
        names: The countries' names by code.
    """
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
        ngettext("{n} city or ISP", "{n} cities and ISPs", progress.rows).format(n=number(progress.rows)),
        tuple(failed.values()),
        waits,
    )


def country_line(country: Country) -> str:
    """Returns a country as a row to copy, its cells parted by tabs."""
    return _line(
        country.code,
        country.name,
        country.region,
        " ".join(country.products),
        str(country.cities),
        str(country.asns),
        str(country.carriers),
    )


def location_line(hit: Hit) -> str:
    """Returns a city or an ISP as a row to copy, its cells parted by tabs."""
    places, row = hit.places, hit.row
    state = (places.state(row),) if places.kind == "cities" else ()
    return _line(places.country, places.code(row), places.name(row), *state)


def _line(*cells: str) -> str:
    """A pasted cell is no formula, and doesn't end where the sender of a name wanted it to."""
    plain = (" ".join(cell.split()) for cell in cells)
    return "\t".join(guarded(cell) for cell in plain)


def _ranges(text: str, name: str, state: str, code: str) -> tuple[Ranges, Ranges, Ranges]:
    """Highlights what matched: the name if it contains the text, else wherever its words are."""
    wanted = search_words(text)
    if not wanted:
        return (), (), ()
    if wanted in search_words(name):
        return match_ranges(name, text), (), ()
    return match_ranges(name, text), match_ranges(state, text), match_ranges(code, _AS_NUMBER.sub("", text))
