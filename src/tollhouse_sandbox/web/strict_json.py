"""Reads JSON bodies without surprises: no NaN, no lone surrogates, nothing too deep or too long."""

import json
import math
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

_DEPTH_MAX = 64


class StrictRequest(Request):
    """A request whose body is read by the rules of RFC 8259."""

    async def json(self) -> Any:  # noqa: ANN401 - any JSON value
        """Reads the body.

        Raises:
            json.JSONDecodeError: It is not JSON.
        """
        return read_json(await self.body())


class StrictRoute(APIRoute):
    """A route that reads its body with `StrictRequest`."""

    def get_route_handler(self) -> Callable[[Request], Awaitable[Response]]:  # type: ignore[override]
        """Wraps the route's handler."""
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return handle_strictly


def read_json(body: bytes) -> Any:  # noqa: ANN401 - any JSON value
    """Reads JSON text in UTF-8.

    Raises:
        json.JSONDecodeError: It is not JSON, or holds what JSON cannot be trusted to carry: NaN, a number
            beyond every float, a lone surrogate, too many levels or digits.
    """
    try:
        text = body.decode()
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite)
        _check_depth(value)
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError) as fault:
        raise json.JSONDecodeError(f"Unreadable: {type(fault).__name__}", "", 0) from fault
    return value


def _check_depth(value: object) -> None:
    """Refuses JSON nested deeper than any body of the interface, before anything recurses into it."""
    level = [value]
    for _ in range(_DEPTH_MAX):
        level = [
            child
            for item in level
            if isinstance(item, dict | list)
            for child in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return
    raise ValueError("Too deep.")


def _refuse(name: str) -> None:
    raise ValueError(name)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("The number is too large.")
    return number
