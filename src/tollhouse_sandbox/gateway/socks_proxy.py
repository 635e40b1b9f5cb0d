"""The SOCKS5 side of the gateway: CONNECT with username and password (RFC 1928, RFC 1929)."""

import asyncio
import ipaddress
import struct

from tollhouse_sandbox.gateway.meter import Meter, RefusedError, admit
from tollhouse_sandbox.gateway.streams import ForbiddenError, Stream, connect, relay
from tollhouse_sandbox.world import World

_HANDSHAKE_SECONDS = 15.0
_VERSION = 5
_LOGIN_VERSION = 1
_WITH_PASSWORD = 2
_NO_METHOD = 0xFF
_CONNECT = 1
_IPV4, _NAME, _IPV6 = 1, 3, 4

_DONE, _FAILED, _NOT_ALLOWED, _UNREACHABLE, _REFUSED, _NO_COMMAND, _NO_ADDRESS = 0, 1, 2, 4, 5, 7, 8


class _EndedError(Exception):
    """The handshake failed; the client got the reason if it could be sent."""


async def serve_socks(world: World, client: Stream) -> None:
    """Serves one connection.

    Raises:
        OSError, EOFError: The client disconnected.
        TimeoutError: The handshake took too long.
    """
    try:
        async with asyncio.timeout(_HANDSHAKE_SECONDS):
            meter = await _log_in(world, client)
            host, port = await _read_target(client)
        target = await _connect(client, host, port)
    except _EndedError:
        return
    try:
        meter.count_request()
        await _reply(client, _DONE, target)
        await relay(client, target, meter)
    finally:
        await target.aclose()


async def _log_in(world: World, client: Stream) -> Meter:
    read = client.reader.readexactly
    version, count = await read(2)
    if version != _VERSION:
        raise _EndedError
    if _WITH_PASSWORD not in await read(count):
        await client.send(bytes([_VERSION, _NO_METHOD]))
        raise _EndedError
    await client.send(bytes([_VERSION, _WITH_PASSWORD]))
    login_version, length = await read(2)
    username = await read(length)
    password = await read((await read(1))[0])
    try:
        if login_version != _LOGIN_VERSION:
            raise RefusedError("This is no login.")
        meter = admit(world, username.decode("utf-8"), password.decode("utf-8"))
    except (RefusedError, UnicodeDecodeError):
        await client.send(bytes([_LOGIN_VERSION, _FAILED]))
        raise _EndedError from None
    await client.send(bytes([_LOGIN_VERSION, _DONE]))
    return meter


async def _read_target(client: Stream) -> tuple[str, int]:
    read = client.reader.readexactly
    version, command, _reserved, kind = await read(4)
    if kind == _IPV4:
        host = str(ipaddress.IPv4Address(await read(4)))
    elif kind == _IPV6:
        host = str(ipaddress.IPv6Address(await read(16)))
    elif kind == _NAME:
        host = (await read((await read(1))[0])).decode("latin-1")
    else:
        await _reply(client, _NO_ADDRESS)
        raise _EndedError
    (port,) = struct.unpack("!H", await read(2))
    if version != _VERSION or command != _CONNECT:
        await _reply(client, _NO_COMMAND)
        raise _EndedError
    return host, port


async def _connect(client: Stream, host: str, port: int) -> Stream:
    try:
        return await connect(host, port)
    except ForbiddenError:
        code = _NOT_ALLOWED
    except TimeoutError:
        code = _UNREACHABLE
    except OSError:
        code = _REFUSED
    await _reply(client, code)
    raise _EndedError


async def _reply(client: Stream, code: int, target: Stream | None = None) -> None:
    address, port = ("0.0.0.0", 0) if target is None else target.writer.get_extra_info("sockname")[:2]  # noqa: S104 (nothing is bound)
    own = ipaddress.ip_address(address)
    kind = _IPV4 if own.version == 4 else _IPV6
    await client.send(bytes([_VERSION, code, 0, kind]) + own.packed + struct.pack("!H", port))
