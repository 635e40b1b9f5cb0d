"""The HTTP/1.1 protocol of uvicorn, with a connection that faults can break."""

import asyncio
import os
import socket
import struct
from typing import Any

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

_EXTENSION = "sandbox.connection"
_LINGER = "hh" if os.name == "nt" else "ii"


class BreakableProtocol(H11Protocol):
    """Passes its connection to the app as the scope's extension `sandbox.connection`."""

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - handed on unseen
        super().__init__(*arguments, **options)
        inner = self.app

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            scope["extensions"] = {**scope.get("extensions", {}), _EXTENSION: self.transport}
            await inner(scope, receive, send)

        self.app = app


async def reset(scope: Scope, receive: Receive) -> None:
    """Ends a request's connection with a TCP reset.

    Raises:
        ConnectionResetError: The app is run in process, without a connection.
    """
    connection = _connection(scope)
    raw = connection.get_extra_info("socket")
    # A linger time of zero makes close() send RST instead of FIN.
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack(_LINGER, 1, 0))
    connection.abort()
    await _until_gone(receive)


async def end(scope: Scope, receive: Receive) -> None:
    """Sends written data, then closes a request's connection.

    Raises:
        ConnectionResetError: The app is run in process, without a connection.
    """
    _connection(scope).close()
    await _until_gone(receive)


def _connection(scope: Scope) -> asyncio.Transport:
    connection = scope.get("extensions", {}).get(_EXTENSION)
    if not isinstance(connection, asyncio.Transport):
        raise ConnectionResetError("A scripted fault broke the connection.")
    return connection


async def _until_gone(receive: Receive) -> None:
    """Waits until the server knows that the connection is closed; else it would respond 500."""
    while (await receive())["type"] != "http.disconnect":
        pass
