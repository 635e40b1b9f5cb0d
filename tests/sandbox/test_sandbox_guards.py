"""What must not pass is refused, and nothing that comes in makes the service fail (spec 5, 7)."""

from __future__ import annotations

from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

import pytest

from support.sandbox_service import NOW, Service, codes, error_code

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import httpx


PRIVATE = [
    ("GET", "/v1/topups"),
    ("POST", "/v1/topups"),
    ("GET", "/v1/topups/x"),
    ("POST", "/v1/topups/x/txid"),
    ("GET", "/v1/residential/subscriptions"),
    ("GET", "/v1/residential/subscriptions/x"),
    ("PATCH", "/v1/residential/subscriptions/x"),
    ("POST", "/v1/residential/subscriptions/x/reset-password"),
    ("GET", "/v1/residential/subscriptions/x/usage"),
    ("GET", "/v1/residential/subscriptions/x/sub-users"),
    ("POST", "/v1/residential/subscriptions/x/sub-users"),
    ("PATCH", "/v1/residential/subscriptions/x/sub-users/y"),
    ("DELETE", "/v1/residential/subscriptions/x/sub-users/y"),
    ("POST", "/_sandbox/topups/x/pay"),
    ("POST", "/_sandbox/clock"),
    ("POST", "/_sandbox/faults"),
    ("GET", "/_sandbox/ledger"),
]


@pytest.mark.parametrize(("method", "path"), PRIVATE)
@pytest.mark.parametrize("key", [None, "", "Bearer", "Bearer wrong", "Basic abc", "Bearer é"])
async def test_private_routes_need_the_key(service: Service, method: str, path: str, key: str | None) -> None:
    service.client.headers.pop("Authorization")
    headers = {} if key is None else {b"Authorization": key.encode()}
    answer = await service.client.request(method, path, headers=headers)
    assert error_code(answer) == (401, "unauthorized")
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("host", ["127.0.0.1:8123", "localhost:8123", "LOCALHOST:8123", "[::1]:8123"])
async def test_own_hosts_are_served(service: Service, host: str) -> None:
    assert (await service.client.get("/v1/topups", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize("host", ["evil.example:8123", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:8123.evil", ""])
async def test_foreign_hosts_are_refused(service: Service, host: str) -> None:
    answer = await service.client.get("/v1/catalog/coins", headers={"Host": host})
    assert error_code(answer) == (403, "host_refused")


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "file://", ""])
async def test_foreign_origins_are_refused(service: Service, origin: str) -> None:
    answer = await service.client.get("/v1/catalog/coins", headers={"Origin": origin})
    assert error_code(answer) == (403, "origin_refused")
    assert not any(name.startswith("access-control") for name in answer.headers)


async def test_the_own_origin_passes(service: Service) -> None:
    headers = {"Origin": "http://127.0.0.1:8123"}
    assert (await service.client.get("/v1/catalog/coins", headers=headers)).status_code == 200


async def test_the_address_says_what_it_is_without_a_key(service: Service) -> None:
    service.client.headers.pop("Authorization")
    answer = await service.get("/")
    assert (answer.status_code, answer.json()["openapi"]) == (200, "/openapi.json")
    assert (await service.get(answer.json()["openapi"])).status_code == 200
    assert error_code(await service.get("/v1/topups")) == (401, "unauthorized")


async def test_for_other_computers_any_host_passes_and_no_foreign_origin(
    make_service: Callable[..., Awaitable[Service]],
) -> None:
    service = await make_service(host="0.0.0.0")
    headers = {"Host": "sandbox.example:80"}
    assert (await service.client.get("/v1/topups", headers=headers)).status_code == 200
    assert (
        await service.client.get("/v1/topups", headers={**headers, "Origin": "http://sandbox.example:80"})
    ).status_code == 200
    answer = await service.client.get("/v1/topups", headers={**headers, "Origin": "http://evil.example"})
    assert error_code(answer) == (403, "origin_refused")
    answer = await service.client.get("/v1/topups", headers={**headers, "Authorization": "Bearer wrong"})
    assert error_code(answer) == (401, "unauthorized")


async def test_there_is_a_document_but_no_page_that_loads_from_elsewhere(service: Service) -> None:
    assert (await service.get("/openapi.json")).status_code == 200
    for path in ("/docs", "/redoc"):
        assert (await service.get(path)).status_code == 404


@pytest.mark.parametrize("path", ["/v1", "/v1/topups/", "/v1/orders", "/v2/topups", "//v1/topups"])
async def test_an_unknown_path_is_not_found(service: Service, path: str) -> None:
    assert error_code(await service.client.get(f"http://127.0.0.1:8123{path}")) == (404, "not_found")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])
