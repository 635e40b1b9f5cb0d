"""The command line as its users run it: a process, with pipes or at a terminal."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import gc
import io
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self
from unittest.mock import patch

from app import bootstrap
from app.clock import SystemClock
from app.i18n.texts import current, use_language
from app.services.accounts.known import session_key
from app.storage.outbox import Outbox
from support.command_program import FastClock
from ui import __main__

if TYPE_CHECKING:
    from types import TracebackType

    from app.storage.outbox_rows import TopUpRequest
    from tollhouse_sandbox.process import SandboxProcess

SECONDS = 40
"""How long a command may take on a busy machine."""

_PROGRAM = Path(__file__).with_name("command_program.py")


class Done(NamedTuple):
    """What a command has written, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


@dataclass(frozen=True)
class CommandLine:
    """The command line on one home, by default as the sandbox's account."""

    home: Path
    sandbox: SandboxProcess | None = None
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        account = {}
        if self.sandbox is not None:
            account = {
                "TOLLHOUSE_BASE_URL": self.sandbox.base_url,
                "TOLLHOUSE_API_KEY": self.sandbox.api_key,
            }
        # They would decide about colors and width instead of the terminal.
        inherited = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "NO_COLOR"}}
        return inherited | {"TOLLHOUSE_HOME": str(self.home)} | account | self.variables

    @property
    def account_id(self) -> str:
        """The ID of the sandbox's account."""
        base_url, key = (self.environment[f"TOLLHOUSE_{name}"] for name in ("BASE_URL", "API_KEY"))
        return session_key(base_url, key).account_id

    def pending(self) -> tuple[TopUpRequest, ...]:
        """Returns the requests of unknown outcome on its disk."""
        base_url = self.environment["TOLLHOUSE_BASE_URL"]
        return self._outbox.pending(self.account_id, base_url) if self._outbox_path.exists() else ()

    def created(self) -> frozenset[str]:
        """Returns the top-ups that its requests are known to have created."""
        base_url = self.environment["TOLLHOUSE_BASE_URL"]
        return self._outbox.topup_ids(base_url) if self._outbox_path.exists() else frozenset()

    @property
    def _outbox_path(self) -> Path:
        return self.home / "data" / "outbox.sqlite"

    @property
    def _outbox(self) -> Outbox:
        return Outbox(self._outbox_path)

    def run(self, *arguments: str, typed: str = "", out: Path | None = None) -> Done:
        """Runs a command with pipes, or with a file as its output, to its end."""
        with contextlib.nullcontext(subprocess.PIPE) if out is None else out.open("wb") as stdout:
            done = subprocess.run(
                [sys.executable, "-m", "ui", *arguments],
                env=self.environment,
                input=typed,
                stdout=stdout,
                stderr=subprocess.PIPE,
                text=True,
                timeout=SECONDS,
                check=False,
            )
        return Done(done.returncode, done.stdout or "", done.stderr)

    def call(self, *arguments: str, typed: str = "", is_hurried: bool = False) -> Done:
        """Runs a command as `run` does, but in this process: nothing has to be imported again.

        Time runs fast if it `is_hurried` (see `command_program`).
        """
        out, errors, language = io.StringIO(), io.StringIO(), current()
        with (
            patch.dict(os.environ, self.environment, clear=True),
            patch.object(bootstrap, "SystemClock", FastClock if is_hurried else SystemClock),
            patch.object(sys, "stdin", io.StringIO(typed)),
            # What holds until a process ends: the other tests of this one still need them.
            patch("app.cli.run.turn_core_dumps_off"),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(errors),
        ):
            try:
                code = __main__.main(arguments)
            except SystemExit as end:
                code = int(end.code or 0)
            finally:
                gc.enable()
                use_language(language)
        return Done(code, out.getvalue(), errors.getvalue())

    def read(self, *arguments: str) -> Any:
        """Runs a command with `--json`; returns what it says."""
        done = self.call(*arguments, "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Starts a command with pipes; its time runs fast (see `command_program`)."""
        return subprocess.Popen(
            [sys.executable, str(_PROGRAM), *arguments],
            env=self.environment | {"PYTHONPATH": str(_PROGRAM.parents[1])},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def hurry(self, *arguments: str) -> Done:
        """Runs a command whose time runs fast, to its end."""
        process = self.start(*arguments)
        out, errors = process.communicate(timeout=SECONDS)
        return Done(process.returncode, out, errors)

    def at_terminal(self, *arguments: str, columns: int = 120) -> TerminalProcess:
        return TerminalProcess(self, arguments, columns)


def read_until(process: subprocess.Popen[str], text: str) -> str:
    """Returns the lines that a command writes, up to one with a text."""
    assert process.stdout is not None
    found = ""
    while text not in found:
        line = process.stdout.readline()
        assert line, found
        found += line
    return found


class TerminalProcess:
    """A command at a terminal; use it as a context manager."""

    def __init__(self, command_line: CommandLine, arguments: tuple[str, ...], columns: int) -> None:
        self._command_line, self._arguments, self._columns = command_line, arguments, columns
        self.text = ""
        # A piece may end within a character.
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def __enter__(self) -> Self:
        pid, self._terminal = pty.fork()
        if pid == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, self._columns, 0, 0))
                os.execve(
                    sys.executable,
                    [sys.executable, "-m", "ui", *self._arguments],
                    self._command_line.environment | {"TERM": "xterm-256color"},
                )
            finally:
                os._exit(127)
        self._pid = pid
        self._code: int | None = None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._code is None:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        os.close(self._terminal)

    def type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def send(self, number: signal.Signals) -> None:
        os.kill(self._pid, number)

    def wait_for(self, text: str) -> str:
        """Reads until a text has been written; returns all that was."""
        deadline = time.monotonic() + SECONDS
        while text not in self.text:
            assert time.monotonic() < deadline, self.text
            assert self._read(), f"ended without {text!r}: {self.text}"
        return self.text

    def end(self) -> int:
        """Reads to the end; returns the exit code, minus the signal that killed it."""
        while self._read():
            pass
        self._code = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        return self._code

    def _read(self) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], SECONDS)
        assert ready, f"silent: {self.text}"
        try:
            piece = os.read(self._terminal, 65536)
        except OSError:
            # How Linux reports that the other side has been closed.
            return False
        self.text += self._decoder.decode(piece)
        return bool(piece)
