"""Calls: 1,000 GETs through the whole client, in pairs with httpx alone on the same loop."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bench.processes import running
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from bench.results import Results


def measure(results: Results, rounds: int) -> None:
    """Calls a sandbox in a process of its own."""
    with TemporaryDirectory() as folder, start_sandbox() as sandbox:
        account = {"TOLLHOUSE_BASE_URL": sandbox.base_url, "TOLLHOUSE_API_KEY": sandbox.api_key}
        with running("calls", str(rounds), home=Path(folder), environment=account) as run:
            for client, alone in zip(run.report["client"], run.report["alone"], strict=True):
                results.add("client", client / alone)
