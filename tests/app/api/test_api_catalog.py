from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from app.api import calls
from app.api.client import ServiceClient
from app.api.connections import build_http
from app.errors import InvalidInputError, UnexpectedResponseError
from app.models.locations import Asn, City
from support.raw_server import RawServer, Reply, reply
from support.service_records import coin_record, country_record
from support.virtual_clock import VirtualClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from app.api.catalog import CatalogApi


@asynccontextmanager
async def answered(*replies: Reply) -> AsyncIterator[tuple[CatalogApi, RawServer]]:
    async with RawServer(list(replies)) as server, build_http() as http:
        yield ServiceClient(server.base_url, "some-key", http=http, clock=VirtualClock()).catalog, server


async def test_a_bad_network_is_set_aside_without_its_coin() -> None:
    good = coin_record()["networks"]
    assert isinstance(good, list)
    record = coin_record(networks=[*good, {"id": "lightning"}])
    async with answered(reply({"data": [record, coin_record(code=None)]})) as (api, _):
        found = await api.coins()
    (coin,) = found.items
    assert [network.id for network in coin.networks] == ["bitcoin"]
    assert found.unreadable == 2
    assert found.problems == ("2: code", "network 2: name, address")


async def test_what_is_no_coin_or_has_no_networks_costs_itself_alone() -> None:
    records = [None, "BTC", coin_record(networks={}), coin_record(code="ETH", networks=None), coin_record()]
    async with answered(reply({"data": records})) as (api, _):
        found = await api.coins()
    assert [(coin.code, len(coin.networks)) for coin in found.items] == [("ETH", 0), ("BTC", 1)]
    assert found.problems == ("1: not an object", "2: not an object", "3: networks")


async def test_countries_keep_the_good_records() -> None:
    records = [country_record(), country_record(name=None), country_record(code="FR")]
    async with answered(reply({"data": records})) as (api, server):
        found = await api.countries("mobile")
    assert [country.code for country in found.items] == ["DE", "FR"]
    assert found.unreadable == 1
    assert server.requests[0].startswith(b"GET /v1/catalog/countries?product=mobile ")


async def test_cities_keep_the_good_records() -> None:
    records = [
        {"id": "1", "name": "Berlin", "state": None},
        {"id": "2", "name": "Ulm"},
        {"id": "3", "name": "Köln", "state": "NRW", "new": 1},
        {"id": 4, "name": "Number"},
        {"id": "5", "name": None},
        {"id": "6", "name": "Odd", "state": 7},
        None,
        "text",
    ]
    async with answered(reply({"data": records})) as (api, server):
        found = await api.cities("DE", "mobile-gb")
    assert found.items == (City("1", "Berlin", None), City("2", "Ulm", None), City("3", "Köln", "NRW"))
    assert found.unreadable == 5
    assert server.requests[0].startswith(b"GET /v1/catalog/countries/DE/cities?product=mobile-gb ")


async def test_half_characters_in_names_can_still_be_kept() -> None:
    async with answered(reply(r'{"data": [{"id": "1", "name": "\ud800lm"}]}')) as (api, _):
        assert (await api.cities("DE")).items == (City("1", "?lm", None),)


async def test_isps_keep_the_good_records() -> None:
    numbers = [3320, 0, 2**32 - 1, 2**32, -1, 1.0, True, "5", None]
    records = [*({"asn": number, "name": "Net"} for number in numbers), {"asn": 1}]
    async with answered(reply({"data": records})) as (api, _):
        found = await api.asns("DE")
    assert found.items == (Asn(3320, "Net"), Asn(0, "Net"), Asn(2**32 - 1, "Net"))
    assert found.unreadable == 7


@pytest.mark.parametrize("code", ["", "de", "DEU", "D", "..", "D/", "ДЕ", "DE\n"])
async def test_a_malformed_country_code_is_never_sent(code: str) -> None:
    async with answered(reply({"data": []})) as (api, server):
        with pytest.raises(InvalidInputError):
            await api.cities(code)
        with pytest.raises(InvalidInputError):
            await api.asns(code)
    assert server.requests == []


async def test_lists_of_locations_may_be_larger_than_other_answers() -> None:
    padded = reply(b'{"data": []' + b" " * calls.MAX_BODY_BYTES + b"}")
    async with answered(padded) as (api, _):
        assert (await api.cities("DE")).items == ()
        assert (await api.asns("DE")).items == ()
        with pytest.raises(UnexpectedResponseError, match="larger than 2,097,152 bytes"):
            await api.countries()
