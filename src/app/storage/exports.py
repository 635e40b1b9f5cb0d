"""Files at a place that a person chose: whole when they are there at all, and for this user only."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from app.errors import ExportError, StorageError
from app.storage.files import storage_errors, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def write_export(path: Path, content: bytes) -> None:
    """Writes a file of mode 0600.

    Raises:
        ExportError: It could not be written; what was there before is there still.
    """
    with _export_errors():
        write_whole(path, content)


@contextlib.contextmanager
def _export_errors() -> Iterator[None]:
    try:
        yield
    except StorageError as error:
        raise ExportError(error.path, error.reason, error.detail) from error


class GrowingFile:
    """A text file, UTF-8, mode 0600, that grows beside its place and is moved there when it is whole.

    All methods raise `ExportError` when it can't be written.
    """

    def __init__(self, path: Path) -> None:
        """Begins beside the place.

        Args:
            path: Where the whole file goes; what is there now stays until then.
        """
        self._path = path
        self._beside = path.with_name(f"{path.name}.{os.getpid()}.new")
        with _export_errors(), storage_errors(path):
            self._file = os.open(self._beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        self._is_open = True

    def write(self, text: str) -> None:
        """Appends a text."""
        left = memoryview(text.encode())
        with _export_errors(), storage_errors(self._path):
            while left:
                left = left[os.write(self._file, left) :]

    def finish(self) -> None:
        """Puts the whole file in its place, durably."""
        with _export_errors(), storage_errors(self._path):
            os.fsync(self._file)
            self._close()
            self._beside.replace(self._path)

    def discard(self) -> None:
        """Takes away what was not finished; nothing happens after `finish`."""
        self._close()
        with contextlib.suppress(OSError):
            self._beside.unlink()

    def _close(self) -> None:
        if self._is_open:
            self._is_open = False
            os.close(self._file)
