from __future__ import annotations

from datetime import timedelta

import pytest

from app.api.calls import Call
from app.api.connections import build_http
from app.api.transport import Transport
from app.errors import (
    AppError,
    ConflictError,
    ConnectionFailedError,
    RateLimitedError,
    ServiceError,
    ServiceFaultError,
    UnauthorizedError,
    UnreachableError,
    ValidationError,
)
from support.raw_server import RawServer, Reply, closed_port, reply
from support.scripted_transport import KEY, KEYED, OK, READ, RESET, UNKEYED, failure, opened
from support.virtual_clock import VirtualClock


@pytest.mark.parametrize("call", [READ, KEYED])
@pytest.mark.parametrize(
    "bad", [RESET, reply(status=503), reply(status=500), reply(status=429), reply(status=408)]
)
async def test_repeatable_calls_are_tried_thrice_with_growing_pauses(call: Call, bad: Reply) -> None:
    _, server, clock = await failure(call, bad)
    assert len(server.requests) == 3
    assert len(set(server.requests)) == 1
    assert clock.pauses == [1.25, 4.25]


@pytest.mark.parametrize("call", [READ, KEYED])
@pytest.mark.parametrize("bad", [RESET, reply(status=502)])
async def test_a_second_try_can_succeed(call: Call, bad: Reply) -> None:
    async with RawServer([bad, OK]) as server, opened(server, VirtualClock()) as transport:
        assert (await transport.request(call)).status == 200
    assert len(server.requests) == 2


@pytest.mark.parametrize("bad", [RESET, *(reply(status=status) for status in (408, 429, 500, 503))])
async def test_a_write_without_key_that_may_have_arrived_is_sent_once(bad: Reply) -> None:
    error, server, clock = await failure(UNKEYED, bad)
    assert len(server.requests) == 1
    assert clock.pauses == []
    if isinstance(error, ConnectionFailedError):
        assert error.may_have_arrived


@pytest.mark.parametrize("call", [READ, KEYED, UNKEYED])
async def test_an_unopened_connection_is_tried_again_whatever_the_call(call: Call) -> None:
    clock = VirtualClock()
    async with build_http() as http:
        transport = Transport(f"http://127.0.0.1:{closed_port()}", KEY, http=http, clock=clock)
        with pytest.raises(UnreachableError) as caught:
            await transport.request(call)
    assert not caught.value.may_have_arrived
    assert len(clock.pauses) == 2
    assert 0.5 <= clock.pauses[0] <= 2
    assert 0.5 <= clock.pauses[1] <= 8


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (409, ConflictError),
        (422, ValidationError),
        (401, UnauthorizedError),
        (404, ServiceError),
        (400, ServiceError),
    ],
)
async def test_a_verdict_is_never_asked_again(status: int, kind: type[AppError]) -> None:
    error, server, _ = await failure(KEYED, reply({"error": {"code": "no", "message": "No."}}, status))
    assert isinstance(error, kind)
    assert len(server.requests) == 1


async def test_retry_after_in_seconds_is_sat_out() -> None:
    _, _, clock = await failure(READ, reply(status=429, headers={"Retry-After": "120"}))
    assert clock.pauses == [120, 120]


async def test_retry_after_as_a_date_counts_from_the_service_s_own_clock() -> None:
    headers = {"Date": "Wed, 18 Nov 2026 09:00:00 GMT", "Retry-After": "Wed, 18 Nov 2026 09:00:30 GMT"}
    _, _, clock = await failure(READ, reply(status=503, headers=headers), reply(status=404))
    assert clock.pauses[0] == pytest.approx(30, abs=1)


async def test_retry_after_as_a_date_counts_from_the_answer_s_own_date_on_public_routes_too() -> None:
    headers = {"Date": "Wed, 18 Nov 2026 09:00:00 GMT", "Retry-After": "Wed, 18 Nov 2026 09:00:30 GMT"}
    public = Call("GET", "/v1/catalog/coins", public=True)
    _, _, clock = await failure(public, reply(status=503, headers=headers), reply(status=404))
    assert clock.pauses[0] == pytest.approx(30, abs=1)


async def test_a_longer_retry_after_is_raised_at_once() -> None:
    error, server, clock = await failure(READ, reply(status=429, headers={"Retry-After": "121"}))
    assert isinstance(error, RateLimitedError)
    assert error.retry_after == timedelta(seconds=121)
    assert len(server.requests) == 1
    assert clock.pauses == []


@pytest.mark.parametrize("junk", ["soon", "-5", "nan", "inf", "1e3", "٣", "", "9" * 40])
async def test_a_junk_retry_after_is_ignored(junk: str) -> None:
    header = {"Retry-After": junk.encode().decode("latin-1")}
    error, server, clock = await failure(READ, reply(status=503, headers=header))
    assert isinstance(error, ServiceFaultError)
    assert error.retry_after is None
    assert len(server.requests) == 3
    assert max(clock.pauses) <= 8


async def test_the_outcome_stays_unknown_when_the_service_is_gone_after_a_lost_answer() -> None:
    async with build_http() as http, RawServer([RESET]) as server:
        transport = Transport(server.base_url, KEY, http=http, clock=ClosingClock(server))
        with pytest.raises(UnreachableError) as caught:
            await transport.request(KEYED)
    assert len(server.requests) == 1
    assert caught.value.may_have_arrived


@pytest.mark.parametrize("first", [RESET, reply(status=500)])
async def test_a_refusal_after_a_lost_answer_leaves_the_outcome_unknown(first: Reply) -> None:
    error, server, _ = await failure(KEYED, first, reply(status=401))
    assert isinstance(error, UnauthorizedError)
    assert error.is_outcome_unknown
    assert len(server.requests) == 2


async def test_a_refusal_at_once_is_no_unknown_outcome() -> None:
    error, _, _ = await failure(KEYED, reply(status=429), reply(status=409))
    assert isinstance(error, ConflictError)
    assert not error.is_outcome_unknown


class ClosingClock(VirtualClock):
    """A clock whose first sleep sees the server go."""

    def __init__(self, server: RawServer) -> None:
        super().__init__()
        self._server = server

    async def sleep(self, seconds: float) -> None:
        self._server.stop_listening()
        await super().sleep(seconds)
