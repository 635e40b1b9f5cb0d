"""Arrivals: a country of 20,000 cities, opened on the page of locations and searched there."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bench.processes import running
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from bench.results import Results


def measure(results: Results, rounds: int) -> None:
    """Opens it in an app that has cached nothing, over HTTP."""
    with start_sandbox("--scale", "large") as sandbox:
        account = {"TOLLHOUSE_BASE_URL": sandbox.base_url, "TOLLHOUSE_API_KEY": sandbox.api_key}
        for _round in range(rounds):
            with (
                TemporaryDirectory() as folder,
                running("arrivals", home=Path(folder), environment=account) as run,
            ):
                for key, value in run.report.items():
                    results.add(key, value)
