"""Builds the one HTTP client of the process: its trust, its limits, its proxy."""

from __future__ import annotations

import logging
import re
import ssl
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Final

import httpx
import truststore

from app.api.addresses import is_loopback
from app.errors import InvalidInputError
from app.versions import app_version

HttpClient = httpx.AsyncClient
"""What `build_http` returns, for those that pass it on without knowing httpx."""

_HOST = re.compile(r"[A-Za-z0-9._:-]{1,253}")
_TIMEOUT: Final = httpx.Timeout(20.0, connect=10.0)
_LIMITS: Final = httpx.Limits(max_connections=20, max_keepalive_connections=10, keepalive_expiry=5.0)


def build_http(proxy: str | None = None) -> httpx.AsyncClient:
    """Returns a client that follows nothing, keeps no cookies and ignores the environment.

    Args:
        proxy: The address of an HTTP proxy, such as `http://10.0.0.1:3128`; this computer's own
            addresses are never reached through it, since plain http would show it the key.

    Raises:
        InvalidInputError: On `proxy`: `malformed`.
    """
    # At DEBUG it writes down every header that a service sends, and some repeat the key.
    logging.getLogger("httpcore").setLevel(logging.INFO)
    direct = httpx.AsyncHTTPTransport(verify=_trust(), trust_env=False, limits=_LIMITS)
    return _client(direct if proxy is None else _ProxyAbroad(direct, _proxied(proxy)))


def build_gateway_http(host: str, port: int, username: str, password: str) -> httpx.AsyncClient:
    """Returns a client that reaches everything, this computer too, through a gateway; it takes no key.

    Raises:
        InvalidInputError: On `proxy`: `malformed`.
    """
    if not _HOST.fullmatch(host):
        raise InvalidInputError("proxy", "malformed")
    try:
        url = httpx.URL(scheme="http", host=host, port=port)
        proxy = httpx.Proxy(url, auth=(username, password))
        return _client(httpx.AsyncHTTPTransport(verify=_trust(), trust_env=False, proxy=proxy))
    except (httpx.InvalidURL, ValueError) as error:
        raise InvalidInputError("proxy", "malformed") from error


def _client(transport: httpx.AsyncBaseTransport) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=transport,
        follow_redirects=False,
        trust_env=False,
        timeout=_TIMEOUT,
        headers={"User-Agent": f"Tollhouse/{app_version()}"},
        # An empty list lets no cookie in, for any host.
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
    )


class _ProxyAbroad(httpx.AsyncBaseTransport):
    """Reaches this computer directly, and all others through a proxy."""

    def __init__(self, direct: httpx.AsyncHTTPTransport, proxied: httpx.AsyncHTTPTransport) -> None:
        self._direct = direct
        self._proxied = proxied

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        chosen = self._direct if is_loopback(request.url.host) else self._proxied
        return await chosen.handle_async_request(request)

    async def aclose(self) -> None:
        await self._direct.aclose()
        await self._proxied.aclose()


def _proxied(proxy: str) -> httpx.AsyncHTTPTransport:
    try:
        url = httpx.URL(proxy.strip())
        if url.scheme not in {"http", "https"} or not _HOST.fullmatch(url.host):
            raise InvalidInputError("proxy", "malformed")
        return httpx.AsyncHTTPTransport(
            verify=_trust(), trust_env=False, limits=_LIMITS, proxy=httpx.Proxy(url)
        )
    except (httpx.InvalidURL, ValueError) as error:
        raise InvalidInputError("proxy", "malformed") from error


@cache
def _trust() -> ssl.SSLContext:
    """The system's own list of whom to trust, read once."""
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
