"""Variants change how the sandbox answers what the interface leaves open, and nothing else."""

import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from decimal import ROUND_DOWN, Decimal
from pathlib import Path
from typing import Any

import httpx
import pytest

from support.sandbox_service import Service, error_code
from tollhouse_sandbox.process import start_sandbox
from tollhouse_sandbox.variant_edits import ODD_PREFIX
from tollhouse_sandbox.variants import VARIANTS

OTHERS = [
    (name, value)
    for name, variant in VARIANTS.items()
    for value in variant.values
    if value != variant.default
]


async def choose(service: Service, **chosen: str) -> None:
    answer = await service.post(
        "/_sandbox/variants", {name.replace("_", "-"): value for name, value in chosen.items()}
    )
    assert answer.status_code == 200, answer.text


async def rejected(service: Service) -> dict[str, Any]:
    topup = await service.topup()
    await service.pay(topup["id"], "under")
    await service.report(topup["id"])
    return await service.read(topup["id"])


async def of_each_kind(service: Service) -> list[httpx.Response]:
    """One answer of each kind that the demo account gives without being changed."""
    subscription = (await service.get("/v1/residential/subscriptions")).json()["data"][0]["id"]
    paths = (
        "/v1/topups",
        "/v1/topups?perPage=0",
        "/v1/topups/unknown",
        "/v1/catalog/coins",
        "/v1/catalog/countries/DE/cities",
        "/v1/residential/subscriptions",
        f"/v1/residential/subscriptions/{subscription}/sub-users",
        f"/v1/residential/subscriptions/{subscription}/usage",
    )
    return [await service.client.get(path) for path in paths]


async def test_by_default_nothing_is_changed(demo: Service) -> None:
    before = await of_each_kind(demo)
    await choose(demo, errors="message", fields="more")
    assert [answer.content for answer in await of_each_kind(demo)] != [answer.content for answer in before]
    await choose(demo, **{name: variant.default for name, variant in VARIANTS.items()})
    after = await of_each_kind(demo)
    assert [(answer.content, answer.headers) for answer in after] == [
        (answer.content, answer.headers) for answer in before
    ]


async def test_all_are_listed_with_what_is_chosen(service: Service) -> None:
    await choose(service, uri="bare")
    listed = (await service.get("/_sandbox/variants")).json()["data"]
    assert {one["name"]: one["value"] for one in listed} == {
        name: "bare" if name == "uri" else variant.default for name, variant in VARIANTS.items()
    }


@pytest.mark.parametrize("chosen", [{"weather": "good"}, {"uri": "purple"}])
async def test_what_is_unknown_is_refused_and_changes_nothing(
    service: Service, chosen: dict[str, str]
) -> None:
    await choose(service, absent="omitted")
    answer = await service.post("/_sandbox/variants", chosen)
    assert list(answer.json()["error"]["fields"]) == list(chosen)
    assert answer.status_code == 422
    assert "txid" not in await service.topup()


def test_the_documents_say_of_each_what_it_is_and_what_the_app_does() -> None:
    docs = Path(__file__).parents[2] / "docs"
    lists, notes = (
        (docs / name).read_text(encoding="utf-8") for name in ("sandbox.md", "interface-notes.md")
    )
    for name, variant in VARIANTS.items():
        (row,) = (line for line in lists.splitlines() if line.startswith(f"| `{name}` |"))
        assert all(f"`{value}`" in row for value in variant.values), name
        assert f"`{name}`" in notes


