"""The location catalog (spec 2.7): countries, cities and providers, generated at the first request."""

import hashlib
import random
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Literal

Product = Literal["residential", "mobile", "mobile-gb"]

_PLAIN_FIRST = 4
_PLAIN_MIDDLE = 2
"""How many draws of a name's first word or middle are empty, beside those with one."""

# Letters that NFKD does not take apart.
_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "\u0131": "i", "ß": "ss", "æ": "ae"}
)
_SIZES = {
    "DE": (312, 148, 6),
    "US": (4120, 2210, 9),
    "BR": (1840, 905, 4),
    "FR": (402, 131, 5),
    "GB": (366, 204, 4),
    "IN": (1210, 640, 5),
    "JP": (240, 96, 4),
    "PL": (221, 118, 4),
    "CA": (318, 141, 3),
    "AU": (154, 88, 3),
    "ZA": (98, 61, 3),
    "MX": (411, 130, 3),
}
"""Numbers of cities, providers and carriers of the most used countries."""

_LARGE_US = 20_000
_LARGE_ROWS = 500_000
_MADE_UP_ASNS = range(131_072, 400_000)


def slug(name: str) -> str:
    """Returns a name in lower-case ASCII letters, digits and hyphens; empty if none of it is Latin."""
    plain = unicodedata.normalize("NFKD", name.translate(_LETTERS)).encode("ascii", "ignore").decode().lower()
    return "-".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


def city_names(draw: random.Random, region: str) -> Iterator[str]:
    """Makes up city names of a region, without end; they may repeat."""
    parts = _parts()
    firsts = [""] * _PLAIN_FIRST + [f"{word} " for word in parts["first"]]
    middles = [""] * _PLAIN_MIDDLE + parts["middles"]
    while True:
        yield (
            draw.choice(firsts)
            + draw.choice(parts["starts"])
            + draw.choice(middles)
            + draw.choice(parts[region])
        )


def provider_names(draw: random.Random, country: str) -> Iterator[str]:
    """Makes up provider names, some with the country's name, without end; they may repeat."""
    words, ends = _parts()["provider words"], _parts()["provider ends"]
    while True:
        first, second, end = draw.choice(words), draw.choice(words), draw.choice(ends)
        form = draw.randrange(4)
        if form == 0:
            yield f"{first} {end}"
        elif form == 1:
            yield f"{first} {end} {country}"
        else:
            yield f"{first}{second.lower()} {end}"


@cache
def _parts() -> dict[str, list[str]]:
    lines = (line.partition("|") for line in _lines("name_parts.txt"))
    return {name: words.split() for name, _, words in lines}


@dataclass(frozen=True, slots=True)
class Country:
    """A country; the counts are the lengths of its lists."""

    code: str
    name: str
    region: str
    products: tuple[Product, ...]
    cities: int
    asns: int
    carriers: int


@dataclass(frozen=True, slots=True)
class City:
    """A city, and whether it has 4G/5G modems."""

    id: str
    name: str
    state: str | None
    mobile: bool


@dataclass(frozen=True, slots=True)
class Provider:
    asn: int
    name: str


class Locations:
    """All locations; the same at every start. `large` has 500,000 cities and providers."""

    def __init__(self, *, large: bool) -> None:
        self._large = large

    def knows(self, code: str) -> bool:
        """Codes are upper case."""
        return code in self._countries

    def countries(self, product: Product | None) -> list[Country]:
        return [item for item in self._countries.values() if product is None or product in item.products]

    def cities(self, code: str, product: Product | None) -> list[City]:
        """Returns the cities of a known country; with a mobile product, those that have modems."""
        country = self._countries[code]
        if product is not None and product not in country.products:
            return []
        cities = _make_cities(country)
        return [city for city in cities if city.mobile] if product in {"mobile", "mobile-gb"} else cities

    def providers(self, code: str) -> list[Provider]:
        return _make_providers(self._countries[code])

    @cached_property
    def _countries(self) -> dict[str, Country]:
        lines = _lines("countries.txt")
        return {
            line[:2]: self._country(index, len(lines), *line.split("|")) for index, line in enumerate(lines)
        }

    def _country(self, index: int, count: int, code: str, name: str, region: str) -> Country:
        digest = hashlib.sha256(f"country {code}".encode()).digest()
        cities, asns, carriers = _SIZES.get(code, (3 + digest[0] % 180, 2 + digest[1] % 60, digest[2] % 4))
        if self._large:
            cities, asns = _large_sizes(code, index, count)
        products: tuple[Product, ...] = ("residential",)
        if carriers:
            products += ("mobile", "mobile-gb") if digest[3] % 3 or code in _SIZES else ("mobile",)
        return Country(code, name, region, products, cities, asns, carriers)


def _large_sizes(code: str, index: int, count: int) -> tuple[int, int]:
    """Returns the numbers of cities and providers: 20,000 each for 'US', equal shares for others."""
    if code == "US":
        return _LARGE_US, _LARGE_US
    rest, others = _LARGE_ROWS - 2 * _LARGE_US, count - 1
    # Countries are sorted by name, and only a few of the first ones get the one row that does not divide.
    rows = rest // others + (1 if index < rest % others else 0)
    return rows // 2, rows - rows // 2


@cache
def _real(file_name: str) -> dict[str, list[tuple[str, str]]]:
    """Reads `code|item:item;item:item` lines."""
    pairs = {line[:2]: [item.partition(":") for item in line[3:].split(";")] for line in _lines(file_name)}
    return {code: [(first, second) for first, _, second in items] for code, items in pairs.items()}


def _lines(file_name: str) -> list[str]:
    return (files("tollhouse_sandbox.data") / file_name).read_text(encoding="utf-8").splitlines()


@cache
def _make_cities(country: Country) -> list[City]:
    draw = random.Random(f"cities {country.code}")  # noqa: S311 - a catalog, not a secret
    pairs = [(name, state or None) for name, state in _real("cities.txt").get(country.code, [])]
    states = sorted({state for _, state in pairs if state})
    invented = city_names(draw, country.region)
    taken: dict[str, None] = {}
    cities: list[City] = []
    while len(cities) < country.cities:
        real = pairs[len(cities)] if len(cities) < len(pairs) else None
        name, state = real or (next(invented), draw.choice(states) if states else None)
        city_id = f"{country.code.lower()}-{slug(name) or len(cities) + 1}"
        if city_id in taken:
            city_id += f"-{slug(state or '')}" if state else f"-{len(cities) + 1}"
        if city_id in taken:
            continue
        taken[city_id] = None
        modems = country.carriers > 0 and (not cities or draw.randrange(5) < 2)
        cities.append(City(city_id, name, state, modems))
    return cities


@cache
def _make_providers(country: Country) -> list[Provider]:
    draw = random.Random(f"providers {country.code}")  # noqa: S311 - a catalog, not a secret
    real = [Provider(int(asn), name) for asn, name in _real("providers.txt").get(country.code, [])]
    real = real[: country.asns]
    numbers = draw.sample(_MADE_UP_ASNS, country.asns - len(real))
    names = provider_names(draw, country.name)
    return real + [Provider(number, next(names)) for number in numbers]
