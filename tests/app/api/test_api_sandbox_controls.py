from __future__ import annotations

import pytest

from app.api.client import ServiceClient
from app.api.connections import build_http
from app.api.sandbox_controls import SandboxControls
from app.errors import InvalidInputError, UnexpectedResponseError
from support.raw_server import RawServer, reply
from support.virtual_clock import VirtualClock


async def test_controls_do_not_exist_for_a_real_service() -> None:
    async with build_http() as http:
        client = ServiceClient("https://api.example.com", "some-key", http=http, clock=VirtualClock())
        with pytest.raises(InvalidInputError) as caught:
            SandboxControls(client)
    assert (caught.value.field, caught.value.code) == ("serviceAddress", "not_sandbox")


async def test_controls_pay_and_confirm() -> None:
    async with RawServer([reply({"txid": "ab"}), reply({})]) as server, build_http() as http:
        controls = SandboxControls(
            ServiceClient(server.base_url, "some-key", http=http, clock=VirtualClock())
        )
        assert await controls.underpay("tu_1") == "ab"
        await controls.add_confirmation("tu_1", 3)
    assert server.requests[0].startswith(b"POST /_sandbox/topups/tu_1/pay ")
    assert server.requests[0].endswith(b'{"amount":"under"}')
    assert server.requests[1].endswith(b'{"count":3}')


async def test_a_payment_without_transaction_is_unexpected() -> None:
    async with RawServer([reply({"txid": 1})]) as server, build_http() as http:
        controls = SandboxControls(
            ServiceClient(server.base_url, "some-key", http=http, clock=VirtualClock())
        )
        with pytest.raises(UnexpectedResponseError):
            await controls.pay_exactly("tu_1")
