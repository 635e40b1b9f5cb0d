"""Starts the sandbox as a process of its own, for tests that need a real connection."""

import json
import subprocess
import sys
import threading
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Any, Self

READY_SECONDS = 20
"""How long a start may take on a busy machine; it usually takes well under one second."""


@dataclass(frozen=True, slots=True)
class SandboxProcess:
    """A running sandbox; use it as a context manager, or call `stop`.

    Attributes:
        base_url: The service's address, without `/v1`.
        api_key: The key of private routes.
        ready: The whole ready line.
        process: The child process; its stdin is a pipe that it may watch.
    """

    base_url: str
    api_key: str
    ready: dict[str, Any]
    process: subprocess.Popen[str]

    @property
    def headers(self) -> dict[str, str]:
        """The header that private routes ask for."""
        return {"Authorization": f"Bearer {self.api_key}"}

    def stop(self) -> int:
        """End the sandbox in the ordinary way, and give its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        return self._gone()

    def kill(self) -> int:
        """End the sandbox at once, as a crash would."""
        self.process.kill()
        return self._gone()

    def _gone(self) -> int:
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
    """Start `python -m tollhouse_sandbox` with these arguments, and wait for its ready line.

    It watches its stdin, so it ends with the test run, whatever ends that.

    Raises:
        RuntimeError: It ended, or was not ready in time.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "tollhouse_sandbox", "--watch-stdin", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    line = _first_line(process.stdout, process)
    if not line:
        process.kill()
        raise RuntimeError(f"The sandbox was not ready; exit code {process.wait()}.")
    ready = json.loads(line)
    return SandboxProcess(ready["base_url"], ready["api_key"], ready, process)


def _first_line(stream: IO[str], process: subprocess.Popen[str]) -> str:
    """Read one line; a process that stays silent is killed, which ends the wait."""
    timer = threading.Timer(READY_SECONDS, process.kill)
    timer.start()
    try:
        return stream.readline()
    finally:
        timer.cancel()
