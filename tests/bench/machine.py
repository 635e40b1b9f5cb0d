"""What the measurements ran on."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import PySide6

_MB_PER_KB = 1 / 1024


def description() -> str:
    """Returns one paragraph: time, commit, processor, memory, system, versions, and the present load."""
    parts = [
        f"{datetime.now(UTC):%d %B %Y, %H:%M} UTC",
        f"commit {_commit()}",
        f"{_line_of('/proc/cpuinfo', 'model name') or platform.processor() or platform.machine()}",
        f"{os.cpu_count()} cores",
        f"{float(_line_of('/proc/meminfo', 'MemTotal').split()[0]) * _MB_PER_KB / 1024:.0f} GB of memory",
        f"{platform.system()} {platform.release()}",
        f"Python {platform.python_version()}",
        f"PySide6 {PySide6.__version__}",
        f"load average {os.getloadavg()[0]:.1f} when it began",
    ]
    return ", ".join(parts) + "."


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty"]
    found = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def _line_of(path: str, name: str) -> str:
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith(name):
            return line.partition(":")[2].strip()
    return ""
