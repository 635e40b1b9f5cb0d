"""The location catalog of one service: at once from the disk, renewed behind, and usable offline."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import pytest

from app.errors import AppError, NotFoundError, ServiceFaultError
from app.rules.locations.lists import ListKey, LocationList
from app.rules.locations.search import PAGE, Search
from app.rules.words import search_words
from app.services.locations.cache import CountryList
from app.services.locations.catalogs import LocationCatalogs
from app.services.locations.exports import countries_csv, csv_of, save_csv
from app.services.locations.locations import Locations
from app.storage.state import Kind, State
from support.kept_locations import KeptLocations
from support.linked_service import ADDRESS, linked_service

T = TypeVar("T")
COUNTRIES = "/v1/catalog/countries"
DOWN = {"route": "GET /v1/catalog/*", "every": True, "kind": "status", "status": 503}


async def countries(locations: Locations, product: str | None = None) -> list[CountryList]:
    return [shown async for shown in locations.countries(product)]


async def cities(
    locations: Locations, country: str = "DE", product: str | None = None, *, renew: bool = False
) -> list[LocationList]:
    return [shown async for shown in locations.cities(country, product, renew=renew)]


async def test_lists_are_loaded_without_a_key(at: KeptLocations) -> None:
    (shown,) = await countries(at.locations)
    germany = next(country for country in shown.countries if country.code == "DE")
    (places,) = await cities(at.locations)
    isps = [places async for places in at.locations.asns("DE")][-1]
    assert (germany.name, germany.cities, germany.asns) == ("Germany", len(places), len(isps))
    assert shown.as_of == at.service.clock.now()
    assert "de-munchen" in {places.code(row) for row in range(len(places))}


async def test_the_next_start_shows_what_was_kept_and_renews_it_behind(at: KeptLocations) -> None:
    await countries(at.locations)
    await cities(at.locations)
    at.service.clock.advance(3600)
    later = at.restarted()
    kept, fresh = await cities(later)
    assert kept.as_of == fresh.as_of - timedelta(hours=1)
    assert [kept.name(row) for row in range(len(kept))] == [fresh.name(row) for row in range(len(fresh))]
    assert [shown.as_of for shown in await countries(later)] == [kept.as_of, fresh.as_of]


async def test_what_was_reported_a_moment_ago_is_not_asked_for_again(at: KeptLocations) -> None:
    await cities(at.locations)
    assert len(await cities(at.locations)) == 1
    assert len(await cities(at.restarted())) == 1
    assert await at.asked(f"{COUNTRIES}/DE/cities") == 1
    assert len(await cities(at.locations, renew=True)) == 2
    assert await at.asked(f"{COUNTRIES}/DE/cities") == 2


async def test_offline_what_was_kept_stays(at: KeptLocations) -> None:
    await countries(at.locations)
    await cities(at.locations)
    at.service.clock.advance(3600)
    await at.service.faults(DOWN)
    later = at.restarted()
    (places,) = await _before_the_error(later.cities("DE"))
    assert places.name(0)
    (reported,) = await _before_the_error(later.countries())
    assert len(reported.countries) > 200


async def _before_the_error(shown: AsyncIterator[T]) -> list[T]:
    """What was shown before the service could not be asked."""
    before = [await anext(shown)]
    with pytest.raises(ServiceFaultError):
        await anext(shown)
    return before


async def test_a_products_countries_are_known_from_the_list_of_all(at: KeptLocations) -> None:
    await countries(at.locations)
    guessed, reported = await countries(at.locations, "mobile-gb")
    assert [one.code for one in guessed.countries] == [one.code for one in reported.countries]
    assert (guessed.product, reported.product) == (None, "mobile-gb")
    assert len(await countries(at.locations, "mobile-gb")) == 1


async def test_products_and_services_are_kept_apart(at: KeptLocations) -> None:
    (everything,) = await cities(at.locations)
    (mobile,) = await cities(at.locations, product="mobile")
    assert 0 < len(mobile) < len(everything)
    await at.service.faults(DOWN)
    with pytest.raises(AppError):
        await cities(at.restarted("https://elsewhere.example"))


async def test_a_country_that_is_not_there_is_an_error(at: KeptLocations) -> None:
    with pytest.raises(NotFoundError):
        await cities(at.locations, "XX")


async def test_a_disk_that_keeps_nothing_is_no_reason_to_show_nothing(at: KeptLocations) -> None:
    (at.folder / "state.sqlite").mkdir()
    assert len(await countries(at.locations)) == 1
    assert len(await cities(at.locations)) == 1
    assert await at.locations.open_cached() == 1


async def test_a_damaged_list_of_countries_counts_as_none(at: KeptLocations) -> None:
    await countries(at.locations)
    state = State(at.folder / "state.sqlite")
    kept = await state.entry(Kind.COUNTRIES, ADDRESS)
    assert kept is not None
    for content in ("no json", "{}", '{"unreadable": 0, "countries": {}}', "[]"):
        await state.put(Kind.COUNTRIES, ADDRESS, [kept._replace(content=content)])
        assert len(await countries(at.restarted())) == 1


async def test_everything_loaded_is_searched_by_country_and_product(at: KeptLocations) -> None:
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
    assert await later.open_cached() == 4
    search = Search(later.lists(), "munch")
    search.first_page()
    assert [search[number].locations.code(search[number].row) for number in range(1)] == ["de-munchen"]


async def test_lists_that_memory_has_no_room_for_are_read_from_the_disk_again(
    at: KeptLocations, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.locations.locations._MAX_ROWS", 500)
    for country in ("DE", "FR"):
        await cities(at.locations, country)
    assert [one.country for one in at.locations.lists()] == ["FR"]
    assert len(await cities(at.locations, "DE")) == 1
    assert [one.country for one in at.locations.lists()] == ["DE"]
    assert await at.asked(f"{COUNTRIES}/DE/cities") == 1


async def test_all_hits_are_copied_and_saved_as_csv(at: KeptLocations, tmp_path: Path) -> None:
    shown = (await countries(at.locations))[-1]
    await cities(at.locations)
    await at.locations.fetch(ListKey("asns", "DE"))
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


async def test_favorites_and_recents_are_loaded_at_the_next_start(at: KeptLocations) -> None:
    choices = at.locations.choices
    await choices.set_favorite("DE", on=True)
    await choices.set_favorite("US", on=True)
    await choices.set_favorite("DE", on=False)
    for number in range(12):
        await choices.add_recent(f"A{chr(65 + number)}")
    await choices.add_recent("AK")
    await choices.read_targeting_hint()
    kept = await at.restarted().choices.load()
    assert kept.favorites == ("US",)
    assert kept.recents == ("AK", "AL", "AJ", "AI", "AH", "AG", "AF", "AE", "AD", "AC")
    assert kept.targeting_hint_read


async def test_accounts_at_one_service_share_its_lists(at: KeptLocations) -> None:
    catalogs = LocationCatalogs(State(at.folder / "other.sqlite"), at.service.clock)
    client = at.service.client
    for service in ("one", "one", "two"):
        catalogs.use(service, client)
    assert catalogs.of("one") is catalogs.of("one")
    assert catalogs.of("one") is not catalogs.of("two")


async def test_a_country_of_twenty_thousand_cities_is_searched(tmp_path: Path) -> None:
    with linked_service(tmp_path, "large") as service:
        places = await service.account.locations.fetch(ListKey("cities", "US"))
        isps = await service.account.locations.fetch(ListKey("asns", "US"))
        search = Search([places, isps], "san", seconds=lambda: 0.0)
        search.first_page()
        assert len(places) == len(isps) == 20_000
        assert len(search) == PAGE
        assert search_words(places.name(search[0].row)).startswith("san")
        await service.aclose()
