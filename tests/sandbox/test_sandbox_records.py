"""Records have exactly the fields of the interface, of its types (spec 2)."""

import re
from typing import Any

import pytest

from support.sandbox_service import Service

TEXT = r"(?s).+"
TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z"
DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
USD = r"[0-9]+\.[0-9]{2}"
DECIMAL = r"[0-9]+(\.[0-9]+)?"
CODE = r"[A-Z]{2}"
SUBSCRIPTIONS = "/v1/residential/subscriptions"
# A pattern stands for a text, a type for itself, and a tuple for null, too.
PURCHASE = {
    "planId": TEXT,
    "planName": TEXT,
    "quantity": int,
    "options": dict,
    "promoCode": (TEXT,),
    "total": USD,
    "status": "pending|completed|failed",
    "orderId": (TEXT,),
    "failureReason": (TEXT,),
}
TOPUP = {
    "id": TEXT,
    "status": "awaiting_payment|verifying|credited|rejected|expired",
    "final": bool,
    "amountUsd": USD,
    "coin": TEXT,
    "network": TEXT,
    "address": TEXT,
    "amountCrypto": DECIMAL,
    "rate": DECIMAL,
    "paymentUri": TEXT,
    "expiresAt": TIME,
    "txidDeadline": TIME,
    "confirmationsRequired": int,
    "confirmations": int,
    "txid": (TEXT,),
    "txidSubmittedAt": (TIME,),
    "amountReceivedCrypto": (DECIMAL,),
    "explorerUrl": ("https://.+",),
    "creditedUsd": (USD,),
    "creditedAt": (TIME,),
    "rejection": (dict,),
    "createdAt": TIME,
}
SUBSCRIPTION = {
    "id": TEXT,
    "productId": "residential|mobile-gb",
    "label": ".{0,60}",
    "planId": TEXT,
    "status": TEXT,
    "trafficTotalBytes": int,
    "trafficUsedBytes": int,
    "trafficRemainingBytes": int,
    "expiresAt": (TIME,),
    "autoRenew": bool,
    "username": TEXT,
    "password": TEXT,
    "endpoint": {"host": TEXT, "httpPort": int, "socksPort": int},
    "subUserCount": int,
    "createdAt": TIME,
}
SUB_USER = {
    "id": TEXT,
    "label": ".{1,60}",
    "username": TEXT,
    "password": ".{1,64}",
    "trafficLimitBytes": (int,),
    "trafficUsedBytes": int,
    "enabled": bool,
    "createdAt": TIME,
}
NETWORK = {
    "id": TEXT,
    "name": TEXT,
    "confirmationsRequired": int,
    "estimatedMinutes": (int,),
    "memoRequired": bool,
    "address": TEXT,
}
USAGE = {
    "from": DAY,
    "to": DAY,
    "totalBytes": int,
    "totalRequests": int,
    "points": [{"date": DAY, "bytes": int, "requests": int}],
    "byCountry": [{"country": CODE, "bytes": int}],
}
COUNTRY = {
    "code": CODE,
    "name": TEXT,
    "region": TEXT,
    "products": ["residential|mobile|mobile-gb"],
    "cities": int,
    "asns": int,
    "carriers": int,
}
PAGES = {"page": int, "perPage": int, "total": int, "totalPages": int}
LISTS: dict[str, dict[str, object]] = {
    "/v1/catalog/coins": {"data": [{"code": TEXT, "name": TEXT, "networks": [NETWORK]}]},
    "/v1/catalog/countries": {"data": [COUNTRY]},
    "/v1/catalog/countries/US/cities": {"data": [{"id": TEXT, "name": TEXT, "state": (TEXT,)}]},
    "/v1/catalog/countries/US/asns": {"data": [{"asn": int, "name": TEXT}]},
    SUBSCRIPTIONS: {"data": [SUBSCRIPTION]},
}


def fits(value: Any, form: object) -> bool:
    match form:
        case str():
            return isinstance(value, str) and re.fullmatch(form, value) is not None
        case tuple():
            return value is None or fits(value, form[0])
        case list():
            return isinstance(value, list) and all(fits(item, form[0]) for item in value)
        case dict():
            return (
                isinstance(value, dict)
                and value.keys() == form.keys()
                and all(fits(value[name], inner) for name, inner in form.items())
            )
        case _:
            return type(value) is form


@pytest.mark.parametrize("path", LISTS)
async def test_a_list_has_the_fields_of_the_interface(demo: Service, path: str) -> None:
    content = (await demo.get(path)).json()
    assert content["data"]
    assert fits(content, LISTS[path])


async def test_a_topup_has_the_fields_of_the_interface(demo: Service) -> None:
    content = (await demo.get("/v1/topups", perPage=100)).json()
    assert {topup["status"] for topup in content["data"]} >= {"credited", "rejected", "expired"}
    assert fits(content["pagination"], PAGES)
    for topup in content["data"]:
        assert fits(topup, TOPUP | ({"purchase": PURCHASE} if "purchase" in topup else {})), topup


async def test_sub_users_and_usage_have_the_fields_of_the_interface(demo: Service) -> None:
    for subscription in (await demo.get(SUBSCRIPTIONS)).json()["data"]:
        path = f"{SUBSCRIPTIONS}/{subscription['id']}"
        assert fits((await demo.get(f"{path}/sub-users")).json(), {"data": [SUB_USER], "limit": int})
        assert fits((await demo.get(f"{path}/usage")).json(), USAGE)
