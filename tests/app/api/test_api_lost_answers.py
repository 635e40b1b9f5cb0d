"""What a create call leaves behind when its answers get lost, against the service itself on loopback."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from app.api.client import ServiceClient
from app.api.connections import build_http
from app.api.topups import draft_bytes
from app.api.transport import Pace
from app.errors import ConnectionFailedError, ServiceFaultError
from app.models.money import parse_decimal
from app.models.topup_requests import TopUpDraft
from support.virtual_clock import VirtualClock
from tollhouse_sandbox.process import SandboxProcess, start_sandbox

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    import httpx

CREATE = "POST /v1/topups"
DRAFT = draft_bytes(TopUpDraft(amount_usd=parse_decimal("25.00"), coin="BTC", network="bitcoin"))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with start_sandbox("--scale", "empty") as running:
        yield running


@asynccontextmanager
async def faulty(sandbox: SandboxProcess, *faults: dict[str, object]) -> AsyncIterator[ServiceClient]:
    async with build_http() as http:
        await control(http, sandbox, *faults)
        pace = Pace(timedelta(seconds=1))
        client = ServiceClient(sandbox.base_url, sandbox.api_key, http=http, clock=VirtualClock(), pace=pace)
        yield client
        await control(http, sandbox)


async def control(http: httpx.AsyncClient, sandbox: SandboxProcess, *faults: dict[str, object]) -> None:
    address = f"{sandbox.base_url}/_sandbox/faults"
    answer = await http.post(address, json=list(faults), headers=sandbox.headers)
    assert answer.status_code == 200, answer.text


def twice(**fault: object) -> list[dict[str, object]]:
    return [{"route": CREATE, "nth": nth, **fault} for nth in (1, 2)]


@pytest.mark.parametrize(
    "faults",
    [
        twice(kind="reset_before"),
        twice(kind="reset_after"),
        twice(kind="status", status=503),
        twice(kind="status_after", status=500),
        twice(kind="truncate", bytes=20),
        [{"route": CREATE, "kind": "delay", "seconds": 1.5}],
    ],
    ids=lambda faults: str(faults[0]["kind"]),
)
async def test_two_lost_answers_still_make_one_topup(
    sandbox: SandboxProcess, faults: list[dict[str, object]]
) -> None:
    async with faulty(sandbox, *faults) as client:
        before = (await client.topups.page(1)).total
        assert before is not None
        key = f"lost-{faults[0]['kind']}"
        created = await client.topups.create(DRAFT, idempotency_key=key)
        assert (await client.topups.page(1)).total == before + 1
        assert (await client.topups.create(DRAFT, idempotency_key=key)).id == created.id


@pytest.mark.parametrize("kind", ["reset_after", "status_after"])
async def test_three_lost_answers_leave_the_outcome_unknown(sandbox: SandboxProcess, kind: str) -> None:
    fault: dict[str, object] = {"route": CREATE, "kind": kind, "every": True, "status": 500}
    async with faulty(sandbox, fault) as client:
        before = (await client.topups.page(1)).total
        assert before is not None
        with pytest.raises((ConnectionFailedError, ServiceFaultError)) as caught:
            await client.topups.create(DRAFT, idempotency_key=f"gone-{kind}")
        if isinstance(caught.value, ConnectionFailedError):
            assert caught.value.may_have_arrived
        assert (await client.topups.page(1)).total == before + 1


async def test_a_lost_answer_to_a_report_is_not_asked_again(sandbox: SandboxProcess) -> None:
    report = "POST /v1/topups/{topUpId}/txid"
    async with faulty(sandbox, {"route": report, "kind": "reset_after"}) as client:
        created = await client.topups.create(DRAFT, idempotency_key="report")
        with pytest.raises(ConnectionFailedError) as caught:
            await client.topups.report(created.id)
        assert caught.value.may_have_arrived
        assert (await client.topups.get(created.id)).status == "verifying"
