"""The location catalog of one service: at once from the disk, renewed behind, and usable offline."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import httpx
import pytest

from app.api.client import ServiceClient
from app.errors import AppError, NotFoundError, RateLimitedError, ServiceFaultError
from app.models.location_loads import LoadProgress
from app.rules.location_search import PAGE, Search
from app.rules.place_lists import PlaceList
from app.rules.search_words import search_words
from app.services.kept_countries import CountryList
from app.services.location_exports import countries_csv, csv_of, save_csv
from app.services.location_loading import load_every_country
from app.services.location_marks import LocationMarks
from app.services.locations import Locations, LocationShelf
from app.storage.catalogs import CatalogsFile, ListKey
from app.storage.marks_file import MarksFile
from support.linked_service import ADDRESS, LinkedService, linked_service

T = TypeVar("T")
COUNTRIES = "/v1/catalog/countries"
DOWN = {"route": "GET /v1/catalog/*", "every": True, "kind": "status", "status": 503}


class Fixture:
    """A sandbox, and the app's locations of it, without any key."""

    def __init__(self, folder: Path) -> None:
        self.service = LinkedService(folder)
        self.folder = folder
        self.locations = self.restarted()

    def restarted(self, service: str = ADDRESS) -> Locations:
        """The locations as after a start of the app: nothing in memory."""
        marks = LocationMarks(MarksFile(self.folder / "marks.json"))
        shelf = LocationShelf(CatalogsFile(self.folder / "catalogs.sqlite"), marks, self.service.clock)
        client = ServiceClient(ADDRESS, None, http=self.service.http, clock=self.service.clock)
        return shelf.of(service, client.catalog)

    async def asked(self, path: str) -> int:
        return len(await self.service.requests("GET", path))


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[Fixture]:
    made = Fixture(tmp_path)
    yield made
    await made.service.aclose()
    made.service.close()


async def countries(locations: Locations, product: str | None = None) -> list[CountryList]:
    return [shown async for shown in locations.countries(product)]


async def cities(
    locations: Locations, country: str = "DE", product: str | None = None, *, renew: bool = False
) -> list[PlaceList]:
    return [shown async for shown in locations.cities(country, product, renew=renew)]


async def test_lists_are_loaded_without_a_key(at: Fixture) -> None:
    (shown,) = await countries(at.locations)
    germany = next(country for country in shown.countries if country.code == "DE")
    (places,) = await cities(at.locations)
    isps = [places async for places in at.locations.asns("DE")][-1]
    assert (germany.name, germany.cities, germany.asns) == ("Germany", len(places), len(isps))
    assert shown.as_of == at.service.clock.now()
    assert "de-munchen" in {places.code(row) for row in range(len(places))}


async def test_the_next_start_shows_what_was_kept_and_renews_it_behind(at: Fixture) -> None:
    await countries(at.locations)
    await cities(at.locations)
    at.service.clock.advance(3600)
    later = at.restarted()
    kept, fresh = await cities(later)
    assert kept.as_of == fresh.as_of - timedelta(hours=1)
    assert [kept.name(row) for row in range(len(kept))] == [fresh.name(row) for row in range(len(fresh))]
    assert [shown.as_of for shown in await countries(later)] == [kept.as_of, fresh.as_of]


async def test_what_was_told_a_moment_ago_is_not_asked_for_again(at: Fixture) -> None:
    await cities(at.locations)
    assert len(await cities(at.locations)) == 1
    assert len(await cities(at.restarted())) == 1
    assert await at.asked(f"{COUNTRIES}/DE/cities") == 1
    assert len(await cities(at.locations, renew=True)) == 2
    assert await at.asked(f"{COUNTRIES}/DE/cities") == 2


async def test_offline_what_was_kept_stays(at: Fixture) -> None:
    await countries(at.locations)
    await cities(at.locations)
    at.service.clock.advance(3600)
    await at.service.faults(DOWN)
    later = at.restarted()
    (places,) = await _before_the_error(later.cities("DE"))
    assert places.name(0)
    (told,) = await _before_the_error(later.countries())
    assert len(told.countries) > 200


