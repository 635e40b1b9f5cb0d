"""Builds the one HTTP client of the process: trust store, limits, proxy."""

from __future__ import annotations

import logging
import re
import ssl
import sys
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Final

import httpx
import truststore

from app.api.addresses import is_loopback
from app.errors import InvalidInputError
from app.versions import VERSION

_HOST = re.compile(r"[A-Za-z0-9._:-]{1,253}")
_TIMEOUT: Final = httpx.Timeout(20.0, connect=10.0)
_LIMITS: Final = httpx.Limits(max_connections=20, max_keepalive_connections=10, keepalive_expiry=5.0)


class _StrictClient(httpx.AsyncClient):
    """Follows no redirects, stores no cookies, ignores the environment."""

    def __init__(self, transport: httpx.AsyncBaseTransport) -> None:
        super().__init__(
            transport=transport,
            follow_redirects=False,
            trust_env=False,
            timeout=_TIMEOUT,
            headers={"User-Agent": f"Tollhouse/{VERSION}"},
            # An empty list lets no cookie in, for any host.
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        )


class HttpClient(_StrictClient):
    """The client for the service's interface; its proxy can be replaced in use."""

    def __init__(self) -> None:
        self._routing = _Routing()
        super().__init__(self._routing)

    def use_proxy(self, proxy: str) -> None:
        """Goes through another proxy from the next request on; what is under way ends as it began.

        Args:
            proxy: The address of an HTTP proxy, such as `http://10.0.0.1:3128`; empty for none. This
                computer's own addresses are never reached through it, since plain http would show it the key.

        Raises:
            InvalidInputError: On `proxy`: `malformed`; nothing is changed.
        """
        self._routing.choose(_proxied(proxy) if proxy else None)


def build_http() -> HttpClient:
    # At DEBUG it writes down every header that a service sends, and some repeat the key.
    logging.getLogger("httpcore").setLevel(logging.INFO)
    client = HttpClient()
    # httpcore, imported now, asks for it at each lock. Where it is missing, Python would search all folders.
    sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]
    return client


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
        return _StrictClient(httpx.AsyncHTTPTransport(verify=_trust(), trust_env=False, proxy=proxy))
    except (httpx.InvalidURL, ValueError) as error:
        raise InvalidInputError("proxy", "malformed") from error


class _Routing(httpx.AsyncBaseTransport):
    """Reaches this computer directly, and all others through the proxy that is chosen, if one is."""

    def __init__(self) -> None:
        self.direct = httpx.AsyncHTTPTransport(verify=_trust(), trust_env=False, limits=_LIMITS)
        self._transports = [self.direct]

    def choose(self, proxied: httpx.AsyncHTTPTransport | None) -> None:
        """Uses another transport for other hosts; those before stay open for what is under way on them."""
        self._transports.append(proxied or self.direct)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        chosen = self.direct if is_loopback(request.url.host) else self._transports[-1]
        return await chosen.handle_async_request(request)

    async def aclose(self) -> None:
        for transport in set(self._transports):
            await transport.aclose()


def _proxied(proxy: str) -> httpx.AsyncHTTPTransport:
    try:
        url = httpx.URL(proxy.strip())
        if url.scheme not in {"http", "https"} or not _HOST.fullmatch(url.host):
            raise InvalidInputError("proxy", "malformed")
        # Without it, httpcore would trust a list of its own for the connection to the proxy.
        trust = _trust() if url.scheme == "https" else None
        return httpx.AsyncHTTPTransport(
            verify=_trust(), trust_env=False, limits=_LIMITS, proxy=httpx.Proxy(url, ssl_context=trust)
        )
    except (httpx.InvalidURL, ValueError) as error:
        raise InvalidInputError("proxy", "malformed") from error


@cache
def _trust() -> ssl.SSLContext:
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
