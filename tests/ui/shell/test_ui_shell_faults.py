"""A sample of the fault script in the real window; more of it is run by `python tests/faults --window`."""

from pathlib import Path

from support.fault_script import Tally
from support.window_faults import run_in_window, window_runs
from tollhouse_sandbox.process import start_sandbox

EVERY = 30


def test_nothing_is_lost_doubled_or_wrong_on_screen(tmp_path: Path) -> None:
    tally = Tally()
    with start_sandbox("--scale", "empty") as sandbox:
        run_in_window(sandbox, tmp_path, window_runs()[::EVERY], tally)
    assert tally.runs >= 15
    assert tally.endings["created"] > 4
    assert tally.is_clean, tally
