"""The whole app in a process of its own, watched from inside, and the accounts that it is given."""

from __future__ import annotations

import socketserver
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tollhouse_sandbox.process import SandboxProcess

# The whole app; a task of its own looks at the window from inside and closes it.
WATCHED = """
import asyncio, json, sys
from ui import __main__
from ui.start import application as start
real = start.conduct
async def conduct(window, services, **options):
    async def watch():
        while not hasattr(window, "header"):
            await asyncio.sleep(0.01)
        # Not before: PySide makes its classes at their first use, which two threads that import must not.
        from ui.pages.topups.page import TopUpsPage
        while not (pages := window.findChildren(TopUpsPage)):
            await asyncio.sleep(0.01)
        page = pages[0]
        WAIT
        print(json.dumps({"rows": page.model.loaded(), "account": page._account.account.name}))
        window.close()
    watching = asyncio.get_running_loop().create_task(watch())
    return await real(window, services, **options)
start.conduct = conduct
sys.exit(__main__.main([]))
"""
LOADED = "while page.history.total is None or page.tasks.is_running('load'): await asyncio.sleep(0.01)"


def given(sandbox: SandboxProcess, home: Path) -> dict[str, str]:
    return {
        "TOLLHOUSE_BASE_URL": sandbox.base_url,
        "TOLLHOUSE_API_KEY": sandbox.api_key,
        "TOLLHOUSE_HOME": str(home),
    }


class _Silence(socketserver.BaseRequestHandler):
    """Takes a request and never answers."""

    server: SilentServer

    def handle(self) -> None:
        self.request.recv(65_536)
        self.server.arrived.release()
        self.request.recv(1)


class SilentServer(socketserver.ThreadingTCPServer):
    """Accepts connections, and never answers; `arrived` counts the requests."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Silence)
        self.arrived = threading.Semaphore(0)


@contextmanager
def unanswered(home: Path) -> Iterator[tuple[SilentServer, dict[str, str]]]:
    """Yields a service that never answers, and the environment of its account."""
    with SilentServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        account = {
            "TOLLHOUSE_BASE_URL": f"http://127.0.0.1:{server.server_address[1]}",
            "TOLLHOUSE_API_KEY": "k" * 20,
            "TOLLHOUSE_HOME": str(home),
        }
        yield server, account
        server.shutdown()
