"""Locations in words, and as rows to copy."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from app.errors import UnreachableError
from app.i18n.texts import use_language
from app.i18n.units import as_of, clock_time
from app.models.locations import Country
from app.rules.locations.search import Hit
from app.services.locations.loading import FailedList, LoadProgress
from support.location_lists import cities, isps
from support.virtual_clock import START
from ui.pages.locations.view import (
    LoadView,
    countries_count,
    country_line,
    loaded_text,
    location_line,
    matches_count,
    no_isps_reason,
    present_country,
    present_load,
    present_location,
    product_words,
    tab_title,
    targeting_hint,
)

US = Country(
    code="US",
    name="United States",
    region="North America",
    products=("residential", "mobile-gb", "new"),
    cities=4120,
    asns=2210,
    carriers=9,
)


@pytest.fixture
def german() -> Iterator[None]:
    use_language("de")
    yield
    use_language("en")


MUNICH = Hit(cities(("München", "de-munich", "Bavaria")), 0)
NETWORK = Hit(isps(("Berliner Netz", 20676)), 0)


def test_a_country_as_a_row() -> None:
    row = present_country(US)
    assert (row.cities, row.asns, row.carriers) == ("4,120", "2,210", "9")
    assert row.products == ("Residential", "Mobile per GB", "new")
    assert not row.favorite
    assert present_country(US, favorite=True).favorite


def test_matches_in_a_country_are_highlighted() -> None:
    assert present_country(US, text="states").name_ranges == ((7, 13),)
    assert present_country(US, text="america").region_ranges == ((6, 13),)
    assert present_country(US, text="us").code_ranges == ((0, 2),)
    assert present_country(US, text="uns").code_ranges == ()


@pytest.mark.usefixtures("german")
def test_a_country_is_shown_in_the_language_of_the_app_and_copied_as_the_service_calls_it() -> None:
    germany = Country(code="DE", name="Germany", region="Europe")
    row = present_country(germany)
    assert (row.name, row.service_name, row.region) == ("Deutschland", "Germany", "Europa")
    assert country_line(germany).split("\t")[:3] == ["DE", "Germany", "Europe"]


def test_a_city_as_a_row_with_its_match() -> None:
    row = present_location(MUNICH, "mun")
    assert (row.name, row.detail, row.code, row.copy_code) == (
        "München",
        "Bavaria",
        "de-munich",
        "de-munich",
    )
    assert (row.name_ranges, row.detail_ranges, row.code_ranges) == (((0, 3),), (), ())
    assert row.accessible_text == "München, Bavaria, de-munich"
    assert present_location(MUNICH, "", "Germany").accessible_text == "München, Bavaria, de-munich, Germany"


def test_what_is_not_in_the_name_is_bold_elsewhere() -> None:
    assert present_location(MUNICH, "bava").detail_ranges == ((0, 4),)
    assert present_location(MUNICH, "munic").code_ranges == ((3, 8),)
    both = present_location(MUNICH, "mun bavaria")
    assert (both.name_ranges, both.detail_ranges) == (((0, 3),), ((0, 7),))


@pytest.mark.parametrize("text", ["206", "as206", "AS 206"])
def test_an_isp_as_a_row(text: str) -> None:
    row = present_location(NETWORK, text)
    assert (row.name, row.detail, row.code, row.copy_code) == ("Berliner Netz", "", "AS 20676", "AS20676")
    assert row.code_ranges == ((3, 6),)


def test_headings() -> None:
    assert countries_count(203) == "203 countries"
    assert countries_count(1) == "1 country"
    assert tab_title("cities", 20000) == "Cities 20,000"
    assert tab_title("asns", 148) == "ISPs 148"
    assert (tab_title("cities"), tab_title("asns")) == ("Cities", "ISPs")
    assert matches_count(1, 3120, more=False) == "1 of 3,120 found"
    assert matches_count(1200, 3120, more=True) == "1,200 matches so far"
    assert product_words(None) == "All products"
    assert as_of(START, START + timedelta(minutes=5)).startswith("as of ")
    assert "does not document how a username selects one" in targeting_hint()


def test_mobile_products_have_no_isps_and_it_is_said_why() -> None:
    assert no_isps_reason(None) == no_isps_reason("residential") == ""
    assert no_isps_reason("mobile") == "The service lists ISPs for residential only, not for Mobile."


def test_a_run_tells_how_far_it_is_and_what_failed() -> None:
    failed = tuple(FailedList("DE", kind, UnreachableError()) for kind in ("cities", "asns"))
    view = present_load(LoadProgress(12, 203, failed), {"DE": "Germany"})
    assert view.text == "12 of 203 countries"
    assert view.share == pytest.approx(12 / 203)
    assert view.failed.startswith("1 list could not be loaded: Germany: ")
    assert view.waits == ""
    waits = present_load(LoadProgress(0, 2, waits_until=START), {}).waits
    assert waits == f"The service asks to wait until {clock_time(START, seconds=True)}."


def test_a_run_without_countries_is_done() -> None:
    assert present_load(LoadProgress(0, 0, ()), {}) == LoadView(1.0, "0 of 0 countries", "", "")


@pytest.mark.parametrize(("count", "rest"), [(5, ""), (6, " 1 more"), (8, " 3 more")])
def test_of_many_failures_the_first_are_named(count: int, rest: str) -> None:
    failed = tuple(FailedList(f"A{number}", "cities", UnreachableError()) for number in range(count))
    text = present_load(LoadProgress(1, 9, failed), {}).failed
    assert text.startswith(f"{count} lists could not be loaded: A0: No connection to the service. A1: ")
    assert text.endswith(f"A4: No connection to the service.{rest}")


def test_what_is_loaded_is_counted() -> None:
    assert loaded_text([]) == "No list is loaded yet."
    lists = [cities(("Munich", "de-munich", "")), isps(("Berliner Netz", 20676))]
    assert loaded_text(lists) == "2 cities and ISPs of 1 country are loaded."


def test_rows_to_copy_are_parted_by_tabs_and_never_formulas() -> None:
    assert country_line(US).split("\t") == [
        "US",
        "United States",
        "North America",
        "residential mobile-gb new",
        "4120",
        "2210",
        "9",
    ]
    assert location_line(MUNICH) == "DE\tde-munich\tMünchen\tBavaria"
    assert location_line(NETWORK) == "DE\t20676\tBerliner Netz"
    odd = Hit(cities(("=cmd\tx", "-1", "")), 0)
    assert location_line(odd) == "DE\t'-1\t'=cmd x\t"
