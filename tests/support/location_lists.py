"""Lists of cities and ISPs for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.rules.locations.lists import LocationList, LocationRows
from support.virtual_clock import START

if TYPE_CHECKING:
    from collections.abc import Iterable


def cities(*rows: tuple[str, ...], country: str = "DE", product: str | None = None) -> LocationList:
    """Cities as (name, id) or (name, id, state)."""
    return _locations("cities", rows, country, product)


def isps(*rows: tuple[str, int], country: str = "DE") -> LocationList:
    """ISPs as (name, AS number)."""
    return _locations("asns", ((name, str(number)) for name, number in rows), country, None)


def _locations(kind: str, rows: Iterable[tuple[str, ...]], country: str, product: str | None) -> LocationList:
    gathered = LocationRows()
    for row in rows:
        gathered.add(*row)
    return LocationList(
        "cities" if kind == "cities" else "asns", country, gathered.columns(), product=product, as_of=START
    )
