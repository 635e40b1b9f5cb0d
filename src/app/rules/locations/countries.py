"""Filters and sorts countries by text, product and region."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from app.rules.words import name_words, search_words, word_rank

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from app.models.locations import Country

CountryReading: TypeAlias = "Callable[[Country], CountryTexts]"

CountrySort = Literal["name", "code", "region", "cities", "asns", "carriers"]

_EXACT_RANK: Final = -1
_CODE_RANK: Final = 3
_REGION_RANK: Final = 4


class CountryTexts(NamedTuple):
    """The name and region of a country in the user's language."""

    name: str
    region: str


class _Ranked(NamedTuple):
    """A country that matches, and how well; the lowest rank is the best."""

    rank: int
    country: Country
    texts: CountryTexts


def untranslated(country: Country) -> CountryTexts:
    """Returns a country's texts as the service sent them."""
    return CountryTexts(country.name, country.region)


class CountryFilter(NamedTuple):
    """Which countries to show, sorted by `sort` and then by name; an empty `region` is all."""

    text: str = ""
    region: str = ""
    sort: CountrySort = "name"
    descending: bool = False


def has_isps(product: str | None) -> bool:
    """Returns whether ISPs are listed for a product: for residential only (spec 4.17)."""
    return product in {None, "residential"}


def country_cells(country: Country) -> tuple[str, ...]:
    """Returns a country's fields as exported, in the interface's order (spec 2.7)."""
    counts = (country.cities, country.asns, country.carriers)
    return (country.code, country.name, country.region, " ".join(country.products), *map(str, counts))


def regions(countries: Iterable[Country]) -> tuple[str, ...]:
    return tuple(sorted({country.region for country in countries if country.region}))


def pick_countries(
    countries: Iterable[Country],
    wanted: CountryFilter,
    favorites: Collection[str] = (),
    read: CountryReading = untranslated,
) -> tuple[Country, ...]:
    """Returns the matching countries: favorites first, then the better matches, then as sorted.

    `read` returns the texts as shown; the service's own names match as well.
    """
    text = search_words(wanted.text)
    if not text and wanted.text.strip():
        return ()
    ranked = [
        _Ranked(rank, country, texts)
        for country in countries
        if (not wanted.region or country.region == wanted.region)
        and (rank := _rank(country, texts := read(country), text)) is not None
    ]
    ranked.sort(key=lambda one: _words(one.texts.name))
    ranked.sort(key=_sort_key(wanted.sort), reverse=wanted.descending)
    # Without a text favorites come first; with one, the best match does.
    ranked.sort(key=lambda one: (one.rank, one.country.code not in favorites))
    return tuple(one.country for one in ranked)


@lru_cache(maxsize=4096)
def _words(text: str) -> str:
    """Folds each text only once, since there is a search for every keystroke."""
    return name_words(text)


def _rank(country: Country, texts: CountryTexts, text: str) -> int | None:
    """Returns how well a country matches search words, lowest best; None if it does not."""
    if text and _words(country.code) == text:
        return _EXACT_RANK
    ranks = (word_rank(_words(name), text) for name in (texts.name, country.name))
    rank = min((rank for rank in ranks if rank is not None), default=None)
    if rank is not None:
        return rank
    if _words(country.code).startswith(text):
        return _CODE_RANK
    regions = (texts.region, country.region)
    return _REGION_RANK if any(text in _words(region) for region in regions) else None


def _sort_key(sort: CountrySort) -> Callable[[_Ranked], str | int]:
    match sort:
        case "name" | "region":
            return lambda one: _words(getattr(one.texts, sort))
        case "code":
            return lambda one: one.country.code
        case "cities" | "asns" | "carriers":
            return lambda one: int(getattr(one.country, sort))
