"""Restarts the app after this process has shut down."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def start_anew(account: Mapping[str, str]) -> None:
    """Starts the app with the options of this start; call it last, when it is no longer the first one.

    The new process replaces this one, where the system can do that: it stays at its terminal.

    Args:
        account: The variables of the session account, which this process's own environment has no more.
    """
    # -P: a folder 'ui' in the working directory is not taken for ours.
    command = [sys.executable, "-P", "-m", "ui", *sys.argv[1:]]
    environment = {**os.environ, **account}
    if sys.platform == "win32":
        subprocess.Popen(command, env=environment)  # noqa: S603 (our own interpreter and module)
    else:
        os.execve(command[0], command, environment)  # noqa: S606 (likewise)
