"""Scripted faults do what they say, over a real connection."""

import json
import socket
import time
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from typing import Any

import httpx
import pytest

from tollhouse_sandbox.process import SandboxProcess, start_sandbox

HEADER_FAULT = {"route": "GET /v1/topups", "kind": "headers", "headers": {"X-New": "1\r\nX-Other: 2"}}
BODY = {"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"}


class Line:
    """A client, and the faults on its line."""

    def __init__(self, sandbox: SandboxProcess) -> None:
        self.sandbox = sandbox
        self.client = httpx.Client(base_url=sandbox.base_url, headers=sandbox.headers, timeout=10)

    def script(self, *faults: dict[str, Any]) -> httpx.Response:
        return self.client.post("/_sandbox/faults", json=list(faults))

    def create(self, key: str) -> httpx.Response:
        return self.client.post("/v1/topups", json=BODY, headers={"Idempotency-Key": key})

    def total(self) -> int:
        return int(self.client.get("/v1/topups").json()["pagination"]["total"])


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with start_sandbox("--scale", "empty") as process:
        yield process


@pytest.fixture
def line(sandbox: SandboxProcess) -> Iterator[Line]:
    line = Line(sandbox)
    with line.client:
        yield line
        line.script()


def test_a_reset_before_the_request_is_handled_changes_nothing(line: Line) -> None:
    before = line.total()
    line.script({"route": "POST /v1/topups", "kind": "reset_before"})
    with pytest.raises(httpx.ReadError):
        line.create("before")
    assert line.total() == before
    assert line.create("before").status_code == 201
    assert line.total() == before + 1


def test_a_reset_after_the_commit_loses_only_the_answer(line: Line) -> None:
    before = line.total()
    line.script({"route": "POST /v1/topups", "kind": "reset_after"})
    with pytest.raises(httpx.ReadError):
        line.create("after")
    assert line.total() == before + 1
    assert line.create("after").status_code == 201
    assert line.total() == before + 1