async def test_an_unknown_method_is_named(service: Service, method: str) -> None:
    answer = await service.client.request(method, "/v1/topups")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, POST"
    if method != "HEAD":
        assert error_code(answer) == (405, "method_not_allowed")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nonsense",
        b"[]",
        b"null",
        b"5",
        b'"text"',
        b"\xff\xfe",
        b"\x00",
        b'{"amountUsd": NaN}',
        b'{"amountUsd": 1e999}',
        b'{"amountUsd": "\\ud800"}',
        b'{"amountUsd": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
        b'{"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin", "x": "\\udfff"}',
    ],
)
@pytest.mark.parametrize("path", ["/v1/topups", "/v1/topups/x/txid", "/_sandbox/faults", "/_sandbox/clock"])
async def test_an_unreadable_body_is_refused(service: Service, path: str, body: bytes) -> None:
    if path == "/_sandbox/faults" and body == b"[]":
        return
    answer = await service.client.post(path, content=body, headers={"Content-Type": "application/json"})
    assert codes(answer)


@pytest.mark.parametrize("depth", [60, 65, 300, 600, 900, 950, 990, 1000, 5000])
async def test_deep_options_are_refused_at_any_depth(service: Service, depth: int) -> None:
    options = b'{"a":' * depth + b"1" + b"}" * depth
    body = b'{"amountUsd":"50.00","coin":"BTC","network":"bitcoin","purchase":{"planId":"x","options":%s}}'
    headers = {"Content-Type": "application/json"}
    assert codes(await service.client.post("/v1/topups", content=body % options, headers=headers))


async def test_a_body_of_another_type_is_refused(service: Service) -> None:
    answer = await service.client.post("/v1/topups", content=b"{}", headers={"Content-Type": "text/plain"})
    assert list(codes(answer)) == ["body"]


async def test_nul_and_other_odd_text_is_kept_as_it_is(demo: Service) -> None:
    path = "/v1/residential/subscriptions"
    one = f"{path}/{(await demo.get(path)).json()['data'][0]['id']}"
    for label in ["\x00", "a\x00b", "\u202eabc", "<b>x</b>", "\\", "'; --", "\U0001d54f\u0301", "\uffff"]:
        assert (await demo.patch(one, {"label": label})).json()["label"] == label
        assert (await demo.get(one)).json()["label"] == label


@pytest.mark.parametrize("size", [1_048_577, 3_000_000])
async def test_a_body_over_one_mebibyte_is_refused(service: Service, size: int) -> None:
    answer = await service.client.post("/v1/topups", content=b" " * size)
    assert error_code(answer) == (413, "body_too_large")


async def test_every_answer_is_dated_by_the_sandboxs_clock(service: Service) -> None:
    await service.advance(hours=5)
    for path in ("/v1/topups", "/nowhere"):
        answer = await service.get(path)
        assert len(answer.headers.get_list("date")) == 1
        assert (parsedate_to_datetime(answer.headers["date"]) - NOW).total_seconds() == 5 * 3600


async def test_the_ledger_names_every_request_and_no_secret(demo: Service) -> None:
    key = demo.world.settings.api_key
    path = "/v1/residential/subscriptions"
    one = (await demo.get(path)).json()["data"][0]["id"]
    await demo.post(f"{path}/{one}/sub-users", {"label": "x", "password": "open sesame"})
    await demo.post(f"/v1/topups/{key}/txid", {"txid": key})
    await demo.client.get("/v1/topups", headers={"Authorization": "Bearer wrong"})
    answer = await demo.get("/_sandbox/ledger")
    assert key not in answer.text
    assert "open sesame" not in answer.text
    entries: list[dict[str, Any]] = answer.json()["data"]
    numbers = [entry["seq"] for entry in entries]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    requests = [entry for entry in entries if entry["kind"] == "request"]
    assert [entry["status"] for entry in requests] == [200, 201, 404, 401]
    later = (await demo.get("/_sandbox/ledger", after=numbers[-1])).json()["data"]
    assert [entry["path"] for entry in later] == ["/_sandbox/ledger"]


async def test_the_key_is_in_no_answer(demo: Service) -> None:
    for path in ("/v1/topups", "/v1/residential/subscriptions", "/openapi.json", "/_sandbox/ledger"):
        answer: httpx.Response = await demo.get(path)
        assert demo.world.settings.api_key not in answer.text
