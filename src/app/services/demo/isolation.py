"""Separates the demo from live accounts: neither key is ever sent to the other's address."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from app.api.addresses import is_loopback
from app.errors import InvalidInputError, SandboxError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.services.demo.server import DemoAddress, DemoServer

_STARTS: Final = 3
_ADDRESS = re.compile(r"(?P<scheme>https?)://(?P<host>\[[^]]+\]|[^:/]+)(?::(?P<port>[0-9]{1,5}))?(?:/.*)?")


class DemoIsolation:
    """Starts the demo's service, and knows where it is."""

    def __init__(self, server: DemoServer) -> None:
        self._server = server
        self._port: int | None = None

    async def start(self, base_urls: Iterable[str]) -> DemoAddress:
        """Starts the demo, on a port that is none of the accounts'.

        Args:
            base_urls: The service addresses of the real accounts.

        Raises:
            SandboxError: It could not be started.
            StorageError: Its folder can't be made.
        """
        taken = {_local_port(base_url) for base_url in base_urls}
        for _attempt in range(_STARTS):
            address = await self._server.start()
            port = _local_port(address.base_url)
            if port not in taken:
                self._port = port
                return address
            await self._server.stop()
        raise SandboxError("Every port it got belongs to an account.")

    def refuse(self, base_url: str) -> None:
        """Refuses an address for a real account if the demo is there.

        Raises:
            InvalidInputError: On `serviceAddress`: `is_demo`.
        """
        if self._port is not None and _local_port(base_url) == self._port:
            raise InvalidInputError("serviceAddress", "is_demo")

    async def stop(self) -> None:
        """Ends the demo's service; nothing happens if it isn't running."""
        self._port = None
        await self._server.stop()


def _local_port(base_url: str) -> int | None:
    """Returns the port of an address on this computer, and None for any other."""
    match = _ADDRESS.fullmatch(base_url)
    if match is None or not is_loopback(match["host"]):
        return None
    return int(match["port"] or {"http": 80, "https": 443}[match["scheme"]])
