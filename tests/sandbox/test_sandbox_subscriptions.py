"""Subscriptions are read, renamed, renewed and given new passwords (spec 4.6 to 4.9)."""

from typing import Any

import pytest

from support.sandbox_service import Service, codes, error_code

PATH = "/v1/residential/subscriptions"


async def listed(service: Service, **query: str) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = (await service.get(PATH, **query)).json()["data"]
    return data


async def test_a_product_narrows_the_list(demo: Service) -> None:
    everything = await listed(demo)
    residential, mobile = (
        await listed(demo, productId="residential"),
        await listed(demo, productId="mobile-gb"),
    )
    assert {item["productId"] for item in residential} == {"residential"}
    assert {item["productId"] for item in mobile} == {"mobile-gb"}
    assert len(everything) == len(residential) + len(mobile)
    assert codes(await demo.get(PATH, productId="mobile")) == {"productId": "invalid"}


async def test_a_subscription_shows_its_traffic_credentials_and_endpoint(demo: Service) -> None:
    for shown in await listed(demo):
        assert shown["trafficRemainingBytes"] == shown["trafficTotalBytes"] - shown["trafficUsedBytes"]
        assert set(shown["endpoint"]) == {"host", "httpPort", "socksPort"}
        assert shown["username"]
        assert shown["password"]
        assert (await demo.get(f"{PATH}/{shown['id']}")).json() == shown
        sub_users = (await demo.get(f"{PATH}/{shown['id']}/sub-users")).json()["data"]
        assert shown["subUserCount"] == len(sub_users)


async def test_a_subscription_expires(demo: Service) -> None:
    ends_soon = next(item for item in await listed(demo) if item["label"] == "Ad checks")
    assert ends_soon["status"] == "active"
    await demo.advance(days=6)
    assert (await demo.get(f"{PATH}/{ends_soon['id']}")).json()["status"] == "expired"


async def test_label_and_auto_renew_change_alone_or_together(demo: Service) -> None:
    before = (await listed(demo))[0]
    path = f"{PATH}/{before['id']}"
    assert (await demo.patch(path, {"label": "Größe 📦"})).json() == {**before, "label": "Größe 📦"}
    assert (await demo.patch(path, {"autoRenew": False})).json()["autoRenew"] is False
    both = (await demo.patch(path, {"label": "x", "autoRenew": True, "unknown": 1})).json()
    assert (both["label"], both["autoRenew"]) == ("x", True)
    assert (await demo.patch(path, {})).json() == both


@pytest.mark.parametrize(
    ("patch", "field", "code"),
    [
        ({"label": "x" * 61}, "label", "too_long"),
        ({"label": None}, "label", "invalid"),
        ({"label": 5}, "label", "invalid"),
        ({"autoRenew": None}, "autoRenew", "invalid"),
        ({"autoRenew": "true"}, "autoRenew", "invalid"),
        ({"autoRenew": 1}, "autoRenew", "invalid"),
    ],
)
async def test_a_wrong_patch_is_refused(demo: Service, patch: dict[str, Any], field: str, code: str) -> None:
    before = (await listed(demo))[0]
    assert codes(await demo.patch(f"{PATH}/{before['id']}", patch)) == {field: code}
    assert (await listed(demo))[0] == before


async def test_a_label_counts_characters_not_bytes(demo: Service) -> None:
    path = f"{PATH}/{(await listed(demo))[0]['id']}"
    assert (await demo.patch(path, {"label": "🦊" * 60})).status_code == 200


async def test_a_reset_makes_a_new_password_and_keeps_the_old_for_a_minute(demo: Service) -> None:
    before = (await listed(demo))[0]
    after = (await demo.post(f"{PATH}/{before['id']}/reset-password")).json()
    assert after["password"] != before["password"]
    assert {**after, "password": ""} == {**before, "password": ""}
    kept = demo.world.connection.execute(
        "SELECT old_password, old_password_until - ? FROM subscriptions WHERE id = ?",
        [int(demo.world.clock.now().timestamp() * 1000), before["id"]],
    ).fetchone()
    assert kept == (before["password"], 60_000)


@pytest.mark.parametrize("suffix", ["", "/usage", "/sub-users"])
async def test_an_unknown_subscription_is_not_found(demo: Service, suffix: str) -> None:
    assert error_code(await demo.get(f"{PATH}/none{suffix}")) == (404, "not_found")


async def test_changes_of_an_unknown_subscription_are_not_found(demo: Service) -> None:
    assert error_code(await demo.patch(f"{PATH}/none", {"label": "x"})) == (404, "not_found")
    assert error_code(await demo.post(f"{PATH}/none/reset-password")) == (404, "not_found")
