"""Top-ups are created, read and listed as spec 4.2, 4.4 and 4.5 say."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from decimal import ROUND_UP, Decimal
from typing import Any

import pytest

from support.sandbox_service import NOW, Service, codes, error_code
from tollhouse_sandbox.clock import iso

PAIRS = [
    ("BTC", "bitcoin", 8, 2),
    ("LTC", "litecoin", 8, 6),
    ("ETH", "ethereum", 8, 12),
    ("SOL", "solana", 8, 32),
    ("USDT", "tron", 6, 20),
    ("USDT", "ethereum", 6, 12),
    ("USDT", "solana", 6, 32),
    ("USDC", "ethereum", 6, 12),
    ("USDC", "solana", 6, 32),
]


async def test_a_new_topup_awaits_its_payment(service: Service) -> None:
    topup = await service.topup()
    assert topup["status"] == "awaiting_payment"
    assert topup["final"] is False
    assert topup["amountUsd"] == "50.00"
    assert topup["createdAt"] == iso(NOW)
    assert topup["expiresAt"] == iso(NOW + timedelta(minutes=30))
    assert topup["txidDeadline"] == iso(NOW + timedelta(minutes=30, hours=72))
    assert topup["confirmations"] == 0
    unknown = ["txid", "txidSubmittedAt", "amountReceivedCrypto", "explorerUrl", "creditedUsd", "creditedAt"]
    assert {topup[name] for name in [*unknown, "rejection"]} == {None}
    assert "purchase" not in topup
    assert await service.read(topup["id"]) == topup


@pytest.mark.parametrize(("coin", "network", "decimals", "confirmations"), PAIRS)
async def test_the_amount_covers_the_price_with_a_small_offset(
    service: Service, coin: str, network: str, decimals: int, confirmations: int
) -> None:
    topup = await service.topup(amountUsd="25.00", coin=coin, network=network)
    amount, rate = Decimal(topup["amountCrypto"]), Decimal(topup["rate"])
    due = (Decimal("25.00") / rate).quantize(Decimal(1).scaleb(-decimals), ROUND_UP)
    assert due < amount < due * Decimal("1.01")
    assert len(topup["amountCrypto"].partition(".")[2]) == decimals
    assert topup["confirmationsRequired"] == confirmations


async def test_the_address_is_the_catalogs(service: Service) -> None:
    catalog = (await service.get("/v1/catalog/coins")).json()["data"]
    for coin in catalog:
        for network in coin["networks"]:
            topup = await service.topup(coin=coin["code"], network=network["id"])
            assert topup["address"] == network["address"]
            assert network["memoRequired"] is False


async def test_open_topups_of_a_network_ask_for_different_amounts(service: Service) -> None:
    amounts = [(await service.topup(amountUsd="25.00"))["amountCrypto"] for _ in range(150)]
    assert len(set(amounts)) == 150


async def test_two_coins_of_one_network_ask_for_different_amounts(service: Service) -> None:
    topups = [await service.topup(coin=coin, network="ethereum") for coin in ["USDT", "USDC"] * 60]
    assert len({topup["amountCrypto"] for topup in topups}) == 120


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        ("24.99", "too_small"),
        ("0.00", "too_small"),
        ("10000.01", "too_large"),
        ("50", "invalid"),
        ("50.0", "invalid"),
        ("50.000", "invalid"),
        ("-50.00", "invalid"),
        ("5e1", "invalid"),
        ("\u0665\u0660.\u0660\u0660", "invalid"),
        ("50.00\n", "invalid"),
        (50, "invalid"),
        (50.0, "invalid"),
        (None, "invalid"),
        (True, "invalid"),
    ],
)
async def test_an_amount_out_of_bounds_or_form_is_refused(
    service: Service, amount: object, code: str
) -> None:
    answer = await service.post("/v1/topups", {"amountUsd": amount, "coin": "BTC", "network": "bitcoin"})
    assert codes(answer) == {"amountUsd": code}


@pytest.mark.parametrize("amount", ["25.00", "10000.00", "0000025.00"])
async def test_the_bounds_themselves_are_accepted(service: Service, amount: str) -> None:
    assert Decimal((await service.topup(amountUsd=amount))["amountUsd"]) == Decimal(amount)


async def test_missing_fields_are_named(service: Service) -> None:
    answer = await service.post("/v1/topups", {})
    assert codes(answer) == {"amountUsd": "required", "coin": "required", "network": "required"}


@pytest.mark.parametrize(
    ("coin", "network"),
    [
        ("BTC", "ethereum"),
        ("DOGE", "dogecoin"),
        ("btc", "bitcoin"),
        ("x" * 33, "bitcoin"),
        ("BTC", ""),
        ("", ""),
    ],
)
async def test_what_the_catalog_lacks_is_unavailable(service: Service, coin: str, network: str) -> None:
    answer = await service.post("/v1/topups", {"amountUsd": "50.00", "coin": coin, "network": network})
    assert error_code(answer) == (409, "coin_unavailable")
    assert "fields" not in answer.json()["error"]


async def test_an_unpaid_topup_expires_and_becomes_final_after_the_deadline(service: Service) -> None:
    topup = await service.topup()
    await service.advance(minutes=29, seconds=59)
    assert (await service.read(topup["id"]))["status"] == "awaiting_payment"
    await service.advance(seconds=1)
    assert (await service.read(topup["id"]))["status"] == "expired"
    assert (await service.read(topup["id"]))["final"] is False
    await service.advance(hours=71, minutes=59, seconds=59)
    assert (await service.read(topup["id"]))["final"] is False
    await service.advance(seconds=1)
    assert (await service.read(topup["id"]))["final"] is True


async def test_pages_hold_every_topup_once_newest_first(service: Service) -> None:
    created = []
    for _ in range(7):
        created.append((await service.topup())["id"])
        await service.advance(seconds=1)
    seen = []
    for page in (1, 2, 3, 4):
        answer = (await service.get("/v1/topups", page=page, perPage=3)).json()
        assert answer["pagination"] == {"page": page, "perPage": 3, "total": 7, "totalPages": 3}
        seen += [item["id"] for item in answer["data"]]
    assert seen == created[::-1]


async def test_a_page_holds_20_unless_up_to_100_are_asked_for(service: Service) -> None:
    made = [(await service.topup())["id"] for _ in range(21)]
    first = (await service.get("/v1/topups")).json()
    assert first["pagination"] == {"page": 1, "perPage": 20, "total": 21, "totalPages": 2}
    assert len(first["data"]) == 20
    everything = (await service.get("/v1/topups", perPage=100)).json()
    assert everything["pagination"] == {"page": 1, "perPage": 100, "total": 21, "totalPages": 1}
    assert [item["id"] for item in everything["data"]] == made[::-1]


async def test_an_account_without_topups_has_no_pages(service: Service) -> None:
    answer = (await service.get("/v1/topups")).json()
    assert answer == {"data": [], "pagination": {"page": 1, "perPage": 20, "total": 0, "totalPages": 0}}


async def test_the_list_can_be_narrowed_to_a_status(service: Service) -> None:
    first = await service.topup()
    await service.advance(minutes=31)
    second = await service.topup()
    for status, expected in [("expired", [first]), ("awaiting_payment", [second]), ("credited", [])]:
        answer = (await service.get("/v1/topups", status=status)).json()
        assert [item["id"] for item in answer["data"]] == [item["id"] for item in expected]
        assert answer["pagination"]["total"] == len(expected)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"page": 0}, "page"),
        ({"page": "x"}, "page"),
        ({"page": 10**30}, "page"),
        ({"page": "9" * 5000}, "page"),
        ({"perPage": 0}, "perPage"),
        ({"perPage": 101}, "perPage"),
        ({"status": "paid"}, "status"),
        ({"status": ""}, "status"),
    ],
)
async def test_a_wrong_query_is_refused(service: Service, query: dict[str, Any], field: str) -> None:
    assert list(codes(await service.get("/v1/topups", **query))) == [field]


async def test_a_page_far_beyond_the_end_is_empty(service: Service) -> None:
    answer = await service.get("/v1/topups", page=2_147_483_647, perPage=100)
    assert answer.json()["data"] == []


@pytest.mark.parametrize("topup_id", ["nothing", "..", "%00", "a" * 3000, "'; DROP TABLE topups", "é"])
async def test_an_unknown_id_is_not_found(service: Service, topup_id: str) -> None:
    answer = await service.get(f"/v1/topups/{topup_id}")
    assert answer.status_code in {404, 405}
    assert "message" in answer.json()["error"]


async def test_rates_move_a_little_and_stay_locked(make_service: Callable[..., Awaitable[Service]]) -> None:
    service = await make_service()
    first = await service.topup()
    await service.advance(minutes=5)
    second = await service.topup()
    assert first["rate"] != second["rate"]
    assert abs(Decimal(first["rate"]) / Decimal(second["rate"]) - 1) < Decimal("0.01")
    assert (await service.read(first["id"]))["rate"] == first["rate"]
