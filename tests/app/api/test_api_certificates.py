"""Certificates of the service: which are refused, why, and that nothing is sent before one is trusted."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from app.api import connections
from app.api.calls import Call
from app.api.connections import build_http
from app.api.transport import Transport
from app.errors import BadCertificateError
from app.present.errors import present_error
from support.raw_server import RawServer, reply
from support.virtual_clock import VirtualClock

if sys.platform != "linux":
    pytest.skip("the trust store of a process is that of OpenSSL", allow_module_level=True)

from support.certificates import THIS_COMPUTER, Authority

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = "key-canary-0123456789"
READ = Call("GET", "/v1/topups")
OK = reply({})


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Authority]:
    """An authority that this computer trusts."""
    made = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
    connections._trust.cache_clear()
    yield made
    connections._trust.cache_clear()


async def words_for(server: RawServer, host: str = "localhost") -> str:
    """Returns the words for the certificate of a server, to which nothing was sent."""
    async with build_http() as http:
        address = f"https://{host}:{server.port}"
        with pytest.raises(BadCertificateError) as caught:
            await Transport(address, KEY, http=http, clock=VirtualClock()).request(READ)
    assert not caught.value.may_have_arrived
    assert server.requests == []
    view = present_error(caught.value)
    assert "certificate verify failed" in view.details
    return view.text.removeprefix(
        "The service could not prove its identity, so nothing was sent to it."
    ).strip()


@pytest.mark.parametrize(
    ("hosts", "days", "words"),
    [
        (THIS_COMPUTER, (-9, -2), "Its certificate has expired, if this computer's date is right."),
        (THIS_COMPUTER, (2, 9), "Its certificate is not valid yet: check this computer's date."),
        (("api.example.com",), (-1, 1), "Its certificate is for another address."),
    ],
    ids=["expired", "not yet valid", "other host"],
)
async def test_it_is_said_what_is_wrong_with_a_certificate(
    authority: Authority, hosts: tuple[str, ...], days: tuple[int, int], words: str
) -> None:
    async with RawServer([OK], tls=authority.server(hosts, days)) as server:
        assert await words_for(server) == words


async def test_a_certificate_for_a_name_is_none_for_an_ip_address(authority: Authority) -> None:
    async with RawServer([OK], tls=authority.server(("localhost",))) as server:
        assert await words_for(server, "127.0.0.1") == "Its certificate is for another address."


@pytest.mark.usefixtures("authority")
async def test_an_authority_that_this_computer_does_not_know_is_named_as_the_reason(tmp_path: Path) -> None:
    async with RawServer([OK], tls=Authority(tmp_path, "unknown").server()) as server:
        assert await words_for(server) == "This computer does not trust the issuer of its certificate."


async def test_the_next_call_works_once_the_certificate_is_valid(authority: Authority) -> None:
    async with build_http() as http, RawServer([OK], tls=authority.server(days=(-9, -2))) as server:
        transport = Transport(f"https://localhost:{server.port}", KEY, http=http, clock=VirtualClock())
        with pytest.raises(BadCertificateError):
            await transport.request(READ)
        assert server.tls is not None
        authority.renew(server.tls)
        await transport.request(READ)
    assert len(server.requests) == 1
