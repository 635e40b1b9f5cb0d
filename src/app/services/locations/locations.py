"""Countries, cities and ISPs of one service: cached, refreshed in the background, searchable."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.models.choices import MAX_RECENT_COUNTRIES, CountryChoices
from app.rules.locations.countries import has_isps
from app.rules.locations.lists import ListKey, LocationList, LocationRows
from app.services.locations.cache import CountryList, LocationCache

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from app.api.catalog import CatalogApi
    from app.api.connection_status import ConnectionStatus
    from app.clock import Clock
    from app.models.locations import Country
    from app.storage.state import State

FRESH_FOR: Final = timedelta(minutes=10)
"""Maximum age of a list that is shown without a request to the service."""

_MAX_ROWS: Final = 750_000
_STEP: Final = 250


class CountryChoiceStore:
    """Favorites and recents; what could not be saved lasts until the app ends.

    All calls raise `StorageError` when they can't be loaded or saved.
    """

    def __init__(self, state: State) -> None:
        self.now = CountryChoices()
        self._state = state
        self._loaded = False
        self._lock = asyncio.Lock()

    async def load(self) -> CountryChoices:
        """Loads the values at the first call."""
        async with self._lock:
            if not self._loaded:
                self.now = await self._state.load(CountryChoices)
                self._loaded = True
        return self.now

    async def set_favorite(self, code: str, *, on: bool) -> CountryChoices:
        await self.load()
        others = tuple(favorite for favorite in self.now.favorites if favorite != code)
        return await self._save(replace(self.now, favorites=(*others, code) if on else others))

    async def add_recent(self, code: str) -> CountryChoices:
        await self.load()
        others = (recent for recent in self.now.recents if recent != code)
        return await self._save(replace(self.now, recents=(code, *others)[:MAX_RECENT_COUNTRIES]))

    async def read_targeting_hint(self) -> CountryChoices:
        await self.load()
        return await self._save(replace(self.now, targeting_hint_read=True))

    async def _save(self, choices: CountryChoices) -> CountryChoices:
        changed = choices != self.now
        self.now = choices
        async with self._lock:
            if changed:
                # Concurrent changes are saved with it.
                await self._state.save(self.now)
        return self.now


class Locations:
    """The location catalog of one service; it needs no key.

    At most 750,000 rows, about 50 MB, are in memory; the least recently used lists are dropped first.
    """

    def __init__(
        self,
        api: Callable[[], CatalogApi],
        *,
        cache: LocationCache,
        choices: CountryChoiceStore,
        clock: Clock,
    ) -> None:
        self.choices = choices
        self._api = api
        self._cache = cache
        self._clock = clock
        self._countries: dict[str | None, CountryList] = {}
        self._lists: dict[ListKey, LocationList] = {}
        self._ordered: dict[str | None, tuple[LocationList, ...]] = {}
        self._locks: defaultdict[object, asyncio.Lock] = defaultdict(asyncio.Lock)

    @property
    def connection_status(self) -> ConnectionStatus:
        return self._api().connection_status

    async def countries(
        self, product: str | None = None, *, renew: bool = False
    ) -> AsyncIterator[CountryList]:
        """Yields the countries of a product (spec 4.15): cached ones at once, then the response if needed.

        Raises:
            AppError: They could not be loaded; what was yielded before holds.
        """
        at_hand = self.known_countries(product) or await self._cached_countries(product)
        if at_hand is not None:
            yield at_hand
        if renew or at_hand is None or at_hand.product != product or not self._is_fresh(at_hand, FRESH_FOR):
            yield await self._fetch_countries(product, at_hand)

    def cities(
        self, country: str, product: str | None = None, *, renew: bool = False
    ) -> AsyncIterator[LocationList]:
        """Yields a country's cities (spec 4.16), like `countries`."""
        return self._show(ListKey("cities", country, product), renew=renew)

    def asns(self, country: str, *, renew: bool = False) -> AsyncIterator[LocationList]:
        """Yields a country's ISPs (spec 4.17), like `countries`."""
        return self._show(ListKey("asns", country), renew=renew)

    def known_countries(self, product: str | None = None) -> CountryList | None:
        return self._countries.get(product)

    def known(self, code: str) -> Country | None:
        return next((one for one in self._known() if one.code == code), None)

    def names(self) -> dict[str, str]:
        """Returns the service's names of all countries in memory, by code."""
        return {country.code: country.name for country in self._known()}

    def lists(self, product: str | None = None) -> tuple[LocationList, ...]:
        """Returns what is in memory: a product's cities, and ISPs where it has some, by country."""
        if product not in self._ordered:
            listed = self.known_countries(product) or self.known_countries()
            order = {
                country.code: number for number, country in enumerate(listed.countries if listed else ())
            }
            keys = [key for key in self._lists if self._belongs(key, product)]
            keys.sort(key=lambda key: (order.get(key.country, len(order)), key.country, key.kind != "cities"))
            self._ordered[product] = tuple(self._lists[key] for key in keys)
        return self._ordered[product]

    async def open_cached(self, product: str | None = None) -> int:
        """Loads the cached cities and ISPs of a product into memory; returns the number of lists."""
        for key in await self._cache.keys():
            if self._belongs(key, product):
                await self.find(key)
        return len(self.lists(product))

    async def find(self, key: ListKey) -> LocationList | None:
        """Returns a list from memory or from the disk, None if it is in neither."""
        if key not in self._lists:
            cached = await self._cache.load_list(key)
            if cached is not None and key not in self._lists:
                self._put(key, cached)
        return self._lists.get(key)

    async def fetch(self, key: ListKey, *, max_age: timedelta = timedelta()) -> LocationList:
        """Returns a list from the service, or one in memory that is younger than `max_age`.

        Raises:
            AppError: The service did not respond, or refused.
        """
        before = self._lists.get(key)
        async with self._locks[key]:
            at_hand = self._lists.get(key)
            if at_hand is not None and (at_hand is not before or self._is_fresh(at_hand, max_age)):
                return at_hand
            locations = await self._read(key)
            self._put(key, locations)
            await self._cache.save_list(locations)
            return locations

    async def _show(self, key: ListKey, *, renew: bool) -> AsyncIterator[LocationList]:
        at_hand = await self.find(key)
        if at_hand is not None:
            self._put(key, at_hand)
            yield at_hand
        if renew or at_hand is None or not self._is_fresh(at_hand, FRESH_FOR):
            yield await self.fetch(key, max_age=timedelta() if renew else FRESH_FOR)

    async def _read(self, key: ListKey) -> LocationList:
        """Requests a list; its records become rows in slices, so that the window stays responsive."""
        records: Iterable[tuple[str, str, str]]
        if key.kind == "cities":
            cities = await self._api().cities(key.country, key.product)
            unreadable = cities.unreadable
            records = ((city.name, city.id, city.state or "") for city in cities.items)
        else:
            asns = await self._api().asns(key.country)
            unreadable = asns.unreadable
            records = ((isp.name, str(isp.asn), "") for isp in asns.items)
        rows = LocationRows()
        for number, record in enumerate(records, 1):
            rows.add(*record)
            if number % _STEP == 0:
                await asyncio.sleep(0)
        columns = await asyncio.to_thread(rows.columns)
        now = self._clock.now()
        return LocationList(
            key.kind, key.country, columns, product=key.product, as_of=now, unreadable=unreadable
        )

    async def _cached_countries(self, product: str | None) -> CountryList | None:
        """Returns the cached countries; those of a product are also known from the list of all."""
        cached = await self._cache.load_countries(product)
        if cached is not None:
            self._put_countries(cached)
            return cached
        if product is None:
            return None
        known = self.known_countries() or await self._cache.load_countries(None)
        return known.narrowed(product) if known is not None else None

    async def _fetch_countries(self, product: str | None, before: CountryList | None) -> CountryList:
        async with self._locks[product]:
            known = self.known_countries(product)
            if known is not None and known is not before:
                return known
            records = await self._api().countries(product)
            fresh = CountryList(records.items, self._clock.now(), product, records.unreadable)
            self._put_countries(fresh)
            await self._cache.save_countries(fresh)
            return fresh

    def _known(self) -> list[Country]:
        """Returns the countries of all lists, those of the list of all products first."""
        lists = sorted(self._countries.values(), key=lambda one: one.product is not None)
        return [country for one in lists for country in one.countries]

    def _put_countries(self, countries: CountryList) -> None:
        self._countries[countries.product] = countries
        self._ordered.clear()

    def _put(self, key: ListKey, locations: LocationList) -> None:
        """Adds a list as the latest used, and drops the earliest used while there are too many rows."""
        self._lists.pop(key, None)
        self._lists[key] = locations
        while sum(one.rows for one in self._lists.values()) > _MAX_ROWS and len(self._lists) > 1:
            del self._lists[next(iter(self._lists))]
        self._ordered.clear()

    def _is_fresh(self, listed: LocationList | CountryList, max_age: timedelta) -> bool:
        return timedelta() <= self._clock.now() - listed.as_of < max_age

    @staticmethod
    def _belongs(key: ListKey, product: str | None) -> bool:
        return has_isps(product) if key.kind == "asns" else key.product == product
