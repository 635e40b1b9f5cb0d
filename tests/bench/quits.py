"""Quits: closing the window while requests are in flight."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bench.processes import running

if TYPE_CHECKING:
    from bench.results import Results


def measure(results: Results, rounds: int) -> None:
    """Closes the app while three requests wait for a response."""
    with TemporaryDirectory() as folder:
        for _round in range(rounds):
            with running("leave", home=Path(folder)) as run:
                run.process.wait()
                results.add("gone", (time.monotonic() - run.report["closed_at"]) * 1000)
                results.add("quit", (run.report["moment"] - run.report["closed_at"]) * 1000)
