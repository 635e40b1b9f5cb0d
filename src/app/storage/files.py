"""Writes files atomically, mode 0600: a new file beside the old one, then a rename; reads imported ones."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from typing import TYPE_CHECKING, Final

from app.errors import ExportError, StorageError
from app.storage.paths import storage_errors

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from datetime import datetime
    from pathlib import Path


# Binary: else Windows would write every line end twice. The last two don't exist everywhere.
_NEW_FILE: Final = (
    os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
)
# A closed file's number may soon be another's: what a stopped thread still writes must not reach that one.
_CLOSED: Final = -1
_UNFINISHED: Final = f"tollhouse-{'[0-9a-f]' * 32}.new"


class UnfinishedFile:
    """The next content of a file, mode 0600: it grows beside the file and replaces it when it is whole.

    It has a random name and is created exclusively, so that nobody can prepare a file or a link of that
    name. All methods raise a `StorageError` when it can't be written.
    """

    def __init__(self, path: Path, kind: type[StorageError] = StorageError) -> None:
        self._path = path
        self._kind = kind
        self._beside = path.with_name(f"tollhouse-{os.urandom(16).hex()}.new")
        with storage_errors(path, kind):
            self._file = os.open(self._beside, _NEW_FILE, 0o600)
        if os.name == "posix":
            # Some network file systems choose a mode of their own, and FAT has none.
            with contextlib.suppress(OSError):
                os.fchmod(self._file, 0o600)

    def write(self, content: bytes) -> None:
        left = memoryview(content)
        with storage_errors(self._path, self._kind):
            while left:
                left = left[os.write(self._file, left) :]

    def finish(self, *, is_lasting: bool = True) -> None:
        """Replaces the file, by default durably: what ends with the process need not survive a power cut."""
        with storage_errors(self._path, self._kind):
            if is_lasting:
                os.fsync(self._file)
            self._close()
            self._beside.replace(self._path)
            if is_lasting:
                _sync_folder(self._path.parent)

    def discard(self) -> None:
        """Does nothing after `finish`."""
        with contextlib.suppress(OSError):
            self._close()
        with contextlib.suppress(OSError):
            self._beside.unlink()

    def _close(self) -> None:
        file, self._file = self._file, _CLOSED
        if file != _CLOSED:
            os.close(file)


def remove_unfinished(folder: Path, *, idle_seconds: float = 0.0) -> None:
    """Removes what killed processes left unfinished in a folder and nothing was written to for a while."""
    latest = time.time() - idle_seconds
    with contextlib.suppress(OSError):
        for path in folder.glob(_UNFINISHED):
            with contextlib.suppress(OSError):
                if path.lstat().st_mtime <= latest:
                    path.unlink()


def write_atomically(
    path: Path, content: bytes, *, is_lasting: bool = True, kind: type[StorageError] = StorageError
) -> None:
    """Writes a file of mode 0600; when this returns it survives a power cut, unless it need not last.

    Raises:
        StorageError: Of class `kind`: it could not be written; the previous content is unchanged.
    """
    file = UnfinishedFile(path, kind)
    try:
        file.write(content)
        file.finish(is_lasting=is_lasting)
    finally:
        file.discard()


def set_aside(path: Path, now: datetime) -> Path:
    """Renames a damaged file, the time in its name; returns its new path.

    Raises:
        StorageError: It could not be renamed.
    """
    moment = now.strftime("%Y-%m-%dT%H-%M-%S")
    aside = path.with_name(f"{path.stem}.corrupt-{moment}{path.suffix}")
    with storage_errors(path):
        path.replace(aside)
    return aside


def _sync_folder(folder: Path) -> None:
    """Makes a new name in a folder durable; where folders can't be opened (Windows) that isn't needed."""
    if os.name != "posix":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def read_at_most(path: Path, max_bytes: int) -> bytes | None:
    """Returns a file's content, or None if it is larger than that.

    Raises:
        StorageError: It can't be read, or is no ordinary file.
    """
    with storage_errors(path):
        if not path.is_file():
            raise OSError(errno.ENOENT, "no ordinary file")
        with path.open("rb") as file:
            content = file.read(max_bytes + 1)
    return content if len(content) <= max_bytes else None


# Longer than any export pauses between two pages: a file that is older was left by a kill.
_IDLE_SECONDS: Final = 3600.0


def write_export(path: Path, content: bytes) -> None:
    """Writes a file of mode 0600.

    Raises:
        ExportError: It could not be written; the previous content is unchanged.
    """
    remove_unfinished(path.parent, idle_seconds=_IDLE_SECONDS)
    write_atomically(path, content, kind=ExportError)


@contextlib.asynccontextmanager
async def open_export(path: Path) -> AsyncIterator[Callable[[str], Awaitable[None]]]:
    """Yields a function that appends text to a UTF-8 file of mode 0600, which replaces `path` when whole.

    Raises:
        ExportError: It could not be written; the previous content is unchanged.
    """
    import asyncio  # noqa: PLC0415 (the demo's service starts before it is imported)

    file = UnfinishedFile(path, ExportError)
    try:
        yield lambda text: asyncio.to_thread(file.write, text.encode())
        await asyncio.to_thread(file.finish)
        await asyncio.to_thread(remove_unfinished, path.parent, idle_seconds=_IDLE_SECONDS)
    finally:
        file.discard()
