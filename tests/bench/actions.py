"""A script of actions: what each costs, and how long it blocks the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.conditions import ENVIRONMENT, OFFSCREEN, XVFB, conditions
from bench.processes import running

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bench.results import Results

    Costs = Mapping[str, Mapping[str, float]]


def measure(results: Results, rounds: int) -> None:
    """Runs the script of `programs/actions.py` with the environment's account on each display."""
    with conditions() as found:
        if XVFB in found.missing:
            results.miss(found.missing[XVFB], XVFB, keys=("first_cpu", "second_cpu", "look_cpu", "stall"))
        for _round in range(rounds):
            for display, screen in found.displays.items():
                home, environment = found.home_of(ENVIRONMENT), {**screen, **found.accounts[ENVIRONMENT]}
                with running("bare", home=home, environment=screen) as bare:
                    bare_ms, bare_mb = float(bare.report["cpu_ms"]), bare.memory_mb()
                with running("actions", home=home, environment=environment) as run:
                    _add(results, display, run.report["actions"], bare_ms)
                    results.add("memory", run.report["memory_mb"] / bare_mb, display)


def _add(results: Results, display: str, actions: Costs, bare_ms: float) -> None:
    """Adds the costliest action of each kind: 'first visit: …', 'look: …'.

    Args:
        bare_ms: The CPU time of a bare window on the same computer, which says how fast that is.
    """

    def costliest(kind: str, cost: str) -> float:
        return max(costs[cost] for name, costs in actions.items() if name.startswith(kind))

    results.add("first_cpu", costliest("first visit", "cpu_ms"), display)
    results.add("first_turn", costliest("first visit", "turn_ms"), display)
    results.add("second_cpu", costliest("second visit", "cpu_ms"), display)
    results.add("look_cpu", costliest("look", "cpu_ms"), display)
    results.add("look_turn", costliest("look", "turn_ms"), display)
    results.add("other_turn", costliest("other", "turn_ms"), display)
    results.add("look_stall", costliest("look", "stall_ms"), display)
    others = max(costliest(kind, "stall_ms") for kind in ("first visit", "second visit", "other"))
    results.add("stall", others, display)
    results.add("first_bare", costliest("first visit", "cpu_ms") / bare_ms, display)
    results.add("second_bare", costliest("second visit", "cpu_ms") / bare_ms, display)
    if display == OFFSCREEN:
        for name, costs in actions.items():
            results.add("cpu", costs["cpu_ms"], name)
