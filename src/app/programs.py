"""The app's programs: their commands, from source and frozen into a folder of their own.

Frozen (`packaging/pyinstaller`) there is one binary for all, which goes by the name that it is called by.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

APP: Final = "tollhouse"
SANDBOX: Final = "tollhouse-sandbox"
KEYRING: Final = "tollhouse-keyring"

_MODULES: Final = {APP: "ui", SANDBOX: "tollhouse_sandbox", KEYRING: "app.storage.keyring_program"}


def command_of(program: str) -> list[str]:
    """Returns the command that starts one of the programs, without options."""
    if not is_frozen():
        # -P: a folder of that name in the working directory is not taken for our module.
        return [sys.executable, "-P", "-m", _MODULES[program]]
    binary = Path(sys.executable)
    return [str(binary.with_name(program + binary.suffix))]


def is_frozen() -> bool:
    """Returns whether this process is the binary that `make package` builds."""
    return bool(getattr(sys, "frozen", False))


def called_program() -> str:
    """Returns the program that the binary was called as; `APP` under any name but the others'."""
    name = Path(sys.argv[0]).stem
    return name if name in _MODULES else APP


def restore_library_path() -> None:
    """Takes the binary's own folder of libraries out of the environment that children get.

    Its loader puts it there before Python starts; a browser or a wallet would load our Qt.
    """
    original = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if original is None:
        os.environ.pop("LD_LIBRARY_PATH", None)
    else:
        os.environ["LD_LIBRARY_PATH"] = original
