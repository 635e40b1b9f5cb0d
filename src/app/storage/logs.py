"""The log: limited in size, mode 0600, secrets redacted."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from logging.handlers import RotatingFileHandler
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


class _PrivateFileHandler(RotatingFileHandler):
    """Opens every file, also the one after a rotation, for this user only."""

    def _open(self) -> TextIOWrapper:
        os.close(os.open(self.baseFilename, os.O_CREAT | os.O_WRONLY, 0o600))
        Path(self.baseFilename).chmod(0o600)
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (logging's name)
        """Drops what can't be written: logging would print it to the terminal, with secrets."""

    def close(self) -> None:
        """Closes the file also where the disk has no room for its rest: what was done stays done."""
        with suppress(OSError):
            super().close()


def start_log(path: Path, *, debug: bool = False) -> None:
    """Writes the log to two files of at most 512 KiB each, mode 0600.

    Raises:
        StorageError: The file can't be written.
    """
    with storage_errors(path):
        handler = _PrivateFileHandler(path, maxBytes=_MAX_BYTES, backupCount=1, encoding="utf-8")
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
