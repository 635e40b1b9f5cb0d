"""The public catalog (spec 2.3, 2.7, 4.1, 4.15 to 4.17)."""

from typing import Annotated

from fastapi import APIRouter, Path

from tollhouse_sandbox.errors import ERROR_MODEL, not_found, refusals
from tollhouse_sandbox.routes.common import AnyWorld, ListResponse, ResponseBody, StrictRoute
from tollhouse_sandbox.rules.coins import COINS, Coin
from tollhouse_sandbox.rules.locations import City, Country, Product, Provider
from tollhouse_sandbox.world import World

router = APIRouter(prefix="/v1/catalog", tags=["catalog"], responses=refusals(), route_class=StrictRoute)

CountryCode = Annotated[str, Path(description="ISO 3166-1 alpha-2, upper case")]


class NetworkResponse(ResponseBody):
    id: str
    name: str
    confirmations_required: int
    estimated_minutes: int | None
    memo_required: bool
    address: str


class CoinResponse(ResponseBody):
    code: str
    name: str
    networks: list[NetworkResponse]


class CityResponse(ResponseBody):
    id: str
    name: str
    state: str | None


@router.get("/coins", response_model=ListResponse[CoinResponse], responses=ERROR_MODEL)
async def read_coins() -> dict[str, tuple[Coin, ...]]:
    """Lists the coins that are accepted, and their networks."""
    return {"data": COINS}


@router.get("/countries", response_model=ListResponse[Country])
async def read_countries(world: AnyWorld, product: Product | None = None) -> dict[str, list[Country]]:
    """Lists the countries that can be targeted."""
    return {"data": world.locations.countries(product)}


@router.get("/countries/{country_code}/cities", response_model=ListResponse[CityResponse])
async def read_cities(
    world: AnyWorld, country_code: CountryCode, product: Product | None = None
) -> dict[str, list[City]]:
    """Lists a country's cities; with a mobile product, those that have modems."""
    _check_country(world, country_code)
    return {"data": world.locations.cities(country_code, product)}


@router.get("/countries/{country_code}/asns", response_model=ListResponse[Provider])
async def read_providers(world: AnyWorld, country_code: CountryCode) -> dict[str, list[Provider]]:
    """Lists a country's internet providers; residential only."""
    _check_country(world, country_code)
    return {"data": world.locations.providers(country_code)}


def _check_country(world: World, code: str) -> None:
    """Refuses an unknown country; codes are upper case."""
    if not world.locations.knows(code):
        raise not_found("country")
