"""Exports cities, ISPs and countries as CSV."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from app.rules.csv_files import csv_row, csv_text
from app.rules.locations.countries import country_cells
from app.storage.files import open_export

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Mapping
    from pathlib import Path

    from app.models.locations import Country
    from app.rules.locations.search import Hit, Search

LOCATION_COLUMNS: Final = ("country", "countryName", "id", "asn", "name", "state")
COUNTRY_COLUMNS: Final = ("code", "name", "region", "products", "cities", "asns", "carriers")
"""The columns, in the interface's own words (spec 2.7)."""

_STEP: Final = 500


async def csv_of(search: Search, names: Mapping[str, str]) -> str:
    """Returns all hits of a search as CSV, finishing it first while other tasks run; `names` are by code."""
    return "".join([part async for part in _parts(search, names)])


async def save_csv(search: Search, names: Mapping[str, str], path: Path) -> None:
    """Writes all hits of a search into a file; raises what `open_export` raises."""
    async with open_export(path) as write:
        async for part in _parts(search, names):
            await write(part)


def countries_csv(countries: Iterable[Country]) -> str:
    return csv_text((COUNTRY_COLUMNS, *map(country_cells, countries)))


async def _parts(search: Search, names: Mapping[str, str]) -> AsyncIterator[str]:
    for _more in iter(search.step, False):
        await asyncio.sleep(0)
    yield csv_row(LOCATION_COLUMNS) + "\r\n"
    for start in range(0, len(search), _STEP):
        numbers = range(start, min(start + _STEP, len(search)))
        yield csv_text(_cells(search[number], names) for number in numbers)
        await asyncio.sleep(0)


def _cells(hit: Hit, names: Mapping[str, str]) -> tuple[str, ...]:
    locations, row = hit.locations, hit.row
    code = locations.code(row)
    id_and_asn = (code, "") if locations.kind == "cities" else ("", code)
    return (
        locations.country,
        names.get(locations.country, ""),
        *id_and_asn,
        locations.name(row),
        locations.state(row),
    )
