"""Locations: memory of 500,000 of them, and keystrokes in their search."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bench.processes import running

if TYPE_CHECKING:
    from bench.results import Results


def measure(results: Results, rounds: int) -> None:
    """Reads the sandbox's rows in the same process, without HTTP."""
    with TemporaryDirectory() as folder, running("locations", str(rounds), home=Path(folder)) as run:
        for key, values in run.report.items():
            for value in values:
                results.add(key, value)
