"""Marks countries as favorite and recent; what can't be saved lasts until the app ends, with a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import StorageError
from app.present.errors import present_error

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from app.models.choices import CountryChoices
    from app.services.locations.favorites import FavoriteLocations
    from ui.pages.context import PageContext
    from ui.tasks import Tasks


class Marking(QObject):
    """The favorites and recents of one page.

    Signals:
        changed(): The favorites or recents have changed.
    """

    changed = Signal()

    def __init__(self, marks: FavoriteLocations, context: PageContext, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._marks = marks
        self._context = context
        self._tasks = tasks

    @property
    def now(self) -> CountryChoices:
        """The current favorites and recents."""
        return self._marks.now

    async def load(self) -> None:
        """Loads them; where that fails there are none."""
        await self._keep(self._marks.load())

    def toggle_favorite(self, code: str) -> None:
        """Adds a country to the favorites, or removes it."""
        on = code not in self.now.favorites
        self._tasks.start(f"favorite {code}", self._keep(self._marks.set_favorite(code, on=on)))

    def add_recent(self, code: str) -> None:
        """Records that the user opened a country."""
        self._tasks.start("recent", self._keep(self._marks.add_recent(code)))

    def read_targeting_hint(self) -> None:
        """Records that the hint about usernames has been read."""
        self._tasks.start("note", self._keep(self._marks.read_targeting_hint()))

    async def _keep(self, work: Awaitable[CountryChoices]) -> None:
        before = self.now
        try:
            await work
        except StorageError as error:
            self._context.show_message(present_error(error).text)
        if self.now != before:
            self.changed.emit()
