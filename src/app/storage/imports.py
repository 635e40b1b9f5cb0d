"""Reads files that the user imports."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from app.storage.files import storage_errors

if TYPE_CHECKING:
    from pathlib import Path


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