def test_a_start_takes_them_as_options_and_refuses_unknown_ones() -> None:
    with start_sandbox("--scale", "empty", "--variant", "uri=bare", "--variant", "absent=omitted") as sandbox:
        body = {"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"}
        topup = httpx.post(f"{sandbox.base_url}/v1/topups", json=body, headers=sandbox.headers).json()
    assert topup["paymentUri"] == topup["address"]
    assert "txid" not in topup
    command = [sys.executable, "-m", "tollhouse_sandbox"]
    listed = subprocess.run([*command, "--variants"], capture_output=True, text=True, check=True).stdout
    assert all(name in listed for name in VARIANTS)
    refused = subprocess.run(
        [*command, "--variant", "uri=purple"], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2
    assert "bare" in refused.stderr


@pytest.mark.parametrize(("name", "value"), OTHERS)
async def test_each_value_answers_without_fault(demo: Service, name: str, value: str) -> None:
    await choose(demo, **{name: value})
    for answer in [*await of_each_kind(demo), *await of_each_kind(demo)]:
        assert answer.status_code in {200, 404, 422, 429}
        assert int(answer.headers["content-length"]) == len(answer.content)
        answer.json()


CREATED: dict[tuple[str, str], Callable[[dict[str, Any]], bool]] = {
    ("first-status", "verifying"): lambda topup: topup["status"] == "verifying",
    ("first-status", "created"): lambda topup: topup["status"] == "created",
    ("absent", "omitted"): lambda topup: not {"txid", "explorerUrl"} & topup.keys(),
    ("absent-purchase", "null"): lambda topup: topup["purchase"] is None,
    ("timestamps", "seconds"): lambda topup: topup["createdAt"] == "2026-11-19T14:04:00Z",
    ("timestamps", "microseconds"): lambda topup: topup["createdAt"] == "2026-11-19T14:04:00.000000Z",
    ("timestamps", "nanoseconds"): lambda topup: topup["createdAt"] == "2026-11-19T14:04:00.000000000Z",
    ("timestamps", "offset"): lambda topup: topup["createdAt"] == "2026-11-19T14:04:00.000000+00:00",
    ("decimals", "padded"): lambda topup: re.fullmatch(r"\d+\.\d{18}", topup["amountCrypto"]) is not None,
    ("decimals", "trimmed"): lambda topup: not topup["rate"].endswith(".00"),
    ("uri", "bare"): lambda topup: topup["paymentUri"] == topup["address"],
    ("uri", "empty"): lambda topup: topup["paymentUri"] == "",
    ("uri", "odd"): lambda topup: topup["paymentUri"].startswith("x-pay:"),
    ("uri", "long"): lambda topup: len(topup["paymentUri"]) == 2_000,
    ("fields", "more"): lambda topup: "inFuture" in topup,
    ("ids", "any"): lambda topup: topup["id"].startswith(ODD_PREFIX),
    ("ids", "long"): lambda topup: 190 < len(topup["id"]) <= 200,
}


@pytest.mark.parametrize(("name", "value"), list(CREATED))
async def test_a_created_topup_has_the_chosen_form(service: Service, name: str, value: str) -> None:
    await choose(service, **{name: value})
    assert CREATED[name, value](await service.topup(coin="LTC", network="litecoin"))


async def test_an_odd_id_is_found_again_by_its_path(demo: Service) -> None:
    await choose(demo, ids="any")
    listed = (await demo.get("/v1/topups")).json()["data"][0]
    path = httpx.URL(f"/v1/topups/{''.join(f'%{byte:02x}' for byte in listed['id'].encode())}")
    assert (await demo.client.get(path)).json() == listed


@pytest.mark.parametrize(
    ("value", "shape"), [("text", str), ("code", str), ("list", list), ("nested", dict), ("empty", dict)]
)
async def test_a_rejection_has_the_chosen_shape(service: Service, value: str, shape: type) -> None:
    await choose(service, rejection=value)
    assert (await service.topup())["rejection"] is None
    assert isinstance((await rejected(service))["rejection"], shape)


@pytest.mark.parametrize("value", VARIANTS["errors"].values)
async def test_every_envelope_has_the_message_that_the_interface_promises(
    service: Service, value: str
) -> None:
    await choose(service, errors=value)
    answer = await service.get("/v1/topups", perPage=0)
    assert isinstance(answer.json()["error"]["message"], str)


@pytest.mark.parametrize(
    ("value", "status", "code"),
    [("unprocessable", 422, "idempotency_key_reused"), ("bad_request", 400, "idempotency_error")],
)
async def test_a_used_key_is_refused_in_the_chosen_way(
    service: Service, value: str, status: int, code: str
) -> None:
    await choose(service, key_conflict=value)
    body = {"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"}
    key = {"Idempotency-Key": "k"}
    assert (await service.post("/v1/topups", body, **key)).status_code == 201
    assert error_code(await service.post("/v1/topups", {**body, "amountUsd": "51.00"}, **key)) == (
        status,
        code,
    )


async def credited(
    service: Service, amount: str, *, sends: Callable[[dict[str, Any]], Awaitable[None]] | None = None
) -> dict[str, Any]:
    topup = await service.topup()
    if sends is not None:
        await sends(topup)
    await service.pay(topup["id"], amount)
    await service.report(topup["id"])
    return await service.confirm(topup["id"], topup["confirmationsRequired"])


@pytest.mark.parametrize(
    ("value", "status"),
    [("reject", "rejected"), ("credit-asked", "credited"), ("credit-received", "credited")],
)
async def test_too_much_is_taken_in_the_chosen_way(service: Service, value: str, status: str) -> None:
    await choose(service, overpayment=value)
    topup = await credited(service, "over")
    received = Decimal(topup["amountReceivedCrypto"]) * Decimal(topup["rate"])
    credited_usd = {
        "credit-asked": "50.00",
        "credit-received": f"{received.quantize(Decimal('0.01'), ROUND_DOWN)}",
    }
    assert (topup["status"], topup["creditedUsd"]) == (status, credited_usd.get(value))


@pytest.mark.parametrize(
    ("value", "status"), [("credit", "credited"), ("reject", "rejected"), ("reprice", "credited")]
)
async def test_a_late_payment_is_taken_in_the_chosen_way(service: Service, value: str, status: str) -> None:
    async def late(_topup: dict[str, Any]) -> None:
        await service.advance(minutes=31)

    await choose(service, late=value)
    topup = await credited(service, "exact", sends=late)
    assert topup["status"] == status
    if value == "reprice":
        assert topup["creditedUsd"] not in {None, "50.00"}


async def test_lists_have_the_chosen_order(demo: Service) -> None:
    async def listed() -> list[str]:
        pages = [(await demo.get("/v1/topups", perPage=100, page=number)).json() for number in (1, 2)]
        return [topup["id"] for page in pages for topup in page["data"]]

    newest = await listed()
    await choose(demo, order="reversed")
    assert await listed() == newest[::-1]
    await choose(demo, order="by-id")
    assert await listed() == sorted(newest)


async def test_small_pages_hold_all_between_them(demo: Service) -> None:
    await choose(demo, totals="small-pages")
    total = (await demo.get("/v1/topups", perPage=5)).json()["pagination"]["total"]
    pages = [(await demo.get("/v1/topups", perPage=50, page=number)).json() for number in range(1, 16)]
    assert [page["pagination"] for page in pages] == [
        {"page": number, "perPage": 10, "total": total, "totalPages": 15} for number in range(1, 16)
    ]
    assert len({topup["id"] for page in pages for topup in page["data"]}) == total


@pytest.mark.parametrize("value", ["seconds", "date", "unsaid", "junk"])
async def test_a_busy_service_refuses_every_third_read(service: Service, value: str) -> None:
    await choose(service, busy=value)
    answers = [await service.get("/v1/topups") for _time in range(6)]
    assert [answer.status_code for answer in answers] == [200, 200, 429] * 2
    said = answers[2].headers.get("retry-after")
    if value == "date":
        assert said == "Thu, 19 Nov 2026 14:04:01 GMT"
    else:
        assert said == {"seconds": "1", "unsaid": None, "junk": "a little later"}[value]


@pytest.mark.parametrize(
    ("value", "date"),
    [
        ("absent", None),
        ("rfc850", "Thursday, 19-Nov-26 14:04:00 GMT"),
        ("asctime", "Thu Nov 19 14:04:00 2026"),
        ("ahead", "Sat, 21 Nov 2026 14:04:00 GMT"),
        ("behind", "Tue, 17 Nov 2026 14:04:00 GMT"),
        ("junk", "soon"),
    ],
)
async def test_the_date_has_the_chosen_form(service: Service, value: str, date: str | None) -> None:
    await choose(service, date=value)
    assert (await service.get("/v1/topups")).headers.get("date") == date


async def test_more_coins_are_listed_and_cannot_be_had(service: Service) -> None:
    await choose(service, coins="more")
    codes = [coin["code"] for coin in (await service.get("/v1/catalog/coins")).json()["data"]]
    assert {"XMR", "TON", "DOGE"} < set(codes)
    body = {"amountUsd": "50.00", "coin": "XMR", "network": "monero"}
    assert error_code(await service.post("/v1/topups", body)) == (409, "coin_unavailable")


async def test_new_words_stand_where_the_interface_closes_no_list(demo: Service) -> None:
    await choose(demo, words="new")
    subscriptions = (await demo.get("/v1/residential/subscriptions")).json()["data"]
    assert {one["status"] for one in subscriptions} == {"paused_by_support", "expired"}
    assert {one["status"] for one in (await demo.get("/v1/topups")).json()["data"]} <= {
        "awaiting_payment",
        "verifying",
        "credited",
        "rejected",
        "expired",
    }
