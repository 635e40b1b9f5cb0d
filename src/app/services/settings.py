"""The user's settings: one writer of their file, which notifies of changes."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import TYPE_CHECKING

from app.api.addresses import clean_proxy
from app.errors import InvalidInputError
from app.listeners import Listeners

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.models.settings import Settings, WindowGeometry
    from app.storage.settings import SavedSettings, SettingsFile

_log = logging.getLogger("tollhouse.settings")


class SettingsStore:
    """Changes the settings one by one; a change that can't be written is a `StorageError` and not made."""

    def __init__(self, file: SettingsFile, saved: SavedSettings, use_proxy: Callable[[str], None]) -> None:
        self.all = saved
        self._file = file
        self._use_proxy = use_proxy
        self._on_change: Listeners[[]] = Listeners()
        self._turn = threading.Lock()
        self._has_ended = False
        try:
            use_proxy(clean_proxy(self.now.proxy))
        except InvalidInputError:
            _log.warning("the proxy in the settings file is invalid and ignored")

    @property
    def now(self) -> Settings:
        return self.all.settings

    @property
    def window_geometry(self) -> WindowGeometry | None:
        return self.all.window

    def watch(self, listener: Callable[[], None]) -> None:
        """Calls a listener now, and after every change."""
        self._on_change.append(listener)
        listener()

    async def write(self, change: Callable[[SavedSettings], SavedSettings]) -> None:
        """Saves what `change` returns for what is saved now, another process's changes among them."""
        await asyncio.to_thread(self._write_now, change)

    async def reload(self) -> None:
        """Loads what another process may have changed; what can't be read stays as it is in memory."""
        await asyncio.to_thread(self._load_now)

    async def lost_ids(self) -> frozenset[str]:
        """Returns what `SettingsFile.lost_ids` returns."""
        return await asyncio.to_thread(self._file.lost_ids)

    async def check_writable(self) -> None:
        """Writes the settings as they are; a `StorageError` if that fails."""
        await asyncio.to_thread(self._write_now, lambda saved: saved, saves_unchanged=True)

    async def change(self, change: Callable[[Settings], Settings]) -> None:
        await self.write(lambda saved: saved._replace(settings=change(saved.settings)))
        self._on_change.notify()

    async def change_proxy(self, text: str) -> None:
        """Sends the app's own traffic through another proxy from the next request on; an empty text is none.

        Raises:
            InvalidInputError: On `proxy` (see `app.api.addresses.clean_proxy`).
        """
        proxy = clean_proxy(text)
        await self.change(lambda now: now._replace(proxy=proxy))
        self._use_proxy(proxy)

    async def save_window_geometry(self, geometry: WindowGeometry) -> None:
        await self.write(lambda saved: saved._replace(window=geometry))

    def end(self) -> None:
        """Prevents further writes: the files may be about to be deleted."""
        self._has_ended = True

    def _load_now(self) -> None:
        with self._turn:
            self.all = self._file.peek(self.all)

    def _write_now(
        self, change: Callable[[SavedSettings], SavedSettings], *, saves_unchanged: bool = False
    ) -> None:
        """Completes even if the caller is cancelled: memory and disk always agree."""
        with self._turn:
            if self._has_ended:
                return
            self.all = self._file.change(change, self.all, saves_unchanged=saves_unchanged)
