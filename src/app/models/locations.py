"""Countries, cities and ISPs (spec 2.7)."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from app.models.value import LENIENT, Count, Text, Value

PRODUCTS = ("residential", "mobile", "mobile-gb")

LocationKind = Literal["cities", "asns"]


class Country(Value):
    """A country; its code is ISO 3166-1 alpha-2, upper case."""

    code: Text
    name: Text
    region: Annotated[Text, LENIENT] = ""
    products: Annotated[tuple[Text, ...], LENIENT] = ()
    cities: Annotated[Count, LENIENT] = 0
    asns: Annotated[Count, LENIENT] = 0
    carriers: Annotated[Count, LENIENT] = 0


class City(NamedTuple):
    """A city; a plain tuple, since a country can have 20,000."""

    id: str
    name: str
    state: str | None


class Asn(NamedTuple):
    """An ISP by its autonomous system number; a plain tuple, since a country can have thousands."""

    asn: int
    name: str
