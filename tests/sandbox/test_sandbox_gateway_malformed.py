"""The gateway with clients that don't keep to the rules: a refusal or an end, never a hang or a crash."""

import asyncio
import base64
import random
import struct
from collections.abc import AsyncIterator

import pytest

from support.gateway_service import HOST, PAGE, GatewayService, gateway_service
from tollhouse_sandbox.gateway import http_proxy, socks_proxy, streams


@pytest.fixture
async def gateway() -> AsyncIterator[GatewayService]:
    async with gateway_service() as made:
        yield made
        # Whatever was sent: it serves on.
        assert PAGE in await talk(made, plain(made))


def login(gateway: GatewayService) -> bytes:
    subscription = gateway.subscription()
    packed = base64.b64encode(f"{subscription.username}:{subscription.password}".encode())
    return b"Proxy-Authorization: Basic " + packed + b"\r\n"


def plain(gateway: GatewayService, more: bytes = b"", body: bytes = b"") -> bytes:
    return b"GET " + gateway.page_url.encode() + b" HTTP/1.1\r\n" + login(gateway) + more + b"\r\n" + body


async def talk(gateway: GatewayService, sent: bytes, *, socks: bool = False, end: bool = False) -> bytes:
    """Sends bytes and reads until the gateway ends; it must do so within seconds."""
    port = gateway.address.socks_port if socks else gateway.address.http_port
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        async with asyncio.timeout(10):
            writer.write(sent)
            if end:
                writer.write_eof()
            return await reader.read(-1)
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"GET / HTTP/1.1", 400),
        (b"GET https://127.0.0.1/ HTTP/1.1", 400),
        (b"GET http://user@127.0.0.1/ HTTP/1.1", 400),
        (b"GET http:// HTTP/1.1", 400),
        (b"GET http://127.0.0.1:0/ HTTP/1.1", 400),
        (b"GET http://127.0.0.1:99999/ HTTP/1.1", 400),
        (b"GET http://127.0.0.1/\x80 HTTP/1.1", 400),
        (b"GET  http://127.0.0.1/ HTTP/1.1", 400),
        (b"GET http://127.0.0.1/ HTTP/2.0", 400),
        (b"CONNECT 127.0.0.1 HTTP/1.1", 400),
        (b"CONNECT http://127.0.0.1:80/ HTTP/1.1", 400),
        (b"CONNECT 127.0.0.1:http HTTP/1.1", 400),
        (b"", 400),
        (b"\x16\x03\x01\x02\x00\x01", 400),
        (b"CONNECT [zz]:80 HTTP/1.1", 400),
        (b"CONNECT [::ffff:192.0.2.1]:80 HTTP/1.1", 403),
        (b"CONNECT 2130706433:80 HTTP/1.1", 403),
        (b"CONNECT 127.1:80 HTTP/1.1", 403),
    ],
)
async def test_a_request_line_that_is_none(gateway: GatewayService, request_line: bytes, status: int) -> None:
    answer = await talk(gateway, request_line + b"\r\n" + login(gateway) + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 %d " % status), answer


@pytest.mark.parametrize(
    "header",
    [
        b"no colon\r\n",
        b" folded: line\r\n",
        b"name : value\r\n",
        b": value\r\n",
        b"x: a\0b\r\n",
        b"x: a\nb: c\r\n",
        b"Content-Length: 1\r\nContent-Length: 2\r\n",
        b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
        b"x: y\r\n" * 200,
    ],
)
async def test_header_fields_that_are_none(gateway: GatewayService, header: bytes) -> None:
    assert (await talk(gateway, plain(gateway, header))).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "field",
    [
        b"",
        b"Proxy-Authorization: Basic\r\n",
        b"Proxy-Authorization: Basic !!!!\r\n",
        b"Proxy-Authorization: Basic YQ==\r\n",
        b"Proxy-Authorization: Basic /////w==\r\n",
        b"Proxy-Authorization: Bearer abc\r\n",
        b"Authorization: Basic YTpi\r\n",
        b"Proxy-Authorization: Basic " + b"A" * 9000 + b"\r\n",
    ],
)
async def test_a_login_that_is_none(gateway: GatewayService, field: bytes) -> None:
    answer = await talk(gateway, b"CONNECT 127.0.0.1:80 HTTP/1.1\r\n" + field + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 407 ")
    assert b"Proxy-Authenticate: Basic" in answer


async def test_two_logins_are_none(gateway: GatewayService) -> None:
    assert (await talk(gateway, plain(gateway, login(gateway)))).startswith(b"HTTP/1.1 407 ")


async def test_a_head_without_end_is_bounded(gateway: GatewayService) -> None:
    assert (await talk(gateway, b"GET / HTTP/1.1\r\nx: " + b"y" * 300_000)).startswith(b"HTTP/1.1 431 ")


async def test_a_silent_client_is_not_waited_for(
    gateway: GatewayService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_proxy, "_HEAD_SECONDS", 0.05)
    monkeypatch.setattr(http_proxy, "_LINGER_SECONDS", 0.05)
    monkeypatch.setattr(socks_proxy, "_HANDSHAKE_SECONDS", 0.05)
    assert (await talk(gateway, b"GET ")).startswith(b"HTTP/1.1 408 ")
    assert await talk(gateway, b"\x05", socks=True) == b""
    monkeypatch.undo()


async def test_a_tunnel_in_which_nothing_moves_ends(
    gateway: GatewayService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "IDLE_SECONDS", 0.1)
    tunnel = b"CONNECT 127.0.0.1:%d HTTP/1.1\r\n" % gateway.page_port
    assert await talk(gateway, tunnel + login(gateway) + b"\r\n") in {
        b"",
        b"HTTP/1.1 200 Connection established\r\n\r\n",
    }
    monkeypatch.undo()


async def test_a_body_that_is_refused_does_not_hide_the_refusal(gateway: GatewayService) -> None:
    head = b"POST http://127.0.0.1/ HTTP/1.1\r\nContent-Length: 100000\r\n\r\n"
    assert (await talk(gateway, head + b"x" * 100_000, end=True)).startswith(b"HTTP/1.1 407 ")


async def test_clients_that_leave_early_do_no_harm(gateway: GatewayService) -> None:
    whole = plain(gateway)
    for size in range(0, len(whole), 7):
        _reader, writer = await asyncio.open_connection(HOST, gateway.address.http_port)
        writer.write(whole[:size])
        writer.close()


async def test_noise_is_answered_or_ended(gateway: GatewayService) -> None:
    draw = random.Random(7)
    for number in range(60):
        noise = draw.randbytes(draw.randrange(1, 300))
        await talk(gateway, noise + b"\r\n\r\n", end=True)
        await talk(gateway, b"\x05\x01\x02\x01" + noise if number % 2 else noise, socks=True, end=True)


async def test_an_answer_that_is_no_http_ends(gateway: GatewayService) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x00\x01 this is not HTTP\r\n\r\n")
        writer.close()

    odd = await asyncio.start_server(serve, HOST, 0)
    port = odd.sockets[0].getsockname()[1]
    sent = b"GET http://127.0.0.1:%d/ HTTP/1.1\r\n" % port + login(gateway) + b"\r\n"
    assert await talk(gateway, sent) == b""
    odd.close()


async def test_the_answer_says_that_the_connection_ends(gateway: GatewayService) -> None:
    answer = await talk(gateway, plain(gateway, b"Connection: keep-alive, x-own\r\nx-own: 1\r\n"))
    head = answer.partition(b"\r\n\r\n")[0].lower()
    assert b"connection: close" in head
    assert answer.endswith(PAGE)


async def test_an_interim_answer_passes(gateway: GatewayService) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await reader.readexactly(4)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n" + body)
        writer.close()

    patient = await asyncio.start_server(serve, HOST, 0)
    port = patient.sockets[0].getsockname()[1]
    head = b"POST http://127.0.0.1:%d/ HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\n" % port
    answer = await talk(gateway, head + login(gateway) + b"\r\nbody")
    assert answer.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n")
    assert answer.endswith(b"\r\n\r\nbody")
    patient.close()


def socks_login(gateway: GatewayService) -> bytes:
    subscription = gateway.subscription()
    name, secret = subscription.username.encode(), subscription.password.encode()
    return b"\x05\x01\x02\x01" + bytes([len(name)]) + name + bytes([len(secret)]) + secret


@pytest.mark.parametrize(
    ("request_bytes", "reply"),
    [
        (b"\x05\x02\x00\x01\x7f\x00\x00\x01\x00\x50", 7),
        (b"\x05\x03\x00\x01\x7f\x00\x00\x01\x00\x50", 7),
        (b"\x04\x01\x00\x01\x7f\x00\x00\x01\x00\x50", 7),
        (b"\x05\x01\x00\x09\x7f\x00\x00\x01\x00\x50", 8),
        (b"\x05\x01\x00\x01\xc0\x00\x02\x01\x00\x50", 2),
        (b"\x05\x01\x00\x03\x0bexample.com\x00\x50", 2),
        (b"\x05\x01\x00\x03\x00\x00\x50", 2),
        (b"\x05\x01\x00\x04" + bytes(15) + b"\x02\x00\x50", 2),
        (b"\x05\x01\x00\x01\x7f\x00\x00\x01\x00\x00", 5),
    ],
)
async def test_socks_requests_that_are_refused(
    gateway: GatewayService, request_bytes: bytes, reply: int
) -> None:
    answer = await talk(gateway, socks_login(gateway) + request_bytes, socks=True)
    assert answer == b"\x05\x02\x01\x00" + bytes([5, reply, 0, 1]) + bytes(6)


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"\x04\x01\x00\x50\x7f\x00\x00\x01\x00", b""),
        (b"\x05\x01\x00", b"\x05\xff"),
        (b"\x05\x00", b"\x05\xff"),
        (b"\x05\x01\x02\x01\x01a\x01b", b"\x05\x02\x01\x01"),
        (b"\x05\x01\x02\x01\x00\x00", b"\x05\x02\x01\x01"),
        (b"\x05\x01\x02\x01\x02\xff\xfe\x01b", b"\x05\x02\x01\x01"),
        (b"\x05\x01\x02\x05\x01a\x01b", b"\x05\x02\x01\x01"),
    ],
)
async def test_socks_logins_that_are_refused(gateway: GatewayService, sent: bytes, answer: bytes) -> None:
    assert await talk(gateway, sent, socks=True, end=True) == answer


async def test_socks_tells_where_it_is_bound(gateway: GatewayService) -> None:
    request = b"\x05\x01\x00\x01\x7f\x00\x00\x01" + struct.pack("!H", gateway.page_port)
    answer = await talk(gateway, socks_login(gateway) + request + b"GET / HTTP/1.1\r\n\r\n", socks=True)
    assert answer.startswith(b"\x05\x02\x01\x00\x05\x00\x00\x01\x7f\x00\x00\x01")
    assert answer.endswith(PAGE)
