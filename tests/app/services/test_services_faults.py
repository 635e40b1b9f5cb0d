"""A sample of the fault script; all of it is run by `python tests/faults`."""

from pathlib import Path

from support.fault_script import all_runs, run_scenario
from tollhouse_sandbox.process import start_sandbox

EVERY = 19


async def test_nothing_is_lost_doubled_or_wrong_whatever_breaks(tmp_path: Path) -> None:
    runs = all_runs()
    with start_sandbox("--scale", "empty") as sandbox:
        tally = await run_scenario(sandbox, tmp_path, runs[::EVERY])
    assert tally.runs >= 30
    assert tally.endings["created"] > 8
    assert tally.is_clean, tally
