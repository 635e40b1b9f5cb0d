"""A process that holds keys leaves no core file."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import os, resource
from app.storage.core_dumps import turn_core_dumps_off
resource.setrlimit(resource.RLIMIT_CORE, ({soft}, {hard}))
turn_core_dumps_off()
os.abort()
"""
HARD = resource.getrlimit(resource.RLIMIT_CORE)[1]


@pytest.mark.skipif(sys.platform != "linux", reason="crashes as Linux does")
@pytest.mark.parametrize("limits", [(HARD, HARD), (0, HARD), (0, 0)])
def test_a_crash_dumps_no_core(tmp_path: Path, limits: tuple[int, int]) -> None:
    code = CODE.format(soft=limits[0], hard=limits[1])
    process = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path)
    _pid, status = os.waitpid(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode < 0
    assert not os.WCOREDUMP(status)
    assert not list(tmp_path.iterdir())
