"""Catalog bodies (spec 2.3, 2.7)."""

from typing import Literal

from tollhouse_sandbox.rules.coins import COINS, Coin
from tollhouse_sandbox.rules.locations import City, Country, Provider
from tollhouse_sandbox.schemas.base import Answer

Product = Literal["residential", "mobile", "mobile-gb"]


class NetworkAnswer(Answer):
    """A network that carries a coin."""

    id: str
    name: str
    confirmations_required: int
    estimated_minutes: int | None
    memo_required: bool
    address: str


class CoinAnswer(Answer):
    """A coin (spec 2.3)."""

    code: str
    name: str
    networks: list[NetworkAnswer]


class CoinListAnswer(Answer):
    """All coins."""

    data: list[CoinAnswer]


class CountryAnswer(Answer):
    """A country (spec 2.7)."""

    code: str
    name: str
    region: str
    products: list[Product]
    cities: int
    asns: int
    carriers: int


class CountryListAnswer(Answer):
    """Countries."""

    data: list[CountryAnswer]


class CityAnswer(Answer):
    """A city (spec 2.7)."""

    id: str
    name: str
    state: str | None


class CityListAnswer(Answer):
    """A country's cities."""

    data: list[CityAnswer]


class ProviderAnswer(Answer):
    """An ASN entry (spec 2.7)."""

    asn: int
    name: str


class ProviderListAnswer(Answer):
    """A country's internet providers."""

    data: list[ProviderAnswer]


def coin_list() -> CoinListAnswer:
    """Returns the coin catalog."""
    return CoinListAnswer(data=[_coin_answer(coin) for coin in COINS])


def country_list(countries: list[Country]) -> CountryListAnswer:
    """Returns countries."""
    fields = CountryAnswer.model_fields
    return CountryListAnswer(
        data=[CountryAnswer(**{name: getattr(country, name) for name in fields}) for country in countries]
    )


def city_list(cities: list[City]) -> CityListAnswer:
    """Returns cities."""
    return CityListAnswer(data=[CityAnswer(id=city.id, name=city.name, state=city.state) for city in cities])


def provider_list(providers: list[Provider]) -> ProviderListAnswer:
    """Returns providers."""
    return ProviderListAnswer(data=[ProviderAnswer(asn=item.asn, name=item.name) for item in providers])


def _coin_answer(coin: Coin) -> CoinAnswer:
    networks = [
        NetworkAnswer(
            id=network.id,
            name=network.name,
            confirmations_required=network.confirmations_required,
            estimated_minutes=network.estimated_minutes,
            memo_required=False,
            address=network.address,
        )
        for network in coin.networks
    ]
    return CoinAnswer(code=coin.code, name=coin.name, networks=networks)
