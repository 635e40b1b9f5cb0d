"""The keyring process: a program that imports the keyring's library, responds to one request, and ends.

The request is a line of JSON on standard input, the response one on standard output: a key travels in no
other way. It ends when its standard input closes, whatever it waits for: with the app at the latest.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from app.late_modules import import_late
from app.models.keys import KeyRequest
from app.storage.core_dumps import turn_core_dumps_off
from app.storage.keyrings import choose_keyring, respond

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.storage.keyrings import Keyring

_BLOCK_BYTES: Final = 4096
UNUSED: Final = (
    "urllib.request",
    # As `keyring.compat` chooses.
    "importlib.metadata" if sys.version_info >= (3, 12) else "importlib_metadata",
    "more_itertools",
    "inspect",
    "configparser",
    "subprocess",
    "tempfile",
)
"""What libraries of the keyring import and don't use here; it would take a third of the time."""


def main(choose: Callable[[], Keyring | None] = choose_keyring) -> int:
    """Runs the program; `choose` returns the keyring."""
    turn_core_dumps_off()
    import_late(*UNUSED)
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read_input, args=(lines,), daemon=True).start()
    response = respond(choose, KeyRequest(**json.loads(lines.get())))
    sys.stdout.write(json.dumps(response._asdict()) + "\n")
    sys.stdout.flush()
    return 0


def _read_input(lines: SimpleQueue[bytes]) -> None:
    """Passes the one line on, and ends the process at the end of the input."""
    line = b""
    # Not by `sys.stdin`: a thread that waits in it would abort the interpreter's own end.
    while block := os.read(0, _BLOCK_BYTES):
        line += block
        if line.endswith(b"\n"):
            lines.put(line)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
