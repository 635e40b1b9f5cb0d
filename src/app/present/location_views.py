"""Frozen views of locations: texts and the positions of matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.models.locations import LocationKind

Ranges = tuple[tuple[int, int], ...]
"""[start, end) in the characters of a text."""


@dataclass(frozen=True, slots=True)
class CountryRow:
    """A country of the table.

    Attributes:
        code: Its code, also that of its flag. Untrusted text.
        name: In the app's language, or else the service's. Untrusted text.
        told_name: The service's name. Untrusted text.
        region: In the app's language, or else the service's. Untrusted text.
        products: 'Residential', 'Mobile', 'Mobile per GB'; an unknown product is its raw word.
        cities: '4,120'.
        asns: '2,210'.
        carriers: '9'.
        favorite: Whether it is a favorite.
        spoken: All of it in one sentence.
    """

    code: str
    name: str
    told_name: str
    region: str
    products: tuple[str, ...]
    cities: str
    asns: str
    carriers: str
    favorite: bool
    spoken: str


@dataclass(frozen=True, slots=True)
class LocationRow:
    """A city or an ISP. Its texts are untrusted.

    Attributes:
        kind: Which of the two.
        country: The country's code.
        country_name: The country's name, where countries are mixed; else empty.
        name: Its name.
        name_ranges: What to make bold in it.
        detail: The state of a city; maybe empty.
        detail_ranges: What to make bold in it.
        code: 'de-munich', or 'AS 20676'.
        code_ranges: What to make bold in it.
        copy_code: The id, or the AS number as 'AS20676'.
        spoken: All of it in one sentence.
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
    spoken: str


@dataclass(frozen=True, slots=True)
class LoadView:
    """How far 'Load every country' is.

    Attributes:
        share: From 0 to 1.
        text: '12 of 203 countries'.
        rows: '48,210 cities and ISPs'.
        failed: What could not be loaded, a sentence for each country.
        waits: Until when it waits, if the service asked for it; else empty.
    """

    share: float
    text: str
    rows: str
    failed: tuple[str, ...]
    waits: str
