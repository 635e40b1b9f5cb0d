"""The HTTP/1.1 protocol of uvicorn, with a way to break its connection."""

import asyncio
import os
import socket
import struct
from typing import Any

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

EXTENSION = "sandbox.connection"
_LINGER = "hh" if os.name == "nt" else "ii"


class Connection:
    """One TCP connection, to be ended before its time."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def reset(self) -> None:
        """Ends the connection with a TCP reset."""
        raw = self._transport.get_extra_info("socket")
        # A linger time of zero makes close() send RST instead of FIN.
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack(_LINGER, 1, 0))
        self._transport.abort()

    def end(self) -> None:
        """Sends what was written, then closes the connection."""
        self._transport.close()


class BreakableProtocol(H11Protocol):
    """Passes its connection to the app as the scope's extension `sandbox.connection`."""

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - handed on unseen
        super().__init__(*arguments, **options)
        inner = self.app

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            scope["extensions"] = {**scope.get("extensions", {}), EXTENSION: Connection(self.transport)}
            await inner(scope, receive, send)

        self.app = app