async def _before_the_error(shown: AsyncIterator[T]) -> list[T]:
    """What was shown before the service could not be asked."""
    before = [await anext(shown)]
    with pytest.raises(ServiceFaultError):
        await anext(shown)
    return before


async def test_a_products_countries_are_known_from_the_list_of_all(at: Fixture) -> None:
    await countries(at.locations)
    guessed, told = await countries(at.locations, "mobile-gb")
    assert [one.code for one in guessed.countries] == [one.code for one in told.countries]
    assert (guessed.product, told.product) == (None, "mobile-gb")
    assert len(await countries(at.locations, "mobile-gb")) == 1


async def test_products_and_services_are_kept_apart(at: Fixture) -> None:
    (everything,) = await cities(at.locations)
    (mobile,) = await cities(at.locations, product="mobile")
    assert 0 < len(mobile) < len(everything)
    await at.service.faults(DOWN)
    with pytest.raises(AppError):
        await cities(at.restarted("https://elsewhere.example"))


async def test_a_country_that_is_not_there_is_an_error(at: Fixture) -> None:
    with pytest.raises(NotFoundError):
        await cities(at.locations, "XX")


async def test_a_disk_that_keeps_nothing_is_no_reason_to_show_nothing(at: Fixture) -> None:
    (at.folder / "catalogs.sqlite").mkdir()
    assert len(await countries(at.locations)) == 1
    assert len(await cities(at.locations)) == 1
    assert await at.locations.open_kept() == 1


async def test_a_damaged_list_of_countries_counts_as_none(at: Fixture) -> None:
    await countries(at.locations)
    file = CatalogsFile(at.folder / "catalogs.sqlite")
    kept = file.countries(ADDRESS, None)
    assert kept is not None
    for content in ("no json", "{}"):
        file.keep_countries(ADDRESS, None, type(kept)(content, kept.as_of, 0))
        assert len(await countries(at.restarted())) == 1


async def test_everything_loaded_is_searched_by_country_and_product(at: Fixture) -> None:
    await countries(at.locations)
    for country in ("FR", "DE"):
        await cities(at.locations, country)
        await cities(at.locations, country, "mobile")
        assert [places async for places in at.locations.asns(country)]
    assert [(one.country, one.kind) for one in at.locations.lists()] == [
        ("FR", "cities"),
        ("FR", "asns"),
        ("DE", "cities"),
        ("DE", "asns"),
    ]
    assert [(one.country, one.kind) for one in at.locations.lists("mobile")] == [
        ("FR", "cities"),
        ("DE", "cities"),
    ]
    later = at.restarted()
    assert later.lists() == ()
    assert await later.open_kept() == 4
    search = Search(later.lists(), "munch")
    search.first_page()
    assert [search[number].places.code(search[number].row) for number in range(1)] == ["de-munchen"]


