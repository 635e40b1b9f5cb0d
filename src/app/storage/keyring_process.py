"""Runs the keyring process (`app.storage.keyring_program`) for one operation."""

from __future__ import annotations

import json
import math
import os
import subprocess
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from app.models.keys import KeyResponse, KeyState
from app.programs import KEYRING, command_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.keys import KeyRequest

# After so long, what it has found may have changed.
_FRESH_SECONDS: Final = 20.0
# On Windows the program has a console, which nobody is to see.
_FLAGS: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class KeyringProcess:
    """A process for one operation with the keyring; whoever gives up waiting for it kills it.

    Its methods may be called in any thread.

    Args:
        request: The operation.
        command: The program to start instead of ours.
    """

    def __init__(self, request: KeyRequest, command: Sequence[str] = ()) -> None:
        self.request: Final = request
        self._command = command or command_of(KEYRING)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = -math.inf
        self._is_ended = False

    def send(self) -> None:
        """Starts the process with its request, unless that was done just now; `respond` reports failures."""
        with self._lock, suppress(OSError):
            if self._is_ended or time.monotonic() - self._started_at < _FRESH_SECONDS:
                return
            self._close()
            self._process = subprocess.Popen(  # noqa: S603 (our own program)
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # What fails in the library may name the key.
                stderr=subprocess.DEVNULL,
                # The key of another account must not reach it.
                env={name: value for name, value in os.environ.items() if not name.startswith("TOLLHOUSE_")},
                # Ctrl+C at a terminal is for the app, which ends this process if it ends.
                process_group=0,
                creationflags=_FLAGS,
            )
            self._started_at = time.monotonic()
            # It may have ended already: then there is no response to read.
            _write(self._process, self.request)
        if self._is_ended:
            self.kill()

    def respond(self) -> KeyResponse:
        """Sends the request, unless that was done just now, and waits for the response.

        Returns:
            The response; `FAILED` if the process could not be started, crashed, was killed, or wrote
            anything else.
        """
        self.send()
        process = self._process
        if process is None or process.stdout is None:
            return KeyResponse(KeyState.FAILED, reason="not started")
        line = process.stdout.readline()
        return _parse(line) if line else KeyResponse(KeyState.FAILED, reason=_end_of(process))

    def kill(self) -> None:
        """Ends the process, or keeps it from being started; never waits, so that the loop may call it."""
        self._is_ended = True
        # Who has the lock ends the process, or looks again when it is started.
        if self._lock.acquire(blocking=False):
            if self._process is not None:
                self._process.kill()
            self._lock.release()

    def end(self) -> None:
        """Ends the process, and waits until it is gone; not while another thread is in `respond`."""
        with self._lock:
            self._is_ended = True
            self._close()

    def _close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            # The pipe of the request may be broken.
            with suppress(OSError), process:
                pass


def _write(process: subprocess.Popen[bytes], request: KeyRequest) -> None:
    if process.stdin is not None:
        process.stdin.write(json.dumps(request._asdict()).encode("ascii") + b"\n")
        process.stdin.flush()


def _parse(line: bytes) -> KeyResponse:
    try:
        found = json.loads(line)
        return KeyResponse(KeyState(found["state"]), found["key"], found["reason"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        return KeyResponse(KeyState.FAILED, reason=f"no response: {type(error).__name__}")


def _end_of(process: subprocess.Popen[bytes]) -> str:
    """Returns how a process ended that has closed its output."""
    with suppress(subprocess.TimeoutExpired):
        return f"exit code {process.wait(timeout=1)}"
    return "no response, and still running"
