"""Which countries are shown, and in which order."""

import pytest

from app.models.locations import Country
from app.rules.locations.countries import (
    CountryFilter,
    CountrySort,
    country_cells,
    has_isps,
    pick_countries,
    regions,
)


def country(code: str, name: str, region: str, cities: int = 1) -> Country:
    return Country(code=code, name=name, region=region, cities=cities)


COUNTRIES = (
    country("DE", "Germany", "Europe", 312),
    country("US", "United States", "North America", 4120),
    country("AE", "United Arab Emirates", "Asia", 40),
    country("AX", "Åland Islands", "Europe", 3),
    country("DK", "Denmark", "Europe", 40),
    country("SE", "Sweden", "Europe", 200),
    country("CI", "Côte d'Ivoire", "Africa", 12),
)


def codes(wanted: CountryFilter, favorites: tuple[str, ...] = ()) -> list[str]:
    return [one.code for one in pick_countries(COUNTRIES, wanted, favorites)]


def test_countries_stand_by_name_without_regard_to_accents() -> None:
    assert codes(CountryFilter()) == ["AX", "CI", "DK", "DE", "SE", "AE", "US"]


def test_a_country_is_exported_in_the_order_of_the_interface() -> None:
    germany = Country(
        code="DE",
        name="Germany",
        region="Europe",
        products=("residential", "mobile"),
        cities=312,
        asns=7,
        carriers=3,
    )
    assert country_cells(germany) == ("DE", "Germany", "Europe", "residential mobile", "312", "7", "3")


def test_favorites_stand_first() -> None:
    assert codes(CountryFilter(), ("US", "DE"))[:3] == ["DE", "US", "AX"]


def test_a_text_finds_names_then_codes_then_regions() -> None:
    assert codes(CountryFilter(text="s")) == ["SE", "US", "AX", "AE"]
    assert codes(CountryFilter(text="cote d ivoire")) == ["CI"]
    assert codes(CountryFilter(text="ivo")) == ["CI"]
    assert codes(CountryFilter(text="america")) == ["US"]
    assert codes(CountryFilter(text="aland")) == ["AX"]
    assert codes(CountryFilter(text="?")) == []


@pytest.mark.parametrize("text", ["cote divoire", "Côte d\u2019Ivoire", "cote d'i", "d ivoire", "ivoire"])
def test_a_country_is_found_with_and_without_its_apostrophe(text: str) -> None:
    assert codes(CountryFilter(text=text)) == ["CI"]


def test_the_better_match_comes_before_the_favorite() -> None:
    assert codes(CountryFilter(text="s"), ("AX",)) == ["SE", "US", "AX", "AE"]


def test_the_country_of_a_code_comes_before_names_and_favorites() -> None:
    assert codes(CountryFilter(text="de")) == ["DE", "DK", "SE"]
    assert codes(CountryFilter(text="De ", sort="cities", descending=True), ("DK",))[0] == "DE"
    many = (country("UY", "Usbekistan", "Asia", 9000), *COUNTRIES)
    assert [one.code for one in pick_countries(many, CountryFilter(text="us"))][:2] == ["US", "UY"]


def test_equal_ones_stand_by_name_in_every_sort() -> None:
    assert codes(CountryFilter(sort="cities", descending=True)) == ["US", "DE", "SE", "DK", "AE", "CI", "AX"]
    assert codes(CountryFilter(sort="cities")) == ["AX", "CI", "DK", "AE", "SE", "DE", "US"]
    assert codes(CountryFilter(sort="code"))[:2] == ["AE", "AX"]
    assert codes(CountryFilter(sort="name", descending=True))[0] == "US"


def test_each_column_sorts_by_its_own_value() -> None:
    germany, sweden = COUNTRIES[0], COUNTRIES[5]
    mixed = (
        germany.model_copy(update={"asns": 7, "carriers": 30}),
        sweden.model_copy(update={"asns": 12, "carriers": 4}),
        COUNTRIES[6],
    )

    def sorted_by(sort: CountrySort) -> list[str]:
        return [one.code for one in pick_countries(mixed, CountryFilter(sort=sort, descending=True))]

    assert sorted_by("asns") == ["SE", "DE", "CI"]
    assert sorted_by("carriers") == ["DE", "SE", "CI"]
    assert sorted_by("region") == ["DE", "SE", "CI"]


def test_one_region_alone() -> None:
    assert codes(CountryFilter(region="Europe")) == ["AX", "DK", "DE", "SE"]
    assert codes(CountryFilter(text="united", region="Asia")) == ["AE"]
    assert regions(COUNTRIES) == ("Africa", "Asia", "Europe", "North America")


@pytest.mark.parametrize(
    ("product", "has_some"), [(None, True), ("residential", True), ("mobile", False), ("mobile-gb", False)]
)
def test_isps_are_residential_only(product: str | None, *, has_some: bool) -> None:
    assert has_isps(product) is has_some
