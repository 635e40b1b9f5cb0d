"""The pages of the list after the first: one when its end comes near, all of them for a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.errors import AppError

if TYPE_CHECKING:
    from app.clock import Clock
    from app.services.topups.poller import TopUpPoller
    from ui.pages.topups.history import History
    from ui.pages.topups.list_model import TopUpListModel
    from ui.pages.topups.list_pane import TopUpListPane
    from ui.tasks import Tasks


class FurtherPages(QObject):
    """Loads them into the list; a search goes on through all of them by itself."""

    def __init__(  # noqa: PLR0913 (collaborators, by keyword)
        self,
        *,
        history: History,
        poller: TopUpPoller,
        model: TopUpListModel,
        pane: TopUpListPane,
        tasks: Tasks,
        clock: Clock,
    ) -> None:
        """Joins them.

        Args:
            poller: The account's poller.
            clock: Tells when a page was asked for.
        """
        super().__init__(pane)
        self._history = history
        self._poller = poller
        self._model = model
        self._pane = pane
        self._tasks = tasks
        self._clock = clock
        self._is_loading_all = False
        self._is_stopped = False
        pane.end_came_near.connect(self._on_end_came_near)
        pane.search.textChanged.connect(self._on_search_changed)
        pane.search_on.all_wanted.connect(self._search_all)
        pane.search_on.stop_wanted.connect(self._on_stop_wanted)
        pane.chip_chosen.connect(self._stop)
        model.found_more.connect(self._say_searched)

    def show_searched(self) -> None:
        """Says how much of the list a search has seen, and goes on where that is not all of it."""
        is_waiting = not self._is_stopped and not self._is_loading_all
        if self._is_searching() and is_waiting and self._history.can_load_more():
            self._search_all()
        else:
            self._say_searched()

    def _is_searching(self) -> bool:
        return bool(self._pane.search.text().strip())

    def _say_searched(self) -> None:
        search_on, found = self._pane.search_on, self._model.rowCount()
        had_keyboard = search_on.button.hasFocus()
        done, total = self._history.progress()
        if not self._is_searching():
            search_on.hide()
        elif self._history.can_load_more():
            search_on.show_searched(found, done, total, is_running=self._is_loading_all)
        else:
            search_on.show_all_searched(found, done, is_told=self._history.is_told())
        is_at_end = self._is_searching() and not self._is_loading_all
        self._pane.search.show_found(search_on.shown_text() if is_at_end else "")
        if had_keyboard and search_on.button.isHidden():
            self._pane.search.setFocus()
        self._pane.show_list()

    async def _load(self) -> None:
        asked_at = self._clock.monotonic()
        for topup in await self._poller.take_page(await self._history.load_more(), asked_at):
            self._model.update(topup)
        self._say_searched()

    async def _load_all(self) -> None:
        try:
            while self._history.can_load_more():
                await self._load()
        except AppError:
            self._is_stopped = True  # the next one would fare no better
            self._end_loading_all()
            raise
        self._end_loading_all()

    def _end_loading_all(self) -> None:
        self._is_loading_all = False
        self._say_searched()

    def _search_all(self) -> None:
        self._is_stopped, self._is_loading_all = False, True
        self._say_searched()
        self._tasks.start("search all", self._load_all())

    def _stop(self) -> None:
        self._tasks.cancel("search all")
        self._end_loading_all()

    def _on_stop_wanted(self) -> None:
        self._is_stopped = True
        self._stop()

    def _on_end_came_near(self) -> None:
        is_loading = self._tasks.is_running("more") or self._is_loading_all
        if self._history.can_load_more() and not is_loading:
            self._tasks.start("more", self._load())

    def _on_search_changed(self, text: str) -> None:
        self._is_stopped = False
        if text.strip():
            self.show_searched()
        else:
            self._stop()
