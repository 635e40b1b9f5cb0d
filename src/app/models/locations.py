"""Countries, cities and ISPs (spec 2.7)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from app.models.value import Value, count, lenient, many, required, text

PRODUCTS = ("residential", "mobile", "mobile-gb")

LocationKind = Literal["cities", "asns"]


class Country(Value):
    """A country; its code is ISO 3166-1 alpha-2, upper case."""

    code: str = required(text)
    name: str = required(text)
    region: str = lenient(text, default="")
    products: tuple[str, ...] = lenient(many(text), default=())
    cities: int = lenient(count, default=0)
    asns: int = lenient(count, default=0)
    carriers: int = lenient(count, default=0)


class City(NamedTuple):
    """A city; a plain tuple, since a country can have 20,000."""

    id: str
    name: str
    state: str | None


class Asn(NamedTuple):
    """An ISP by its autonomous system number; a plain tuple, since a country can have thousands."""

    asn: int
    name: str
