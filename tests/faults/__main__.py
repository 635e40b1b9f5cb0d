"""Runs the whole fault script: `.venv/bin/python tests/faults`. Nothing may be lost, doubled or wrong.

With `--window` it is run through the real app's window.
"""

# ruff: noqa: T201 (a command that reports)

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.fault_script import all_runs, run_scenario
from support.window_faults import run_in_window, window_runs
from tollhouse_sandbox.process import start_sandbox


def main() -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, start_sandbox("--scale", "empty") as sandbox:
        if "--window" in sys.argv:
            tally = run_in_window(sandbox, Path(folder), window_runs())
        else:
            tally = asyncio.run(run_scenario(sandbox, Path(folder), all_runs()))
    print(f"{tally.runs} runs in {time.monotonic() - started:.0f} s")
    print(
        f"{len(tally.lost)} lost, {len(tally.doubled)} doubled,"
        f" {len(tally.wrong_deposits)} wrong deposits shown, {len(tally.crashed)} crashes"
    )
    print(f"{len(tally.refused_yet_made)} refused in so many words, yet made: they stand in the list")
    for ending, count in tally.endings.most_common():
        print(f"{count:6} {ending}")
    for name in ("lost", "doubled", "wrong_deposits", "crashed"):
        for run in getattr(tally, name):
            print(name, run)
    return 0 if tally.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
