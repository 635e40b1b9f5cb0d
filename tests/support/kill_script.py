"""Kills the app's services at one system call after the other, and looks what is left."""

from __future__ import annotations

import itertools
import json
import shutil
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from support.account_process import Oracle
from support.kill_judges import JUDGES, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from tollhouse_sandbox.process import SandboxProcess

OPERATIONS = tuple(JUDGES)
CALLS = (
    "openat",
    "write",
    "pwrite64",
    "pread64",
    "fsync",
    "fdatasync",
    "fcntl",
    "flock",
    "sendto",
    "recvfrom",
    "connect",
    "socket",
    "epoll_wait",
    "epoll_ctl",
    "close",
    "read",
    "unlink",
    "rename",
    "ftruncate",
    "mmap",
    "futex",
    "mkdir",
    "clone3",
)
_FORK_SERVER = Path(__file__).with_name("kill_fork_server.py")


@dataclass(frozen=True)
class Point:
    """One point of death: the n-th call of a kind, in whichever thread comes to it first."""

    operation: str
    call: str
    nth: int


@dataclass
class Toll:
    """What came of the kills; the lists name the points that went wrong."""

    killed: Counter[str] = field(default_factory=Counter)
    before_the_request: int = 0
    lost: list[Point] = field(default_factory=list)
    doubled: list[Point] = field(default_factory=list)
    failed: list[tuple[Point, int]] = field(default_factory=list)

    @property
    def kills(self) -> int:
        return self.killed.total()

    @property
    def is_clean(self) -> bool:
        return not self.wrong()

    def wrong(self) -> list[str]:
        """Returns a line for each point that went wrong."""
        return [f"{name} {point}" for name in ("lost", "doubled", "failed") for point in getattr(self, name)]


def why_not_here() -> str:
    """Why processes can't be killed at their system calls here; empty if they can."""
    if shutil.which("strace") is None:
        return "strace is not installed"
    tried = subprocess.run(
        ["strace", "-f", "-qq", "-e", "inject=getpid:signal=KILL", "true"], capture_output=True, check=False
    )
    return "" if tried.returncode == 0 else "tracing processes is not permitted"


class ForkServer:
    """Forks a process of the services for every command."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(_FORK_SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=20)
        self._process.stdout.close()

    def run(self, command: str, *arguments: str) -> int:
        """Runs a command to its end; returns its exit code."""
        self._send([command, False, *arguments])
        return int(self._receive()["ended"])

    def run_until(self, point: Point, command: str, *arguments: str) -> int:
        """Runs a command and kills it at a point; returns its exit code, -9 if it came there."""
        self._send([command, True, *arguments])
        pid = self._receive()["pid"]
        inject = f"inject={point.call}:signal=KILL:when={point.nth}"
        options = ["-f", "-e", f"trace={point.call}", "-e", inject, "-e", "signal=none", "-o", "/dev/null"]
        tracer = subprocess.Popen(
            ["strace", *options, "-p", str(pid)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        assert tracer.stderr is not None
        tracer.stderr.readline()
        subprocess.run(["kill", "-CONT", str(pid)], check=True)
        ended = int(self._receive()["ended"])
        tracer.stderr.close()
        tracer.wait(timeout=20)
        return ended

    def _send(self, command: list[Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()

    def _receive(self) -> dict[str, int]:
        assert self._process.stdout is not None
        event: dict[str, int] = json.loads(self._process.stdout.readline())
        return event


class KillHarness:
    """A sandbox, a fork server and a folder of outboxes, one for each point."""

    def __init__(self, sandbox: SandboxProcess, folder: Path, fork_server: ForkServer) -> None:
        self._sandbox = sandbox
        self._folder = folder
        self._fork_server = fork_server
        self._oracle = Oracle(sandbox)
        self._number = 0
        self._subscription = ""
        self.toll = Toll()

    def close(self) -> None:
        self._oracle.close()

    def points(self, operation: str, call: str, stride: int = 1) -> Iterator[Point]:
        """Kills at the first, second, … call of a kind until the operation ends before one comes.

        Yields each point, also the last one, at which nothing was killed any more.
        """
        for nth in itertools.count(1, stride):
            is_reached = self.kill_at(Point(operation, call, nth))
            yield Point(operation, call, nth)
            if not is_reached:
                return

    def kill_at(self, point: Point) -> bool:
        """Kills at one point, starts anew, and judges; returns whether the point was reached."""
        self._number += 1
        folder = self._folder / f"{self._number}"
        folder.mkdir()
        if self._subscription:
            self._oracle.remove_sub_users(self._subscription)
        scene = Scene(
            point, self._sandbox, self._oracle, self._fork_server, folder, self._number, self._subscribe
        )
        found = JUDGES[point.operation](scene)
        if any(found.again) or found.ended not in {0, -signal.SIGKILL}:
            self.toll.failed.append((point, next(filter(None, found.again), found.ended)))
        if found.is_doubled:
            self.toll.doubled.append(point)
        if found.is_lost:
            self.toll.lost.append(point)
        if found.ended != -signal.SIGKILL:
            return False
        self.toll.killed[f"{point.operation} {point.call}"] += 1
        self.toll.before_the_request += found.made == 0
        return True

    def _subscribe(self) -> str:
        self._subscription = self._subscription or self._oracle.subscribe()
        return self._subscription
