"""The cached countries, cities and ISPs of a service; what can't be loaded or saved is only logged."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Final, NamedTuple

from app.api.json_bodies import read_records
from app.models.locations import Country
from app.rules.locations.lists import ListKey, LocationList
from app.storage.state import Entry, Kind, key_of, storage_failure_logged

if TYPE_CHECKING:
    from datetime import datetime

    from app.storage.state import State

MAX_BYTES: Final = 96 * 1024 * 1024
"""The maximum size of all cached lists together; the oldest are dropped first."""


class CountryList(NamedTuple):
    """The countries that can be targeted, in the service's order; of all products if `product` is None."""

    countries: tuple[Country, ...]
    as_of: datetime
    product: str | None = None
    unreadable: int = 0

    def narrowed(self, product: str) -> CountryList:
        """Returns the countries that have a product; `product` of the result is None."""
        return self._replace(countries=tuple(one for one in self.countries if product in one.products))


class LocationCache:
    """Loads and saves the lists of one service."""

    def __init__(self, state: State, service: str) -> None:
        self._state = state
        self._service = service

    async def load_countries(self, product: str | None) -> CountryList | None:
        entry = await self._entry(Kind.COUNTRIES, product or "")
        if entry is None or entry.moment is None:
            return None
        try:
            content = json.loads(entry.content)
            countries, unreadable = content["countries"], int(content["unreadable"])
        except (ValueError, TypeError, KeyError, RecursionError):
            return None
        if not isinstance(countries, list):
            return None
        records = await read_records(countries, Country)
        return CountryList(records.items, entry.moment, product, unreadable)

    async def save_countries(self, listed: CountryList) -> None:
        countries = [country.model_dump(mode="json", by_alias=True) for country in listed.countries]
        content = json.dumps({"unreadable": listed.unreadable, "countries": countries})
        entry = Entry(listed.product or "", content, listed.as_of.isoformat())
        with storage_failure_logged("countries could not be cached"):
            await self._state.put(Kind.COUNTRIES, self._service, [entry])

    async def keys(self) -> list[ListKey]:
        keys: list[str] = []
        with storage_failure_logged("the cached locations could not be loaded"):
            keys = await self._state.keys(Kind.LOCATIONS, self._service)
        return [key for key in map(_parse_key, keys) if key is not None]

    async def load_list(self, key: ListKey) -> LocationList | None:
        """Returns a cached list; None if there is none, or it can't be loaded or parsed."""
        entry = await self._entry(Kind.LOCATIONS, key_of(*key))
        if entry is None or entry.moment is None or not isinstance(entry.content, bytes):
            return None
        try:
            return await asyncio.to_thread(LocationList.from_bytes, key, entry.content, entry.moment)
        except ValueError:
            # It can be requested from the service again.
            return None

    async def save_list(self, locations: LocationList) -> None:
        """Caches a list, and drops the oldest lists of all services over the maximum size."""
        content = await asyncio.to_thread(locations.to_bytes)
        entry = Entry(key_of(*locations.key), content, locations.as_of.isoformat())
        with storage_failure_logged("locations could not be cached"):
            await self._state.put(Kind.LOCATIONS, self._service, [entry])
            await self._state.drop_oldest_of_all(Kind.LOCATIONS, MAX_BYTES)

    async def _entry(self, kind: Kind, key: str) -> Entry | None:
        with storage_failure_logged("cached locations could not be loaded"):
            return await self._state.entry(kind, self._service, key)
        return None


def _parse_key(text: str) -> ListKey | None:
    try:
        kind, country, product = json.loads(text)
    except (ValueError, TypeError):
        return None
    return ListKey("cities" if kind == "cities" else "asns", str(country), product)
