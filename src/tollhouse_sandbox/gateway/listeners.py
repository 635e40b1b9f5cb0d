"""The gateway as a whole: two listening sockets, and the connections that they took."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from tollhouse_sandbox.gateway.http_proxy import serve_http
from tollhouse_sandbox.gateway.socks_proxy import serve_socks
from tollhouse_sandbox.gateway.streams import CHUNK_BYTES, Stream
from tollhouse_sandbox.world import World

CONNECTIONS_MAX = 400
"""Each takes two of the 1,024 files that a process usually may have open."""

_BACKLOG = 512
_Serve = Callable[[World, Stream], Awaitable[None]]


class Gateway:
    def __init__(self, world: World, http_listener: socket.socket, socks_listener: socket.socket) -> None:
        self._world = world
        self._listeners = ((http_listener, serve_http), (socks_listener, serve_socks))
        self._servers: list[asyncio.Server] = []
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        for listener, serve in self._listeners:
            server = await asyncio.start_server(
                partial(self._serve, serve), sock=listener, limit=CHUNK_BYTES, backlog=_BACKLOG
            )
            self._servers.append(server)

    async def stop(self) -> None:
        """Closes open connections, too."""
        for server in self._servers:
            server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        # Their sockets are closed in the next step of the loop.
        await asyncio.sleep(0)

    async def _serve(self, serve: _Serve, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = Stream(reader, writer)
        task = asyncio.current_task()
        if task is None or len(self._connections) >= CONNECTIONS_MAX:
            client.abort()
            return
        self._connections.add(task)
        try:
            # What the other side does wrong, or that it leaves, is no error of the gateway.
            with suppress(OSError, EOFError):
                await serve(self._world, client)
            await client.aclose()
        except asyncio.CancelledError:
            # The one who cancels is `stop`, which wants nothing but the end.
            client.abort()
        finally:
            self._connections.discard(task)
