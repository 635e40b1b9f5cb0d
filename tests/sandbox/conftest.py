"""Sandboxes in process, with time that stands still until a test moves it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest

from support.demo_data import copy_demo
from support.sandbox_service import ADDRESS, NOW, Service
from tollhouse_sandbox.opening import open_world
from tollhouse_sandbox.server import build_app
from tollhouse_sandbox.settings import Settings

Make = Callable[..., Awaitable[Service]]


@pytest.fixture
async def make_service() -> AsyncIterator[Make]:
    """Make sandboxes, all closed at the end."""
    async with AsyncExitStack() as stack:

        async def make(**options: Any) -> Service:
            settings = Settings(**{"scale": "empty", "speed": 0.0, "now": NOW, **options})
            world = open_world(settings)
            stack.callback(world.close)
            client = httpx.AsyncClient(
                transport=httpx.ASGITransport(build_app(world)),
                base_url=ADDRESS,
                headers={"Authorization": f"Bearer {settings.api_key}"},
            )
            await stack.enter_async_context(client)
            return Service(world, client)

        yield make


@pytest.fixture
async def service(make_service: Make) -> Service:
    """A sandbox without any data but the catalog."""
    return await make_service()


@pytest.fixture
async def demo(make_service: Make) -> Service:
    """A sandbox with the demo account."""
    made = await make_service()
    copy_demo(made.world)
    return made
