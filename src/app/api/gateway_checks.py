"""Checks credentials by requesting the public coin catalog through a gateway."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from time import perf_counter
from typing import Final, Literal, NamedTuple

import httpx

from app.api.addresses import clean_base_url
from app.api.connections import build_gateway_http
from app.api.outcome import connection_fault
from app.errors import InvalidInputError

Outcome = Literal["works", "refused", "unreachable"]

_SECONDS: Final = 20.0
_MAX_BYTES: Final = 65_536
_REFUSALS: Final = frozenset({401, 402, 403, 407})


class GatewayResult(NamedTuple):
    """The result of a check.

    Attributes:
        outcome: `works`, `refused` by the gateway, or `unreachable`: there was no response through it.
        latency: From connecting to the first byte of the page, if one came.
        detail: The other side's words, for Details; never a secret.
    """

    outcome: Outcome
    latency: timedelta | None = None
    detail: str = ""


class GatewayChecks:
    """Checks gateways against one service; no key is known here, so none can be sent (spec 5.2).

    Raises:
        InvalidInputError: On `serviceAddress`.
    """

    def __init__(self, base_url: str) -> None:
        self._url = f"{clean_base_url(base_url)}/v1/catalog/coins"

    async def check(self, host: str, http_port: int, username: str, password: str) -> GatewayResult:
        """Asks once, within 20 seconds, and reads no more than 64 KiB: the traffic is paid for."""
        try:
            http = build_gateway_http(host, http_port, username, password)
        except InvalidInputError as error:
            return GatewayResult("unreachable", detail=str(error))
        started = perf_counter()
        try:
            async with http, asyncio.timeout(_SECONDS):
                outcome, detail = await self._ask(http)
        except TimeoutError:
            return GatewayResult("unreachable", detail="no whole answer in time")
        except httpx.ProxyError as error:
            # httpx reports a refused tunnel only by this message: '407 Proxy Authentication Required'.
            status = str(error)[:3]
            refused = status.isdigit() and int(status) in _REFUSALS
            return GatewayResult("refused" if refused else "unreachable", detail=f"HTTP {status}"[:8])
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, ValueError) as error:
            fault = connection_fault(error, type(error).__name__, sent=False)
            return GatewayResult("unreachable", detail=fault.detail)
        return GatewayResult(outcome, timedelta(seconds=perf_counter() - started), detail)

    async def _ask(self, http: httpx.AsyncClient) -> tuple[Outcome, str]:
        async with http.stream("GET", self._url, headers={"Accept": "application/json"}) as response:
            size = 0
            async for piece in response.aiter_raw():
                size += len(piece)
                if size > _MAX_BYTES:
                    break
        detail = f"HTTP {response.status_code}"
        if response.status_code in _REFUSALS and response.url.scheme == "http":
            return "refused", detail
        # A response through a tunnel is the service's own response, whatever its status.
        through = response.is_success or response.url.scheme == "https"
        return "works" if through else "unreachable", detail
