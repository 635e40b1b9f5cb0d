"""The public catalog (spec 4.1, 4.15 to 4.17)."""

from typing import Annotated

from fastapi import APIRouter, Path, Response

from tollhouse_sandbox.errors import not_found
from tollhouse_sandbox.routes.common import AnyWorld
from tollhouse_sandbox.schemas.base import refusals
from tollhouse_sandbox.schemas.catalog import (
    CityListAnswer,
    CoinListAnswer,
    CountryListAnswer,
    Product,
    ProviderListAnswer,
    city_list,
    coin_list,
    country_list,
    provider_list,
)
from tollhouse_sandbox.web.answers import answer
from tollhouse_sandbox.world import World

router = APIRouter(prefix="/v1/catalog", tags=["catalog"])

CountryCode = Annotated[str, Path(description="ISO 3166-1 alpha-2, upper case")]


@router.get("/coins", response_model=CoinListAnswer, responses=refusals())
async def read_coins() -> Response:
    """Lists the coins that are accepted, and their networks."""
    return answer(coin_list())


@router.get("/countries", response_model=CountryListAnswer, responses=refusals())
async def read_countries(world: AnyWorld, product: Product | None = None) -> Response:
    """Lists the countries that can be targeted."""
    return answer(country_list(world.locations.countries(product)))


@router.get("/countries/{country_code}/cities", response_model=CityListAnswer, responses=refusals())
async def read_cities(world: AnyWorld, country_code: CountryCode, product: Product | None = None) -> Response:
    """Lists a country's cities; with a mobile product, those that have modems."""
    _check_country(world, country_code)
    return answer(city_list(world.locations.cities(country_code, product)))


@router.get("/countries/{country_code}/asns", response_model=ProviderListAnswer, responses=refusals())
async def read_providers(world: AnyWorld, country_code: CountryCode) -> Response:
    """Lists a country's internet providers; residential only."""
    _check_country(world, country_code)
    return answer(provider_list(world.locations.providers(country_code)))


def _check_country(world: World, code: str) -> None:
    """Refuses an unknown country; codes are upper case."""
    if not world.locations.knows(code):
        raise not_found("country")
