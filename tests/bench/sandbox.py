"""The sandbox: how soon it has answered a request, and how many it answers."""

from __future__ import annotations

import http.client
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from bench.results import Results
    from tollhouse_sandbox.process import SandboxProcess

_SECONDS = 2.0


def measure(results: Results, rounds: int) -> None:
    """Starts it, then sends it requests for two seconds on one connection."""
    for _round in range(rounds):
        began = time.monotonic()
        with start_sandbox() as sandbox:
            # It accepts connections before it can answer.
            connection = http.client.HTTPConnection(urlsplit(sandbox.base_url).netloc)
            _get_topup(connection, sandbox)
            results.add("ready", (time.monotonic() - began) * 1000)
            rate, cpu_rate = _rates(connection, sandbox)
            connection.close()
            results.add("rate", rate)
            results.add("cpu_rate", cpu_rate)


def _rates(connection: http.client.HTTPConnection, sandbox: SandboxProcess) -> tuple[float, float]:
    """Returns its responses in a second, and in a second of its CPU time."""
    answered, began, cpu = 0, time.monotonic(), _cpu_s(sandbox)
    while time.monotonic() - began < _SECONDS:
        _get_topup(connection, sandbox)
        answered += 1
    return answered / (time.monotonic() - began), answered / (_cpu_s(sandbox) - cpu)


def _get_topup(connection: http.client.HTTPConnection, sandbox: SandboxProcess) -> None:
    connection.request("GET", "/v1/topups?perPage=1", headers=sandbox.headers)
    connection.getresponse().read()


def _cpu_s(sandbox: SandboxProcess) -> float:
    fields = Path(f"/proc/{sandbox.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
