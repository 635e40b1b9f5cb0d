"""The public catalog: coins and locations, without a key (spec 4.1, 4.15 to 4.17)."""

from collections.abc import Awaitable, Callable

import httpx
import pytest

from support.sandbox_service import ADDRESS, Service, codes, error_code


@pytest.fixture
async def public(service: Service) -> httpx.AsyncClient:
    service.client.headers.pop("Authorization")
    return service.client


@pytest.mark.parametrize("path", ["coins", "countries", "countries/US/cities", "countries/US/asns"])
@pytest.mark.parametrize("key", ["Bearer wrong", "Basic abc"])
async def test_a_wrong_key_does_not_matter(public: httpx.AsyncClient, path: str, key: str) -> None:
    answer = await public.get(f"/v1/catalog/{path}", headers={"Authorization": key})
    assert answer.status_code == 200


async def test_coins_and_their_networks(public: httpx.AsyncClient) -> None:
    coins = (await public.get("/v1/catalog/coins")).json()["data"]
    shown = {
        (coin["code"], network["id"]): (network["confirmationsRequired"], network["estimatedMinutes"])
        for coin in coins
        for network in coin["networks"]
    }
    assert shown == {
        ("BTC", "bitcoin"): (2, 20),
        ("LTC", "litecoin"): (6, 15),
        ("ETH", "ethereum"): (12, 4),
        ("SOL", "solana"): (32, 1),
        ("USDT", "tron"): (20, 3),
        ("USDT", "ethereum"): (12, 4),
        ("USDT", "solana"): (32, 1),
        ("USDC", "ethereum"): (12, 4),
        ("USDC", "solana"): (32, 1),
    }


async def test_every_countrys_counts_are_its_lists_lengths(public: httpx.AsyncClient) -> None:
    countries = (await public.get("/v1/catalog/countries")).json()["data"]
    assert len(countries) == 249
    for country in countries:
        path = f"/v1/catalog/countries/{country['code']}"
        cities = (await public.get(f"{path}/cities")).json()["data"]
        providers = (await public.get(f"{path}/asns")).json()["data"]
        assert (len(cities), len(providers)) == (country["cities"], country["asns"])
        assert len({city["id"] for city in cities}) == len(cities)
        assert len({provider["asn"] for provider in providers}) == len(providers)


async def test_real_names_keep_their_accents(public: httpx.AsyncClient) -> None:
    cities = (await public.get("/v1/catalog/countries/DE/cities")).json()["data"]
    assert {"id": "de-dusseldorf", "name": "Düsseldorf", "state": "North Rhine-Westphalia"} in cities
    providers = (await public.get("/v1/catalog/countries/DE/asns")).json()["data"]
    assert {"asn": 3320, "name": "Deutsche Telekom"} in providers


@pytest.mark.parametrize("product", ["residential", "mobile", "mobile-gb"])
async def test_a_product_restricts_countries_and_cities(public: httpx.AsyncClient, product: str) -> None:
    everything = (await public.get("/v1/catalog/countries")).json()["data"]
    some = (await public.get("/v1/catalog/countries", params={"product": product})).json()["data"]
    assert some == [country for country in everything if product in country["products"]]
    for country in everything:
        path = f"/v1/catalog/countries/{country['code']}/cities"
        cities = (await public.get(path, params={"product": product})).json()["data"]
        assert bool(cities) is (product in country["products"])
        if product != "residential":
            assert len(cities) <= country["cities"]


@pytest.mark.parametrize("code", ["XX", "de", "DEU", "", "..", "%00"])
@pytest.mark.parametrize("kind", ["cities", "asns"])
async def test_an_unknown_country_is_not_found(public: httpx.AsyncClient, code: str, kind: str) -> None:
    assert error_code(await public.get(f"/v1/catalog/countries/{code}/{kind}")) == (404, "not_found")


async def test_an_unknown_product_is_refused(public: httpx.AsyncClient) -> None:
    assert codes(await public.get("/v1/catalog/countries", params={"product": "datacenter"})) == {
        "product": "invalid"
    }


async def test_the_large_scale_has_half_a_million_rows(
    make_service: Callable[..., Awaitable[Service]],
) -> None:
    service = await make_service(scale="large")
    countries = (await service.get("/v1/catalog/countries")).json()["data"]
    assert sum(country["cities"] + country["asns"] for country in countries) == 500_000
    for kind in ("cities", "asns"):
        answer = await service.get(f"{ADDRESS}/v1/catalog/countries/US/{kind}")
        assert len(answer.json()["data"]) == 20_000
