"""The real app with its window in a process of its own, run and killed from outside."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from types import TracebackType

    from tollhouse_sandbox.process import SandboxProcess

_PROGRAM = Path(__file__).with_name("window_program.py")


@dataclass
class WindowProcess:
    """A start of the app as the sandbox's account; use it as a context manager.

    Attributes:
        sandbox: The service of its account.
        home: The folder of all its files.
        options: `--hasty`: see `window_program`.
        program: Runs the app, and does what it is asked to.
        tracer: A command that runs the app, and sees what it does.
        started: When it was started, on the monotonic clock.
    """

    sandbox: SandboxProcess
    home: Path
    options: tuple[str, ...] = ()
    program: Path = _PROGRAM
    tracer: tuple[str, ...] = ()
    started: float = field(default=0.0, init=False)

    def __enter__(self) -> Self:
        account = {
            "TOLLHOUSE_BASE_URL": self.sandbox.base_url,
            "TOLLHOUSE_API_KEY": self.sandbox.api_key,
            "TOLLHOUSE_HOME": str(self.home),
            "PYTHONPATH": str(_PROGRAM.parents[1]),
            # The offscreen platform says of every window with fixed sizes that it can't do that.
            "QT_LOGGING_RULES": "default.warning=false",
        }
        self.started = time.monotonic()
        self._process = subprocess.Popen(
            [*self.tracer, sys.executable, str(self.program), *self.options],
            # Unmeasured by `make coverage`: its own work is timed.
            env={**os.environ, **account, "COVERAGE_PROCESS_CONFIG": ""},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def send(self, act: str, *arguments: str) -> None:
        """Has something done, and does not wait for it."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([act, *arguments]) + "\n")
        self._process.stdin.flush()

    def do(self, act: str, *arguments: str) -> dict[str, Any]:
        """Has something done; returns what is on screen then."""
        self.send(act, *arguments)
        assert self._process.stdout is not None
        seen: dict[str, Any] = json.loads(self._process.stdout.readline())
        assert "failed" not in seen, seen["failed"]
        return seen

    def answered(self, seconds: float) -> bool:
        """Reads the answer to what was sent before; returns whether it came in time."""
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], seconds)
        return bool(ready and self._process.stdout.readline())

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        self._process.kill()
        assert self._process.wait(timeout=20) == -signal.SIGKILL

    def close(self) -> int:
        """Closes the window; returns the exit code."""
        self.send("close")
        return self._process.wait(timeout=20)


def python(
    *arguments: str, environment: dict[str, str] | None = None, without: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """Runs this Python to its end, for at most a minute.

    Args:
        arguments: Its command line.
        environment: Added to this process's environment.
        without: Variables that are taken out of it.
    """
    inherited = {name: value for name, value in os.environ.items() if name not in without}
    return subprocess.run(
        [sys.executable, *arguments],
        env=inherited | (environment or {}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
