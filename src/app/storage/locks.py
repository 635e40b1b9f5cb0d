"""File locks that end with the process that holds them."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import time
import weakref
from typing import TYPE_CHECKING

from app.storage.paths import make_private_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def lock_file(file: int, *, wait: bool) -> None:
        msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock_file(file: int, *, wait: bool) -> None:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


_ENDING = ".alive"
_TIMEOUT_SECONDS = 10.0
_PAUSE_SECONDS = 0.01


def open_locked(path: Path, *, wait: bool, flags: int = os.O_CREAT | os.O_RDWR) -> int:
    """Opens a file and locks it; returns its descriptor.

    Raises:
        BlockingIOError: It can't be locked without waiting.
        OSError: It can't be opened or locked.
    """
    file = os.open(path, flags, 0o600)
    try:
        lock_file(file, wait=wait)
    except OSError as error:
        os.close(file)
        if wait:
            raise
        raise BlockingIOError(*error.args) from error
    return file


@contextlib.contextmanager
def hold_file(path: Path) -> Iterator[None]:
    """Holds a lock file, which is created if necessary; waits for another holder, for 10 seconds at most.

    Raises:
        OSError: The file can't be opened or locked.
    """
    file = _open_patiently(path)
    try:
        yield
    finally:
        os.close(file)


def _open_patiently(path: Path) -> int:
    deadline = time.monotonic() + _TIMEOUT_SECONDS
    while True:
        try:
            return open_locked(path, wait=False)
        except BlockingIOError:
            # Its holder may have been stopped: who waited on could not even quit the app.
            if time.monotonic() > deadline:
                raise
        time.sleep(_PAUSE_SECONDS)


class Presence:
    """Shows other processes of the app, by a file that stays locked, that the one of this `name` is alive."""

    def __init__(self, folder: Path) -> None:
        self.name = secrets.token_hex(16)
        self._folder = folder
        self._is_shown = False

    def show(self) -> None:
        """Creates and locks the file, once, and removes the files of processes that have ended.

        Raises:
            StorageError: The folder can't be created.
            OSError: The file can't be created or locked.
        """
        if self._is_shown:
            return
        make_private_folder(self._folder)
        for path in self._folder.glob(f"*{_ENDING}"):
            self.is_alive(path.stem)
        # Closed, and so unlocked, with this object at the latest.
        weakref.finalize(self, os.close, self._hold())
        self._is_shown = True

    def _hold(self) -> int:
        path = self._path(self.name)
        while True:
            file = open_locked(path, wait=True)
            # A process that checked before it was locked took it for a stale one, and removed it.
            if path.exists() and os.path.samestat(os.fstat(file), path.stat()):
                return file
            os.close(file)

    def is_alive(self, name: str) -> bool:
        """Returns whether the process of that name still runs; removes its file if it doesn't."""
        if name == self.name:
            return True
        path = self._path(name)
        try:
            file = open_locked(path, wait=False, flags=os.O_RDWR)
        except BlockingIOError:
            return True
        except OSError:
            return False
        # While it is locked: else it could be reused, and then be removed.
        is_removed = _remove(path)
        os.close(file)
        if not is_removed:
            # Windows removes no open file, so that nobody can have it then.
            _remove(path)
        return False

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{_ENDING}"


def _remove(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:
        return False
    return True
