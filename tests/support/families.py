"""Processes and what they have started, as Linux knows them."""

from __future__ import annotations

import contextlib
from pathlib import Path


def family(pid: int) -> list[int]:
    """A process and its descendants, whichever of its threads started them."""
    children = (
        int(path.parts[2])
        for path in Path("/proc").glob("[0-9]*/status")
        if f"\nPPid:\t{pid}\n" in _read(path)
    )
    return [pid, *(one for child in children for one in family(child))]


def _read(path: Path) -> str:
    # The process may end at any time.
    with contextlib.suppress(OSError):
        return path.read_text(encoding="utf-8", errors="replace")
    return ""


def has_ended(pid: int) -> bool:
    """Returns whether a process has ended; whoever inherited it may leave it as a zombie."""
    stat = _read(Path(f"/proc/{pid}/stat"))
    return not stat or stat.rpartition(")")[2].split()[0] == "Z"
