"""Connects to this computer, and to nothing else."""

import asyncio
import ipaddress

from tollhouse_sandbox.gateway.streams import CHUNK_BYTES, Stream

_CONNECT_SECONDS = 10.0


class ForbiddenError(Exception):
    """The target is not this computer."""


async def connect(host: str, port: int) -> Stream:
    """Open a connection to a loopback address; names other than localhost are not even looked up.

    Raises:
        ForbiddenError: The target is elsewhere.
        OSError: Nobody listens there.
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
