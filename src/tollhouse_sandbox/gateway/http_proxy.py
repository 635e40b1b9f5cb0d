"""The HTTP side of the gateway: tunnels by CONNECT, and plain requests, one a connection."""

import asyncio
from contextlib import suppress
from http import HTTPStatus

from tollhouse_sandbox.gateway.http_heads import (
    HEAD_END,
    Head,
    MalformedError,
    Request,
    read_head,
    read_login,
    read_request,
    read_status,
)
from tollhouse_sandbox.gateway.meter import Meter, RefusedError, UsedUpError, admit
from tollhouse_sandbox.gateway.streams import CHUNK_BYTES, ForbiddenError, Stream, connect, relay
from tollhouse_sandbox.world import World

_HEAD_SECONDS = 15.0
_LINGER_SECONDS = 2.0


class _ResponseError(Exception):
    """The gateway itself answers, with this status and these words."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


async def serve_http(world: World, client: Stream) -> None:
    """Serves one connection; raises `OSError` when the client disconnects."""
    try:
        request = read_request(await _read_head(client.reader))
        meter = _admit(world, request.head)
        target = await _connect(request)
    except MalformedError as error:
        await _respond(client, 400, str(error))
        return
    except _ResponseError as error:
        await _respond(client, error.status, error.words)
        return
    try:
        meter.count_request()
        if request.method == "CONNECT":
            await client.send(b"HTTP/1.1 200 Connection established\r\n\r\n")
            await relay(client, target, meter)
        else:
            await _forward(request, client, target, meter)
    except UsedUpError:
        client.abort()
    finally:
        await target.aclose()


async def _read_head(reader: asyncio.StreamReader) -> Head:
    try:
        async with asyncio.timeout(_HEAD_SECONDS):
            return read_head(await reader.readuntil(HEAD_END))
    except TimeoutError:
        raise _ResponseError(408, "The request took too long.") from None
    except asyncio.LimitOverrunError:
        raise _ResponseError(431, "The header is too large.") from None
    except asyncio.IncompleteReadError as error:
        raise ConnectionResetError("The client left within a header.") from error


def _admit(world: World, head: Head) -> Meter:
    login = read_login(head)
    if login is None:
        raise _ResponseError(407, "A username and a password are needed.")
    try:
        return admit(world, *login)
    except RefusedError as error:
        raise _ResponseError(407, str(error)) from None


async def _connect(request: Request) -> Stream:
    try:
        return await connect(request.host, request.port)
    except ForbiddenError:
        raise _ResponseError(403, "This gateway leads to this computer only.") from None
    except TimeoutError:
        raise _ResponseError(504, "The target does not answer.") from None
    except OSError:
        raise _ResponseError(502, "Nobody listens at the target.") from None


async def _forward(request: Request, client: Stream, target: Stream, meter: Meter) -> None:
    head = request.head.for_next_hop(f"{request.method} {request.path} HTTP/1.1", host=request.authority)
    meter.take_all(len(head))
    await target.send(head)

    async def pass_response_head() -> None:
        """Passes the response's head on with `Connection: close`: the client sends no further request."""
        status = 100
        while 100 <= status < 200:
            content = await target.reader.readuntil(HEAD_END)
            response = read_head(content)
            status = read_status(response)
            if status >= 200:
                content = response.for_next_hop(response.first_line)
            meter.take_all(len(content))
            await client.send(content)

    await relay(client, target, meter, pass_response_head)


async def _respond(client: Stream, status: int, words: str) -> None:
    body = f"{words}\n".encode()
    lines = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    if status == 407:
        lines.append('Proxy-Authenticate: Basic realm="gateway", charset="UTF-8"')
    await client.send("\r\n".join([*lines, "", ""]).encode() + body)
    client.writer.write_eof()
    # Closing on a body that is still on its way would reset the connection before the response is read.
    with suppress(TimeoutError):
        async with asyncio.timeout(_LINGER_SECONDS):
            while await client.reader.read(CHUNK_BYTES):
                pass
