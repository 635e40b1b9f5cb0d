"""The pages of the list after the first: one when its end comes near, all of them for a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import AppError
from app.services.listed_topups import take_listed

if TYPE_CHECKING:
    from app.services.following import Following
    from ui.pages.topups.history import History
    from ui.pages.topups.list_pane import TopUpListPane
    from ui.tasks import Tasks


class FurtherPages(QObject):
    """Loads them into the list.

    Signals:
        told(TopUp): A state that the service has just told.
    """

    told = Signal(object)

    def __init__(self, history: History, following: Following, pane: TopUpListPane, tasks: Tasks) -> None:
        """Joins them.

        Args:
            history: What is loaded of the list.
            following: The account's watch.
            pane: Shows the list.
            tasks: Runs the work.
        """
        super().__init__(pane)
        self._history = history
        self._following = following
        self._pane = pane
        self._tasks = tasks
        self._is_loading_all = False
        pane.end_came_near.connect(self._on_end_came_near)
        pane.search.textChanged.connect(self._on_search_changed)
        pane.search_on.all_wanted.connect(self._on_all_wanted)
        pane.search_on.stop_wanted.connect(self._stop)

    def show_searched(self) -> None:
        """Says how much of the list a search has seen, unless that is all of it."""
        if self._pane.search.text().strip() and self._history.can_load_more():
            done, total = self._history.progress()
            self._pane.search_on.show_searched(done, total, is_running=self._is_loading_all)
        else:
            if self._pane.search_on.button.hasFocus():
                self._pane.search.setFocus()
            self._pane.search_on.hide()

    async def _load(self) -> None:
        for topup in await self._history.load_more():
            self.told.emit(await take_listed(self._following, topup))
        self.show_searched()

    async def _load_all(self) -> None:
        try:
            while self._history.can_load_more():
                await self._load()
        except AppError:
            self._show_loading_all(is_running=False)
            raise
        self._show_loading_all(is_running=False)

    def _show_loading_all(self, *, is_running: bool) -> None:
        self._is_loading_all = is_running
        self.show_searched()

    def _stop(self) -> None:
        self._tasks.cancel("search all")
        self._show_loading_all(is_running=False)

    def _on_all_wanted(self) -> None:
        self._show_loading_all(is_running=True)
        self._tasks.start("search all", self._load_all())

    def _on_end_came_near(self) -> None:
        is_loading = self._tasks.is_running("more") or self._is_loading_all
        if self._history.can_load_more() and not is_loading:
            self._tasks.start("more", self._load())

    def _on_search_changed(self, text: str) -> None:
        if text.strip():
            self.show_searched()
        else:
            self._stop()
