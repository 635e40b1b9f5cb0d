"""Checks credentials by requesting the public coin catalog through a gateway."""

from __future__ import annotations

import asyncio
import errno
import socket
from datetime import timedelta
from time import perf_counter
from typing import TYPE_CHECKING, Final

import httpx

from app.api.addresses import clean_base_url
from app.api.connections import build_gateway_http
from app.api.outcome import connection_fault
from app.errors import InvalidInputError, TimedOutError
from app.models.gateway_checks import CHECK_LIMIT, GatewayResult

if TYPE_CHECKING:
    from app.models.gateway_checks import Fault, Outcome

_MAX_BYTES: Final = 65_536
_REFUSALS: Final = frozenset({401, 402, 403, 407})
_NO_ROUTE: Final = frozenset({errno.ENETDOWN, errno.ENETUNREACH, errno.EHOSTUNREACH})


class GatewayChecks:
    """Checks gateways against one service; no key is known here, so none can be sent (spec 5.2).

    Raises:
        InvalidInputError: On `serviceAddress`.
    """

    def __init__(self, base_url: str, limit: timedelta = CHECK_LIMIT) -> None:
        self._limit = limit
        self._url = f"{clean_base_url(base_url)}/v1/catalog/coins"

    async def check(self, host: str, http_port: int, username: str, password: str) -> GatewayResult:
        """Asks once, within the limit, and reads no more than 64 KiB: the traffic is paid for."""
        try:
            http = build_gateway_http(host, http_port, username, password)
        except InvalidInputError as error:
            return GatewayResult("unreachable", detail=str(error))
        started = perf_counter()
        try:
            async with http, asyncio.timeout(self._limit.total_seconds()):
                result = await self._request(http)
        except TimeoutError:
            return GatewayResult("unreachable", detail="no whole answer in time", fault="timed_out")
        except httpx.ProxyError as error:
            # httpx reports a refused tunnel only by this message: '407 Proxy Authentication Required'.
            status = int(str(error)[:3]) if str(error)[:3].isdigit() else None
            outcome: Outcome = "refused" if status in _REFUSALS else "unreachable"
            return GatewayResult(outcome, detail=f"HTTP {str(error)[:3]}", status=status)
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, ValueError) as error:
            fault = connection_fault(error, type(error).__name__, sent=False)
            kind: Fault = "timed_out" if isinstance(fault, TimedOutError) else _fault(error)
            return GatewayResult("unreachable", detail=fault.detail, fault=kind)
        return result._replace(latency=timedelta(seconds=perf_counter() - started))

    async def _request(self, http: httpx.AsyncClient) -> GatewayResult:
        async with http.stream("GET", self._url, headers={"Accept": "application/json"}) as response:
            size = 0
            async for piece in response.aiter_raw():
                size += len(piece)
                if size > _MAX_BYTES:
                    break
        status = response.status_code
        outcome: Outcome = "works"
        if status in _REFUSALS and response.url.scheme == "http":
            outcome = "refused"
        # A response through a tunnel is the service's own response, whatever its status.
        elif not response.is_success and response.url.scheme == "http":
            outcome = "unreachable"
        return GatewayResult(outcome, detail=f"HTTP {status}", status=status)


def _fault(error: BaseException | None) -> Fault:
    """Returns `no_route` where this computer finds no way to the gateway: offline, or its name unknown."""
    while error is not None:
        is_no_route = isinstance(error, OSError) and error.errno in _NO_ROUTE
        if is_no_route or isinstance(error, socket.gaierror):
            return "no_route"
        error = error.__cause__ or error.__context__
    return ""
