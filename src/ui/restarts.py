"""Starts the app anew when this process has ended its work, as for another language."""

from __future__ import annotations

import os
import subprocess
import sys


def start_anew() -> None:
    """Starts the app with the options of this start; call it last, when it is no longer the first one.

    The new one takes this process's place, where the system can do that: it stays at its terminal.
    """
    # -P: a folder 'ui' in the place where the app was started is not taken for ours.
    command = [sys.executable, "-P", "-m", "ui", *sys.argv[1:]]
    if sys.platform == "win32":
        subprocess.Popen(command)  # noqa: S603 (our own interpreter and module)
    else:
        os.execv(command[0], command)  # noqa: S606 (likewise)
