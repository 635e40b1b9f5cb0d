"""The cached countries of a service, with their age."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.api.records import read_records
from app.errors import StorageError
from app.models.locations import Country
from app.storage.catalogs import CountryCache

if TYPE_CHECKING:
    from datetime import datetime

    from app.storage.catalogs import CatalogsFile

_log = logging.getLogger("tollhouse.locations")


@dataclass(frozen=True, slots=True)
class CountryList:
    """The countries that can be targeted.

    Attributes:
        countries: In the service's order.
        as_of: When the service reported them.
        product: For which product they were asked; None for all.
        unreadable: How many records could not be parsed.
    """

    countries: tuple[Country, ...]
    as_of: datetime
    product: str | None = None
    unreadable: int = 0

    def narrowed(self, product: str) -> CountryList:
        """Returns those countries that name a product; it is still the list of all, asked for none."""
        return replace(self, countries=tuple(one for one in self.countries if product in one.products))


async def read_kept_countries(file: CatalogsFile, service: str, product: str | None) -> CountryList | None:
    """Returns the cached countries of a product; None if they can't be loaded or parsed."""
    try:
        kept = await asyncio.to_thread(file.countries, service, product)
    except StorageError as error:
        _log.warning("kept countries could not be read: %s", error.reason)
        return None
    if kept is None:
        return None
    try:
        content = json.loads(kept.content)
    except (ValueError, RecursionError):
        return None
    if not isinstance(content, list):
        return None
    records = await read_records(content, Country)
    return CountryList(records.items, kept.as_of, product, kept.unreadable)


async def keep_countries(file: CatalogsFile, service: str, told: CountryList) -> None:
    """Saves countries; they are shown even where the disk can't be written."""
    content = json.dumps([country.model_dump(mode="json", by_alias=True) for country in told.countries])
    kept = CountryCache(content, told.as_of, told.unreadable)
    try:
        await asyncio.to_thread(file.keep_countries, service, told.product, kept)
    except StorageError as error:
        _log.warning("countries could not be kept: %s", error.reason)
