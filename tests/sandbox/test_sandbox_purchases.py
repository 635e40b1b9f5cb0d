"""Purchases are priced at once and placed when their top-up is credited (spec 3.2, 4.2.4 to 4.2.6)."""

from typing import Any

import pytest

from support.sandbox_service import Service, codes, error_code


def body(amount: str = "50.00", **purchase: object) -> dict[str, Any]:
    return {"amountUsd": amount, "coin": "BTC", "network": "bitcoin", "purchase": purchase}


async def test_a_purchase_is_priced_when_the_topup_is_created(service: Service) -> None:
    topup = await service.topup(
        purchase={"planId": "residential-5gb", "quantity": 2, "options": {"a": [1, {"b": "ü"}]}, "extra": 1}
    )
    assert topup["purchase"] == {
        "planId": "residential-5gb",
        "planName": "Residential 5 GB",
        "quantity": 2,
        "options": {"a": [1, {"b": "ü"}]},
        "promoCode": None,
        "total": "35.00",
        "status": "pending",
        "orderId": None,
        "failureReason": None,
    }


async def test_when_credited_the_order_is_placed_and_makes_a_subscription(service: Service) -> None:
    topup = await service.topup(purchase={"planId": "mobile-gb-5", "quantity": 1})
    purchase = (await service.credit(topup))["purchase"]
    assert purchase["status"] == "completed"
    assert purchase["orderId"]
    (subscription,) = (await service.get("/v1/residential/subscriptions")).json()["data"]
    assert subscription["planId"] == "mobile-gb-5"
    assert subscription["productId"] == "mobile-gb"
    assert subscription["status"] == "active"
    assert subscription["trafficTotalBytes"] == subscription["trafficRemainingBytes"] == 5_000_000_000


async def test_a_promo_code_takes_its_share_off(service: Service) -> None:
    topup = await service.topup(purchase={"planId": "residential-10gb", "promoCode": "WELCOME10"})
    assert topup["purchase"]["total"] == "28.80"


@pytest.mark.parametrize(
    "purchase", [{"planId": "residential-flash-20gb"}, {"planId": "residential-5gb", "promoCode": "SPENT"}]
)
async def test_a_refused_order_leaves_the_money_on_the_balance(
    service: Service, purchase: dict[str, Any]
) -> None:
    credited = await service.credit(await service.topup(purchase=purchase))
    assert credited["status"] == "credited"
    assert credited["purchase"]["status"] == "failed"
    assert credited["purchase"]["orderId"] is None
    assert credited["purchase"]["failureReason"]
    assert (await service.get("/v1/residential/subscriptions")).json()["data"] == []
    # The 50 USD on the balance now cover what 25 USD alone would not.
    covered = await service.post("/v1/topups", body("25.00", planId="residential-25gb"))
    assert covered.status_code == 201


async def test_two_topups_cannot_spend_the_same_balance(service: Service) -> None:
    await service.credit(await service.topup(amountUsd="50.00"))
    plans = [await service.topup(amountUsd="25.00", purchase={"planId": "residential-25gb"}) for _ in "ab"]
    first, second = [(await service.credit(topup))["purchase"] for topup in plans]
    assert first["status"] == "completed"
    assert (second["status"], second["failureReason"]) == ("failed", "The balance does not cover the price.")


async def test_the_amount_must_cover_the_price_minus_the_balance(service: Service) -> None:
    assert codes(await service.post("/v1/topups", body("74.99", planId="residential-25gb"))) == {
        "amountUsd": "too_small"
    }
    assert (await service.post("/v1/topups", body("75.00", planId="residential-25gb"))).status_code == 201


async def test_an_unknown_plan_is_unavailable(service: Service) -> None:
    assert error_code(await service.post("/v1/topups", body(planId="nope"))) == (409, "plan_unavailable")


@pytest.mark.parametrize(
    ("purchase", "field", "code"),
    [
        ({}, "planId", "required"),
        ({"planId": 5}, "planId", "invalid"),
        ({"planId": "residential-5gb", "quantity": 0}, "quantity", "too_small"),
        ({"planId": "residential-5gb", "quantity": 101}, "quantity", "too_large"),
        ({"planId": "residential-5gb", "quantity": 2**70}, "quantity", "too_large"),
        ({"planId": "residential-5gb", "quantity": True}, "quantity", "invalid"),
        ({"planId": "residential-5gb", "quantity": "1"}, "quantity", "invalid"),
        ({"planId": "residential-5gb", "options": []}, "options", "invalid"),
        ({"planId": "residential-5gb", "options": {"a": "x" * 5000}}, "options", "too_long"),
        ({"planId": "residential-5gb", "options": {"a": [[[[[[1]]]]]]}}, "options", "invalid"),
        ({"planId": "residential-5gb", "promoCode": "NOPE"}, "promoCode", "invalid"),
        ({"planId": "residential-5gb", "promoCode": "x" * 65}, "promoCode", "too_long"),
    ],
)
async def test_a_wrong_purchase_names_its_fields_with_their_prefix(
    service: Service, purchase: dict[str, Any], field: str, code: str
) -> None:
    answer = await service.post("/v1/topups", body(**purchase))
    assert codes(answer) == {f"purchase.{field}": code}


async def test_a_purchase_of_null_is_none(service: Service) -> None:
    assert "purchase" not in await service.topup(purchase=None)


async def test_a_purchase_that_is_no_object_is_refused(service: Service) -> None:
    answer = await service.post("/v1/topups", {**body(), "purchase": "residential-5gb"})
    assert codes(answer) == {"purchase": "invalid"}
