"""What the app is measured on: displays, and kinds of accounts."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from bench import processes
from bench.processes import running
from support.private_desktop import MISSING, WHY_NOT, PrivateDesktop
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

OFFSCREEN: Final = "offscreen"
XVFB: Final = "Xvfb"
ENVIRONMENT: Final = "environment"
KEYRING: Final = "keyring"
DEMO: Final = "demo"
_SAVED_WITHIN_S: Final = 20


@dataclass(frozen=True, slots=True)
class Conditions:
    """What is there to measure on.

    Attributes:
        displays: The environment of each display, by its name.
        accounts: The environment and the options of each account, by its kind.
        missing: Why a display or an account is not there, by its name.
        home: The folder of the files of an account's app; each account has its own.
    """

    home: Path
    displays: dict[str, Mapping[str, str]] = field(default_factory=dict)
    accounts: dict[str, Mapping[str, str]] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)

    def home_of(self, account: str) -> Path:
        """Returns the folder of an account's files."""
        return self.home / account


def wait_for_first_frame(home: Path) -> None:
    """Waits until the app has saved the pictures that its next start shows first.

    Raises:
        RuntimeError: It has not within 20 s.
    """
    deadline = time.monotonic() + _SAVED_WITHIN_S
    while not (home / "data" / "first-frame").exists():
        if time.monotonic() > deadline:
            raise RuntimeError("the app saved no first frame")
        time.sleep(0.1)


@contextmanager
def conditions() -> Iterator[Conditions]:
    """Starts a service, a display and a keyring, where they are installed."""
    with ExitStack() as stack:
        found = Conditions(Path(stack.enter_context(TemporaryDirectory())))
        found.displays[OFFSCREEN] = processes.OFFSCREEN
        if shutil.which("Xvfb"):
            found.displays[XVFB] = stack.enter_context(_xvfb())
        else:
            found.missing[XVFB] = "there is no Xvfb here"
        sandbox = stack.enter_context(start_sandbox())
        account = {"TOLLHOUSE_BASE_URL": sandbox.base_url, "TOLLHOUSE_API_KEY": sandbox.api_key}
        found.accounts[ENVIRONMENT] = account
        if MISSING:
            found.missing[KEYRING] = WHY_NOT
        else:
            found.accounts[KEYRING] = stack.enter_context(_keyring(found.home_of(KEYRING), account))
        found.accounts[DEMO] = {}
        yield found


@contextmanager
def _xvfb() -> Iterator[Mapping[str, str]]:
    reading, writing = os.pipe()
    options = ["-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(["Xvfb", *options], pass_fds=[writing], stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        try:
            with os.fdopen(reading) as number:
                yield {"QT_QPA_PLATFORM": "xcb", "DISPLAY": f":{number.readline().strip()}"}
        finally:
            # Asked to end, it may wait for ever for an app that was killed.
            process.kill()


@contextmanager
def _keyring(home: Path, account: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """Saves an account whose key is in a real keyring."""
    with TemporaryDirectory() as folder, PrivateDesktop(Path(folder)) as desktop:
        desktop.start_keyring()
        bus = {"DBUS_SESSION_BUS_ADDRESS": desktop.env["DBUS_SESSION_BUS_ADDRESS"]}
        with running(
            "connect", account["TOLLHOUSE_BASE_URL"], account["TOLLHOUSE_API_KEY"], home=home, environment=bus
        ):
            pass
        yield bus
