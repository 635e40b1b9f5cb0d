"""The ends of a connection: to this computer and to nothing else, and passing bytes between them."""

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from tollhouse_sandbox.gateway.http_heads import MalformedError
from tollhouse_sandbox.gateway.meter import Meter, UsedUpError

_CONNECT_SECONDS = 10.0
CHUNK_BYTES = 65_536
IDLE_SECONDS = 120.0
_CLOSE_SECONDS = 5.0


class ForbiddenError(Exception):
    """The target is not this computer."""


@dataclass(frozen=True, slots=True)
class Stream:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, content: bytes) -> None:
        """Writes, and waits while the other side is slow.

        Raises:
            OSError: The other side is gone.
        """
        self.writer.write(content)
        await self.writer.drain()

    def abort(self) -> None:
        """Aborts the connection, so that the other side detects a truncated response."""
        self.writer.transport.abort()

    async def aclose(self) -> None:
        """Closes once written data has been sent; aborts after a few seconds."""
        self.writer.close()
        with suppress(OSError):
            try:
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await self.writer.wait_closed()
            finally:
                self.abort()


async def relay(
    client: Stream, target: Stream, meter: Meter, response_head: Callable[[], Awaitable[None]] | None = None
) -> None:
    """Passes bytes both ways until the exchange ends, nothing moves for two minutes, or no traffic is left.

    With `response_head`, which passes the head of the target's one answer on, it ends after that answer.
    Without it this is a tunnel, which ends when both sides have.
    """
    loop = asyncio.get_running_loop()
    is_tunnel = response_head is None

    async def pass_on(source: Stream, sink: Stream, idle: asyncio.Timeout) -> None:
        while chunk := await source.reader.read(CHUNK_BYTES):
            allowed = meter.take(len(chunk))
            await sink.send(chunk[:allowed])
            if allowed < len(chunk):
                raise UsedUpError
            idle.reschedule(loop.time() + IDLE_SECONDS)
        if is_tunnel:
            # Not for requests: many servers take their end as a client that has left.
            sink.writer.write_eof()

    try:
        async with asyncio.timeout(IDLE_SECONDS) as idle, asyncio.TaskGroup() as both:
            upward = both.create_task(pass_on(client, target, idle))
            if response_head is not None:
                await response_head()
            await pass_on(target, client, idle)
            if not is_tunnel:
                upward.cancel()
    except* (UsedUpError, MalformedError, EOFError, asyncio.LimitOverrunError, OSError):
        client.abort()
        target.abort()


async def connect(host: str, port: int) -> Stream:
    """Opens a connection to a loopback address; names other than localhost are not even looked up.

    Raises:
        ForbiddenError: The target is elsewhere.
        OSError: No server listens there.
        TimeoutError: It takes too long.
    """
    address = _loopback(host)
    async with asyncio.timeout(_CONNECT_SECONDS):
        return Stream(*await asyncio.open_connection(address, port, limit=CHUNK_BYTES))


def _loopback(host: str) -> str:
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return "127.0.0.1"
    try:
        address = ipaddress.ip_address(host)
    except ValueError as error:
        raise ForbiddenError from error
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if not address.is_loopback:
        raise ForbiddenError
    return str(address)
