"""The demo account: its service as a child process, apart from live accounts, and its wallet."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Final

from app.api.addresses import is_loopback
from app.errors import InvalidInputError, SandboxError
from app.storage.paths import make_private_folder

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.api.sandbox_controls import SandboxControls

_READY_SECONDS = 20.0
_END_SECONDS = 2.0
_KEPT_LINES = 40


@dataclass(frozen=True, slots=True)
class DemoAddress:
    """Where the demo's service listens, and its key."""

    base_url: str
    api_key: str

    def __repr__(self) -> str:
        """Leaves the key out."""
        return f"DemoAddress({self.base_url!r})"


class DemoServer:
    """Starts and ends the sandbox; its standard input is the rope: when the app dies, it ends too."""

    def __init__(self, folder: Path, options: tuple[str, ...] = ()) -> None:
        """Makes a server that is not started yet.

        Args:
            options: More of its command line's options, such as `--speed 20`.
        """
        self._folder = folder
        self._options = options
        self._starting = threading.Lock()
        self._address: DemoAddress | None = None
        self._process: subprocess.Popen[str] | None = None
        self._errors: list[str] = []

    async def start(self) -> DemoAddress:
        """Starts the service, unless it runs already, and waits until it takes requests.

        Raises:
            SandboxError: It could not be started, or was not ready in time.
            StorageError: Its folder can't be made.
        """
        return await asyncio.to_thread(self._start)

    async def stop(self) -> None:
        """Ends the service; nothing happens if it isn't running."""
        await asyncio.to_thread(self._stop)

    def _start(self) -> DemoAddress:
        # A start that is not awaited any more continues here: the next caller gets its result.
        with self._starting:
            if self._address is not None and self._process is not None and self._process.poll() is None:
                return self._address
            self._stop()  # what one that ended by itself left behind
            make_private_folder(self._folder)
            self._address = self._wait_until_ready(self._launch())
            return self._address

    def _launch(self) -> subprocess.Popen[str]:
        try:
            self._process = subprocess.Popen(  # noqa: S603 (our own interpreter and module)
                # -P: a folder 'sandbox' in the working directory is not taken for ours.
                [
                    sys.executable,
                    "-P",
                    "-m",
                    "tollhouse_sandbox",
                    "--watch-stdin",
                    "--data",
                    self._folder,
                    *self._options,
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                # A real account's key is no business of the sandbox.
                env={name: value for name, value in os.environ.items() if not name.startswith("TOLLHOUSE_")},
            )
        except OSError as error:
            raise SandboxError(str(error)) from error
        return self._process

    def _wait_until_ready(self, process: subprocess.Popen[str]) -> DemoAddress:
        if process.stdout is None or process.stderr is None:
            raise SandboxError("no pipes")
        self._errors.clear()
        errors = threading.Thread(target=self._keep_errors, args=(process.stderr,), daemon=True)
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
            # It has ended, and yet its last words may still be on their way.
            errors.join(_END_SECONDS)
            raise SandboxError("\n".join(self._errors) or "It ended before it was ready.") from error

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

    def _keep_errors(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                self._errors.append(line.rstrip())
                del self._errors[:-_KEPT_LINES]


class DemoWallet:
    """Plays the wallet's part for the demo account; no real coin moves."""

    def __init__(self, controls: SandboxControls) -> None:
        self._controls = controls

    async def pay_exactly(self, topup_id: str) -> str:
        """Pays just what is asked; returns the transaction ID."""
        return await self._controls.pay(topup_id, amount="exact")

    async def underpay(self, topup_id: str) -> str:
        """Pays too little; returns the transaction ID."""
        return await self._controls.pay(topup_id, amount="under")

    async def add_confirmation(self, topup_id: str) -> None:
        """Adds one block on top of the payment."""
        await self._controls.confirm(topup_id, count=1)

    async def cut_off(self, *, cut: bool) -> None:
        """Plays a network that is down, or one that works again."""
        await self._controls.cut_off(cut=cut)


_STARTS: Final = 3
_ADDRESS = re.compile(r"(?P<scheme>https?)://(?P<host>\[[^]]+\]|[^:/]+)(?::(?P<port>[0-9]{1,5}))?(?:/.*)?")


class DemoIsolation:
    """Starts the demo's service, and knows where it is."""

    def __init__(self, server: DemoServer) -> None:
        self._server = server
        self._port: int | None = None

    async def start(self, base_urls: Iterable[str]) -> DemoAddress:
        """Starts the demo, on a port that is none of the accounts'.

        Args:
            base_urls: The service addresses of the real accounts.

        Raises:
            SandboxError: It could not be started.
            StorageError: Its folder can't be made.
        """
        taken = {_local_port(base_url) for base_url in base_urls}
        for _attempt in range(_STARTS):
            address = await self._server.start()
            port = _local_port(address.base_url)
            if port not in taken:
                self._port = port
                return address
            await self._server.stop()
        raise SandboxError("Every port it got belongs to an account.")

    def refuse(self, base_url: str) -> None:
        """Refuses an address for a real account if the demo is there.

        Raises:
            InvalidInputError: On `serviceAddress`: `is_demo`.
        """
        if self._port is not None and _local_port(base_url) == self._port:
            raise InvalidInputError("serviceAddress", "is_demo")

    async def stop(self) -> None:
        """Ends the demo's service; nothing happens if it isn't running."""
        self._port = None
        await self._server.stop()


def _local_port(base_url: str) -> int | None:
    """Returns the port of an address on this computer, and None for any other."""
    match = _ADDRESS.fullmatch(base_url)
    if match is None or not is_loopback(match["host"]):
        return None
    return int(match["port"] or {"http": 80, "https": 443}[match["scheme"]])
