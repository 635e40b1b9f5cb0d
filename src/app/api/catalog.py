"""The public catalogs: coins, countries, cities, ISPs (spec 4.1, 4.15 to 4.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from app.api.calls import MAX_LOCATIONS_BYTES, Call, safe_country_code
from app.api.json_bodies import MAX_PROBLEMS, Records, read_data, read_large_list, read_records
from app.models.coins import Coin, Network
from app.models.locations import Asn, City, Country
from app.models.value import sanitize_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.api.transport import Transport

T = TypeVar("T")
_COUNTRIES: Final = "/v1/catalog/countries"
_MAX_ASN: Final = 2**32 - 1


class CatalogApi:
    """Reads the catalogs, without a key; raises what `Transport.request` raises."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.connection_status = transport.connection_status

    async def coins(self) -> Records[Coin]:
        data, _ = read_data(await self._transport.request(Call("GET", "/v1/catalog/coins", public=True)))
        return await _read_coins(data)

    async def countries(self, product: str | None = None) -> Records[Country]:
        call = Call("GET", _COUNTRIES, query=_of_product(product), public=True)
        data, _ = read_data(await self._transport.request(call))
        return await read_records(data, Country)

    async def cities(self, country_code: str, product: str | None = None) -> Records[City]:
        return await self._large_list(country_code, "cities", _read_city, product)

    async def asns(self, country_code: str) -> Records[Asn]:
        """Returns the ISPs of a country; residential only (spec 4.17)."""
        return await self._large_list(country_code, "asns", _read_asn)

    async def _large_list(
        self, country_code: str, name: str, read: Callable[[object], T | None], product: str | None = None
    ) -> Records[T]:
        call = Call(
            "GET",
            f"{_COUNTRIES}/{safe_country_code(country_code)}/{name}",
            query=_of_product(product),
            public=True,
            max_body_bytes=MAX_LOCATIONS_BYTES,
        )
        return await read_large_list(await self._transport.request(call), read)


def _of_product(product: str | None) -> tuple[tuple[str, str], ...]:
    return () if product is None else (("product", product),)


async def _read_coins(data: list[object]) -> Records[Coin]:
    """Returns the coins; a bad network is set aside without its coin."""
    bad_networks = 0
    problems: list[str] = []
    readable: list[object] = []
    for raw in data:
        if isinstance(raw, dict) and isinstance(raw.get("networks"), list):
            networks = await read_records(raw["networks"], Network)
            bad_networks += networks.unreadable
            problems += (f"network {problem}" for problem in networks.problems)
            readable.append(raw | {"networks": networks.items})
        else:
            readable.append(raw)
    coins = await read_records(readable, Coin)
    return Records(
        coins.items,
        coins.unreadable + bad_networks,
        (*coins.problems, *problems)[:MAX_PROBLEMS],
    )


def _read_city(raw: object) -> City | None:
    if not isinstance(raw, dict):
        return None
    city_id, name, state = raw.get("id"), raw.get("name"), raw.get("state")
    if not (isinstance(city_id, str) and isinstance(name, str) and isinstance(state, str | None)):
        return None
    return City(sanitize_text(city_id), sanitize_text(name), None if state is None else sanitize_text(state))


def _read_asn(raw: object) -> Asn | None:
    if not isinstance(raw, dict):
        return None
    number, name = raw.get("asn"), raw.get("name")
    if type(number) is not int or not 0 <= number <= _MAX_ASN or not isinstance(name, str):
        return None
    return Asn(number, sanitize_text(name))
