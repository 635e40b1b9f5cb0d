"""Runs a sandbox as a child process, for tests and programs that need a real connection."""

import json
import subprocess
import sys
import threading
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

READY_SECONDS = 20
"""How long a start may take on a busy machine; it usually takes well under one second."""


@dataclass(frozen=True, slots=True)
class SandboxProcess:
    """A running sandbox; use it as a context manager, or call `stop`.

    Attributes:
        process: The child process; it ends with its stdin, which is a pipe.
    """

    base_url: str
    api_key: str
    ready: dict[str, Any]
    process: subprocess.Popen[str]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.api_key}"}

    def stop(self) -> int:
        """Ends the sandbox in the ordinary way, and returns its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        return self._wait()

    def kill(self) -> int:
        """Ends the sandbox at once, as a crash would."""
        self.process.kill()
        return self._wait()

    def _wait(self) -> int:
        try:
            return self.process.wait(timeout=READY_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
        finally:
            for stream in (self.process.stdin, self.process.stdout):
                if stream is not None:
                    stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def start_sandbox(*arguments: str) -> SandboxProcess:
    """Starts `python -m tollhouse_sandbox` with these arguments, and waits for its ready line.

    It ends with this process, whatever ends that.

    Raises:
        RuntimeError: It ended, or was not ready in time.
    """
    process = subprocess.Popen(  # noqa: S603 (this very program)
        [sys.executable, "-m", "tollhouse_sandbox", "--watch-stdin", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    line = _first_line(process)
    if not line:
        with process:
            process.kill()
        raise RuntimeError(f"The sandbox was not ready; exit code {process.returncode}.")
    ready = json.loads(line)
    return SandboxProcess(ready["base_url"], ready["api_key"], ready, process)


def _first_line(process: subprocess.Popen[str]) -> str:
    """Reads one line; a process that stays silent is killed, which ends the wait."""
    timer = threading.Timer(READY_SECONDS, process.kill)
    timer.start()
    try:
        return process.stdout.readline() if process.stdout else ""
    finally:
        timer.cancel()
