"""G1: every fault of the script, through core, window, command line and writes; the ledger is the judge."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from prove.campaign import Campaign, Figures
from support.command_faults import run_commands
from support.fault_script import Tally, all_runs, run_scenario
from support.window_faults import run_in_window, window_runs
from support.write_faults import run_writes, write_runs
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from support.fault_script import Run
    from tollhouse_sandbox.process import SandboxProcess

    Runner = Callable[[SandboxProcess, Path, Iterable[Run], Tally], None]

_BATCH = 50
"""So many runs have a service and an outbox of their own: each leaves requests that every load reconciles."""
_SAMPLE = 8
_NEVER = ("duplicates", "lost", "wrong deposits", "crashes")


def _in_core(sandbox: SandboxProcess, folder: Path, runs: Iterable[Run], tally: Tally) -> None:
    asyncio.run(run_scenario(sandbox, folder, runs, tally))


def _campaign(title: str, about: str, runs: list[Run], runner: Runner) -> Campaign:
    def run(number: int, seed: int, is_sample: bool) -> Iterator[Figures]:  # noqa: FBT001 - as campaigns are run
        drawn = random.Random(seed).sample(runs, len(runs))
        batch = drawn[number * _BATCH : (number + 1) * _BATCH]
        tally = Tally()
        with TemporaryDirectory() as folder, start_sandbox("--scale", "empty") as sandbox:
            runner(sandbox, Path(folder), batch[:_SAMPLE] if is_sample else batch, tally)
        yield Figures(_counts(tally), tally.wrong())

    return Campaign("G1", title, about, ("runs",), _NEVER, -(-len(runs) // _BATCH), run)


def _counts(tally: Tally) -> Counter[str]:
    found = {
        "runs": tally.runs,
        "duplicates": len(tally.doubled),
        "lost": len(tally.lost),
        "wrong deposits": len(tally.wrong_deposits),
        "crashes": len(tally.crashed),
    }
    return Counter({kind: count for kind, count in found.items() if count})


CAMPAIGNS = (
    _campaign(
        "faults, core",
        "each fault of `tests/support/fault_script.py` before, after and in the middle of each call",
        all_runs(),
        _in_core,
    ),
    _campaign("faults, window", "the same through the real window", window_runs(), run_in_window),
    _campaign(
        "faults, writes without a key",
        "the same faults of a new main password, and of a sub-user added, changed and deleted: what the app"
        " says is done was done, and once",
        write_runs(),
        run_writes,
    ),
    _campaign("faults, command line", "the same through `tollhouse topup`", all_runs(), run_commands),
)
