from __future__ import annotations

import asyncio
import gc
import sys
from datetime import timedelta
from types import AsyncGeneratorType

import pytest

from app.api.calls import Call
from app.errors import (
    AppError,
    BrokenOffError,
    ConflictError,
    InvalidInputError,
    ServiceError,
    TimedOutError,
    UnexpectedResponseError,
    UnreachableError,
)
from app.present.errors import present_address_error, present_error
from support.raw_server import RawServer, Reply, reply
from support.scripted_transport import KEY, KEYED, OK, READ, UNKEYED, failure, opened
from support.virtual_clock import START, VirtualClock


async def test_sends_the_exact_bytes_with_key_and_idempotency_key() -> None:
    async with RawServer([OK]) as server, opened(server, VirtualClock()) as transport:
        answer = await transport.request(KEYED)
    (request,) = server.requests
    head, _, body = request.partition(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    assert lines[0] == b"post /v1/topups http/1.1"
    assert b"authorization: bearer " + KEY.encode() in lines
    assert b"idempotency-key: k-1" in lines
    assert b"content-type: application/json" in lines
    assert any(line.startswith(b"user-agent: tollhouse/") for line in lines)
    assert body == b'{"a":1}'
    assert (answer.status, answer.body) == (200, b'{"fine": true}')


async def test_a_call_says_what_it_takes_and_nothing_of_a_body_that_it_lacks() -> None:
    async with RawServer([OK]) as server, opened(server, VirtualClock()) as transport:
        await transport.request(READ)
    head = server.requests[0].lower().split(b"\r\n")
    assert b"accept: application/json" in head
    assert b"accept-encoding: gzip, deflate" in head
    assert not any(line.startswith((b"content-type:", b"idempotency-key:")) for line in head)


async def test_after_its_end_nothing_is_sent() -> None:
    async with RawServer([OK]) as server:
        async with opened(server, VirtualClock()) as transport:
            pass
        with pytest.raises(UnreachableError) as caught:
            await transport.request(UNKEYED)
    assert not caught.value.may_have_arrived
    assert server.requests == []


async def test_each_try_is_logged_without_query_body_or_key(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="tollhouse.calls")
    call = Call("GET", "/v1/topups", query=(("cursor", "secret"),))
    replies = [reply({}, 503), OK]
    async with RawServer(replies) as server, opened(server, VirtualClock()) as transport:
        await transport.request(call)
    assert caplog.messages == [
        "GET /v1/topups: ServiceFaultError (try 1)",
        "GET /v1/topups: 200 (try 2)",
    ]


async def test_public_calls_never_carry_the_key() -> None:
    async with RawServer([OK]) as server, opened(server, VirtualClock()) as transport:
        await transport.request(Call("GET", "/v1/catalog/coins", public=True))
    assert b"authorization" not in server.requests[0].lower()
    assert KEY.encode() not in server.requests[0]


async def test_private_call_without_key_sends_nothing() -> None:
    async with RawServer([OK]) as server, opened(server, VirtualClock(), key=None) as transport:
        with pytest.raises(InvalidInputError) as caught:
            await transport.request(READ)
    assert (caught.value.field, caught.value.code) == ("apiKey", "missing")
    assert server.requests == []


@pytest.mark.parametrize("key", ["", "a b", "é", "a\x7f", "x" * 129, "a\r\nX: y"])
async def test_a_malformed_idempotency_key_sends_nothing(key: str) -> None:
    error, server, _ = await failure(Call("POST", "/v1/topups", body=b"{}", idempotency_key=key), OK)
    assert isinstance(error, InvalidInputError)
    assert server.requests == []


async def test_a_silent_service_times_out_and_may_have_acted() -> None:
    error, server, _ = await failure(UNKEYED, Reply(hang=True), deadline=0.2)
    assert isinstance(error, TimedOutError)
    assert error.may_have_arrived
    assert len(server.requests) == 1


async def test_a_dripping_answer_meets_the_deadline_though_every_read_is_quick() -> None:
    drip = Reply((b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", *([b" "] * 1000)), pause=0.02)
    error, _, _ = await failure(UNKEYED, drip, deadline=0.2)
    assert isinstance(error, TimedOutError)


async def test_a_refusal_keeps_its_verdict_when_its_words_never_end() -> None:
    head = b"HTTP/1.1 409 Conflict\r\nContent-Length: 1000\r\n\r\n{"
    error, _, _ = await failure(KEYED, Reply((head,), hang=True), deadline=0.2)
    assert isinstance(error, ConflictError)


@pytest.mark.parametrize(
    "words", [reply(b"x" * 3_000_000, 409), reply(b"not packed", 409, headers={"Content-Encoding": "gzip"})]
)
async def test_a_refusal_keeps_its_verdict_when_its_words_can_not_be_read(words: Reply) -> None:
    error, _, _ = await failure(KEYED, words)
    assert isinstance(error, ConflictError)
    assert error.detail == ""


async def test_a_refusal_in_another_encoding_keeps_what_can_be_read_of_it() -> None:
    error, _, _ = await failure(UNKEYED, reply(b'{"error":{"message":"na\xefve"}}', 400))
    assert isinstance(error, ServiceError)
    assert error.detail == "na\ufffdve"


async def test_a_refusal_keeps_its_pause_when_its_words_never_end() -> None:
    head = b"HTTP/1.1 400 Bad Request\r\nRetry-After: 30\r\nContent-Length: 1000\r\n\r\n{"
    error, _, _ = await failure(UNKEYED, Reply((head,), hang=True), deadline=0.2)
    assert isinstance(error, ServiceError)
    assert (error.status, error.retry_after) == (400, timedelta(seconds=30))


@pytest.mark.parametrize(
    "broken",
    [
        reply(b'{"a"', length=100),
        Reply((b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",), reset=True),
        Reply((b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}",)),
        Reply((b"SSH-2.0-OpenSSH_9.2\r\n",)),
        Reply((b"HTTP/1.1 200 OK\r\nContent-Length: nine\r\n\r\n{}",)),
        Reply((b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",)),
        Reply((b"HTTP/1.1 200 OK\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",)),
        Reply(),
    ],
)
async def test_a_broken_answer_leaves_open_whether_the_call_arrived(broken: Reply) -> None:
    error, server, _ = await failure(UNKEYED, broken)
    assert isinstance(error, UnreachableError)
    assert error.may_have_arrived
    assert error.__suppress_context__, "the words of httpx may repeat the answer"
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("broken", "text"),
    [
        (reply(b'{"a"', length=100), "The connection broke while the service was responding."),
        (Reply(reset=True), "No connection to the service."),
    ],
)
async def test_a_response_that_breaks_off_is_not_called_no_connection(broken: Reply, text: str) -> None:
    error, _server, _ = await failure(UNKEYED, broken)
    assert isinstance(error, AppError)
    assert present_error(error).text == text
    assert present_error(error).offline
    assert (present_address_error(error).text == text) is isinstance(error, BrokenOffError)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirects_are_named_and_never_followed(status: int) -> None:
    async with RawServer([OK]) as elsewhere:
        target = f"http://127.0.0.1:{elsewhere.port}/v1/topups"
        error, _, _ = await failure(KEYED, reply(status=status, headers={"Location": target}))
        assert elsewhere.requests == []
    assert isinstance(error, UnexpectedResponseError)
    assert error.status == status
    assert "127.0.0.1" in error.detail


@pytest.mark.parametrize("place", ["//evil.example/x", "https://u:p@evil.example:8443/"])
async def test_a_redirect_names_the_host_alone(place: str) -> None:
    error, _, _ = await failure(KEYED, reply(status=307, headers={"Location": place}))
    assert isinstance(error, UnexpectedResponseError)
    assert error.detail == "The response points to evil.example; it was not followed."


@pytest.mark.parametrize("place", ["http://[", "http://a:99999999/", "http://\x01/"])
async def test_an_unreadable_redirect_ends_in_an_app_error(place: str) -> None:
    error, server, _ = await failure(UNKEYED, reply(status=307, headers={"Location": place}))
    assert isinstance(error, AppError)
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [300, 304, 399])
async def test_statuses_that_say_nothing_are_unexpected(status: int) -> None:
    error, _, _ = await failure(UNKEYED, reply(status=status))
    assert isinstance(error, UnexpectedResponseError)
    assert error.status == status


async def test_the_service_s_date_moves_the_service_clock() -> None:
    clock = VirtualClock()
    dated = reply({}, headers={"Date": "Wed, 18 Nov 2026 11:00:00 GMT"})
    async with RawServer([dated]) as server, opened(server, clock) as transport:
        assert not transport.service_clock.known
        await transport.request(READ)
        clock.advance(10)
        assert transport.service_clock.now() == START - timedelta(seconds=3590)


@pytest.mark.parametrize(
    ("call", "headers"),
    [(READ, {"Age": "3600"}), (READ, {"Age": "0"}), (Call("GET", "/v1/catalog/coins", public=True), {})],
)
async def test_an_answer_that_may_come_from_a_cache_tells_no_time(
    call: Call, headers: dict[str, str]
) -> None:
    dated = reply({}, headers={"Date": "Wed, 18 Nov 2026 11:00:00 GMT"} | headers)
    async with RawServer([dated]) as server, opened(server, VirtualClock()) as transport:
        await transport.request(call)
        assert not transport.service_clock.known


async def test_an_error_answer_tells_the_time_too() -> None:
    clock = VirtualClock()
    dated = reply({}, 404, headers={"Date": "Wed, 18 Nov 2026 11:00:00 GMT"})
    async with RawServer([dated]) as server, opened(server, clock) as transport:
        with pytest.raises(ServiceError):
            await transport.request(READ)
        assert transport.service_clock.known


@pytest.mark.parametrize(
    "junk", ["", "yesterday", "Wed, 99 Nov 2026 11:00:00 GMT", "0", "Thu, 01 Jan 1970 00:00:00 GMT"]
)
async def test_a_junk_date_is_ignored(junk: str) -> None:
    async with (
        RawServer([reply({}, headers={"Date": junk})]) as server,
        opened(server, VirtualClock()) as transport,
    ):
        await transport.request(READ)
        assert not transport.service_clock.known


async def test_cookies_are_not_kept() -> None:
    sticky = reply({}, headers={"Set-Cookie": "id=1; Path=/"})
    async with RawServer([sticky]) as server, opened(server, VirtualClock()) as transport:
        await transport.request(READ)
        await transport.request(READ)
    assert b"cookie" not in server.requests[1].lower()


async def test_a_cancelled_call_closes_its_connection() -> None:
    async with RawServer([Reply(hang=True)]) as server, opened(server, VirtualClock()) as transport:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await transport.request(READ)
        await server.wait_until_idle()


@pytest.mark.parametrize(
    "broken", [reply(b"x" * 3_000_000), reply(b"not packed" * 20_000, headers={"Content-Encoding": "gzip"})]
)
async def test_a_reading_given_up_half_way_leaves_no_open_generator(
    broken: Reply,
) -> None:
    """The loop on Qt's has no hooks that end generators, and the garbage collector works outside tasks."""
    hooks = sys.get_asyncgen_hooks()
    sys.set_asyncgen_hooks(firstiter=None, finalizer=None)
    try:
        error, _, _ = await failure(UNKEYED, broken)
    finally:
        sys.set_asyncgen_hooks(*hooks)
    assert isinstance(error, UnexpectedResponseError)
    found = [generator for generator in gc.get_objects() if isinstance(generator, AsyncGeneratorType)]
    waiting = [generator.__qualname__ for generator in found if generator.ag_frame is not None]
    assert [name for name in waiting if "Stream" in name or "aiter" in name or "receive" in name] == []
