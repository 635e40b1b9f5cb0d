"""A client's key can be exchanged while it is in use, and what the service thinks of it is told."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import pytest

from app.api.client import ServiceClient
from app.api.connections import build_http
from app.errors import AppError, InvalidInputError, UnauthorizedError
from app.redaction import hide_secrets
from support.raw_server import RawServer, Reply, reply
from support.virtual_clock import VirtualClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

FINE = reply({"data": []})


@contextlib.asynccontextmanager
async def client_of(*replies: Reply) -> AsyncIterator[tuple[ServiceClient, RawServer, list[bool]]]:
    """A client with the key 'first-key', its server, and the checks that it tells."""
    checks: list[bool] = []
    async with RawServer(list(replies)) as server, build_http() as http:
        client = ServiceClient(server.base_url, "first-key", http=http, clock=VirtualClock())
        client.on_key_checked = checks.append
        yield client, server, checks


def key_in(request: bytes) -> bytes | None:
    lines = [line for line in request.split(b"\r\n") if line.lower().startswith(b"authorization:")]
    return lines[0].rpartition(b" ")[2] if lines else None


async def test_the_next_call_goes_with_the_new_key() -> None:
    async with client_of(FINE) as (client, server, _checks):
        await client.topups.probe()
        client.use_key("second-key")
        await client.topups.probe()
        assert [key_in(request) for request in server.requests] == [b"first-key", b"second-key"]


async def test_without_a_key_public_calls_alone_are_made() -> None:
    async with client_of(FINE) as (client, server, checks):
        client.use_key(None)
        with pytest.raises(InvalidInputError):
            await client.topups.probe()
        await client.catalog.coins()
        assert [key_in(request) for request in server.requests] == [None]
        assert checks == []


async def test_a_key_that_can_t_be_right_leaves_the_old_one() -> None:
    async with client_of(FINE) as (client, server, _checks):
        with pytest.raises(InvalidInputError):
            client.use_key("a key")
        await client.topups.probe()
        assert key_in(server.requests[0]) == b"first-key"


@pytest.mark.parametrize(
    ("answer", "reported"),
    [
        (FINE, [True]),
        (reply({}, 401), [False]),
        (reply({}, 403), []),
        (reply({}, 404), []),
        (reply({}, 500), []),
        (Reply(reset=True), []),
    ],
    ids=["fine", "401", "403", "404", "500", "no answer"],
)
async def test_what_a_response_says_of_the_key(answer: Reply, reported: list[bool]) -> None:
    async with client_of(answer) as (client, _server, checks):
        with contextlib.suppress(AppError):
            await client.topups.probe()
        assert checks == reported


@pytest.mark.parametrize("answer", [FINE, reply({}, 401)], ids=["fine", "401"])
async def test_an_answer_says_nothing_of_the_key_that_came_after_it(answer: Reply) -> None:
    async with client_of(answer) as (client, server, checks):
        asking = asyncio.ensure_future(client.topups.probe())  # noqa: TID251
        while not server.requests:  # noqa: ASYNC110 (the server has no event to wait for)
            await asyncio.sleep(0)
        client.use_key("second-key")
        with contextlib.suppress(AppError):
            await asking
        assert checks == []


async def test_public_calls_say_nothing_of_the_key() -> None:
    async with client_of(reply({}, 401)) as (client, _server, checks):
        with pytest.raises(UnauthorizedError):
            await client.catalog.coins()
        assert checks == []


async def test_without_a_key_nothing_is_hidden_any_more() -> None:
    async with client_of(FINE) as (client, _server, _checks):
        client.use_key("key-of-this-test")
        assert hide_secrets("bad key-of-this-test") == "bad [hidden]"
        client.use_key(None)
        assert hide_secrets("bad key-of-this-test") == "bad key-of-this-test"


async def test_a_former_key_stays_out_of_foreign_words() -> None:
    async with client_of(reply({"error": {"message": "bad first-key, second-key"}}, 401)) as (
        client,
        _server,
        _,
    ):
        client.use_key("second-key")
        with pytest.raises(UnauthorizedError) as caught:
            await client.topups.probe()
        assert caught.value.detail == "bad [hidden], [hidden]"
