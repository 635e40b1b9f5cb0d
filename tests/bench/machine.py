"""What the measurements ran on."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import PySide6

_KB_PER_GB = 1024 * 1024


def description() -> str:
    """Returns one sentence: time, commit, processor, memory, system, versions, and the present load."""
    processor = _line_of("/proc/cpuinfo", "model name") or platform.processor() or platform.machine()
    memory = _line_of("/proc/meminfo", "MemTotal").removesuffix("kB")
    parts = [
        f"{datetime.now(UTC):%d %B %Y, %H:%M} UTC",
        f"commit {commit()}",
        f"{processor} with {os.cpu_count()} cores",
        f"{float(memory) / _KB_PER_GB:.0f} GB of memory" if memory else "",
        f"{platform.system()} {platform.release()}",
        f"Python {platform.python_version()}",
        f"PySide6 {PySide6.__version__}",
        f"load average {os.getloadavg()[0]:.1f} when it began" if hasattr(os, "getloadavg") else "",
    ]
    return f"{', '.join(filter(None, parts))}."


def commit() -> str:
    """Returns the short name of the commit that is checked out; its documents are not measured."""
    name = _git("rev-parse", "--short", "HEAD")
    is_dirty = _git("status", "--porcelain", "--", ":(top)", ":(top,exclude)docs")
    return f"{name}-dirty" if is_dirty else name or "unknown"


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    found = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    return found.stdout.strip()


def _line_of(path: str, name: str) -> str:
    """Returns what follows a name in a file of Linux; empty where there is none."""
    file = Path(path)
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        if line.startswith(name):
            return line.partition(":")[2].strip()
    return ""
