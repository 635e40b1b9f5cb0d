"""What routes share: the world they act on, and the key that private ones ask for."""

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPBearer

from tollhouse_sandbox.account.settlement import settle
from tollhouse_sandbox.world import World

bearer = HTTPBearer(auto_error=False, description="The API key", scheme_name="ApiKey")
"""Describes the key in the OpenAPI document; `web.guards` is what checks it."""


async def _world(request: Request) -> World:
    world: World = request.app.state.world
    return world


async def _settled_world(request: Request) -> World:
    world: World = request.app.state.world
    settle(world)
    return world


AnyWorld = Annotated[World, Depends(_world)]
"""The world, for routes that no top-up can change."""

PresentWorld = Annotated[World, Depends(_settled_world)]
"""The world, after time and the chain have done to top-ups what was due."""
