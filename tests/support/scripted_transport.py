"""A transport on a scripted server, and the error that a call through it ends with."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from app.api.calls import Call
from app.api.connections import build_http
from app.api.transport import Pace, Transport
from app.errors import AppError
from support.raw_server import RawServer, Reply, reply
from support.virtual_clock import VirtualClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

KEY = "key-canary-0123456789"
READ = Call("GET", "/v1/topups")
KEYED = Call("POST", "/v1/topups", body=b'{"a":1}', idempotency_key="k-1")
UNKEYED = Call("POST", "/v1/topups/t/txid", body=b"{}")
OK = reply({"fine": True})
RESET = Reply(reset=True)


@asynccontextmanager
async def opened(
    server: RawServer, clock: VirtualClock, *, key: str | None = KEY, deadline: float = 5
) -> AsyncIterator[Transport]:
    async with build_http() as http:
        pace = Pace(timedelta(seconds=deadline), lambda: 0.5)
        yield Transport(server.base_url, key, http=http, clock=clock, pace=pace)


async def failure(
    call: Call, *replies: Reply, deadline: float = 5
) -> tuple[AppError, RawServer, VirtualClock]:
    clock = VirtualClock()
    async with RawServer(list(replies)) as server, opened(server, clock, deadline=deadline) as transport:
        with pytest.raises(AppError) as caught:
            await transport.request(call)
    return caught.value, server, clock
