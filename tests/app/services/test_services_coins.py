"""The coin catalog is asked for once, and kept when asking again fails."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from app.errors import AppError
from app.services.topups.coins import Coins
from app.storage.state import Entry, Kind, State

if TYPE_CHECKING:
    from pathlib import Path

    from support.linked_service import LinkedService

PATH = "/v1/catalog/coins"


def make_coins(service: LinkedService, name: str = "one") -> Coins:
    """Coins as after a start of the app: what is saved is on disk alone."""
    return Coins(service.client, state=service.state, service=name, clock=service.clock)


async def test_the_catalog_is_asked_for_once(service: LinkedService) -> None:
    coins = make_coins(service)
    first = await coins.known()
    assert {coin.code for coin in first} == {"BTC", "LTC", "ETH", "SOL", "USDT", "USDC"}
    assert await coins.known() is first
    assert len(await service.requests("GET", PATH)) == 1


async def test_two_who_need_the_catalog_at_once_share_one_request(service: LinkedService) -> None:
    coins = make_coins(service)
    first, second = await asyncio.gather(coins.known(), coins.known())
    assert first is second
    assert len(await service.requests("GET", PATH)) == 1


async def test_loading_asks_again(service: LinkedService) -> None:
    coins = make_coins(service)
    await coins.load()
    await coins.load()
    assert len(await service.requests("GET", PATH)) == 2


async def test_a_failure_keeps_what_was_known(service: LinkedService) -> None:
    coins = make_coins(service)
    known = await coins.load()
    await service.faults({"route": f"GET {PATH}", "kind": "status", "status": 400})
    with pytest.raises(AppError):
        await coins.load()
    assert await coins.known() == known


async def test_a_network_is_found_by_its_coin_and_id_alone(service: LinkedService) -> None:
    coins = make_coins(service)
    assert coins.network("BTC", "bitcoin") is None, "nothing is known before it was asked for"
    await coins.load()
    found = coins.network("USDT", "tron")
    assert found is not None
    assert found.id == "tron"
    assert coins.network("BTC", "tron") is None
    assert coins.network("btc", "bitcoin") is None
    assert coins.network("DOGE", "dogecoin") is None


async def test_the_catalog_is_saved_for_the_next_start_with_its_time(service: LinkedService) -> None:
    assert await make_coins(service).load_last() is None
    reported = await make_coins(service).load()
    reported_at = service.clock.now()
    service.clock.advance(3600)
    await service.faults({"route": f"GET {PATH}", "kind": "reset_before", "every": True})
    coins = make_coins(service)
    last = await coins.load_last()
    assert last is not None
    assert (last.coins, last.as_of) == (reported, reported_at)
    assert await make_coins(service, "two").load_last() is None


async def test_nothing_can_be_paid_by_a_catalog_that_is_only_saved(service: LinkedService) -> None:
    await make_coins(service).load()
    coins = make_coins(service)
    await coins.load_last()
    assert coins.network("BTC", "bitcoin") is None
    await service.faults({"route": f"GET {PATH}", "kind": "reset_before", "every": True})
    with pytest.raises(AppError):
        await coins.known()


@pytest.mark.parametrize(
    "damage", ["", "{}", "[1, 2]", "null", "[[[[", "[" * 100_000], ids=lambda text: text[:8]
)
async def test_a_damaged_catalog_counts_as_none(service: LinkedService, damage: str) -> None:
    entry = Entry("", damage, service.clock.now().isoformat())
    await service.state.put(Kind.COINS, "one", [entry])
    assert await make_coins(service).load_last() is None


async def test_a_catalog_without_a_time_counts_as_none(service: LinkedService) -> None:
    await make_coins(service).load()
    saved = await service.state.entry(Kind.COINS, "one")
    assert saved is not None
    await service.state.put(Kind.COINS, "one", [saved._replace(at="no time")])
    assert await make_coins(service).load_last() is None


async def test_without_a_disk_the_catalog_is_loaded_and_none_is_saved(
    service: LinkedService, tmp_path: Path
) -> None:
    state = State(tmp_path / "none" / "state.sqlite")
    coins = Coins(service.client, state=state, service="one", clock=service.clock)
    assert await coins.load_last() is None
    assert await coins.known()


async def test_a_memo_that_one_of_two_equal_entries_asks_for_is_needed(service: LinkedService) -> None:
    coins = make_coins(service)
    bitcoin = (await coins.load())[0]
    listed = bitcoin.model_dump(mode="json", by_alias=True)["networks"][0]
    for twice in ([listed, listed | {"memoRequired": True}], [listed | {"memoRequired": True}, listed]):
        twins = {"path": "data.0.networks", "value": twice}
        await service.faults({"route": f"GET {PATH}", "kind": "mutate", **twins})
        await coins.load()
        network = coins.network("BTC", "bitcoin")
        assert network is not None
        assert network.memo_required
