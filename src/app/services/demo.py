"""The demo account's service: a child process, on a port that no other account uses."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import threading
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from app.api.addresses import is_loopback
from app.errors import InvalidInputError, SandboxError, SandboxInUseError, StorageError
from app.programs import SANDBOX, command_of
from app.storage.paths import make_private_folder

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


_READY_SECONDS = 20.0
_END_SECONDS = 2.0
_MAX_ERROR_LINES = 40
_STARTS: Final = 3
_IN_USE: Final = "another sandbox uses the data folder"
_FULL: Final = ("database or disk is full", os.strerror(errno.ENOSPC))
"""The words of SQLite and of the system."""
_ADDRESS: Final = r"(?P<scheme>https?)://(?P<host>\[[^]]+\]|[^:/]+)(?::(?P<port>[0-9]{1,5}))?(?:/.*)?"


class DemoAddress(NamedTuple):
    base_url: str
    api_key: str

    def __repr__(self) -> str:
        """Returns no key."""
        return f"DemoAddress({self.base_url!r})"


class DemoServer:
    """Starts and ends the sandbox, which also ends when its standard input closes; `options` are its own."""

    def __init__(self, folder: Path, options: tuple[str, ...] = ()) -> None:
        self._folder = folder
        self._options = options
        self._starting = threading.Lock()
        self._launching = threading.Lock()
        self._is_closed = False
        self._address: DemoAddress | None = None
        self._process: subprocess.Popen[str] | None = None
        self._errors: list[str] = []

    def begin(self) -> None:
        """Starts the process without waiting for it; `start` does that, and tries again what fails here."""
        with suppress(SandboxError, StorageError), self._starting:
            self._launch()

    async def start(self, base_urls: Iterable[str] = ()) -> DemoAddress:
        """Starts the service, unless it runs already, and waits until it accepts requests.

        Args:
            base_urls: The service addresses of the other accounts, whose ports it does not use.

        Raises:
            SandboxError: It could not be started, or was not ready in time; `SandboxInUseError` if another
                process uses its folder.
            StorageError: Its folder can't be created, or its disk is full.
        """
        import asyncio  # noqa: PLC0415 (the process starts before it is imported)

        taken = {_local_port(base_url) for base_url in base_urls}
        for _attempt in range(_STARTS):
            address = await asyncio.to_thread(self._start)
            if _local_port(address.base_url) not in taken:
                return address
            await self.stop()
        raise SandboxError("Every port it got belongs to an account.")

    def refuse(self, base_url: str) -> None:
        """Refuses an address for another account if the demo listens there.

        Raises:
            InvalidInputError: On `serviceAddress`: `is_demo`.
        """
        port = _local_port(base_url)
        if port is not None and self._address is not None and port == _local_port(self._address.base_url):
            raise InvalidInputError("serviceAddress", "is_demo")

    async def stop(self) -> None:
        """Does nothing if the service isn't running."""
        import asyncio  # noqa: PLC0415 (likewise)

        await asyncio.to_thread(self._stop)

    async def close(self) -> None:
        """Stops the service for good, also one that is being started."""
        import asyncio  # noqa: PLC0415 (likewise)

        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        with self._launching:
            self._is_closed = True
        self._stop()

    def _start(self) -> DemoAddress:
        # A start that is no longer awaited continues here: the next caller gets its result.
        with self._starting:
            process = self._process
            if process is None or process.poll() is not None:
                self._stop()
                process = self._launch()
            if self._address is None:
                self._address = self._wait_until_ready(process)
            return self._address

    def _launch(self) -> subprocess.Popen[str]:
        with self._launching:
            if self._is_closed:
                raise SandboxError("It was stopped.")
            self._process = self._popen()
            return self._process

    def _popen(self) -> subprocess.Popen[str]:
        make_private_folder(self._folder)
        try:
            return subprocess.Popen(  # noqa: S603 (our own program)
                [*command_of(SANDBOX), "--watch-stdin", "--data", str(self._folder), *self._options],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                # Ctrl+C at a terminal is for the app, which may ask before it ends, and the sandbox with it.
                process_group=0,
                # The key of a real account must not reach the sandbox.
                env={name: value for name, value in os.environ.items() if not name.startswith("TOLLHOUSE_")},
            )
        except OSError as error:
            raise SandboxError(str(error)) from error

    def _wait_until_ready(self, process: subprocess.Popen[str]) -> DemoAddress:
        if process.stdout is None or process.stderr is None:
            raise SandboxError("no pipes")
        self._errors.clear()
        errors = threading.Thread(target=self._collect_errors, args=(process.stderr,), daemon=True)
        errors.start()
        watchdog = threading.Timer(_READY_SECONDS, process.kill)
        watchdog.daemon = True
        watchdog.start()
        line = process.stdout.readline()
        watchdog.cancel()
        try:
            ready = json.loads(line)
            return DemoAddress(str(ready["base_url"]), str(ready["api_key"]))
        except (ValueError, KeyError, TypeError) as error:
            self._stop()
            # It has ended, but its last lines may not have been read yet.
            errors.join(_END_SECONDS)
            printed = "\n".join(self._errors) or "It ended before it was ready."
            if any(text in printed for text in _FULL):
                raise StorageError(str(self._folder), "full", printed) from error
            raise (SandboxInUseError if _IN_USE in printed else SandboxError)(printed) from error

    def _stop(self) -> None:
        process, self._process = self._process, None
        self._address = None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def _collect_errors(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                self._errors.append(line.rstrip())
                del self._errors[:-_MAX_ERROR_LINES]


def _local_port(base_url: str) -> int | None:
    """Returns the port of an address on this computer, and None for any other."""
    match = re.fullmatch(_ADDRESS, base_url)
    if match is None or not is_loopback(match["host"]):
        return None
    return int(match["port"] or {"http": 80, "https": 443}[match["scheme"]])
