"""The secret store: API keys in the system keyring, with time-outs.

A keyring can hang for ever: on an unanswered prompt, or because its service does. So
every call runs in a thread of its own that is given up in time, and ends with the process at the latest.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from app.models.keys import KeyState
from app.storage.keyrings import choose_keyring, meaning_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from app.storage.keyrings import Keyring

    _Question: TypeAlias = Callable[[Keyring, threading.Event], "KeyAnswer"]

SERVICE: Final = "Tollhouse"


@dataclass(frozen=True, slots=True)
class KeyAnswer:
    """The keyring's response: its outcome, and the key if it was requested and found."""

    state: KeyState
    key: str | None = field(default=None, repr=False)


class Waits(NamedTuple):
    """How long the keyring may take, in seconds: longer where the user may have to enter its password."""

    attended: float = 60.0
    unattended: float = 5.0


class KeyStore:
    """Saves, loads and deletes keys; the states report the outcome, nothing is raised.

    One call runs at a time. One that timed out, was cancelled or ended by `stop_waiting` has no effect any
    more: a late answer to the keyring's prompt can't undo a later decision.

    Args:
        choose: Returns the keyring; called in the worker.
    """

    def __init__(
        self,
        *,
        waits: Waits | None = None,
        choose: Callable[[], Keyring | None] = choose_keyring,
    ) -> None:
        self._waits = waits or Waits()
        self._choose = choose
        self._turn = asyncio.Lock()
        self._answered: asyncio.Future[KeyAnswer] | None = None

    async def keep(self, account_id: str, key: str) -> KeyState:
        """Writes a key and reads it back: `KEPT`, or the reason why it is not."""
        answer = await self._ask(partial(_keep, account_id=account_id, key=key))
        return answer.state

    async def read(self, account_id: str, *, attended: bool = True) -> KeyAnswer:
        """Reads a key: `KEPT` with the key, `GONE`, or the reason why it is unknown."""
        return await self._ask(partial(_read, account_id=account_id), attended=attended)

    async def forget(self, account_id: str) -> KeyState:
        """Deletes a key and verifies it: `GONE`, `KEPT` (it is still there), or why that is unknown."""
        answer = await self._ask(partial(_forget, account_id=account_id))
        return answer.state

    async def name(self) -> str:
        """Returns the class of the keyring; empty where there is none, or it does not respond in time."""
        return (await self._ask(_name_class, attended=False)).key or ""

    async def is_absent(self) -> bool:
        """Returns whether this computer has no keyring; False also where that is not known in time.

        It needs no key, so it doesn't wait for other calls.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._waits.unattended):
                answer = await self._begin(_name_class, threading.Event())
                return answer.state is KeyState.ABSENT
        return False

    @property
    def is_waiting(self) -> bool:
        return self._answered is not None and not self._answered.done()

    def stop_waiting(self) -> None:
        """Ends the current call, which returns `HANGING` at once."""
        if self._answered is not None and not self._answered.done():
            self._answered.set_result(KeyAnswer(KeyState.HANGING))

    async def _ask(self, question: _Question, *, attended: bool = True) -> KeyAnswer:
        try:
            async with (
                asyncio.timeout(self._waits.attended if attended else self._waits.unattended),
                self._turn,
            ):
                return await self._ask_in_thread(question)
        except TimeoutError:
            return KeyAnswer(KeyState.HANGING)

    async def _ask_in_thread(self, question: _Question) -> KeyAnswer:
        given_up = threading.Event()
        self._answered = self._begin(question, given_up)
        try:
            return await self._answered
        finally:
            given_up.set()

    def _begin(self, question: _Question, given_up: threading.Event) -> asyncio.Future[KeyAnswer]:
        """Asks in a thread of its own: the loop's few threads must not all be caught in the keyring."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[KeyAnswer] = loop.create_future()

        def settle(answer: KeyAnswer) -> None:
            if not answered.done():
                answered.set_result(answer)

        def work() -> None:
            answer = self._answer(question, given_up)
            # The loop may have ended meanwhile.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(settle, answer)

        threading.Thread(target=work, name="keyring", daemon=True).start()
        return answered

    def _answer(self, question: _Question, given_up: threading.Event) -> KeyAnswer:
        try:
            keyring = self._choose()
            return KeyAnswer(KeyState.ABSENT) if keyring is None else question(keyring, given_up)
        except Exception as error:  # noqa: BLE001 (backends raise anything; no trace of it, it may hold the key)
            return KeyAnswer(meaning_of(error))


def _keep(keyring: Keyring, given_up: threading.Event, account_id: str, key: str) -> KeyAnswer:
    # The long wait, for the keyring's password, is in the reading.
    keyring.get_password(SERVICE, account_id)
    if given_up.is_set():
        return KeyAnswer(KeyState.HANGING)
    keyring.set_password(SERVICE, account_id, key)
    found = keyring.get_password(SERVICE, account_id)
    if found is None:
        return KeyAnswer(KeyState.NULL)
    return KeyAnswer(KeyState.KEPT if found == key else KeyState.FAILED)


def _read(keyring: Keyring, _given_up: threading.Event, account_id: str) -> KeyAnswer:
    key = keyring.get_password(SERVICE, account_id)
    return KeyAnswer(KeyState.GONE if key is None else KeyState.KEPT, key)


def _forget(keyring: Keyring, given_up: threading.Event, account_id: str) -> KeyAnswer:
    is_there = keyring.get_password(SERVICE, account_id) is not None
    if given_up.is_set():
        return KeyAnswer(KeyState.HANGING)
    if is_there:
        keyring.delete_password(SERVICE, account_id)
    return KeyAnswer(_read(keyring, given_up, account_id).state)


def _name_class(keyring: Keyring, _given_up: threading.Event) -> KeyAnswer:
    """Returns the class of the keyring instead of a key, so that it is requested with the same time-out."""
    kind = type(keyring)
    return KeyAnswer(KeyState.KEPT, f"{kind.__module__}.{kind.__qualname__}")
