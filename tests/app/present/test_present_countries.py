"""Countries in the language of the app: shown so, and found by that and by the service's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.i18n.texts import use_language
from app.models.locations import Country
from app.present.countries import country_name, read_country, shown_name, shown_names, shown_region
from app.rules.locations.countries import CountryFilter, pick_countries
from app.rules.palette import country_item

if TYPE_CHECKING:
    from collections.abc import Iterator

GERMANY = Country(code="DE", name="Germany", region="Europe")
AUSTRIA = Country(code="AT", name="Austria", region="Europe")
CONGO = Country(code="CD", name="Congo-Kinshasa", region="Sub-Saharan markets")
NOWHERE = Country(code="ZQ", name="Nowhere", region="")
ALL = (AUSTRIA, CONGO, GERMANY, NOWHERE)


@pytest.fixture
def german() -> Iterator[None]:
    use_language("de")
    yield
    use_language("en")


def found(text: str) -> list[str]:
    return [one.code for one in pick_countries(ALL, CountryFilter(text), read=read_country)]


def test_english_calls_countries_as_the_service_does() -> None:
    assert (read_country(CONGO).name, read_country(CONGO).region) == ("Congo-Kinshasa", "Sub-Saharan markets")
    assert found("germ") == ["DE"]


@pytest.mark.usefixtures("german")
def test_another_language_has_its_own_names() -> None:
    shown = read_country(GERMANY)
    assert (shown.name, shown.region) == ("Deutschland", "Europa")
    assert shown_names({"DE": "Germany", "ZQ": "Nowhere"}) == {"DE": "Deutschland", "ZQ": "Nowhere"}
    assert shown_region("Sub-Saharan markets") == "Sub-Saharan markets"
    assert shown_region("Antarctica") == "Antarktis"
    assert country_name("DE") == "Deutschland"


@pytest.mark.usefixtures("german")
def test_a_code_that_is_no_country_s_names_no_region() -> None:
    assert (country_name("150"), shown_name("150", "Nowhere")) == ("150", "Nowhere"), "Europe's is 150"


def test_traffic_of_no_country_is_that_of_others() -> None:
    assert country_name("") == "Others"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("text", ["Deutschland", "deutsch", "Germany", "de"])
def test_a_country_is_found_by_either_name_and_by_its_code(text: str) -> None:
    assert "DE" in found(text)


@pytest.mark.usefixtures("german")
def test_countries_stand_and_are_found_as_people_read_them() -> None:
    assert found("") == ["DE", "CD", "ZQ", "AT"], "Deutschland, Kongo-Kinshasa, Nowhere, Österreich"
    assert found("osterreich") == ["AT"]
    assert found("europa") == ["DE", "AT"]
    assert found("europe") == ["DE", "AT"]


@pytest.mark.usefixtures("german")
def test_the_palette_finds_either_name() -> None:
    item = country_item(GERMANY, (), read_country)
    assert item.words == "deutschland"
    assert "germany" in item.more
