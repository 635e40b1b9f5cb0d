"""Countries as people look for them: by text, product and region, in the order they choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from app.rules.search_words import search_words, word_rank

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from app.models.locations import Country

CountrySort = Literal["name", "code", "region", "cities", "asns", "carriers"]
COUNTRY_SORTS: Final[tuple[CountrySort, ...]] = ("name", "code", "region", "cities", "asns", "carriers")

_CODE_RANK: Final = 3
_REGION_RANK: Final = 4


@dataclass(frozen=True, slots=True)
class CountryFilter:
    """Which countries to show, and in which order.

    Attributes:
        text: A part of the name, the code or the region.
        region: One region; empty for all.
        sort: What to sort by; equal ones stand by name.
        descending: Whether the largest come first.
    """

    text: str = ""
    region: str = ""
    sort: CountrySort = "name"
    descending: bool = False


def has_isps(product: str | None) -> bool:
    """Tells whether ISPs are listed for a product: for residential only (spec 4.17)."""
    return product in {None, "residential"}


def regions(countries: Iterable[Country]) -> tuple[str, ...]:
    """Returns the regions that countries are in, by name."""
    return tuple(sorted({country.region for country in countries if country.region}))


def pick_countries(
    countries: Iterable[Country], wanted: CountryFilter, favourites: Collection[str] = ()
) -> tuple[Country, ...]:
    """Returns the countries that are wanted: favourites first, then the better matches, then as sorted."""
    text = search_words(wanted.text)
    if not text and wanted.text.strip():
        return ()
    ranked = [
        (rank, country)
        for country in countries
        if (not wanted.region or country.region == wanted.region)
        and (rank := country_rank(country, text)) is not None
    ]
    ranked.sort(key=lambda one: search_words(one[1].name))
    ranked.sort(key=_sort_key(wanted.sort), reverse=wanted.descending)
    # Without a text favourites lead; with one, the best match does.
    ranked.sort(key=lambda one: (one[0], one[1].code not in favourites))
    return tuple(country for _rank, country in ranked)


def country_rank(country: Country, text: str) -> int | None:
    """Returns how well a country matches search words, 0 best; None if it does not."""
    rank = word_rank(search_words(country.name), text)
    if rank is not None:
        return rank
    if search_words(country.code).startswith(text):
        return _CODE_RANK
    return _REGION_RANK if text in search_words(country.region) else None


def _sort_key(sort: CountrySort) -> Callable[[tuple[int, Country]], str | int]:
    match sort:
        case "name" | "region":
            return lambda one: search_words(getattr(one[1], sort))
        case "code":
            return lambda one: one[1].code
        case "cities" | "asns" | "carriers":
            return lambda one: int(getattr(one[1], sort))
