"""Runs one program of the bench in a process of its own, from its start to what it reports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_PROGRAMS = Path(__file__).parent / "programs"
_LIMIT_S = 150

OFFSCREEN: Final = {"QT_QPA_PLATFORM": f"offscreen:configfile={Path(__file__).parent / 'screen.json'}"}
"""A screen as large as Xvfb's: on Qt's own the window would be too small for both halves of a page."""


@dataclass(frozen=True, slots=True)
class Run:
    """A program that has reported and still runs.

    Attributes:
        began: When it was started, by the monotonic clock that all processes share.
        report: The line of JSON that it printed.
        process: The process.
    """

    began: float
    report: dict[str, Any]
    process: subprocess.Popen[str]

    def ms(self, moment: str) -> float:
        """Returns the time from its start to a moment that it reports."""
        return (float(self.report[moment]) - self.began) * 1000

    def memory_mb(self) -> float:
        """Returns its resident memory (RSS: the PSS changes with what else runs)."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise RuntimeError("this system does not report the memory of a process")


def command(program: str, *arguments: str) -> list[str]:
    """Returns the command of a program of the bench."""
    return [sys.executable, str(_PROGRAMS / f"{program}.py"), *arguments]


def variables(home: Path, environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Returns the environment of a program: its folder, the offscreen display, and what is given."""
    own = {
        "TOLLHOUSE_HOME": str(home),
        "TOLLHOUSE_LANGUAGE": "en",
        "PYTHONPATH": str(_PROGRAMS.parents[1]),
        # The offscreen platform warns of every window with fixed sizes.
        "QT_LOGGING_RULES": "default.warning=false",
    }
    return {**os.environ, **OFFSCREEN, **own, **(environment or {})}


@contextmanager
def running(
    program: str, *arguments: str, home: Path, environment: Mapping[str, str] | None = None
) -> Iterator[Run]:
    """Starts a program, waits for its report, and kills it at the end if it still runs.

    Raises:
        RuntimeError: It ended without a report, or did not report in time.
    """
    began = time.monotonic()
    with subprocess.Popen(
        command(program, *arguments),
        stdout=subprocess.PIPE,
        text=True,
        env=variables(home, environment),
    ) as process:
        timer = threading.Timer(_LIMIT_S, process.kill)
        timer.start()
        try:
            line = process.stdout.readline() if process.stdout else ""
            if not line:
                raise RuntimeError(f"the program `{program}` ended without a report")
            yield Run(began, json.loads(line), process)
        finally:
            timer.cancel()
            process.kill()
