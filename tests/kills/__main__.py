"""Kills the app at every system call: `.venv/bin/python tests/kills [create] [report] [notify]`."""
# ruff: noqa: T201 (a command that reports)

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.kill_script import CALLS, ForkServer, KillHarness, why_not_here
from tollhouse_sandbox.process import start_sandbox


def main() -> int:
    reason = why_not_here()
    if reason:
        print(reason)
        return 2
    started = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        start_sandbox("--scale", "empty") as sandbox,
        ForkServer() as fork_server,
    ):
        harness = KillHarness(sandbox, Path(folder), fork_server)
        for operation in sys.argv[1:] or ("create", "report", "notify"):
            for call in CALLS:
                count = sum(1 for _point in harness.points(operation, call))
                print(f"{operation:7} {call:12} {count:5} kills", flush=True)
        harness.close()
        toll = harness.toll
    print(f"{toll.kills} kills in {time.monotonic() - started:.0f} s")
    print(f"{len(toll.lost)} lost, {len(toll.doubled)} doubled, {len(toll.failed)} failed to start anew")
    print(f"{toll.before_the_request} of them before anything was asked of the service")
    for name in ("lost", "doubled", "failed"):
        for point in getattr(toll, name):
            print(name, point)
    return 0 if toll.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
