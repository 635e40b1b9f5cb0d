"""Watched starts: the longest stall of the event loop, and the memory in use afterwards."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bench.conditions import DEMO, ENVIRONMENT, OFFSCREEN, conditions
from bench.processes import running

if TYPE_CHECKING:
    from bench.conditions import Conditions
    from bench.results import Results

_MEMORY_AFTER_S = 10.0


def measure(results: Results, rounds: int) -> None:
    """Starts the app with each account, and the environment's on each display."""
    with conditions() as found:
        pairs = [(OFFSCREEN, account) for account in found.accounts]
        pairs += [(display, ENVIRONMENT) for display in found.displays if display != OFFSCREEN]
        for name, why in found.missing.items():
            results.miss(why, name, keys=("stall", "memory"))
        for number in range(rounds + 1):
            for display, account in pairs:
                # The first round fills the caches: its memory is none of a usual start.
                _measure(results, found, display, account, is_kept=number > 0)


def _measure(results: Results, found: Conditions, display: str, account: str, *, is_kept: bool) -> None:
    home, screen, on = found.home_of(account), found.displays[display], f"{display}, {account}"
    options = ("--demo",) if account == DEMO else ()
    environment = {**screen, **found.accounts[account]}
    with running("start", "watch", *options, home=home, environment=environment) as run:
        if not is_kept:
            return
        results.add("stall", run.report["stall_ms"], on)
        results.add("stall_cpu", run.report["turn_ms"], on)
        with running("bare", home=home, environment=screen) as bare:
            time.sleep(max(0, run.report["working"] + _MEMORY_AFTER_S - time.monotonic()))
            results.add("memory_bare", bare.memory_mb(), display)
            results.add("memory", run.memory_mb() / bare.memory_mb(), on)
