"""Disables core dumps, which would contain API keys."""

from __future__ import annotations

import contextlib
import sys


def turn_core_dumps_off() -> None:
    """Turns core dumps off for this process and what it starts; called before any key is read.

    On Linux the limit is one byte: too small for any file, and the one value with which the kernel also
    leaves out the program that collects dumps (core(5)). The process stays 'dumpable' by intent: else
    the desktop's portals would refuse its file dialogs and hide whether the desktop is dark.
    """
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 (not there on Windows)

    _soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    limit = 1 if sys.platform == "linux" and hard != 0 else 0
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (limit, limit))
