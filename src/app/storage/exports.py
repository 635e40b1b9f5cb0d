"""Exports: files of mode 0600 that the user saves, written at once or part by part."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from app.errors import ExportError
from app.storage.files import UnfinishedFile, remove_unfinished, write_atomically

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

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
    file = UnfinishedFile(path, ExportError)
    try:
        yield lambda text: asyncio.to_thread(file.write, text.encode())
        await asyncio.to_thread(file.finish)
        await asyncio.to_thread(remove_unfinished, path.parent, idle_seconds=_IDLE_SECONDS)
    finally:
        file.discard()
