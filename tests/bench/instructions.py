"""Instructions until the first paint, counted by cachegrind: they don't depend on what else runs."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

from bench.conditions import ENVIRONMENT, OFFSCREEN, conditions, wait_for_first_frame
from bench.processes import command, running, variables

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bench.results import Results

_COUNTER = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
_COUNT = re.compile(r"I\s+refs:\s+([0-9,]+)")


def measure(results: Results, _rounds: int) -> None:
    """Counts once: two counts differ by less than a percent."""
    if shutil.which("valgrind") is None:
        results.miss("there is no valgrind here")
        return
    with conditions() as found:
        environment = {**found.displays[OFFSCREEN], **found.accounts[ENVIRONMENT], "PYTHONHASHSEED": "0"}
        home = found.home_of(ENVIRONMENT)
        # Compiles what is imported, and saves the first frame.
        with running("start", "working", home=home, environment=environment):
            wait_for_first_frame(home)
        bare = _count(home, environment, "bare", "painted")
        results.add("bare", bare)
        for until in ("painted", "known"):
            results.add(until, _count(home, environment, "start", until) / bare)


def _count(home: Path, environment: Mapping[str, str], program: str, until: str) -> float:
    """Returns the millions of instructions of a program that ends at a mark."""
    done = subprocess.run(
        [*_COUNTER, *command(program, until)],
        env=variables(home, environment),
        capture_output=True,
        text=True,
        check=False,
    )
    found = _COUNT.search(done.stderr)
    if found is None or not done.stdout:
        raise RuntimeError(f"valgrind did not count: {done.stderr.strip().splitlines()[-1:]}")
    return int(found[1].replace(",", "")) / 1_000_000
