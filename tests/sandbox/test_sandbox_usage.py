"""Usage is reported by day and country (spec 2.6, 4.10)."""

from datetime import date, timedelta
from typing import Any

import pytest

from support.sandbox_service import NOW, Service, codes, error_code

ROOT = "/v1/residential/subscriptions"
TODAY = NOW.date()


async def usage_path(service: Service) -> str:
    return f"{ROOT}/{(await service.get(ROOT)).json()['data'][0]['id']}/usage"


async def read(service: Service, **query: str) -> dict[str, Any]:
    answer = await service.get(await usage_path(service), **query)
    assert answer.status_code == 200, answer.text
    report: dict[str, Any] = answer.json()
    return report


async def test_the_default_is_thirty_days_up_to_today(demo: Service) -> None:
    report = await read(demo)
    assert report["from"] == (TODAY - timedelta(days=29)).isoformat()
    assert report["to"] == TODAY.isoformat()
    assert await read(demo, to="2026-10-30") == await read(demo, **{"from": "2026-10-01", "to": "2026-10-30"})


async def test_the_sums_add_up(demo: Service) -> None:
    subscription = (await demo.get(ROOT)).json()["data"][1]
    query = {"from": (TODAY - timedelta(days=365)).isoformat()}
    report = (await demo.get(f"{ROOT}/{subscription['id']}/usage", **query)).json()
    assert report["totalBytes"] == sum(point["bytes"] for point in report["points"])
    assert report["totalRequests"] == sum(point["requests"] for point in report["points"])
    assert report["totalBytes"] == sum(country["bytes"] for country in report["byCountry"])
    days = [date.fromisoformat(point["date"]) for point in report["points"]]
    assert days == sorted(set(days))
    # Some days have no data, and are left out.
    assert 250 < len(days) < (TODAY - date.fromisoformat(subscription["createdAt"][:10])).days


async def test_the_main_user_and_all_sub_users_make_up_the_subscription(demo: Service) -> None:
    subscription = (await demo.get(ROOT)).json()["data"][0]
    assert (await read(demo))["totalBytes"] == subscription["trafficUsedBytes"]
    for sub_user in (await demo.get(f"{ROOT}/{subscription['id']}/sub-users")).json()["data"]:
        report = await read(demo, subUserId=sub_user["id"])
        assert report["totalBytes"] == sub_user["trafficUsedBytes"]


async def test_a_new_subscription_has_no_usage(service: Service) -> None:
    await service.credit(await service.topup(purchase={"planId": "residential-5gb"}))
    report = await read(service)
    assert (report["totalBytes"], report["points"], report["byCountry"]) == (0, [], [])


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ({"from": "2026-11-19", "to": "2026-11-18"}, {"from": "invalid"}),
        ({"from": "2026-11-20"}, {"from": "invalid"}),
        ({"from": "2025-11-18", "to": "2026-11-19"}, {"from": "range_too_long"}),
        ({"from": "0001-01-01"}, {"from": "range_too_long"}),
        ({"to": "2026-02-30"}, {"to": "invalid"}),
        ({"to": "0000-01-01"}, {"to": "invalid"}),
        ({"to": "2026-11-19T00:00:00Z"}, {"to": "invalid"}),
        ({"to": "20261119"}, {"to": "invalid"}),
        ({"to": "1763510400"}, {"to": "invalid"}),
        ({"from": ""}, {"from": "invalid"}),
    ],
)
async def test_a_wrong_range_is_refused(
    demo: Service, query: dict[str, str], problem: dict[str, str]
) -> None:
    assert codes(await demo.get(await usage_path(demo), **query)) == problem


@pytest.mark.parametrize(
    "query",
    [
        {"from": "2025-11-19", "to": "2026-11-19"},
        {"from": "2026-11-19", "to": "2026-11-19"},
        {"to": "0001-01-01"},
        {"to": "9999-12-31"},
    ],
)
async def test_366_days_one_day_and_the_ends_of_time_are_fine(demo: Service, query: dict[str, str]) -> None:
    await read(demo, **query)


async def test_an_unknown_sub_user_is_not_found(demo: Service) -> None:
    answer = await demo.get(await usage_path(demo), subUserId="none")
    assert error_code(answer) == (404, "not_found")
