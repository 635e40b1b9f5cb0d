"""Kills the app at every system call: `.venv/bin/python tests/kills [create] [upgrade] …`.

The totals are printed as it goes; one that was cut is continued with `--seed` and `--skip`.
"""
# ruff: noqa: T201 (a command that reports)

from __future__ import annotations

import argparse
import itertools
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.kill_script import CALLS, OPERATIONS, ForkServer, KillHarness, Toll, why_not_here
from tollhouse_sandbox.process import start_sandbox

_REPORT_EVERY = 20


def main() -> int:
    reason = why_not_here()
    if reason:
        print(reason)
        return 2
    parser = argparse.ArgumentParser(prog="tests/kills")
    parser.add_argument("operations", nargs="*", help=f"{', '.join(OPERATIONS)}; all without it")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000), help="gives the order of calls")
    parser.add_argument("--skip", type=int, default=0, help="how many kinds of calls were done before")
    options = parser.parse_args()
    kinds = list(itertools.product(options.operations or OPERATIONS, CALLS))
    random.Random(options.seed).shuffle(kinds)
    print(f"{len(kinds)} kinds of calls in the order of --seed {options.seed}", flush=True)
    started = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        start_sandbox("--scale", "empty") as sandbox,
        ForkServer() as fork_server,
    ):
        harness = KillHarness(sandbox, Path(folder), fork_server)
        toll = harness.toll
        for number, (operation, call) in enumerate(kinds[options.skip :], options.skip + 1):
            print(f"{number:3} {operation} {call}", flush=True)
            wrong = len(toll.wrong())
            for point in harness.points(operation, call):
                if len(toll.wrong()) > wrong or point.nth % _REPORT_EVERY == 0:
                    _report(toll, started)
                    wrong = len(toll.wrong())
            _report(toll, started)
        harness.close()
    print(f"{toll.before_the_request} of them before anything was asked of the service")
    return 0 if toll.is_clean else 1


def _report(toll: Toll, started: float) -> None:
    print(
        f"      {toll.kills} kills in {time.monotonic() - started:.0f} s: {len(toll.lost)} lost,"
        f" {len(toll.doubled)} doubled, {len(toll.failed)} failed to start anew",
        *toll.wrong(),
        sep="\n      ",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
