"""A sample of the fault script at the command line; all of it is run by `python tests/faults --command`."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from support.command_faults import run_commands
from support.fault_script import Tally, all_runs

if TYPE_CHECKING:
    from pathlib import Path

    from tollhouse_sandbox.process import SandboxProcess


def test_whatever_goes_wrong_commands_print_the_truth(sandbox: SandboxProcess, tmp_path: Path) -> None:
    tally = Tally()
    run_commands(sandbox, tmp_path, random.Random(7).sample(all_runs(), 14), tally)
    assert tally.is_clean, tally.wrong()
    assert len(tally.endings) == 3, tally.endings
