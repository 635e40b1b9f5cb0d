from __future__ import annotations

import asyncio
import os
import socket
import ssl
import subprocess
import sys
from contextlib import ExitStack
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from app.api import connections
from app.api.calls import Call
from app.api.connections import build_gateway_http, build_http
from app.api.transport import Pace, Transport
from app.errors import (
    AppError,
    BadCertificateError,
    InvalidInputError,
    ProxyFailedError,
    TimedOutError,
    UnreachableError,
)
from app.present.errors import present_address_error, present_error
from app.versions import VERSION
from support.raw_server import RawServer, Reply, closed_port, reply
from support.virtual_clock import VirtualClock

if TYPE_CHECKING:
    from collections.abc import Iterator

CERTIFICATE = Path(__file__).parents[2] / "vectors" / "self_signed_localhost.pem"
KEY = "key-canary-0123456789"
READ = Call("GET", "/v1/topups")
UNKEYED = Call("POST", "/v1/topups/t/txid", body=b"{}")
OK = reply({})
# Reaches this computer, but is none of its loopback addresses.
OWN_ADDRESS = "0.0.0.0"
SHORT = Pace(timedelta(seconds=0.2), lambda: 0.0)

posix = pytest.mark.skipif(os.name != "posix", reason="Windows reaches nothing at that address")


def self_signed() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


async def test_a_certificate_nobody_vouches_for_stops_everything() -> None:
    clock = VirtualClock()
    async with RawServer([OK], tls=self_signed()) as server, build_http() as http:
        transport = Transport(server.base_url, KEY, http=http, clock=clock)
        with pytest.raises(BadCertificateError) as caught:
            await transport.request(READ)
    assert not caught.value.may_have_arrived
    assert server.requests == []
    assert clock.pauses == []


async def test_a_service_that_speaks_no_tls_never_gets_the_key() -> None:
    async with RawServer([OK], greeting=b"HTTP/1.1 400 Bad Request\r\n\r\n") as server, build_http() as http:
        address = server.base_url.replace("http:", "https:")
        transport = Transport(address, KEY, http=http, clock=VirtualClock())
        with pytest.raises(UnreachableError) as caught:
            await transport.request(UNKEYED)
    assert not caught.value.may_have_arrived
    assert all(KEY.encode() not in request for request in server.requests)
    assert present_error(caught.value).text == "No connection to the service."
    entered = present_address_error(caught.value)
    assert entered.text.startswith("Something other than the service responds at this address.")
    assert entered.details == present_error(caught.value).details != ""


async def test_a_service_that_closes_instead_of_a_tls_handshake_does_not_respond() -> None:
    closing = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
    async with closing, build_http() as http:
        address = f"https://127.0.0.1:{closing.sockets[0].getsockname()[1]}"
        with pytest.raises(UnreachableError) as caught:
            await Transport(address, KEY, http=http, clock=VirtualClock()).request(UNKEYED)
    assert not caught.value.may_have_arrived
    assert present_address_error(caught.value).text.startswith("Nothing responds at this address.")


async def test_a_connection_that_never_opens_sends_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full, ExitStack() as waiting:
        for _waiting in range(4):
            one = waiting.enter_context(socket.socket())
            one.setblocking(False)
            one.connect_ex(full.getsockname())
        address = f"http://127.0.0.1:{full.getsockname()[1]}"
        async with build_http() as http:
            transport = Transport(address, KEY, http=http, clock=VirtualClock(), pace=SHORT)
            with pytest.raises(TimedOutError) as caught:
                await transport.request(UNKEYED)
    assert not caught.value.may_have_arrived


async def test_the_environment_s_proxy_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    async with RawServer([OK]) as proxy, RawServer([OK]) as server:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "https_proxy"):
            monkeypatch.setenv(name, proxy.base_url)
        async with build_http() as http:
            await Transport(server.base_url, KEY, http=http, clock=VirtualClock()).request(READ)
    assert proxy.requests == []
    assert len(server.requests) == 1


async def test_a_netrc_file_is_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login someone password netrc-canary\n")
    monkeypatch.setenv("NETRC", str(netrc))
    async with RawServer([OK]) as server, build_http() as http:
        call = Call("GET", "/v1/catalog/coins", public=True)
        await Transport(server.base_url, None, http=http, clock=VirtualClock()).request(call)
    assert b"authorization" not in server.requests[0].lower()


