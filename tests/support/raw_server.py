"""A server on loopback that answers with exactly the bytes a test wants, however wrong they are."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import ssl


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes back for one request: pieces of bytes, a pause before each, and the way it ends.

    Attributes:
        pieces: The bytes as they go out.
        pause: Seconds before each piece.
        reset: Whether the connection is reset afterwards, instead of closed.
        hang: Whether the connection stays open afterwards, silent.
    """

    pieces: tuple[bytes, ...] = ()
    pause: float = 0.0
    reset: bool = False
    hang: bool = False


def reply(
    body: bytes | str | object = b"",
    status: int = 200,
    headers: dict[str, str] | None = None,
    *,
    length: int | None = None,
) -> Reply:
    """An answer in good form; objects become JSON. `length` can lie."""
    if isinstance(body, str):
        body = body.encode()
    if not isinstance(body, bytes):
        body = json.dumps(body).encode()
    fields = {"Content-Length": str(len(body) if length is None else length)} | (headers or {})
    head = f"HTTP/1.1 {status} Some\r\n" + "".join(f"{name}: {text}\r\n" for name, text in fields.items())
    return Reply((head.encode("latin-1") + b"\r\n" + body,))


@dataclass(slots=True)
class RawServer:
    """Answers request after request with the given replies, the last one again and again.

    Attributes:
        replies: What to answer.
        greeting: What is said before a request has come.
        requests: What came, head and body.
    """

    replies: list[Reply]
    tls: ssl.SSLContext | None = None
    greeting: bytes = b""
    requests: list[bytes] = field(default_factory=list)
    port: int = 0
    _server: asyncio.Server | None = None
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)
    _idle: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def base_url(self) -> str:
        scheme = "http" if self.tls is None else "https"
        return f"{scheme}://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self.tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self.stop_listening()
        for writer in list(self._writers):
            writer.transport.abort()
        await self._server.wait_closed()
        await self.wait_until_idle()

    async def wait_until_idle(self) -> None:
        """Waits until no connection is open."""
        if self._writers:
            await self._idle.wait()

    def stop_listening(self) -> None:
        """Lets nobody in any more."""
        assert self._server is not None
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        self._idle.clear()
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self._answer(reader, writer)
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
            self._writers.discard(writer)
            if not self._writers:
                self._idle.set()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(self.greeting)
        head = await reader.readuntil(b"\r\n\r\n")
        self.requests.append(head + await reader.readexactly(_content_length(head)))
        chosen = self.replies[min(len(self.requests), len(self.replies)) - 1]
        for piece in chosen.pieces:
            await asyncio.sleep(chosen.pause)
            writer.write(piece)
            await writer.drain()
        if chosen.hang:
            await reader.read()
        if chosen.reset:
            raw: socket.socket = writer.get_extra_info("socket")
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()


def _content_length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        name, _, text = line.partition(b":")
        if name.lower() == b"content-length":
            return int(text)
    return 0


def closed_port() -> int:
    """A port of loopback where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
