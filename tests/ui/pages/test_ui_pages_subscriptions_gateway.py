"""The whole circle: copied on screen, used by curl through the gateway, seen in the chart."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication

from support.gateway_service import HOST, listener
from support.linked_service import linked_service
from support.stepped_clock import SteppedClock
from support.subscriptions_screen import SubscriptionsScreen
from tollhouse_sandbox.gateway.listeners import Gateway
from tollhouse_sandbox.settings import GatewayAddress

if TYPE_CHECKING:
    from pathlib import Path

SIZE_BYTES = 60_000_000


async def _serve_much(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % SIZE_BYTES)
    piece = bytes(1_000_000)
    for _each in range(SIZE_BYTES // len(piece)):
        writer.write(piece)
        await writer.drain()
    writer.close()


def _today(screen: SubscriptionsScreen) -> tuple[float, str]:
    """Returns how high the chart's last bar is, and what a screen reader says of it."""
    chart = screen.detail.usage.chart
    return chart.bar_rect(chart.first_item()).height(), chart.accessible_texts()[-1]


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
async def test_what_curl_fetches_with_the_copied_command_grows_the_chart(tmp_path: Path) -> None:
    http, socks = listener(), listener()
    address = GatewayAddress(HOST, http.getsockname()[1], socks.getsockname()[1])

    async def scenario(screen: SubscriptionsScreen, page_port: int) -> None:
        await screen.load()
        height, said = _today(screen)
        screen.choose_format("curl")
        screen.press("Copy", screen.detail.sticky)
        await screen.quiet()
        command = screen.clipboard().replace("URL", f"http://{HOST}:{page_port}/")
        fetch = ["sh", "-c", f"{command} -sS | wc -c"]
        done = await asyncio.to_thread(
            subprocess.run, fetch, capture_output=True, timeout=60, check=False, text=True
        )
        assert done.stdout.strip() == str(SIZE_BYTES), done.stderr
        await screen.load()
        height_then, said_then = _today(screen)
        assert height_then > height
        assert said_then != said

    QApplication.setQuitOnLastWindowClosed(False)
    with linked_service(tmp_path, "demo", SteppedClock(), address) as service:
        gateway = Gateway(service.world, http, socks)
        pages = await asyncio.start_server(_serve_much, HOST, 0)
        await gateway.start()
        screen = SubscriptionsScreen(service, (1180, 760))
        try:
            await scenario(screen, pages.sockets[0].getsockname()[1])
        finally:
            pages.close()
            await gateway.stop()
            await screen.aclose()