async def test_this_computer_is_never_reached_through_the_proxy() -> None:
    async with RawServer([OK]) as proxy, RawServer([OK]) as server, build_http() as http:
        http.use_proxy(proxy.base_url)
        for host in ("127.0.0.1", "localhost"):
            address = f"http://{host}:{server.port}"
            await Transport(address, KEY, http=http, clock=VirtualClock()).request(READ)
    assert proxy.requests == []
    assert len(server.requests) == 2


async def test_other_hosts_are_reached_through_a_tunnel_that_never_shows_the_key() -> None:
    refuse = reply(status=502)
    async with RawServer([refuse]) as proxy, build_http() as http:
        http.use_proxy(proxy.base_url)
        transport = Transport("https://api.example.com", KEY, http=http, clock=VirtualClock())
        with pytest.raises(ProxyFailedError) as caught:
            await transport.request(UNKEYED)
    assert not caught.value.may_have_arrived
    assert len(proxy.requests) == 3
    assert all(request.startswith(b"CONNECT api.example.com:443 ") for request in proxy.requests)
    assert all(KEY.encode() not in request for request in proxy.requests)


@posix
async def test_without_a_proxy_other_hosts_are_reached_directly_again() -> None:
    async with RawServer([OK]) as proxy, RawServer([OK]) as server, build_http() as http:
        for address in (proxy.base_url, ""):
            http.use_proxy(address)
            assert (await http.get(f"http://{OWN_ADDRESS}:{server.port}/")).is_success
    assert (len(proxy.requests), len(server.requests)) == (1, 1)


@posix
async def test_without_a_proxy_none_is_named_where_the_service_does_not_respond() -> None:
    async with build_http() as http:
        with pytest.raises(httpx.ConnectError):
            await http.get(f"http://{OWN_ADDRESS}:{closed_port()}/")


async def test_a_proxy_s_certificate_that_nobody_vouches_for_is_a_failure_of_the_proxy() -> None:
    async with RawServer([OK], tls=self_signed()) as proxy:
        assert_it_names_the_proxy(await failure_through(proxy.base_url))
    assert proxy.requests == []


