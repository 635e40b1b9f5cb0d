"""A desktop session of a test's own: a message bus and the real gnome-keyring daemon, in a private home."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from jeepney import MatchRule
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

PASSWORD = "the keyring's own password"
MISSING = [name for name in ("dbus-daemon", "gnome-keyring-daemon") if shutil.which(name) is None]
WHY_NOT = f"there is no {' and no '.join(MISSING)} (Debian packages: dbus-daemon, gnome-keyring)"

_HERE = Path(__file__).parent
_FOREIGN = ("DBUS_", "XDG_", "GNOME_", "KEYRING_", "PYTHON_KEYRING", "DISPLAY", "WAYLAND_", "TOLLHOUSE_")
_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir={folder}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    {denials}
  </policy>
</busconfig>
"""


class Program:
    """A running `keyring_program.py`: one secret store, asked again and again."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, do: str, account_id: str, key: str = "") -> dict[str, Any]:
        self.put(do, account_id, key)
        return self.answer()

    def put(self, do: str, account_id: str, key: str = "") -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": do, "id": account_id, "key": key}) + "\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def state(self, do: str, account_id: str, key: str = "") -> str:
        return str(self.ask(do, account_id, key)["state"])


class PrivateDesktop:
    """A message bus, and a keyring once `start_keyring` was called; use it as a context manager.

    Attributes:
        folder: Where all of it lies, the home too.
        home: The home folder.
        env: The environment of programs on this desktop.
    """

    def __init__(self, folder: Path, denials: str = "") -> None:
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir(parents=True)
        self._ends = contextlib.ExitStack()
        # The paths of sockets must be short.
        self._runtime = self._ends.enter_context(tempfile.TemporaryDirectory(prefix="desktop-"))
        own = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
        self.env = own | {"HOME": str(self.home), "XDG_RUNTIME_DIR": self._runtime}
        self._denials = denials
        self._keyring: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        config = self.folder / "bus.conf"
        config.write_text(_BUS.format(folder=self._runtime, denials=self._denials))
        command = ["dbus-daemon", f"--config-file={config}", "--print-address", "--nofork"]
        bus = self.run(command)
        assert bus.stdout is not None
        self.env["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill_keyring()
        self._ends.close()

    def start_keyring(self, *, locked: bool = False) -> None:
        """Starts the daemon and waits for it; its keyring is made and open, unless it stays locked."""
        command = ["gnome-keyring-daemon", "--foreground", "--components=secrets"]
        self._keyring = subprocess.Popen(
            command if locked else [*command, "--unlock"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=self.env,
        )
        assert self._keyring.stdin is not None
        with self._keyring.stdin as stdin:
            stdin.write(b"" if locked else PASSWORD.encode())
        self.wait_for("org.freedesktop.secrets")

    def wait_for(self, name: str) -> None:
        """Waits until a program on the bus owns a name."""
        rule = MatchRule(type="signal", interface="org.freedesktop.DBus", member="NameOwnerChanged")
        rule.add_arg_condition(0, name)
        with open_dbus_connection(self.env["DBUS_SESSION_BUS_ADDRESS"]) as connection:
            bus = Proxy(message_bus, connection)
            with connection.filter(rule) as changes:
                bus.AddMatch(rule)
                if not bus.NameHasOwner(name)[0]:
                    connection.recv_until_filtered(changes, timeout=20)

    @contextlib.contextmanager
    def call_of(self, name: str) -> Iterator[Callable[[], object]]:
        """Listens on the bus; yields a function that waits until somebody has called a name."""
        rule = MatchRule(type="method_call", destination=name, eavesdrop=True)
        with open_dbus_connection(self.env["DBUS_SESSION_BUS_ADDRESS"]) as connection:
            Proxy(message_bus, connection).AddMatch(rule)
            with connection.filter(rule) as calls:
                yield lambda: connection.recv_until_filtered(calls, timeout=20)

    def lock_keyring(self) -> None:
        """Starts the daemon anew, without the keyring's password."""
        self.kill_keyring()
        self.start_keyring(locked=True)

    def kill_keyring(self) -> None:
        """Ends the daemon at once, as a crash would."""
        if self._keyring is not None:
            self._keyring.kill()
            self._keyring.wait()
            self._keyring = None

    def stop_keyring(self) -> None:
        """Lets the daemon hang: it is there, and does not answer."""
        assert self._keyring is not None
        self._keyring.send_signal(signal.SIGSTOP)
        os.waitpid(self._keyring.pid, os.WUNTRACED)

    def continue_keyring(self) -> None:
        assert self._keyring is not None
        self._keyring.send_signal(signal.SIGCONT)

    @contextlib.contextmanager
    def prompter(self, answer: str) -> Iterator[subprocess.Popen[str]]:
        """Whoever asks for the keyring's password gets this answer: 'yes', 'no', 'late', 'never'."""
        process = self.run([sys.executable, str(_HERE / "keyring_prompter.py"), answer])
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(PASSWORD + "\n")
        process.stdin.flush()
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()

    def program(self, seconds: float = 10.0, env: Mapping[str, str] | None = None) -> Program:
        """Starts a program with a secret store that waits so long for the keyring."""
        command = [sys.executable, str(_HERE / "keyring_program.py"), str(seconds)]
        return Program(self.run(command, {**self.env, **(env or {})}))

    def run(
        self, command: list[str], env: Mapping[str, str] | None = None, pass_fds: Collection[int] = ()
    ) -> subprocess.Popen[str]:
        """Starts a program on this desktop; it ends with it at the latest."""
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=self.env if env is None else env,
            pass_fds=pass_fds,
            text=True,
        )
        self._ends.callback(_end, process)
        return process


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(BrokenPipeError):
                stream.close()
