"""The sandbox: how soon it is ready, and how many requests it answers."""

from __future__ import annotations

import http.client
import time
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bench.rows import Row
from support.sandbox_process import start_sandbox

if TYPE_CHECKING:
    from support.sandbox_process import SandboxProcess

STARTS = 5
SECONDS = 2.0


def measure() -> list[Row]:
    """Starts it a few times, then asks it for two seconds on one connection."""
    ready: list[float] = []
    rates: list[float] = []
    for _start in range(STARTS):
        began = time.monotonic()
        with start_sandbox() as sandbox:
            ready.append((time.monotonic() - began) * 1000)
            if not rates:
                rates.append(_rate(sandbox))
    return [
        Row("sandbox ready after its start", median(ready), "ms", 1000),
        Row("requests a second to the sandbox, one connection", rates[0], "/s", 300, at_least=True),
    ]


def _rate(sandbox: SandboxProcess) -> float:
    connection = http.client.HTTPConnection(urlsplit(sandbox.base_url).netloc)
    answered, began = 0, time.monotonic()
    while time.monotonic() - began < SECONDS:
        connection.request("GET", "/v1/topups?perPage=1", headers=sandbox.headers)
        connection.getresponse().read()
        answered += 1
    connection.close()
    return answered / (time.monotonic() - began)
