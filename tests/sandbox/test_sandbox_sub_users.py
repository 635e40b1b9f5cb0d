"""Sub-users are added, changed and deleted as spec 4.11 to 4.14 say."""

import asyncio
from typing import Any

import pytest

from support.sandbox_service import Service, codes, error_code

ROOT = "/v1/residential/subscriptions"
INT64_MAX = 2**63 - 1


async def sub_users_path(service: Service) -> str:
    """Give the path of the last subscription's sub-users: it has none."""
    subscriptions = (await service.get(ROOT)).json()["data"]
    return f"{ROOT}/{subscriptions[-1]['id']}/sub-users"


async def test_a_sub_user_is_added_with_a_made_up_password(demo: Service) -> None:
    path = await sub_users_path(demo)
    answer = await demo.post(path, {"label": "Berlin"})
    made = answer.json()
    assert answer.status_code == 201
    assert len(made["password"]) >= 12
    assert (made["label"], made["trafficLimitBytes"], made["trafficUsedBytes"]) == ("Berlin", None, 0)
    assert made["enabled"] is True
    assert (await demo.get(path)).json() == {"data": [made], "limit": 50}


@pytest.mark.parametrize("password", ["x", "p@s:s/w#r?d%41 +&…", "ü" * 64, " spaced "])
async def test_a_password_can_be_chosen(demo: Service, password: str) -> None:
    made = (await demo.post(await sub_users_path(demo), {"label": "x", "password": password})).json()
    assert made["password"] == password


@pytest.mark.parametrize("limit", [0, 1, INT64_MAX, None])
async def test_a_cap_is_any_int64_or_none(demo: Service, limit: int | None) -> None:
    made = (await demo.post(await sub_users_path(demo), {"label": "x", "trafficLimitBytes": limit})).json()
    assert made["trafficLimitBytes"] == limit


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({}, "label", "required"),
        ({"label": ""}, "label", "required"),
        ({"label": " \t"}, "label", "required"),
        ({"label": None}, "label", "invalid"),
        ({"label": "x" * 61}, "label", "too_long"),
        ({"label": "x", "password": ""}, "password", "invalid"),
        ({"label": "x", "password": "x" * 65}, "password", "too_long"),
        ({"label": "x", "password": "a\nb"}, "password", "invalid"),
        ({"label": "x", "password": "a\x00b"}, "password", "invalid"),
        ({"label": "x", "password": None}, "password", "invalid"),
        ({"label": "x", "trafficLimitBytes": -1}, "trafficLimitBytes", "too_small"),
        ({"label": "x", "trafficLimitBytes": INT64_MAX + 1}, "trafficLimitBytes", "too_large"),
        ({"label": "x", "trafficLimitBytes": 10**400}, "trafficLimitBytes", "too_large"),
        ({"label": "x", "trafficLimitBytes": True}, "trafficLimitBytes", "invalid"),
        ({"label": "x", "trafficLimitBytes": 1.5}, "trafficLimitBytes", "invalid"),
        ({"label": "x", "trafficLimitBytes": "5"}, "trafficLimitBytes", "invalid"),
    ],
)
async def test_a_wrong_sub_user_is_refused(
    demo: Service, body: dict[str, Any], field: str, code: str
) -> None:
    path = await sub_users_path(demo)
    assert codes(await demo.post(path, body)) == {field: code}
    assert (await demo.get(path)).json()["data"] == []


async def test_there_are_at_most_50(demo: Service) -> None:
    path = await sub_users_path(demo)
    made = [(await demo.post(path, {"label": f"n{number}"})).json() for number in range(50)]
    assert len({item["username"] for item in made}) == 50
    assert error_code(await demo.post(path, {"label": "one too many"})) == (409, "sub_user_limit")
    await demo.client.delete(f"{path}/{made[0]['id']}")
    assert (await demo.post(path, {"label": "room again"})).status_code == 201


