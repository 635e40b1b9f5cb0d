"""Lists: 100,000 top-ups arriving, searched and scrolled."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bench.processes import running

if TYPE_CHECKING:
    from bench.results import Results


def measure(results: Results, rounds: int) -> None:
    """Uses the list of the page, without a service."""
    with TemporaryDirectory() as folder, running("lists", str(rounds), home=Path(folder)) as run:
        for key, values in run.report.items():
            for value in values:
                results.add(key, value)
