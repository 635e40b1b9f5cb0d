"""Loading the places of every country, one after the other, and going on where it stopped."""

import httpx
import pytest

from app.errors import NotFoundError, RateLimitedError
from app.services.locations.loading import LoadProgress, load_every_country
from support.kept_locations import KeptLocations

COUNTRIES = "/v1/catalog/countries"
FEW = ("AU", "CA", "DE", "JP", "PL", "ZA")


async def test_every_country_is_loaded_once_gently_and_kept(at: KeptLocations) -> None:
    in_flight, most = 0, 0

    async def began(_request: httpx.Request) -> None:
        nonlocal in_flight, most
        in_flight += 1
        most = max(most, in_flight)

    async def ended(_response: httpx.Response) -> None:
        nonlocal in_flight
        in_flight -= 1

    at.service.http.event_hooks = {"request": [began], "response": [ended]}
    last = await _load(at, "mobile-gb")
    assert last.done == last.total > 50
    assert last.failed == ()
    assert len(at.locations.lists("mobile-gb")) == last.total
    assert most <= 2
    at.service.http.event_hooks = {}
    before = await _asked_for_lists(at)
    again = at.restarted()
    assert [progress async for progress in load_every_country(again, "mobile-gb", at.service.clock)][
        -1
    ] == last
    assert await _asked_for_lists(at) == before


async def _load(at: KeptLocations, product: str | None) -> LoadProgress:
    run = load_every_country(at.locations, product, at.service.clock)
    return [progress async for progress in run][-1]


async def test_a_stopped_run_goes_on_where_it_was(at: KeptLocations) -> None:
    at.service.keep_countries(*FEW)
    run = load_every_country(at.locations, "mobile-gb", at.service.clock)
    async for progress in run:
        if progress.done == 3:
            break
    await run.aclose()
    assert await _asked_for_lists(at) == 3
    last = await _load(at, "mobile-gb")
    assert last.done == last.total == len(FEW)
    assert await _asked_for_lists(at) == last.total


async def _asked_for_lists(at: KeptLocations) -> int:
    return sum(str(entry.get("path")).endswith("/cities") for entry in await at.service.ledger())


async def test_a_list_that_fails_is_named_and_the_others_are_loaded(at: KeptLocations) -> None:
    at.service.keep_countries(*FEW)
    await at.service.faults(
        {"route": f"GET {COUNTRIES}/DE/cities", "every": True, "kind": "status", "status": 404}
    )
    last = await _load(at, "mobile-gb")
    assert last.done == last.total == len(FEW)
    assert [(one.country, one.kind, type(one.error)) for one in last.failed] == [
        ("DE", "cities", NotFoundError)
    ]


async def test_a_run_waits_when_the_service_asks_for_it(at: KeptLocations) -> None:
    at.service.keep_countries(*FEW)
    route = f"GET {COUNTRIES}/DE/cities"
    too_many = {"route": route, "kind": "status", "status": 429, "headers": {"Retry-After": "300"}}
    await at.service.faults(too_many)
    run = load_every_country(at.locations, "mobile-gb", at.service.clock)
    steps = [progress async for progress in run]
    (waiting,) = [progress for progress in steps if progress.waits_until is not None]
    assert 300 in at.service.clock.pauses
    assert steps[-1].done == steps[-1].total > waiting.done
    assert steps[-1].failed == ()


async def test_a_run_gives_up_when_the_wait_is_too_long(at: KeptLocations) -> None:
    too_many = {
        "route": "GET /v1/catalog/countries/*",
        "every": True,
        "kind": "status",
        "status": 429,
        "headers": {"Retry-After": "7200"},
    }
    await at.service.faults(too_many)
    with pytest.raises(RateLimitedError):
        await _load(at, "mobile-gb")