def test_a_reset_is_one_of_tcp(line: Line) -> None:
    line.script({"route": "GET /v1/catalog/coins", "kind": "reset_before"})
    port = int(line.sandbox.base_url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(f"GET /v1/catalog/coins HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        with pytest.raises(ConnectionResetError):
            connection.recv(1)


def test_a_status_answers_in_the_handlers_place(line: Line) -> None:
    before = line.total()
    fault = {
        "status": 503,
        "body": "<h1>down</h1>",
        "content_type": "text/html",
        "headers": {"Retry-After": "2"},
    }
    line.script({"route": "POST /v1/topups", "kind": "status", **fault})
    answer = line.create("status")
    assert (answer.status_code, answer.text) == (503, "<h1>down</h1>")
    assert answer.headers["retry-after"] == "2"
    assert answer.headers["content-type"] == "text/html"
    assert line.total() == before


def test_a_status_after_hides_a_commit(line: Line) -> None:
    before = line.total()
    line.script({"route": "POST /v1/topups", "kind": "status_after", "status": 500})
    assert line.create("hidden").status_code == 500
    assert line.total() == before + 1


def test_a_stored_error_is_replayed_for_its_key(line: Line) -> None:
    line.script({"route": "POST /v1/topups", "kind": "stored_error", "status": 500, "body": "{}"})
    first = line.create("stored")
    assert (first.status_code, first.text) == (500, "{}")
    again = line.create("stored")
    assert (again.status_code, again.text) == (500, "{}")
    assert line.create("another").status_code == 201


def test_a_truncated_answer_ends_before_its_length(line: Line) -> None:
    line.script({"route": "GET /v1/catalog/coins", "kind": "truncate", "bytes": 100})
    with pytest.raises(httpx.RemoteProtocolError, match="received 100 bytes"):
        line.client.get("/v1/catalog/coins")


def test_a_drip_sends_the_whole_answer_slowly(line: Line) -> None:
    whole = line.client.get("/v1/catalog/coins").content
    line.script({"route": "GET /v1/catalog/coins", "kind": "drip", "chunk": 100, "seconds": 0.01})
    with line.client.stream("GET", "/v1/catalog/coins") as answer:
        parts = list(answer.iter_raw())
    assert b"".join(parts) == whole
    assert len(parts) > 3


def test_a_delay_holds_the_answer_back(line: Line) -> None:
    line.script({"route": "GET /v1/catalog/coins", "kind": "delay", "seconds": 0.2})
    started = time.monotonic()
    line.client.get("/v1/catalog/coins")
    assert time.monotonic() - started >= 0.2


def test_headers_are_set_and_removed(line: Line) -> None:
    edits = {"Date": None, "Content-Type": "text/plain", "X-New": "1"}
    line.script({"route": "GET /v1/catalog/coins", "kind": "headers", "headers": edits})
    headers = line.client.get("/v1/catalog/coins").headers
    assert "date" not in headers
    assert (headers["content-type"], headers["x-new"]) == ("text/plain", "1")


def test_fields_are_mutated_and_deleted(line: Line) -> None:
    topup_id = line.create("mutate").json()["id"]
    route = "GET /v1/topups/{topUpId}"
    line.script(
        {"route": route, "kind": "mutate", "path": "address", "value": "evil"},
        {"route": route, "kind": "mutate", "path": "rate", "delete": True},
        {"route": "GET /v1/topups", "kind": "mutate", "path": "data.0.status", "value": "odd"},
    )
    shown = line.client.get(f"/v1/topups/{topup_id}").json()
    assert shown["address"] == "evil"
    assert "rate" not in shown
    assert line.client.get("/v1/topups").json()["data"][0]["status"] == "odd"
    assert line.client.get(f"/v1/topups/{topup_id}").json()["address"] != "evil"


def test_what_is_not_json_is_not_mutated(line: Line) -> None:
    line.script(
        {"route": "GET /v1/catalog/coins", "kind": "status", "status": 502, "body": "<html>"},
        {"route": "GET /v1/catalog/coins", "kind": "mutate", "path": "data", "value": 1},
    )
    answer = line.client.get("/v1/catalog/coins")
    assert (answer.status_code, answer.text) == (502, "<html>")


def test_a_raw_body_takes_the_answers_place(line: Line) -> None:
    line.script(
        {"route": "* /v1/catalog/*", "kind": "raw_body", "body": "nonsense", "content_type": "text/plain"}
    )
    answer = line.client.get("/v1/catalog/coins")
    assert (answer.status_code, answer.text) == (200, "nonsense")


def test_the_date_can_be_shifted(line: Line) -> None:
    usual = parsedate_to_datetime(line.client.get("/v1/catalog/coins").headers["date"])
    line.script({"route": "/v1/catalog/coins", "kind": "clock_shift", "seconds": 7200})
    shifted = parsedate_to_datetime(line.client.get("/v1/catalog/coins").headers["date"])
    assert 7200 <= (shifted - usual).total_seconds() < 7230


def test_the_nth_request_is_struck_or_every_one_from_then_on(line: Line) -> None:
    def statuses() -> list[int]:
        return [line.client.get("/v1/catalog/coins").status_code for _ in range(4)]

    fault = {"route": "GET /v1/catalog/coins", "kind": "status", "status": 500, "nth": 2}
    assert line.script(fault).json() == {"faults": 1}
    assert statuses() == [200, 500, 200, 200]
    line.script({**fault, "every": True})
    assert statuses() == [200, 500, 500, 500]
    assert line.script().json() == {"faults": 0}
    assert statuses() == [200] * 4


def test_control_routes_are_never_struck(line: Line) -> None:
    line.script({"route": "*", "kind": "reset_before", "every": True})
    assert line.client.get("/_sandbox/ledger").status_code == 200


@pytest.mark.parametrize(
    "fault",
    [
        {},
        {"route": "GET /v1/topups", "kind": "magic"},
        {"route": "GET /v1/topups", "kind": "delay", "nth": 0},
        {"route": "GET /v1/topups"},
        5,
        HEADER_FAULT,
    ],
)
def test_a_wrong_script_is_refused(line: Line, fault: object) -> None:
    answer = line.client.post("/_sandbox/faults", json=[fault])
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "validation_failed"


@pytest.mark.parametrize(
    "route",
    [
        "GET /v1/topup",
        "PUT /v1/topups",
        "GET /v1/topups/one/two",
        "GET /v1/topup/*",
        "POST /_sandbox/clock",
        "GETS /v1/topups",
        "x",
    ],
)
def test_a_fault_that_no_request_can_meet_is_refused(line: Line, route: str) -> None:
    answer = line.script({"route": "GET /v1/topups", "kind": "delay"}, {"route": route, "kind": "delay"})
    assert answer.status_code == 422
    (problem,) = answer.json()["error"]["fields"]["body"]
    assert problem["code"] == "unknown"
    assert route in problem["message"]


@pytest.mark.parametrize(
    "route",
    [
        "* *",
        "* /v1/*",
        "GET /v1/topups*",
        "/v1/catalog/coins",
        "GET /v1/topups/top_1",
        "GET /v1/topups/{id}",
        "PATCH /v1/residential/subscriptions/{}/sub-users/su_1",
        "GET /v1/residential/subscriptions/{id}/*",
        "GET /v1/residential/subscriptions/sub_1/us*",
    ],
)
def test_a_fault_that_a_request_can_meet_is_taken(line: Line, route: str) -> None:
    assert line.script({"route": route, "kind": "clock_shift"}).json() == {"faults": 1}


def test_one_part_of_a_path_and_anything_after_it_are_matched(line: Line) -> None:
    line.script({"route": "GET /v1/catalog/countries/{code}/*", "kind": "status", "status": 503})
    assert line.client.get("/v1/catalog/countries").status_code == 200
    assert line.client.get("/v1/catalog/countries/DE/cities").status_code == 503


def test_the_ledger_tells_what_was_committed_before_a_reset(line: Line) -> None:
    entries = line.client.get("/_sandbox/ledger").json()["data"]
    last = entries[-1]["seq"]
    line.script({"route": "POST /v1/topups", "kind": "reset_after"})
    with pytest.raises(httpx.ReadError):
        line.create("ledger")
    entries = line.client.get("/_sandbox/ledger", params={"after": last}).json()["data"]
    assert [entry["commit"] for entry in entries if entry["kind"] == "commit"] == ["topup.created"]
    (request,) = [entry for entry in entries if entry.get("idempotencyKey") == "ledger"]
    assert request["status"] is None
    assert json.loads(request["body"]) == BODY
