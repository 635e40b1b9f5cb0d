"""The log: limited in size, mode 0600, secrets redacted."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

from app.redaction import redact
from app.storage.paths import storage_errors

if TYPE_CHECKING:
    from io import TextIOWrapper

_MAX_BYTES = 512 * 1024


class _RedactingFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


class _PrivateFileHandler(logging.FileHandler):
    """Opens every file for this user only, and begins another one before one is full.

    `logging.handlers.RotatingFileHandler` imports pickle and queues with it: 2 ms before the first rows.
    """

    def _open(self) -> TextIOWrapper:
        os.close(os.open(self.baseFilename, os.O_CREAT | os.O_WRONLY, 0o600))
        Path(self.baseFilename).chmod(0o600)
        return super()._open()

    def emit(self, record: logging.LogRecord) -> None:
        try:
            size = len(self.format(record).encode())
            if self.stream is not None and self.stream.tell() + size >= _MAX_BYTES:
                self._rotate(self.stream)
        except Exception:  # noqa: BLE001 (a log never fails its caller)
            self.handleError(record)
        else:
            super().emit(record)

    def _rotate(self, full: TextIOWrapper) -> None:
        full.close()
        try:
            Path(self.baseFilename).replace(f"{self.baseFilename}.1")
        finally:
            self.stream = self._open()


def start_log(path: Path, *, debug: bool = False) -> None:
    """Writes the log to two files of at most 512 KiB each, mode 0600.

    Raises:
        StorageError: The file can't be written.
    """
    with storage_errors(path):
        handler = _PrivateFileHandler(path, encoding="utf-8")
    handler.setFormatter(_RedactingFormatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger("tollhouse")
    root.addHandler(handler)
    root.setLevel(logging.DEBUG if debug else logging.INFO)
    root.propagate = False


def stop_log() -> None:
    """Closes the log; later records are dropped."""
    root = logging.getLogger("tollhouse")
    for handler in tuple(root.handlers):
        root.removeHandler(handler)
        handler.close()
