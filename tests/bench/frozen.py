"""Starts of the frozen app, each in a pair with one from source: until the screen shows the window."""

from __future__ import annotations

import mmap
import os
import shutil
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from app.programs import APP, command_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.results import Results

_FROZEN: Final = Path(__file__).parent.parent.parent / "build" / "package" / "tollhouse" / "tollhouse"
_WIDTH: Final = 640
_HEIGHT: Final = 480
# The screen's last rows are black until a window without a frame covers them.
_COVERED_BYTES: Final = _WIDTH * 4
_SECONDS_MAX: Final = 60
# Between two looks at the screen.
_SECONDS_BETWEEN: Final = 0.001
_SAVED_AFTER_S: Final = 8


def measure(results: Results, rounds: int) -> None:
    """Starts both by turns, with the pictures that their first start has saved."""
    if not _FROZEN.exists() or shutil.which("Xvfb") is None:
        results.miss("needs Xvfb, and the app that `make package` built")
        return
    commands = {"source": command_of(APP), "frozen": [str(_FROZEN)]}
    with TemporaryDirectory() as folder:
        for name, command in commands.items():
            _start(command, Path(folder, name), stays_s=_SAVED_AFTER_S)
        for _round in range(rounds):
            ms = {name: _start(command, Path(folder, name)) for name, command in commands.items()}
            results.add("frozen_ms", ms["frozen"])
            results.add("frozen", ms["frozen"] / ms["source"])


def _start(command: list[str], home: Path, stays_s: float = 0) -> float:
    """Returns the milliseconds until a window is painted."""
    with _screen() as (display, pixels):
        environment = {
            **{name: value for name, value in os.environ.items() if name in {"PATH", "PYTHONPYCACHEPREFIX"}},
            "DISPLAY": display,
            "HOME": str(home),
            "TOLLHOUSE_HOME": str(home / "files"),
        }
        began = time.monotonic()
        process = subprocess.Popen([*command, "--demo"], env=environment, stderr=subprocess.DEVNULL)
        try:
            while not any(pixels[-_COVERED_BYTES:]):
                if process.poll() is not None or time.monotonic() > began + _SECONDS_MAX:
                    raise RuntimeError("no window was painted")
                time.sleep(_SECONDS_BETWEEN)
            took = (time.monotonic() - began) * 1000
            time.sleep(stays_s)
        finally:
            process.kill()
            process.wait()
        return took


@contextmanager
def _screen() -> Iterator[tuple[str, mmap.mmap]]:
    """Starts a display whose pixels lie in a file; yields its name and the file."""
    reading, writing = os.pipe()
    with TemporaryDirectory() as folder:
        size = f"{_WIDTH}x{_HEIGHT}x24"
        options = ["-displayfd", str(writing), "-screen", "0", size, "-fbdir", folder, "-nolisten", "tcp"]
        with subprocess.Popen(["Xvfb", *options], pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
            os.close(writing)
            try:
                with os.fdopen(reading) as number:
                    display = f":{number.readline().strip()}"
                with Path(folder, "Xvfb_screen0").open("rb") as file:
                    yield display, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
            finally:
                # Asked to end, it may wait for ever for the app that was killed.
                server.kill()
