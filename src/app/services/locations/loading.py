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

FRESH_FOR: Final = timedelta(hours=24)
"""How old a list may be that is not requested again."""

LONGEST_WAIT: Final = timedelta(minutes=10)
"""How long the service may ask to wait before the run gives up."""

_PAUSE: Final = 0.25
_WAIT: Final = timedelta(seconds=30)
_MAX_BROKEN: Final = 3


@dataclass(frozen=True, slots=True)
class FailedList:
    """A list that could not be loaded, and why."""

    country: str
    kind: LocationKind
    error: AppError


@dataclass(frozen=True, slots=True)
class LoadProgress:
    """The progress of a run.

    Attributes:
        done: How many countries have been processed.
        total: How many there are.
        failed: The lists that could not be loaded.
        waits_until: Until when the run waits because the service asked for it; None while it runs.
    """

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
    run = _Run(locations, product, clock)
    async for known in locations.countries(product):
        run.codes = tuple(country.code for country in known.countries)
    yield run.progress()
    for code in run.codes:
        while (wait := await run.load(code)) is not None:
            if wait > LONGEST_WAIT:
                raise RateLimitedError(429, retry_after=wait)
            yield run.progress(waits_until=clock.now() + wait)
            await clock.sleep(wait.total_seconds())
        yield run.progress()
        if run.asked:
            await clock.sleep(_PAUSE)


class _Run:
    """One run, and what it has loaded."""

    def __init__(self, locations: Locations, product: str | None, clock: Clock) -> None:
        self.codes: tuple[str, ...] = ()
        self.asked = False
        self._locations = locations
        self._product = product
        self._clock = clock
        self._done = self._broken = 0
        self._failed: list[FailedList] = []

    def progress(self, waits_until: datetime | None = None) -> LoadProgress:
        return LoadProgress(self._done, len(self.codes), tuple(self._failed), waits_until)

    async def load(self, code: str) -> timedelta | None:
        """Loads a country, its two lists at once; returns how long to wait before doing it again."""
        keys = [ListKey("cities", code, self._product)]
        if has_isps(self._product):
            keys.append(ListKey("asns", code))
        self.asked = False
        outcomes = await asyncio.gather(*map(self._find_or_ask, keys))
        for outcome in outcomes:
            if isinstance(outcome, RateLimitedError):
                return outcome.retry_after or _WAIT
        failed = [
            FailedList(code, key.kind, outcome)
            for key, outcome in zip(keys, outcomes, strict=True)
            if isinstance(outcome, AppError)
        ]
        broken = next((one.error for one in failed if isinstance(one.error, ConnectionFailedError)), None)
        self._broken = 0 if broken is None else self._broken + 1
        self._failed += failed
        self._done += 1
        if broken is not None and self._broken >= _MAX_BROKEN:
            raise broken
        return None

    async def _find_or_ask(self, key: ListKey) -> LocationList | AppError:
        found = await self._locations.find(key)
        if found is not None and timedelta() <= self._clock.now() - found.as_of < FRESH_FOR:
            return found
        self.asked = True
        try:
            return await self._locations.ask(key)
        except AppError as error:
            return error
