"""A sample of the fault script; all of it is run by `python tests/faults`."""

from pathlib import Path

from support.fault_script import Tally, all_runs, run_scenario
from tollhouse_sandbox.process import start_sandbox

EVERY = 19


async def test_nothing_is_lost_doubled_or_wrong_whatever_breaks(tmp_path: Path) -> None:
    tally = Tally()
    with start_sandbox("--scale", "empty") as sandbox:
        await run_scenario(sandbox, tmp_path, all_runs()[::EVERY], tally)
    assert tally.runs >= 30
    assert tally.endings["created"] > 8
    assert tally.is_clean, tally