@pytest.fixture
def trusted_certificate(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The certificate is one that this computer's trust store has."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    connections._trust.cache_clear()
    yield
    connections._trust.cache_clear()


@posix
@pytest.mark.usefixtures("trusted_certificate")
async def test_what_this_computer_trusts_is_trusted_of_the_service_and_of_a_proxy() -> None:
    refuse = reply(status=502)
    async with (
        RawServer([OK], tls=self_signed()) as server,
        RawServer([refuse], tls=self_signed()) as proxy,
        build_http() as http,
    ):
        service = Transport(f"https://localhost:{server.port}", KEY, http=http, clock=VirtualClock())
        await service.request(READ)
        http.use_proxy(f"https://localhost:{proxy.port}")
        transport = Transport("https://api.example.com", KEY, http=http, clock=VirtualClock())
        with pytest.raises(ProxyFailedError):
            await transport.request(UNKEYED)
    assert len(server.requests) == 1
    assert proxy.requests[0].startswith(b"CONNECT api.example.com:443 ")


async def test_the_service_learns_which_app_and_version_asks() -> None:
    async with RawServer([OK]) as server, build_http() as http:
        await Transport(server.base_url, KEY, http=http, clock=VirtualClock()).request(READ)
    assert f"User-Agent: Tollhouse/{VERSION}\r\n".encode() in server.requests[0]


async def failure_through(proxy: str, pace: Pace | None = None) -> AppError:
    """Returns why a call through a proxy has failed."""
    async with build_http() as http:
        http.use_proxy(proxy)
        transport = Transport("https://api.example.com", KEY, http=http, clock=VirtualClock(), pace=pace)
        with pytest.raises(AppError) as caught:
            await transport.request(UNKEYED)
    return caught.value


def assert_it_names_the_proxy(error: AppError) -> None:
    assert isinstance(error, ProxyFailedError)
    assert not error.may_have_arrived
    for present in (present_error, present_address_error):
        assert "proxy" in present(error).text


async def test_a_proxy_that_does_not_respond_is_named_instead_of_the_service() -> None:
    assert_it_names_the_proxy(await failure_through(f"http://127.0.0.1:{closed_port()}"))


@pytest.mark.parametrize(
    "end",
    [Reply(), Reply(reset=True), Reply(hang=True), Reply((b"\x05\xff",))],
    ids=["closed", "reset", "silent", "socks"],
)
async def test_a_tunnel_that_never_opens_carries_nothing_and_is_the_proxy_s(end: Reply) -> None:
    async with RawServer([end]) as proxy:
        error = await failure_through(proxy.base_url, SHORT if end.hang else None)
    assert_it_names_the_proxy(error)
    assert all(request.startswith(b"CONNECT ") for request in proxy.requests)


async def test_a_proxy_that_can_not_be_reached_by_tls_is_named_instead_of_the_service() -> None:
    async with RawServer([OK], greeting=b"HTTP/1.1 400 Bad Request\r\n\r\n") as plain:
        assert_it_names_the_proxy(await failure_through(plain.base_url.replace("http:", "https:")))
    async with RawServer([OK], tls=self_signed()) as unknown:
        assert_it_names_the_proxy(await failure_through(unknown.base_url))


async def test_what_fails_in_a_tunnel_that_is_open_is_not_the_proxy_s() -> None:
    async with RawServer([Reply((b"HTTP/1.1 200 OK\r\n\r\n",))]) as proxy:
        error = await failure_through(proxy.base_url)
    assert type(error) is UnreachableError
    assert not error.may_have_arrived


@pytest.mark.parametrize(
    "proxy",
    [
        "10.0.0.1:3128",
        "socks5://127.0.0.1:1080",
        "ftp://x",
        "http://",
        "http://a:b:c",
        "http://[",
        "\x00",
    ],
)
async def test_a_bad_proxy_says_so(proxy: str) -> None:
    async with build_http() as http:
        with pytest.raises(InvalidInputError) as caught:
            http.use_proxy(proxy)
    assert (caught.value.field, caught.value.code) == ("proxy", "malformed")


@pytest.mark.parametrize("host", ["", "two words", "user@gateway.example", "::zz", "256.1.1.1"])
def test_a_bad_gateway_says_so(host: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        build_gateway_http(host, 8000, "user", "password")
    assert (caught.value.field, caught.value.code) == ("proxy", "malformed")


async def test_another_proxy_is_used_from_the_next_request_on() -> None:
    refuse = reply(status=502)
    async with RawServer([refuse]) as first, RawServer([refuse]) as second, build_http() as http:
        transport = Transport("https://api.example.com", KEY, http=http, clock=VirtualClock())
        for proxy in (first, second):
            http.use_proxy(proxy.base_url)
            with pytest.raises(UnreachableError):
                await transport.request(UNKEYED)
        with pytest.raises(InvalidInputError):
            http.use_proxy("socks5://127.0.0.1:1")
        with pytest.raises(UnreachableError):
            await transport.request(UNKEYED)
    assert (len(first.requests), len(second.requests)) == (3, 6)


async def test_all_clients_share_one_trust() -> None:
    contexts: list[object] = []
    async with build_http() as http, build_gateway_http("127.0.0.1", 1, "user", "password") as gateway:
        http.use_proxy("https://127.0.0.1:1")
        for transport in (http._routing.direct, http._routing._transports[-1], gateway._transport):
            assert isinstance(transport, httpx.AsyncHTTPTransport)
            contexts.append(getattr(transport._pool, "_ssl_context", None))
        # That of the connection to the proxy itself.
        contexts.append(getattr(http._routing._transports[-1]._pool, "_proxy_ssl_context", None))
    assert all(context is connections._trust() for context in contexts)


_BUILT = """
import sys
import app.api
IMPORT
from app.api.connections import build_http
build_http()
print(getattr(sys.modules["sniffio"], "__name__", None))
"""


def test_a_module_that_anyio_may_need_is_kept_from_no_import(tmp_path: Path) -> None:
    """Before version 4.12 anyio can't be imported without it."""
    (tmp_path / "sniffio.py").touch()
    assert _sniffio_built("import sniffio", {"PYTHONPATH": str(tmp_path)}) == "sniffio"


@pytest.mark.skipif(find_spec("sniffio") is not None, reason="it is installed")
def test_that_module_is_not_searched_at_each_call_where_it_is_missing() -> None:
    assert _sniffio_built("", {}) == "None"


def _sniffio_built(statement: str, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _BUILT.replace("IMPORT", statement)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
