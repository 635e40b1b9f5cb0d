"""The app, closed while three requests wait for a service that never answers."""

import asyncio
import os
import socket
import threading
import time
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.bootstrap import Services
from bench.programs.probe import report
from ui import __main__
from ui.shell.window import MainWindow
from ui.start import application as start
from ui.start import first_paint

REQUESTS = 3
_usual_conduct = start.conduct


class SilentService(QObject):
    """Listens on loopback, reads requests, and answers none.

    Signals:
        asked(): Three requests wait.
    """

    asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.base_url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        open_sockets: list[socket.socket] = []
        while len(open_sockets) < REQUESTS:
            connection, _address = self._listener.accept()
            connection.recv(1)
            open_sockets.append(connection)
        self.asked.emit()
        threading.Event().wait()


async def conduct(window: MainWindow, services: Services, **options: Any) -> int:
    async def ask() -> None:
        # What is left is measured, not what is still imported.
        while not (hasattr(window, "tabs") and hasattr(window.shown_page(), "pane")):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        account = await services.accounts.open(services.accounts.known()[0].id)
        requests = (account.topups.get(f"topup{number}") for number in range(REQUESTS))
        await asyncio.gather(*requests, return_exceptions=True)

    asking = asyncio.gather(ask(), return_exceptions=True)
    code = await _usual_conduct(window, services, **options)
    await asking
    return code


def wait(window: MainWindow) -> None:
    service.asked.connect(lambda: close(window))
    _usual_wait(window)


def close(window: MainWindow) -> None:
    global closed_at  # noqa: PLW0603 (one program, one moment)
    closed_at = time.monotonic()
    window.close()


closed_at = 0.0
_usual_wait = first_paint.wait_for_first_paint
service = SilentService()
os.environ["TOLLHOUSE_BASE_URL"] = service.base_url
os.environ["TOLLHOUSE_API_KEY"] = "bench"
start.conduct = conduct
first_paint.wait_for_first_paint = wait
__main__.main([])
report({"closed_at": closed_at, "moment": time.monotonic()})
