"""Lists what this process has open; on Linux only."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

_HANDLES = Path("/proc/self/fd")

on_linux = pytest.mark.skipif(not _HANDLES.exists(), reason="open files are listed on Linux only")


def open_files(folder: Path) -> list[str]:
    """Returns the paths of the open files that are, or were, in a folder."""
    found = []
    for handle in _HANDLES.iterdir():
        with contextlib.suppress(OSError):  # that of this very listing
            found.append(str(handle.readlink()))
    return sorted(path for path in found if path.startswith(f"{folder}/"))
