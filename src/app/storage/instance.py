"""Single instance per user and folder: a lock, and a socket that raises the running window.

The lock is the system's own on an open file, so it ends with its process, however that ended. The files of
a killed process are stale, and overwritten by the next first one.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import secrets
import socket
import threading
import time
from typing import TYPE_CHECKING, Final

from app.storage.files import write_atomically
from app.storage.locks import open_locked
from app.storage.paths import storage_errors

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_UNIX: Final[socket.AddressFamily | None] = getattr(socket, "AF_UNIX", None)
_log = logging.getLogger("tollhouse.instance")

_RAISED: Final = b"raised"
_ANSWER_SECONDS: Final = 2.0
_PAUSE_SECONDS: Final = 0.05


class Instance:
    """One process of the app in a private folder; `close` lets another one be the first."""

    def __init__(self, folder: Path) -> None:
        self._lock_path = folder / "instance.lock"
        self._address_path = folder / "instance.json"
        self._socket_path = folder / "instance.socket"
        self._lock: int | None = None
        self._socket: socket.socket | None = None

    def claim(self) -> bool:
        """Returns whether this is the first; it stays so until `close` or its end.

        Raises:
            StorageError: The lock file can't be opened.
        """
        with storage_errors(self._lock_path):
            try:
                self._lock = open_locked(self._lock_path, wait=False)
            except BlockingIOError:
                return False
        return True

    def claim_or_call(self, seconds: float = 5.0) -> bool | None:
        """Claims, or asks the running one, which may only just be starting or ending, to show its window.

        Returns:
            None if this is the first now, else whether the running one has confirmed within so many seconds.

        Raises:
            StorageError: The lock file can't be opened.
        """
        deadline = time.monotonic() + seconds
        while not self.claim():
            try:
                return _call(self._address_path)
            except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
                if time.monotonic() > deadline:
                    return False
            time.sleep(_PAUSE_SECONDS)
        return None

    def listen(self, on_raise: Callable[[], None]) -> None:
        """Listens for calls from later ones; only for the first.

        Args:
            on_raise: Called in another thread whenever a later one asks for the window.

        Raises:
            StorageError: Its address can't be written.
        """
        listening = _listen(self._socket_path)
        token = secrets.token_hex(32)
        card = {"address": listening.getsockname(), "token": token}
        try:
            write_atomically(self._address_path, json.dumps(card).encode(), is_lasting=False)
        except BaseException:
            listening.close()
            raise
        self._socket = listening
        threading.Thread(
            target=_serve, args=(listening, token.encode(), on_raise), name="instance", daemon=True
        ).start()

    def stop_listening(self) -> None:
        """Takes no calls any more; those who come now wait for the lock."""
        listening, self._socket = self._socket, None
        if listening is not None:
            with contextlib.suppress(OSError):
                # Wakes the thread that waits for calls.
                listening.shutdown(socket.SHUT_RDWR)
            listening.close()
            for path in (self._address_path, self._socket_path):
                with contextlib.suppress(OSError):
                    path.unlink()

    def close(self) -> None:
        self.stop_listening()
        lock, self._lock = self._lock, None
        if lock is not None:
            os.close(lock)


def _call(address_path: Path) -> bool:
    card = json.loads(address_path.read_bytes())
    address = card["address"]
    kind = _UNIX if isinstance(address, str) and _UNIX is not None else socket.AF_INET
    with socket.socket(kind) as calling:
        calling.settimeout(_ANSWER_SECONDS)
        calling.connect(address if isinstance(address, str) else tuple(address))
        calling.sendall(card["token"].encode())
        if calling.recv(len(_RAISED)) != _RAISED:
            raise ValueError("no answer")
    return True


def _listen(path: Path) -> socket.socket:
    """Listens at a file where the system can do that and its path is not too long, else on loopback."""
    if _UNIX is not None:
        # A file there belongs to a process that has ended: this one holds the lock.
        with contextlib.suppress(OSError):
            path.unlink()
        listening = socket.socket(_UNIX)
        try:
            listening.bind(str(path))
            path.chmod(0o600)
            listening.listen()
        except OSError:
            listening.close()
        else:
            return listening
    return socket.create_server(("127.0.0.1", 0))


def _serve(listening: socket.socket, token: bytes, on_raise: Callable[[], None]) -> None:
    while True:
        try:
            caller, _address = listening.accept()
        except OSError:
            if listening.fileno() < 0:
                return
            # Being closed, or short of something, such as open files, for a moment.
            time.sleep(_PAUSE_SECONDS)
            continue
        with caller, contextlib.suppress(OSError):
            caller.settimeout(_ANSWER_SECONDS)
            if secrets.compare_digest(_read_exactly(caller, len(token)), token) and _has_raised(on_raise):
                caller.sendall(_RAISED)


def _has_raised(on_raise: Callable[[], None]) -> bool:
    try:
        on_raise()
    except Exception:  # noqa: BLE001 (whatever a listener may raise)
        # The next call may succeed: this one is not answered, so that it is repeated.
        _log.exception("A call for the window failed.")
        return False
    return True


def _read_exactly(caller: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        piece = caller.recv(count - len(found))
        if not piece:
            break
        found += piece
    return found