async def test_lists_that_memory_has_no_room_for_are_read_from_the_disk_again(
    at: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.locations._MAX_ROWS", 500)
    for country in ("DE", "FR"):
        await cities(at.locations, country)
    assert [one.country for one in at.locations.lists()] == ["FR"]
    assert len(await cities(at.locations, "DE")) == 1
    assert [one.country for one in at.locations.lists()] == ["DE"]
    assert await at.asked(f"{COUNTRIES}/DE/cities") == 1


async def test_every_country_is_loaded_once_gently_and_kept(at: Fixture) -> None:
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
    assert last.rows == sum(map(len, at.locations.lists("mobile-gb")))
    assert most <= 2
    at.service.http.event_hooks = {}
    before = await _asked_for_lists(at)
    again = at.restarted()
    assert [progress async for progress in load_every_country(again, "mobile-gb", at.service.clock)][
        -1
    ] == last
    assert await _asked_for_lists(at) == before


async def _load(at: Fixture, product: str | None) -> LoadProgress:
    run = load_every_country(at.locations, product, at.service.clock)
    return [progress async for progress in run][-1]


async def test_a_stopped_run_goes_on_where_it_was(at: Fixture) -> None:
    run = load_every_country(at.locations, "mobile-gb", at.service.clock)
    async for progress in run:
        if progress.done == 3:
            break
    await run.aclose()
    assert await _asked_for_lists(at) == 3
    last = await _load(at, "mobile-gb")
    assert last.done == last.total
    assert await _asked_for_lists(at) == last.total


async def _asked_for_lists(at: Fixture) -> int:
    return sum(str(entry.get("path")).endswith("/cities") for entry in await at.service.ledger())


async def test_a_list_that_fails_is_named_and_the_others_are_loaded(at: Fixture) -> None:
    await at.service.faults(
        {"route": f"GET {COUNTRIES}/DE/cities", "every": True, "kind": "status", "status": 404}
    )
    last = await _load(at, "mobile-gb")
    assert last.done == last.total
    assert [(one.country, one.kind, type(one.error)) for one in last.failed] == [
        ("DE", "cities", NotFoundError)
    ]


async def test_a_run_waits_when_the_service_asks_for_it(at: Fixture) -> None:
    route = f"GET {COUNTRIES}/DE/cities"
    too_many = {"route": route, "kind": "status", "status": 429, "headers": {"Retry-After": "300"}}
    await at.service.faults(too_many)
    run = load_every_country(at.locations, "mobile-gb", at.service.clock)
    steps = [progress async for progress in run]
    (waiting,) = [progress for progress in steps if progress.waits_until is not None]
    assert 300 in at.service.clock.pauses
    assert steps[-1].done == steps[-1].total > waiting.done
    assert steps[-1].failed == ()


async def test_a_run_gives_up_when_the_wait_is_too_long(at: Fixture) -> None:
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


async def test_all_hits_are_copied_and_saved_as_csv(at: Fixture, tmp_path: Path) -> None:
    shown = (await countries(at.locations))[-1]
    await cities(at.locations)
    await at.locations.ask(ListKey("asns", "DE"))
    names = {country.code: country.name for country in shown.countries}
    text = await csv_of(Search(at.locations.lists(), "munch"), names)
    assert text.splitlines()[:2] == [
        '"country","countryName","id","asn","name","state"',
        '"DE","Germany","de-munchen","","München","Bavaria"',
    ]
    path = tmp_path / "all.csv"
    await save_csv(Search(at.locations.lists(), ""), names, path)
    assert path.stat().st_mode & 0o777 == 0o600
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) == 1 + sum(map(len, at.locations.lists()))
    assert any(line.startswith('"DE","Germany","","3320"') for line in lines)
    assert countries_csv(shown.countries).count("\r\n") == len(shown.countries) + 1


async def test_marks_are_kept_for_the_next_start(at: Fixture) -> None:
    marks = at.locations.marks
    await marks.set_favourite("DE", on=True)
    await marks.set_favourite("US", on=True)
    await marks.set_favourite("DE", on=False)
    for number in range(12):
        await marks.note_recent(f"A{chr(65 + number)}")
    await marks.note_recent("AK")
    await marks.read_aim_note()
    kept = await at.restarted().marks.load()
    assert kept.favourites == ("US",)
    assert kept.recents == ("AK", "AL", "AJ", "AI", "AH", "AG", "AF", "AE", "AD", "AC")
    assert kept.aim_note_read


async def test_accounts_at_one_service_share_its_lists(at: Fixture) -> None:
    marks = LocationMarks(MarksFile(at.folder / "marks.json"))
    shelf = LocationShelf(CatalogsFile(at.folder / "other.sqlite"), marks, at.service.clock)
    client = at.service.client
    assert shelf.of("one", client.catalog) is shelf.of("one", client.catalog)
    assert shelf.of("one", client.catalog) is not shelf.of("two", client.catalog)


async def test_a_country_of_twenty_thousand_cities_is_searched(tmp_path: Path) -> None:
    with linked_service(tmp_path, "large") as service:
        places = await service.account.locations.ask(ListKey("cities", "US"))
        isps = await service.account.locations.ask(ListKey("asns", "US"))
        search = Search([places, isps], "san")
        search.first_page()
        assert len(places) == len(isps) == 20_000
        assert len(search) == PAGE
        assert search_words(places.name(search[0].row)).startswith("san")
        await service.aclose()
