"""Runs the whole fault script: `.venv/bin/python tests/faults`. Nothing may be lost, doubled or wrong.

With `--window` it is run through the real app's window, with `--command` through the command line. The totals
are printed as it goes; one that was cut is continued with `--seed` and `--skip`.
"""

# ruff: noqa: T201 (a command that reports)

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.command_faults import run_commands
from support.fault_script import Run, Tally, all_runs, run_scenario
from support.window_faults import run_in_window, window_runs
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

_REPORT_EVERY = 20
_BATCH = 50
"""So many runs have a service and an outbox of their own: each leaves requests that every load reconciles."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests/faults")
    parser.add_argument("--window", action="store_true", help="run it through the real app's window")
    parser.add_argument("--command", action="store_true", help="run it through the command line")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000), help="gives the order of runs")
    parser.add_argument("--skip", type=int, default=0, help="how many runs were made before")
    options = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    runs = window_runs() if options.window else all_runs()
    random.Random(options.seed).shuffle(runs)
    print(f"{len(runs)} runs in the order of --seed {options.seed}", flush=True)
    tally = Tally()
    left = runs[options.skip :]
    reported = _reported(left, tally, options.skip)
    while tally.runs < len(left):
        batch = islice(reported, _BATCH)
        with tempfile.TemporaryDirectory() as folder, start_sandbox("--scale", "empty") as sandbox:
            if options.window:
                run_in_window(sandbox, Path(folder), batch, tally)
            elif options.command:
                run_commands(sandbox, Path(folder), batch, tally)
            else:
                asyncio.run(run_scenario(sandbox, Path(folder), batch, tally))
    next(reported, None)  # prints the last totals
    print(f"{len(tally.refused_yet_made)} refused in so many words, yet made: they stand in the list")
    for ending, count in tally.endings.most_common():
        print(f"{count:6} {ending}")
    return 0 if tally.is_clean else 1


def _reported(runs: list[Run], tally: Tally, skipped: int) -> Iterator[Run]:
    """Yields the runs; prints what went wrong at once, and the totals from time to time."""
    started = time.monotonic()
    printed: list[str] = []
    for number, run in enumerate(runs, 1):
        yield run
        wrong = tally.wrong()
        if wrong != printed or number % _REPORT_EVERY == 0 or number == len(runs):
            print(
                f"{skipped + number:5} runs in {time.monotonic() - started:.0f} s: {len(tally.lost)} lost,"
                f" {len(tally.doubled)} doubled, {len(tally.wrong_deposits)} wrong deposits shown,"
                f" {len(tally.crashed)} crashes",
                *(one for one in wrong if one not in printed),
                sep="\n      ",
                flush=True,
            )
            printed = wrong


if __name__ == "__main__":
    sys.exit(main())