async def test_there_are_at_most_50_of_those_added_at_the_same_time(demo: Service) -> None:
    path = await sub_users_path(demo)
    answers = await asyncio.gather(*(demo.post(path, {"label": "x"}) for _ in range(55)))
    assert sorted(answer.status_code for answer in answers) == [201] * 50 + [409] * 5
    assert len((await demo.get(path)).json()["data"]) == 50


async def test_a_label_has_up_to_60_characters(demo: Service) -> None:
    path = await sub_users_path(demo)
    made = (await demo.post(path, {"label": "🦊" * 60})).json()
    assert made["label"] == "🦊" * 60
    assert (await demo.patch(f"{path}/{made['id']}", {"label": "x" * 60})).json()["label"] == "x" * 60


async def test_a_patch_changes_only_what_it_names(demo: Service) -> None:
    path = await sub_users_path(demo)
    made = (await demo.post(path, {"label": "x", "trafficLimitBytes": 5})).json()
    one = f"{path}/{made['id']}"
    assert (await demo.patch(one, {})).json() == made
    assert (await demo.patch(one, {"enabled": False})).json() == {**made, "enabled": False}
    assert (await demo.patch(one, {"enabled": True, "label": "y"})).json() == {**made, "label": "y"}
    assert (await demo.patch(one, {"trafficLimitBytes": 0})).json()["trafficLimitBytes"] == 0
    assert (await demo.patch(one, {"trafficLimitBytes": None})).json()["trafficLimitBytes"] is None
    same = (await demo.patch(one, {"regeneratePassword": False})).json()
    assert same["password"] == made["password"]
    assert (await demo.patch(one, {"regeneratePassword": True})).json()["password"] != made["password"]


@pytest.mark.parametrize(
    ("patch", "field", "code"),
    [
        ({"label": None}, "label", "invalid"),
        ({"label": " "}, "label", "required"),
        ({"label": "x" * 61}, "label", "too_long"),
        ({"enabled": None}, "enabled", "invalid"),
        ({"enabled": 0}, "enabled", "invalid"),
        ({"regeneratePassword": "yes"}, "regeneratePassword", "invalid"),
        ({"trafficLimitBytes": -1}, "trafficLimitBytes", "too_small"),
        ({"trafficLimitBytes": INT64_MAX + 1}, "trafficLimitBytes", "too_large"),
        ({"trafficLimitBytes": False}, "trafficLimitBytes", "invalid"),
    ],
)
async def test_a_wrong_patch_is_refused(demo: Service, patch: dict[str, Any], field: str, code: str) -> None:
    path = await sub_users_path(demo)
    made = (await demo.post(path, {"label": "x"})).json()
    assert codes(await demo.patch(f"{path}/{made['id']}", patch)) == {field: code}
    assert (await demo.get(path)).json()["data"] == [made]


async def test_a_deleted_sub_user_is_gone(demo: Service) -> None:
    path = await sub_users_path(demo)
    one = f"{path}/{(await demo.post(path, {'label': 'x'})).json()['id']}"
    answer = await demo.client.delete(one)
    assert (answer.status_code, answer.content) == (204, b"")
    assert error_code(await demo.client.delete(one)) == (404, "not_found")
    assert error_code(await demo.patch(one, {"enabled": True})) == (404, "not_found")


async def test_a_sub_user_belongs_to_one_subscription(demo: Service) -> None:
    first, second, *_ = (await demo.get(ROOT)).json()["data"]
    stranger = (await demo.get(f"{ROOT}/{first['id']}/sub-users")).json()["data"][0]["id"]
    assert (await demo.client.delete(f"{ROOT}/{second['id']}/sub-users/{stranger}")).status_code == 404
    assert (await demo.client.delete(f"{ROOT}/none/sub-users/{stranger}")).status_code == 404
    usage = await demo.get(f"{ROOT}/{second['id']}/usage", subUserId=stranger)
    assert error_code(usage) == (404, "not_found")
