"""The user's settings: one writer of their file, and a store that notifies of changes."""

from __future__ import annotations

import asyncio
import logging
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from app.api.addresses import clean_proxy
from app.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.models.choices import WindowGeometry
    from app.models.settings import Preferences
    from app.storage.settings import Settings, SettingsFile

_log = logging.getLogger("tollhouse.preferences")


class SettingsWriter:
    """Changes the settings one after the other; a change that can't be written is not made."""

    def __init__(self, file: SettingsFile, settings: Settings) -> None:
        self._file = file
        self._settings = settings
        self._turn = threading.Lock()
        self._has_ended = False

    @property
    def now(self) -> Settings:
        """The present settings."""
        return self._settings

    async def write(self, change: Callable[[Settings], Settings]) -> None:
        """Makes a change.

        Args:
            change: Returns the new settings from the present ones.

        Raises:
            StorageError: It could not be written.
        """
        await asyncio.to_thread(self._write_now, change)

    def end(self) -> None:
        """Writes nothing from now on: the files may be about to be deleted."""
        self._has_ended = True

    def _write_now(self, change: Callable[[Settings], Settings]) -> None:
        """Completes even if the caller is cancelled: memory and disk always agree."""
        with self._turn:
            if self._has_ended:
                return
            changed = change(self._settings)
            if changed != self._settings:
                self._file.save(changed)
                self._settings = changed


class SettingsStore:
    """Changes preferences; a change that can't be written is not made."""

    def __init__(self, settings: SettingsWriter, use_proxy: Callable[[str], None]) -> None:
        """Takes the collaborators.

        Args:
            use_proxy: Has the app's own traffic go through a proxy from now on; empty for none.
        """
        self._settings = settings
        self._use_proxy = use_proxy
        self._listeners: list[Callable[[], None]] = []
        self._take_up_proxy()

    @property
    def now(self) -> Preferences:
        """The present preferences."""
        return self._settings.now.preferences

    @property
    def window_geometry(self) -> WindowGeometry | None:
        """The window's geometry when the app ended last; None if unknown."""
        return self._settings.now.window

    def watch(self, listener: Callable[[], None]) -> None:
        """Calls a listener now, and after every change."""
        self._listeners.append(listener)
        listener()

    async def change(self, change: Callable[[Preferences], Preferences]) -> None:
        """Changes preferences, at once and for the next start.

        Args:
            change: Returns the new preferences from the present ones.

        Raises:
            StorageError: The change could not be written, and was not made.
        """
        await self._settings.write(
            lambda settings: replace(settings, preferences=change(settings.preferences))
        )
        for listener in tuple(self._listeners):
            listener()

    async def change_proxy(self, text: str) -> None:
        """Sends the app's own traffic through another proxy, from the next request on.

        Args:
            text: The address as entered; empty for none.

        Raises:
            InvalidInputError: On `proxy` (see `app.api.addresses.clean_proxy`).
            StorageError: The change could not be written, and was not made.
        """
        proxy = clean_proxy(text)
        await self.change(lambda now: replace(now, proxy=proxy))
        self._use_proxy(proxy)

    async def save_window_geometry(self, geometry: WindowGeometry) -> None:
        """Saves the window's geometry for the next start.

        Raises:
            StorageError: It could not be written.
        """
        await self._settings.write(lambda settings: replace(settings, window=geometry))

    def _take_up_proxy(self) -> None:
        try:
            self._use_proxy(clean_proxy(self.now.proxy))
        except InvalidInputError:
            _log.warning("the proxy in the settings file can't be right; it is left out")
