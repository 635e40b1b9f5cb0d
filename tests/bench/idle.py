"""Idle: what an open window costs in a second, in a pair with a bare countdown, and a hidden one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.conditions import ENVIRONMENT, XVFB, conditions
from bench.processes import running

if TYPE_CHECKING:
    from bench.results import Results


def measure(results: Results, rounds: int) -> None:
    """Measures CPU time over 10 s, after the start has settled."""
    with conditions() as found:
        if XVFB in found.missing:
            results.miss(found.missing[XVFB], XVFB, keys=("open", "paints"))
        for _round in range(rounds):
            for display, screen in found.displays.items():
                home = found.home_of(ENVIRONMENT)
                environment = {**screen, **found.accounts[ENVIRONMENT]}
                with running("countdown", home=home, environment=screen) as run:
                    countdown = float(run.report["cpu_ms"])
                with running("countdown", "polling", home=home, environment=environment) as run:
                    results.add("polling", float(run.report["cpu_ms"]) / countdown, display)
                with running("idle", home=home, environment=environment) as run:
                    report = run.report
                results.add("open", report["open_ms"] / countdown, display)
                results.add("open_cpu", report["open_ms"], display)
                results.add("paints", report["paints"], display)
                results.add("hidden_cpu", report["hidden_ms"], display)
