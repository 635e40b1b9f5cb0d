"""Files that are whole at any moment, for this user only: written beside and renamed."""

from __future__ import annotations

import contextlib
import json
import os
from typing import TYPE_CHECKING, Any

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


def write_whole(path: Path, content: bytes, *, is_lasting: bool = True) -> None:
    """Writes a file of mode 0600; when this returns it survives a power cut.

    Args:
        path: The file.
        content: All that is to stand in it.
        is_lasting: Whether a power cut matters; what ends with the process need not wait for the disk.

    Raises:
        StorageError: It could not be written; what was there before is there still.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    with storage_errors(path):
        try:
            with os.fdopen(os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
                file.write(content)
                file.flush()
                if is_lasting:
                    os.fsync(file.fileno())
            beside.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise
        if is_lasting:
            _sync_folder(path.parent)


def read_conveniences(path: Path, most_bytes: int) -> dict[str, Any]:
    """Returns the JSON object in a file that can be lost; an empty one if it is not there, or damaged.

    Args:
        path: The file.
        most_bytes: How much of it is read; what is longer counts as damaged.

    Raises:
        StorageError: The file can't be read.
    """
    if not path.exists():
        return {}
    with storage_errors(path), path.open("rb") as file:
        content = file.read(most_bytes)
    try:
        kept = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


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
