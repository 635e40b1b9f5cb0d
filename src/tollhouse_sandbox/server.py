"""Builds the service's app, and serves it."""

import json
import logging
import os
import socket
import threading
from contextlib import ExitStack, suppress
from dataclasses import asdict, replace
from importlib.resources import files
from types import FrameType
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from uvicorn import Config, Server

from tollhouse_sandbox.errors import HANDLERS
from tollhouse_sandbox.gateway.listeners import Gateway
from tollhouse_sandbox.opening import open_world
from tollhouse_sandbox.routes import catalog, controls, sub_users, subscriptions, topups
from tollhouse_sandbox.settings import GatewayAddress, Settings
from tollhouse_sandbox.web.dates import Dates
from tollhouse_sandbox.web.fault_layer import FaultLayer
from tollhouse_sandbox.web.guards import Guards
from tollhouse_sandbox.web.protocol import BreakableProtocol
from tollhouse_sandbox.web.recording import Recording
from tollhouse_sandbox.web.variant_layer import VariantLayer

_KEEP_ALIVE_SECONDS = 75


class Service(FastAPI):
    """The service; its OpenAPI document has an example of each body."""

    def openapi(self) -> dict[str, Any]:
        document = super().openapi()
        examples = json.loads(files("tollhouse_sandbox.data").joinpath("examples.json").read_bytes())
        for name, value in examples.items():
            document["components"]["schemas"][name]["examples"] = [value]
        return document


def build_app(settings: Settings) -> FastAPI:
    """Builds the whole service; `app.state.world` holds its state, and must be closed at the end.

    Raises:
        DataError: The data folder cannot be used.
    """
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
    world = open_world(settings)
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


def serve(settings: Settings, *, watch_stdin: bool) -> None:
    """Serves until SIGTERM, SIGINT or, if watched, the end of stdin; prints one line when ready.

    Raises:
        DataError: The data folder cannot be used.
        OSError: The port cannot be taken.
    """
    with ExitStack() as sockets:
        listener, http, socks = (
            sockets.enter_context(_listening_socket(settings.host, port))
            for port in (settings.port, settings.gateway.http_port, settings.gateway.socks_port)
        )
        settings = replace(
            settings,
            port=listener.getsockname()[1],
            gateway=GatewayAddress(
                settings.client_host.strip("[]"), http.getsockname()[1], socks.getsockname()[1]
            ),
        )
        app = build_app(settings)
        try:
            config = Config(
                app,
                http=BreakableProtocol,
                loop="asyncio",
                ws="none",
                lifespan="off",
                access_log=False,
                log_level="error",
                date_header=False,
                server_header=False,
                timeout_keep_alive=_KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=0,
            )
            gateway = Gateway(app.state.world, http, socks)
            _ReadyServer(config, settings, gateway, watch_stdin=watch_stdin).run([listener])
        finally:
            app.state.world.close()


class _ReadyServer(Server):
    """A server that reports when it is ready, and ends without errors."""

    def __init__(self, config: Config, settings: Settings, gateway: Gateway, *, watch_stdin: bool) -> None:
        super().__init__(config)
        self._settings = settings
        self._gateway = gateway
        self._watch_stdin = watch_stdin

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        await self._gateway.start()
        ready = {
            "base_url": self._settings.base_url,
            "api_key": self._settings.api_key,
            "gateway": asdict(self._settings.gateway),
        }
        print(json.dumps(ready), flush=True)  # noqa: T201
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


def _listening_socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sets TCP_NODELAY; else each response waits 40 ms for a delayed ACK.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError as fault:
        listener.close()
        fault.filename = f"{host}:{port}"
        raise
    return listener
