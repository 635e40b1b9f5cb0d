"""What routes share: the world they act on, their key, strict bodies, and the forms of values."""

import json
from collections.abc import Awaitable, Callable
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Generic, TypeVar

from fastapi import APIRouter, Depends, Request, Response
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer
from pydantic import BaseModel, ConfigDict, PlainSerializer, WithJsonSchema
from pydantic.alias_generators import to_camel
from pydantic_core import from_json

from tollhouse_sandbox.account.settlement import settle
from tollhouse_sandbox.clock import iso
from tollhouse_sandbox.errors import refusals
from tollhouse_sandbox.world import World

T = TypeVar("T")
_DEPTH_MAX = 64

Timestamp = Annotated[
    datetime,
    PlainSerializer(iso, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
"""An aware time, written as ISO 8601 UTC."""

Amount = Annotated[
    Decimal,
    # Not `str.format`: since Python 3.13 its signature is known, and none of a serializer's.
    PlainSerializer(lambda amount: f"{amount:f}", return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$"}),
]
"""Money or crypto, written as a plain decimal string."""


class Input(BaseModel):
    """The body of a request: exact types, unknown fields ignored."""

    model_config = ConfigDict(strict=True, frozen=True, alias_generator=to_camel, extra="ignore")


class ResponseBody(BaseModel):
    """The body of a response, read from the fields of a record."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, validate_by_name=True)


class ListResponse(ResponseBody, Generic[T]):
    """A list that goes out whole."""

    data: list[T]


async def _world(request: Request) -> World:
    world: World = request.app.state.world
    return world


async def _settled_world(request: Request) -> World:
    world = await _world(request)
    settle(world)
    return world


AnyWorld = Annotated[World, Depends(_world)]
"""The world, for routes that no top-up can change."""

PresentWorld = Annotated[World, Depends(_settled_world)]
"""The world, after time and the chain have done to top-ups what was due."""


class _StrictRequest(Request):
    async def json(self) -> Any:  # noqa: ANN401 - any JSON value
        """Reads the body: no NaN, no number beyond every float, no lone surrogate, nothing too deep.

        Raises:
            json.JSONDecodeError: It is not JSON, or has one of these.
        """
        try:
            value = from_json(await self.body(), allow_inf_nan=False)
            json.dumps(value, allow_nan=False)
        except ValueError as fault:
            raise json.JSONDecodeError(str(fault), "", 0) from fault
        if depth(value) >= _DEPTH_MAX:
            raise json.JSONDecodeError("Too deep.", "", 0)
        return value


class StrictRoute(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Awaitable[Response]]:  # type: ignore[override]
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            return await handle(_StrictRequest(request.scope, request.receive))

        return handle_strictly


def private_router(prefix: str, tag: str) -> APIRouter:
    """Returns a router of routes that need the key; `web.guards` is what checks it."""
    bearer = HTTPBearer(auto_error=False, description="The API key", scheme_name="ApiKey")
    return APIRouter(
        prefix=prefix,
        tags=[tag],
        dependencies=[Depends(bearer)],
        responses=refusals(401),
        route_class=StrictRoute,
    )


def depth(value: object) -> int:
    match value:
        case dict():
            return 1 + max(map(depth, value.values()), default=0)
        case list():
            return 1 + max(map(depth, value), default=0)
        case _:
            return 0
