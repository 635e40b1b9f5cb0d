"""A script of actions: what each costs, and how long it blocks the window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bench.conditions import ENVIRONMENT, OFFSCREEN, XVFB, conditions
from bench.processes import running

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bench.results import Results

    Costs = Mapping[str, Mapping[str, float]]


VISITS: Final = {"first visit": "first", "second visit": "second"}


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
    """Adds each visit of a page, and the costliest action of the other kinds: 'look: …', 'other: …'.

    Args:
        bare_ms: The CPU time of a bare window on the same computer, which says how fast that is.
    """

    def costliest(kind: str, cost: str) -> float:
        return max(costs[cost] for name, costs in actions.items() if name.startswith(kind))

    for name, costs in actions.items():
        kind, of = name.split(": ", 1)
        if kind in VISITS:
            results.add(f"{VISITS[kind]}_cpu", costs["cpu_ms"], f"{display}, {of}")
            results.add(f"{VISITS[kind]}_bare", costs["cpu_ms"] / bare_ms, f"{display}, {of}")
        elif display == OFFSCREEN:
            results.add("cpu", costs["cpu_ms"], name)
    results.add("first_turn", costliest("first visit", "turn_ms"), display)
    results.add("look_cpu", costliest("look", "cpu_ms"), display)
    results.add("look_turn", costliest("look", "turn_ms"), display)
    results.add("other_turn", costliest("other", "turn_ms"), display)
    results.add("look_stall", costliest("look", "stall_ms"), display)
    others = max(costliest(kind, "stall_ms") for kind in (*VISITS, "other"))
    results.add("stall", others, display)
