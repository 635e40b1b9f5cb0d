"""Writes files that the user exports: atomically, mode 0600."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.errors import ExportError
from app.storage.files import UnfinishedFile, remove_unfinished, write_whole

if TYPE_CHECKING:
    from pathlib import Path

# Longer than any export pauses between two pages: a file that is older was left by a kill.
_IDLE_SECONDS: Final = 3600.0


def write_export(path: Path, content: bytes) -> None:
    """Writes a file of mode 0600.

    Raises:
        ExportError: It could not be written; what was there before is there still.
    """
    remove_unfinished(path.parent, idle_seconds=_IDLE_SECONDS)
    write_whole(path, content, kind=ExportError)


class GrowingFile:
    """A text file, UTF-8, mode 0600, that is written beside its path and moved there when it is complete.

    All methods raise `ExportError` when it can't be written.
    """

    def __init__(self, path: Path) -> None:
        """Starts writing beside the path.

        Args:
            path: Where the whole file goes; what is there now stays until then.
        """
        self._folder = path.parent
        self._file = UnfinishedFile(path, ExportError)

    def write(self, text: str) -> None:
        """Appends a text."""
        self._file.write(text.encode())

    def finish(self) -> None:
        """Moves the complete file to its path, durably."""
        self._file.finish()
        remove_unfinished(self._folder, idle_seconds=_IDLE_SECONDS)

    def discard(self) -> None:
        """Takes away what was not finished; nothing happens after `finish`."""
        self._file.discard()
