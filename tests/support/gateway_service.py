"""A sandbox in process with its gateway on real sockets, and pages on loopback to fetch through it."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from support.demo_data import copy_demo
from support.sandbox_service import NOW
from tollhouse_sandbox.gateway.listeners import Gateway
from tollhouse_sandbox.opening import open_world
from tollhouse_sandbox.settings import GatewayAddress, Settings
from tollhouse_sandbox.store.records import Subscription, SubUser, change, find

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tollhouse_sandbox.world import World

HOST = "127.0.0.1"
PAGE = b"the page came through\n" * 50


@dataclass(frozen=True, slots=True)
class GatewayService:
    """A running gateway and what stands behind it.

    Attributes:
        world: The sandbox.
        address: Where the gateway listens.
        page_port: A web server's port: `/` is a page, `/echo` answers with what it was sent.
    """

    world: World
    address: GatewayAddress
    page_port: int

    @property
    def page_url(self) -> str:
        return f"http://{HOST}:{self.page_port}/"

    def subscription(self) -> Subscription:
        found = find(self.world.connection, Subscription, "WHERE username = ?", "acme_r7f2")
        assert found is not None
        return found

    def sub_user(self) -> SubUser:
        found = find(self.world.connection, SubUser, "WHERE username = ?", "acme_r7f2_b1")
        assert found is not None
        return found

    def set_subscription(self, **changes: object) -> None:
        change(self.world.connection, Subscription, self.subscription().id, **changes)

    def set_sub_user(self, **changes: object) -> None:
        change(self.world.connection, SubUser, self.sub_user().id, **changes)

    def today(self, sub_user_id: str = "") -> tuple[int, int]:
        """Returns today's bytes and requests."""
        row = self.world.connection.execute(
            "SELECT bytes, requests FROM usage_days"
            " WHERE subscription_id = ? AND sub_user_id = ? AND day = ?",
            [self.subscription().id, sub_user_id, NOW.date().isoformat()],
        ).fetchone()
        return (0, 0) if row is None else (row[0], row[1])


def listener() -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.bind((HOST, 0))
    made.listen(64)
    return made


@asynccontextmanager
async def gateway_service() -> AsyncIterator[GatewayService]:
    http, socks = listener(), listener()
    address = GatewayAddress(HOST, http.getsockname()[1], socks.getsockname()[1])
    world = open_world(Settings(scale="empty", speed=0.0, now=NOW, gateway=address))
    copy_demo(world)
    gateway = Gateway(world, http, socks)
    pages = await asyncio.start_server(serve_page, HOST, 0)
    await gateway.start()
    try:
        yield GatewayService(world, address, pages.sockets[0].getsockname()[1])
    finally:
        await gateway.stop()
        pages.close()
        world.close()


async def serve_page(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A web server of one request a connection, which says so or keeps silent about it."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        length = next((int(line[15:]) for line in lines if line.lower().startswith("content-length:")), 0)
        body = await reader.readexactly(length)
        content = head + body if lines[0].split(" ")[1] == "/echo" else PAGE
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(content) + content)
        await writer.drain()
    except (EOFError, OSError):
        pass
    finally:
        writer.close()


async def run(*command: str, environment: dict[str, str] | None = None, seconds: float = 20) -> Finished:
    """Runs a tool without any proxy of the environment."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **(environment or {})},
    )
    try:
        async with asyncio.timeout(seconds):
            out, errors = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.communicate()
        raise
    return Finished(process.returncode or 0, out, errors.decode("utf-8", "replace"))


@dataclass(frozen=True, slots=True)
class Finished:
    """How a tool ended."""

    code: int
    out: bytes
    errors: str
