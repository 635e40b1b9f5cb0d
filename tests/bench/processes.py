"""Runs one program of the bench in a process of its own, from nothing to what it reports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_PROGRAMS = Path(__file__).parent / "programs"


@dataclass(frozen=True, slots=True)
class Run:
    """A program that has reported and is still there.

    Attributes:
        began: When it was started, by the monotonic clock that all processes share.
        report: The line of JSON that it printed.
        process: The process.
    """

    began: float
    report: dict[str, Any]
    process: subprocess.Popen[str]

    @property
    def milliseconds(self) -> float:
        """From its start to the `moment` that it reports."""
        return (float(self.report["moment"]) - self.began) * 1000

    def memory_mb(self) -> float:
        """What it holds now (RSS: the PSS changes with what else runs)."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise RuntimeError("this system does not tell the memory")


@contextmanager
def running(
    program: str, *arguments: str, home: Path, environment: Mapping[str, str] | None = None
) -> Iterator[Run]:
    """Starts a program, waits for its report, and kills it at the end if it is still there.

    Raises:
        RuntimeError: It ended without a report.
    """
    variables = {**os.environ, "TOLLHOUSE_HOME": str(home), **(environment or {})}
    began = time.monotonic()
    with subprocess.Popen(
        [sys.executable, str(_PROGRAMS / f"{program}.py"), *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env=variables,
    ) as process:
        try:
            line = process.stdout.readline() if process.stdout else ""
            if not line:
                raise RuntimeError(f"{program} ended without a report")
            yield Run(began, json.loads(line), process)
        finally:
            process.kill()
