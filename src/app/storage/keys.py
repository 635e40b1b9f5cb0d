"""The secret store: API keys in the system keyring, with time-outs.

Each operation runs in a process of its own (see `app.storage.keyring_process`), which is killed when it is
given up: a keyring can hang, on an unanswered prompt, or because its service does.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from typing import TYPE_CHECKING, NamedTuple

from app.models.keys import KeyRequest, KeyResponse, KeyState
from app.storage.keyring_process import KeyringProcess

if TYPE_CHECKING:
    from collections.abc import Callable


_log = logging.getLogger("tollhouse.keys")


class KeyringTimeouts(NamedTuple):
    """How long the keyring may take, in seconds: longer where the user may have to enter its password."""

    attended: float = 60.0
    unattended: float = 5.0


class KeyStore:
    """Saves, loads and deletes keys; the states report the outcome, nothing is raised.

    One call runs at a time. One that timed out, was cancelled or ended by `stop_waiting` has no effect any
    more: a late answer to the keyring's prompt can't undo a later decision.

    Args:
        make_process: Makes the process of one operation.
    """

    def __init__(
        self,
        *,
        timeouts: KeyringTimeouts | None = None,
        make_process: Callable[[KeyRequest], KeyringProcess] = KeyringProcess,
    ) -> None:
        self._timeouts = timeouts or KeyringTimeouts()
        self._make_process = make_process
        self._begun: KeyringProcess | None = None
        self._turn = asyncio.Lock()
        self._response: asyncio.Future[KeyResponse] | None = None

    def begin_read(self, account_id: str) -> None:
        """Begins to read a key: the next call, if it reads that key soon, returns what was found."""
        self._begun = self._make_process(KeyRequest("read", account_id))
        self._begun.send()

    def end_read(self) -> None:
        """Ends a read that was begun and is not needed, and waits until its process is gone."""
        begun, self._begun = self._begun, None
        if begun is not None:
            begun.end()

    async def close(self) -> None:
        """Ends a read that was begun and not needed."""
        await asyncio.to_thread(self.end_read)

    async def save(self, account_id: str, key: str) -> KeyState:
        """Writes a key and reads it back: `STORED`, or the reason why it is not."""
        response = await self._run(KeyRequest("save", account_id, key))
        return response.state

    async def read(self, account_id: str, *, attended: bool = True) -> KeyResponse:
        """Reads a key: `STORED` with the key, `GONE`, or the reason why it is unknown."""
        return await self._run(KeyRequest("read", account_id), attended=attended)

    async def delete(self, account_id: str, *, attended: bool = True) -> KeyState:
        """Deletes a key and verifies it: `GONE`, `STORED` (it is still there), or why that is unknown."""
        response = await self._run(KeyRequest("delete", account_id), attended=attended)
        return response.state

    async def name(self) -> str:
        """Returns the class of the keyring; empty where there is none, or it does not respond in time."""
        return (await self._run(KeyRequest("name"), attended=False)).key or ""

    async def is_absent(self) -> bool:
        """Returns whether this computer has no keyring; False also where that is not known in time.

        It needs no key, so it doesn't wait for other calls.
        """
        process = self._make_process(KeyRequest("name"))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._timeouts.unattended):
                response = await self._begin_response(process)
                return response.state is KeyState.ABSENT
        return False

    @property
    def is_waiting(self) -> bool:
        return self._response is not None and not self._response.done()

    def stop_waiting(self) -> None:
        """Ends the current call, which returns `HANGING` at once."""
        if self._response is not None and not self._response.done():
            self._response.set_result(KeyResponse(KeyState.HANGING))

    async def _run(self, request: KeyRequest, *, attended: bool = True) -> KeyResponse:
        try:
            async with (
                asyncio.timeout(self._timeouts.attended if attended else self._timeouts.unattended),
                self._turn,
            ):
                process = await self._process_for(request)
                self._response = self._begin_response(process)
                response = await self._response
                if response.state is KeyState.FAILED:
                    _log.warning("keyring: %s failed: %s", request.operation, response.reason)
                return response
        except TimeoutError:
            return KeyResponse(KeyState.HANGING)

    async def _process_for(self, request: KeyRequest) -> KeyringProcess:
        begun, self._begun = self._begun, None
        if begun is not None and begun.request == request:
            return begun
        if begun is not None:
            # This call may change what was read.
            await asyncio.to_thread(begun.end)
        return self._make_process(request)

    def _begin_response(self, process: KeyringProcess) -> asyncio.Future[KeyResponse]:
        """Sends the request in a thread of its own; whatever ends the wait, ends the process.

        The loop's few threads must not all be caught in the keyring.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[KeyResponse] = loop.create_future()
        future.add_done_callback(lambda _future: process.kill())

        def set_response(response: KeyResponse) -> None:
            if not future.done():
                future.set_result(response)

        def work() -> None:
            response = process.respond()
            # The loop may have ended meanwhile.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(set_response, response)
            process.end()

        threading.Thread(target=work, name="keyring", daemon=True).start()
        return future
