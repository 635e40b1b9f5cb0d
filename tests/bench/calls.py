"""Calls: a thousand GETs through the whole client against httpx alone on the same loop."""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.processes import running
from bench.rows import Row
from support.sandbox_process import start_sandbox


def measure() -> list[Row]:
    """Asks a sandbox in a process of its own."""
    with TemporaryDirectory() as folder, start_sandbox() as sandbox:
        account = {"TOLLHOUSE_BASE_URL": sandbox.base_url, "TOLLHOUSE_API_KEY": sandbox.api_key}
        with running("calls", home=Path(folder), environment=account) as run:
            client, alone = run.report["client"], run.report["alone"]
    return [
        Row(
            "1,000 GETs through the whole client, against httpx alone",
            median(client) / median(alone),
            "x",
            1.5,
        ),
        Row("    through the client", sum(client) * 1000, "ms"),
        Row("    httpx alone", sum(alone) * 1000, "ms"),
    ]
