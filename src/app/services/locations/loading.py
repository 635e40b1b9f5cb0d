"""Loads every country's lists gently, with progress; fresh lists are skipped."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.errors import AppError, ConnectionFailedError, RateLimitedError
from app.rules.locations.countries import has_isps
from app.rules.locations.lists import ListKey

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from datetime import datetime

    from app.clock import Clock
    from app.models.locations import LocationKind
    from app.rules.locations.lists import LocationList
    from app.services.locations.locations import Locations

    _Outcomes = dict[LocationKind, LocationList | AppError | None]

FRESH_FOR: Final = timedelta(hours=24)
"""How old a list may be that is not requested again."""

LONGEST_WAIT: Final = timedelta(minutes=10)
"""How long the service may ask to wait before the run gives up."""

_PAUSE: Final = 0.25
_WAIT: Final = timedelta(seconds=30)
_MAX_BROKEN: Final = 3


@dataclass(frozen=True, slots=True)
class FailedList:
    country: str
    kind: LocationKind
    error: AppError


@dataclass(frozen=True, slots=True)
class LoadProgress:
    """The progress of a run, in countries; `waits_until` is set while it waits as the service asked."""

    done: int
    total: int
    failed: tuple[FailedList, ...] = ()
    waits_until: datetime | None = None


async def load_every_country(
    locations: Locations, product: str | None, clock: Clock
) -> AsyncGenerator[LoadProgress, None]:
    """Loads all cities and ISPs of a product, a country at a time; it is stopped by ending the iteration.

    Raises:
        AppError: The list of countries could not be loaded, the connection failed for three countries in a
            row, or the service asks to wait for longer than 10 minutes; what is loaded stays.
    """
    codes: tuple[str, ...] = ()
    async for known in locations.countries(product):
        codes = tuple(country.code for country in known.countries)
    failed: list[FailedList] = []
    broken_in_a_row = 0
    yield LoadProgress(0, len(codes))
    for done, code in enumerate(codes):
        outcomes = await _load(locations, code, product, clock)
        while wait := _wait(outcomes):
            if wait > LONGEST_WAIT:
                raise RateLimitedError(429, retry_after=wait)
            yield LoadProgress(done, len(codes), tuple(failed), clock.now() + wait)
            await clock.sleep(wait.total_seconds())
            outcomes = await _load(locations, code, product, clock)
        errors = {kind: error for kind, error in outcomes.items() if isinstance(error, AppError)}
        failed += [FailedList(code, kind, error) for kind, error in errors.items()]
        broken = next((error for error in errors.values() if isinstance(error, ConnectionFailedError)), None)
        broken_in_a_row = 0 if broken is None else broken_in_a_row + 1
        if broken is not None and broken_in_a_row >= _MAX_BROKEN:
            raise broken
        yield LoadProgress(done + 1, len(codes), tuple(failed))
        if any(outcome is not None for outcome in outcomes.values()):
            await clock.sleep(_PAUSE)


async def _load(locations: Locations, code: str, product: str | None, clock: Clock) -> _Outcomes:
    keys = [ListKey("cities", code, product)]
    if has_isps(product):
        keys.append(ListKey("asns", code))
    outcomes = await asyncio.gather(*(_fetch_unless_fresh(locations, key, clock) for key in keys))
    return {key.kind: outcome for key, outcome in zip(keys, outcomes, strict=True)}


async def _fetch_unless_fresh(
    locations: Locations, key: ListKey, clock: Clock
) -> LocationList | AppError | None:
    found = await locations.find(key)
    if found is not None and timedelta() <= clock.now() - found.as_of < FRESH_FOR:
        return None
    try:
        return await locations.fetch(key)
    except AppError as error:
        return error


def _wait(outcomes: _Outcomes) -> timedelta | None:
    """Returns how long to wait before a country is loaded again; None if none of its lists was refused."""
    limits = [one for one in outcomes.values() if isinstance(one, RateLimitedError)]
    return limits[0].retry_after or _WAIT if limits else None
