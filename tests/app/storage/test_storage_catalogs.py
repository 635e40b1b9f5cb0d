"""The kept location catalogs, and the marks: conveniences that can be lost, and lose nothing else."""

import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from app.errors import StorageError
from app.rules.locations.lists import LocationList
from app.storage.catalogs import CatalogsFile, CountryCache, ListKey
from support.location_lists import cities, isps
from support.virtual_clock import START

DE_CITIES = ListKey("cities", "DE")


def rows(places: LocationList | None) -> list[tuple[str, str, str]]:
    assert places is not None
    return [(places.name(row), places.code(row), places.state(row)) for row in range(len(places))]


@pytest.fixture
def file(tmp_path: Path) -> CatalogsFile:
    return CatalogsFile(tmp_path / "catalogs.sqlite")


def test_a_list_comes_back_as_it_was_kept(file: CatalogsFile) -> None:
    assert file.places("one", DE_CITIES) is None
    kept = cities(("München", "de-munich", "Bavaria"), ("Köln", "de-cologne"))
    file.keep_places("one", kept)
    again = file.places("one", DE_CITIES)
    assert rows(again) == rows(kept)
    assert again is not None
    assert (again.kind, again.country, again.product, again.as_of) == ("cities", "DE", None, START)


def test_services_products_and_kinds_are_kept_apart(file: CatalogsFile) -> None:
    file.keep_places("one", cities(("All", "a")))
    file.keep_places("one", cities(("Mobile", "m"), product="mobile"))
    file.keep_places("one", isps(("Netz", 1)))
    file.keep_places("two", cities(("Other", "o")))
    assert rows(file.places("one", DE_CITIES)) == [("All", "a", "")]
    assert rows(file.places("one", ListKey("cities", "DE", "mobile"))) == [("Mobile", "m", "")]
    assert rows(file.places("one", ListKey("asns", "DE"))) == [("Netz", "1", "")]
    assert rows(file.places("two", DE_CITIES)) == [("Other", "o", "")]
    assert sorted(file.keys("one"), key=str) == sorted(
        [ListKey("cities", "DE", "mobile"), DE_CITIES, ListKey("asns", "DE")], key=str
    )


def test_countries_come_back_as_they_were_kept(file: CatalogsFile) -> None:
    kept = CountryCache('[{"code": "DE"}]', START, 2)
    file.keep_countries("one", None, kept)
    file.keep_countries("one", "mobile", CountryCache("[]", START, 0))
    assert file.countries("one", None) == kept
    assert file.countries("two", None) is None


def test_the_oldest_lists_go_when_all_are_too_large(tmp_path: Path) -> None:
    file = CatalogsFile(tmp_path / "catalogs.sqlite", max_bytes=400)
    for number, country in enumerate(("DE", "FR", "ES")):
        told = cities(("x" * 50, "y"), country=country)
        told.as_of += timedelta(seconds=number)
        file.keep_places("one", told)
    assert {key.country for key in file.keys("one")} == {"FR", "ES"}


def test_a_damaged_file_is_set_aside_and_begun_anew(tmp_path: Path, file: CatalogsFile) -> None:
    file.keep_places("one", cities(("Köln", "k")))
    path = tmp_path / "catalogs.sqlite"
    path.write_bytes(b"no database" * 500)
    assert file.keys("one") == []
    file.keep_places("one", cities(("Ulm", "u")))
    assert rows(file.places("one", DE_CITIES)) == [("Ulm", "u", "")]
    assert list(tmp_path.glob("catalogs.corrupt-*"))


@pytest.mark.parametrize(
    "change", ["names = x'00'", "states = '[]'", "as_of = 'never'", "as_of = '2026-01-01'"]
)
def test_a_damaged_list_counts_as_none(tmp_path: Path, file: CatalogsFile, change: str) -> None:
    file.keep_places("one", cities(("Köln", "k")))
    with sqlite3.connect(tmp_path / "catalogs.sqlite") as database:
        database.execute(f"UPDATE places SET {change}")
    database.close()
    assert file.places("one", DE_CITIES) is None


def test_a_folder_that_is_not_there_is_an_error_of_storage(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        CatalogsFile(tmp_path / "none" / "catalogs.sqlite").keys("one")
