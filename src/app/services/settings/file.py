"""The one writer of the settings file."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.storage.settings import Settings, SettingsFile


class SettingsWriter:
    """Changes the settings one after the other; a change that can't be written is not made."""

    def __init__(self, file: SettingsFile, settings: Settings) -> None:
        self._file = file
        self._settings = settings
        self._turn = threading.Lock()
        self._has_ended = False

    @property
    def now(self) -> Settings:
        """The settings as they are."""
        return self._settings

    async def write(self, change: Callable[[Settings], Settings]) -> None:
        """Makes a change.

        Args:
            change: Returns the settings as they are to be, from what they are.

        Raises:
            StorageError: It could not be written.
        """
        await asyncio.to_thread(self._write_now, change)

    def end(self) -> None:
        """Writes nothing from now on: the files may be about to be deleted."""
        self._has_ended = True

    def _write_now(self, change: Callable[[Settings], Settings]) -> None:
        """Completes even where the caller is cancelled: memory and disk always agree."""
        with self._turn:
            if self._has_ended:
                return
            changed = change(self._settings)
            if changed != self._settings:
                self._file.save(changed)
                self._settings = changed
