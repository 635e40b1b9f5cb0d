"""Builds the service's app, and serves it."""

import json
import logging
import os
import socket
import threading
from contextlib import suppress
from importlib.resources import files
from types import FrameType
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from uvicorn import Config, Server

from tollhouse_sandbox.errors import HANDLERS
from tollhouse_sandbox.gateway.listeners import Gateway
from tollhouse_sandbox.listening import Listeners
from tollhouse_sandbox.routes import catalog, controls, sub_users, subscriptions, topups
from tollhouse_sandbox.web.dates import Dates
from tollhouse_sandbox.web.fault_layer import FaultLayer
from tollhouse_sandbox.web.guards import Guards
from tollhouse_sandbox.web.protocol import BreakableProtocol
from tollhouse_sandbox.web.recording import Recording
from tollhouse_sandbox.web.variant_layer import VariantLayer
from tollhouse_sandbox.world import World

_KEEP_ALIVE_SECONDS = 75


class Service(FastAPI):
    """The service; its OpenAPI document has an example of each body."""

    def openapi(self) -> dict[str, Any]:
        document = super().openapi()
        examples = json.loads(files("tollhouse_sandbox.data").joinpath("examples.json").read_bytes())
        for name, value in examples.items():
            document["components"]["schemas"][name]["examples"] = [value]
        return document


def build_app(world: World) -> FastAPI:
    """Builds the whole service; `app.state.world` is its world."""
    settings = world.settings
    app = Service(
        title="Crypto top-ups and proxy traffic",
        version="1",
        servers=[{"url": settings.base_url if settings.port else "/", "description": "This sandbox"}],
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        exception_handlers=HANDLERS,
        # Included routers would be computed again by every app; their routes serve any.
        routes=[
            route
            for part in (topups, subscriptions, sub_users, catalog, controls)
            for route in part.router.routes
        ],
    )
    app.add_route("/", _describe, include_in_schema=False)
    app.state.world = world
    # The middleware added last is the outermost: recording, faults, variants, dates, guards, routes.
    app.add_middleware(Guards, settings=settings)
    app.add_middleware(Dates, clock=world.clock)
    app.add_middleware(VariantLayer, world=world)
    app.add_middleware(FaultLayer, world=world)
    app.add_middleware(Recording, world=world)
    return app


async def _describe(_request: Request) -> JSONResponse:
    """Describes the service to a browser that opens its address."""
    return JSONResponse(
        {
            "service": "tollhouse-sandbox",
            "warning": "Never send real coins to the addresses of this sandbox: they belong to nobody.",
            "openapi": "/openapi.json",
            "interface": "/v1",
            "controls": "/_sandbox",
            "authorization": "Bearer, with the api_key that the sandbox printed at its start",
        }
    )


def serve(world: World, listeners: Listeners, *, watch_stdin: bool) -> None:
    """Serves until SIGTERM, SIGINT or, if watched, the end of stdin."""
    config = Config(
        build_app(world),
        http=BreakableProtocol,
        loop="asyncio",
        ws="none",
        lifespan="off",
        access_log=False,
        log_level="error",
        # Else it asks standard output, which a caller may have closed, whether that is a terminal.
        use_colors=False,
        date_header=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=0,
    )
    gateway = Gateway(world, listeners.gateway_http, listeners.gateway_socks)
    _Server(config, gateway, watch_stdin=watch_stdin).run([listeners.service])


class _Server(Server):
    """A server with a gateway, which ends without errors."""

    def __init__(self, config: Config, gateway: Gateway, *, watch_stdin: bool) -> None:
        super().__init__(config)
        self._gateway = gateway
        self._watch_stdin = watch_stdin

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        await self._gateway.start()
        if self._watch_stdin:
            threading.Thread(target=self._end_with_stdin, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await self._gateway.stop()
        await super().shutdown(sockets)

    def _end_with_stdin(self) -> None:
        # Raw reads: a buffered one would hold a lock that the interpreter wants at its end.
        with suppress(OSError):
            while os.read(0, 4096):
                pass
        self.should_exit = True

    def handle_exit(self, _signal: int, _frame: FrameType | None) -> None:
        """Ends with exit code 0."""
        self.should_exit = True
