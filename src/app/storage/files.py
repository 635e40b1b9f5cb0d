"""Files that are whole at any moment, for this user only: written beside and renamed."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from app.errors import StorageError
from app.storage.places import storage_reason

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path


@contextlib.contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turns what the system says about a file into a `StorageError`."""
    try:
        yield
    except OSError as error:
        raise StorageError(str(path), storage_reason(error), str(error)) from error


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file of mode 0600; when this returns it survives a power cut.

    Raises:
        StorageError: It could not be written; what was there before is there still.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    with storage_errors(path):
        try:
            with os.fdopen(os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise
        _sync_folder(path.parent)


def set_aside(path: Path, now: datetime) -> Path:
    """Moves a damaged file aside, its time in its name; returns where it is.

    Raises:
        StorageError: It could not be moved.
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
