"""The demo account shows every state, and is the same for the same seed."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

from support.sandbox_service import NOW, Service

ROOT = "/v1/residential/subscriptions"


async def all_topups(service: Service) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for page in (1, 2):
        rows += (await service.get("/v1/topups", perPage=100, page=page)).json()["data"]
    return rows


async def test_the_top_of_the_list_is_what_the_pictures_show(demo: Service) -> None:
    rows = await all_topups(demo)
    assert len(rows) == 148
    shown = [(row["amountUsd"], row["coin"], row["network"], row["status"], row["final"]) for row in rows[:9]]
    assert shown == [
        ("50.00", "BTC", "bitcoin", "awaiting_payment", False),
        ("120.00", "USDT", "tron", "verifying", False),
        ("75.00", "ETH", "ethereum", "credited", True),
        ("25.00", "SOL", "solana", "rejected", False),
        ("40.00", "LTC", "litecoin", "expired", False),
        ("250.00", "USDC", "ethereum", "credited", True),
        ("100.00", "BTC", "bitcoin", "credited", True),
        ("60.00", "USDT", "tron", "credited", True),
        ("35.00", "BTC", "bitcoin", "expired", True),
    ]
    assert all(row["final"] for row in rows[9:])
    assert {row["status"] for row in rows[9:]} == {"credited", "rejected", "expired"}


async def test_the_verifying_one_is_alive_and_ends_credited_with_its_plan(demo: Service) -> None:
    topup_id = (await all_topups(demo))[1]["id"]
    seen = await demo.read(topup_id)
    assert (seen["confirmations"], seen["confirmationsRequired"]) == (7, 20)
    assert seen["purchase"]["status"] == "pending"
    await demo.advance(seconds=75)
    assert (await demo.read(topup_id))["confirmations"] == 8
    await demo.advance(minutes=16)
    credited = await demo.read(topup_id)
    assert (credited["status"], credited["purchase"]["status"]) == ("credited", "completed")


async def test_subscriptions_are_what_the_pictures_show(demo: Service) -> None:
    rows = (await demo.get(ROOT)).json()["data"]
    shown = {row["label"]: (row["status"], row["trafficUsedBytes"], row["trafficTotalBytes"]) for row in rows}
    assert shown == {
        "Price watch EU": ("active", 31_400_000_000, 50_000_000_000),
        "Ad checks": ("active", 92_100_000_000, 100_000_000_000),
        "Mobile QA": ("active", 4_900_000_000, 5_000_000_000),
        "Old crawler": ("expired", 25_000_000_000, 25_000_000_000),
    }
    sub_users = (await demo.get(f"{ROOT}/{rows[0]['id']}/sub-users")).json()["data"]
    assert len(sub_users) == 9
    assert {user["enabled"] for user in sub_users} == {True, False}
    assert None in {user["trafficLimitBytes"] for user in sub_users}


async def test_the_usage_of_all_time_is_what_was_used(demo: Service) -> None:
    for row in (await demo.get(ROOT)).json()["data"]:
        own = f"{ROOT}/{row['id']}"
        began = datetime.fromisoformat(row["createdAt"]).date()
        spans = [(began, began + timedelta(days=365)), (began + timedelta(days=366), NOW.date())]
        days = [{"from": first.isoformat(), "to": last.isoformat()} for first, last in spans if first <= last]
        whole = [(await demo.get(f"{own}/usage", **span)).json()["totalBytes"] for span in days]
        assert sum(whole) == row["trafficUsedBytes"]
        for user in (await demo.get(f"{own}/sub-users")).json()["data"]:
            assert user["createdAt"] >= row["createdAt"]
            parts = [
                (await demo.get(f"{own}/usage", subUserId=user["id"], **span)).json()["totalBytes"]
                for span in days
            ]
            assert sum(parts) == user["trafficUsedBytes"]


async def test_usage_has_a_weekly_rhythm(demo: Service) -> None:
    subscription = (await demo.get(ROOT)).json()["data"][0]["id"]
    query = {"from": (NOW.date() - timedelta(days=365)).isoformat()}
    points = (await demo.get(f"{ROOT}/{subscription}/usage", **query)).json()["points"]
    week: list[list[int]] = [[] for _ in range(7)]
    for point in points:
        week[datetime.fromisoformat(point["date"]).weekday()].append(point["bytes"])
    average = [sum(day) / len(day) for day in week]
    assert max(average[5:]) < min(average[:5])


async def test_the_same_seed_gives_the_same_account(make_service: Callable[..., Awaitable[Service]]) -> None:
    first, same, other = [await make_service(scale="demo", seed=seed) for seed in (7, 7, 8)]
    for path in ("/v1/topups", ROOT):
        assert (await first.get(path)).json() == (await same.get(path)).json()
        assert (await first.get(path)).json() != (await other.get(path)).json()
