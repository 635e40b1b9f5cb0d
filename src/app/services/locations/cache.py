"""The cached countries, cities and ISPs of a service; what can't be loaded or saved is only logged."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from app.api.json_bodies import read_records
from app.errors import StorageError
from app.models.locations import Country
from app.rules.locations.lists import ListKey, LocationList
from app.storage.state import Entry, Kind, key_of

if TYPE_CHECKING:
    from datetime import datetime

    from app.storage.state import State

MAX_BYTES: Final = 96 * 1024 * 1024
"""The maximum size of all cached lists together; the oldest are dropped first."""

_log = logging.getLogger("tollhouse.locations")


@dataclass(frozen=True, slots=True)
class CountryList:
    """The countries that can be targeted.

    Attributes:
        countries: In the service's order.
        as_of: When the service reported them.
        product: The product for which they were requested; None for all.
        unreadable: How many records could not be parsed.
    """

    countries: tuple[Country, ...]
    as_of: datetime
    product: str | None = None
    unreadable: int = 0

    def narrowed(self, product: str) -> CountryList:
        """Returns the countries that name a product; its own `product` stays None."""
        return replace(self, countries=tuple(one for one in self.countries if product in one.products))


class LocationCache:
    """Loads and saves the lists of one service.

    Args:
        service: Identifies the service in the state.
    """

    def __init__(self, state: State, service: str) -> None:
        self._state = state
        self._service = service

    async def load_countries(self, product: str | None) -> CountryList | None:
        """Returns the cached countries of a product; None if they can't be loaded or parsed."""
        try:
            entry = await self._state.entry(Kind.COUNTRIES, self._service, product or "")
            if entry is None or entry.moment is None:
                return None
            content = json.loads(entry.content)
            countries, unreadable = content["countries"], int(content["unreadable"])
        except StorageError as error:
            _log.warning("cached countries could not be loaded: %s", error.reason)
            return None
        except (ValueError, TypeError, KeyError, RecursionError):
            return None
        if not isinstance(countries, list):
            return None
        records = await read_records(countries, Country)
        return CountryList(records.items, entry.moment, product, unreadable)

    async def save_countries(self, listed: CountryList) -> None:
        """Caches countries."""
        countries = [country.model_dump(mode="json", by_alias=True) for country in listed.countries]
        content = json.dumps({"unreadable": listed.unreadable, "countries": countries})
        try:
            entry = Entry(listed.product or "", content, listed.as_of.isoformat())
            await self._state.put(Kind.COUNTRIES, self._service, [entry])
        except StorageError as error:
            _log.warning("countries could not be cached: %s", error.reason)

    async def keys(self) -> list[ListKey]:
        """Returns the keys of all cached lists of cities and ISPs."""
        try:
            keys = await self._state.keys(Kind.LOCATIONS, self._service)
        except StorageError as error:
            _log.warning("the cached locations could not be loaded: %s", error.reason)
            return []
        return [key for key in map(_parse_key, keys) if key is not None]

    async def load_list(self, key: ListKey) -> LocationList | None:
        """Returns a cached list; None if there is none, or it can't be loaded or parsed."""
        try:
            entry = await self._state.entry(Kind.LOCATIONS, self._service, key_of(*key))
        except StorageError as error:
            _log.warning("cached locations could not be loaded: %s", error.reason)
            return None
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
        try:
            await self._state.put(Kind.LOCATIONS, self._service, [entry])
            await self._state.drop_oldest_of_all(Kind.LOCATIONS, MAX_BYTES)
        except StorageError as error:
            _log.warning("locations could not be cached: %s", error.reason)


def _parse_key(text: str) -> ListKey | None:
    try:
        kind, country, product = json.loads(text)
    except (ValueError, TypeError):
        return None
    return ListKey("cities" if kind == "cities" else "asns", str(country), product)
