"""The cached countries of a service, with their age."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.api.records import read_records
from app.errors import StorageError
from app.models.locations import Country
from app.storage.state import Entry, Kind

if TYPE_CHECKING:
    from datetime import datetime

    from app.storage.state import State

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


async def read_kept_countries(state: State, service: str, product: str | None) -> CountryList | None:
    """Returns the cached countries of a product; None if they can't be loaded or parsed."""
    try:
        entry = await state.entry(Kind.COUNTRIES, service, product or "")
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


async def keep_countries(state: State, service: str, told: CountryList) -> None:
    """Saves countries; they are shown even where the disk can't be written."""
    countries = [country.model_dump(mode="json", by_alias=True) for country in told.countries]
    content = json.dumps({"unreadable": told.unreadable, "countries": countries})
    try:
        entry = Entry(told.product or "", content, told.as_of.isoformat())
        await state.put(Kind.COUNTRIES, service, [entry])
    except StorageError as error:
        _log.warning("countries could not be cached: %s", error.reason)
