"""Countries, cities and ISPs of one service: cached, refreshed in the background, searchable."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import defaultdict
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.errors import StorageError
from app.rules.locations.countries import has_isps
from app.rules.locations.lists import ListKey, LocationList, LocationRows
from app.services.locations.country_cache import CountryList, keep_countries, read_kept_countries
from app.storage.state import Entry, Kind, key_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from app.api.catalog import CatalogApi
    from app.api.connection_status import ConnectionStatus
    from app.clock import Clock
    from app.models.locations import Country
    from app.services.locations.favorites import FavoriteLocations
    from app.storage.state import State

FRESH_FOR: Final = timedelta(minutes=10)
"""How old a list may be that is shown without asking the service again."""

MAX_BYTES: Final = 96 * 1024 * 1024
"""The maximum size of all cached lists together; the oldest are dropped first."""

_MAX_ROWS: Final = 750_000
_STEP: Final = 500
_log = logging.getLogger("tollhouse.locations")


class LocationShelf:
    """The locations of all services; two accounts at the same service share them."""

    def __init__(self, state: State, marks: FavoriteLocations, clock: Clock) -> None:
        self._state = state
        self._marks = marks
        self._clock = clock
        self._all: dict[str, Locations] = {}

    def of(self, service: str, api: CatalogApi) -> Locations:
        """Returns the locations of a service, which are asked through `api` from now on.

        Args:
            service: What stands for the service's address in the state.
            api: Its public catalogs.
        """
        if service not in self._all:
            self._all[service] = Locations(
                service=service, api=api, state=self._state, marks=self._marks, clock=self._clock
            )
        self._all[service].use(api)
        return self._all[service]


class Locations:
    """The location catalog of one service; it needs no key.

    At most 750,000 rows, about 50 MB, are in memory; the least recently used lists are dropped first.

    Attributes:
        marks: Favorite and recent countries, the same for all services.
    """

    def __init__(
        self, *, service: str, api: CatalogApi, state: State, marks: FavoriteLocations, clock: Clock
    ) -> None:
        self.marks = marks
        self._service = service
        self._api = api
        self._state = state
        self._clock = clock
        self._countries: dict[str | None, CountryList] = {}
        self._places: dict[ListKey, LocationList] = {}
        self._ordered: dict[str | None, tuple[LocationList, ...]] = {}
        self._turns: defaultdict[object, asyncio.Lock] = defaultdict(asyncio.Lock)

    @property
    def connection_status(self) -> ConnectionStatus:
        """How the calls to the service went lately."""
        return self._api.connection_status

    def use(self, api: CatalogApi) -> None:
        """Asks through other calls from now on: the demo has another port at every start."""
        self._api = api

    async def countries(
        self, product: str | None = None, *, renew: bool = False
    ) -> AsyncIterator[CountryList]:
        """Yields the countries of a product (spec 4.15): cached ones at once, then the response.

        Args:
            product: One product; None for all countries.
            renew: Ask the service even if it was asked a moment ago.

        Raises:
            AppError: The service could not be asked; what was yielded before holds.
        """
        at_hand = self.known_countries(product) or await self._kept_countries(product)
        if at_hand is not None:
            yield at_hand
        if renew or at_hand is None or at_hand.product != product or not self._is_fresh(at_hand, FRESH_FOR):
            yield await self._ask_countries(product, at_hand)

    async def cities(
        self, country: str, product: str | None = None, *, renew: bool = False
    ) -> AsyncIterator[LocationList]:
        """Yields a country's cities (spec 4.16), like `countries`."""
        async for places in self._show(ListKey("cities", country, product), renew=renew):
            yield places

    async def asns(self, country: str, *, renew: bool = False) -> AsyncIterator[LocationList]:
        """Yields a country's ISPs (spec 4.17), like `countries`."""
        async for places in self._show(ListKey("asns", country), renew=renew):
            yield places

    def known_countries(self, product: str | None = None) -> CountryList | None:
        """Returns the countries of a product if they are in memory."""
        return self._countries.get(product)

    def known(self, code: str) -> Country | None:
        """Returns a country from any list in memory."""
        return next((one for one in self._known() if one.code == code), None)

    def names(self) -> dict[str, str]:
        """Returns the service's names of all countries in memory, by code."""
        return {country.code: country.name for country in self._known()}

    def lists(self, product: str | None = None) -> tuple[LocationList, ...]:
        """Returns what is in memory: a product's cities, and ISPs where it has some, by country."""
        if product not in self._ordered:
            listed = self.known_countries(product) or self.known_countries()
            order = {country.code: place for place, country in enumerate(listed.countries if listed else ())}
            keys = [key for key in self._places if self._belongs(key, product)]
            keys.sort(key=lambda key: (order.get(key.country, len(order)), key.country, key.kind != "cities"))
            self._ordered[product] = tuple(self._places[key] for key in keys)
        return self._ordered[product]

    async def open_kept(self, product: str | None = None) -> int:
        """Loads the cached cities and ISPs of a product into memory; returns the number of lists."""
        try:
            keys = await self._state.keys(Kind.LOCATIONS, self._service)
        except StorageError as error:
            _log.warning("the cached locations could not be loaded: %s", error.reason)
            keys = []
        for key in map(_parse_key, keys):
            if key is not None and self._belongs(key, product):
                await self.find(key)
        return len(self.lists(product))

    async def find(self, key: ListKey) -> LocationList | None:
        """Returns a list from memory or from the disk, None if it is in neither."""
        if key not in self._places:
            kept = await self._load(key)
            if kept is not None and key not in self._places:
                self._put(key, kept)
        return self._places.get(key)

    async def ask(self, key: ListKey, *, max_age: timedelta = timedelta()) -> LocationList:
        """Returns a list from the service, or one in memory that is younger than `max_age`.

        Raises:
            AppError: The service could not be asked.
        """
        before = self._places.get(key)
        async with self._turns[key]:
            at_hand = self._places.get(key)
            if at_hand is not None and (at_hand is not before or self._is_fresh(at_hand, max_age)):
                return at_hand
            places = await self._read(key)
            self._put(key, places)
            await self._save(places)
            return places

    async def _show(self, key: ListKey, *, renew: bool) -> AsyncIterator[LocationList]:
        at_hand = await self.find(key)
        if at_hand is not None:
            self._put(key, at_hand)
            yield at_hand
        if renew or at_hand is None or not self._is_fresh(at_hand, FRESH_FOR):
            yield await self.ask(key, max_age=timedelta() if renew else FRESH_FOR)

    async def _read(self, key: ListKey) -> LocationList:
        """Asks the service; its records become rows bit by bit, so that the window goes on meanwhile."""
        rows = LocationRows()
        number = 0
        if key.kind == "cities":
            cities = await self._api.cities(key.country, key.product)
            unreadable = cities.unreadable
            for number, city in enumerate(cities.items, 1):
                rows.add(city.name, city.id, city.state or "")
                if number % _STEP == 0:
                    await asyncio.sleep(0)
        else:
            asns = await self._api.asns(key.country)
            unreadable = asns.unreadable
            for number, isp in enumerate(asns.items, 1):
                rows.add(isp.name, str(isp.asn))
                if number % _STEP == 0:
                    await asyncio.sleep(0)
        columns = await asyncio.to_thread(rows.columns)
        now = self._clock.now()
        return LocationList(
            key.kind, key.country, columns, product=key.product, as_of=now, unreadable=unreadable
        )

    async def _kept_countries(self, product: str | None) -> CountryList | None:
        """Returns the cached countries; those of a product are also known from the list of all."""
        kept = await read_kept_countries(self._state, self._service, product)
        if kept is not None:
            self._put_countries(kept)
            return kept
        if product is None:
            return None
        known = self.known_countries() or await read_kept_countries(self._state, self._service, None)
        return known.narrowed(product) if known is not None else None

    async def _ask_countries(self, product: str | None, before: CountryList | None) -> CountryList:
        async with self._turns[product]:
            known = self.known_countries(product)
            if known is not None and known is not before:
                return known
            records = await self._api.countries(product)
            fresh = CountryList(records.items, self._clock.now(), product, records.unreadable)
            self._put_countries(fresh)
            await keep_countries(self._state, self._service, fresh)
            return fresh

    def _known(self) -> list[Country]:
        """Returns the countries of all lists, those of the list of all products first."""
        lists = sorted(self._countries.values(), key=lambda one: one.product is not None)
        return [country for one in lists for country in one.countries]

    async def _load(self, key: ListKey) -> LocationList | None:
        """Returns a cached list; None if there is none, or it can't be loaded."""
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
            # The service can be asked for it again.
            return None

    async def _save(self, places: LocationList) -> None:
        """Caches a list; it is shown even where the disk can't be written."""
        content = await asyncio.to_thread(places.to_bytes)
        entry = Entry(key_of(*places.key), content, places.as_of.isoformat())
        try:
            await self._state.put(Kind.LOCATIONS, self._service, [entry])
            await self._state.drop_oldest_of_all(Kind.LOCATIONS, MAX_BYTES)
        except StorageError as error:
            _log.warning("locations could not be cached: %s", error.reason)

    def _put_countries(self, countries: CountryList) -> None:
        self._countries[countries.product] = countries
        self._ordered.clear()

    def _put(self, key: ListKey, places: LocationList) -> None:
        """Puts a list behind all others, and lets the first ones go while there are too many rows."""
        self._places.pop(key, None)
        self._places[key] = places
        while sum(kept.rows for kept in self._places.values()) > _MAX_ROWS and len(self._places) > 1:
            del self._places[next(iter(self._places))]
        self._ordered.clear()

    def _is_fresh(self, told: LocationList | CountryList, max_age: timedelta) -> bool:
        return timedelta() <= self._clock.now() - told.as_of < max_age

    @staticmethod
    def _belongs(key: ListKey, product: str | None) -> bool:
        return has_isps(product) if key.kind == "asns" else key.product == product


def _parse_key(text: str) -> ListKey | None:
    try:
        kind, country, product = json.loads(text)
    except (ValueError, TypeError):
        return None
    return ListKey("cities" if kind == "cities" else "asns", str(country), product)
