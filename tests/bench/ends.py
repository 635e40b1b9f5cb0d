"""Ends: closing the window while requests are in flight."""

import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.processes import running
from bench.rows import Row

ENDS = 7


def measure() -> list[Row]:
    """Closes the app while three requests wait."""
    ended, gone = [], []
    with TemporaryDirectory() as folder:
        for _end in range(ENDS):
            with running("leave", home=Path(folder)) as run:
                run.process.wait()
                closed_at = float(run.report["closed_at"])
                gone.append((time.monotonic() - closed_at) * 1000)
                ended.append((float(run.report["moment"]) - closed_at) * 1000)
    return [
        Row("quit with 3 requests in flight", median(ended), "ms", 50),
        Row("    until the process is gone", median(gone), "ms"),
    ]
