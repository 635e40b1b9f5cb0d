"""The open top-up beside the list: found, shown and updated."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.models.topups import TopUp
    from app.services.topups.poller import TopUpPoller
    from ui.pages.topups.hiding import Hiding
    from ui.pages.topups.known_rows import KnownRows
    from ui.pages.topups.list_model import TopUpListModel
    from ui.pages.topups.topup_page import TopUpPage
    from ui.tasks import Tasks


class OpenedTopUp:
    """Connects the detail with the list and the poller.

    Attributes:
        topup: Its last known state; None while there is none.
    """

    def __init__(  # noqa: PLR0913 (collaborators, by keyword)
        self,
        *,
        page: TopUpPage,
        poller: TopUpPoller,
        model: TopUpListModel,
        known: KnownRows,
        hiding: Hiding,
        tasks: Tasks,
    ) -> None:
        """Joins them.

        Args:
            poller: The account's poller.
            known: Returns cached top-ups.
        """
        self._page = page
        self._poller = poller
        self._model = model
        self._known = known
        self._hiding = hiding
        self._tasks = tasks
        self.topup: TopUp | None = None

    def show(self, topup_id: str) -> None:
        """Opens a top-up; one that is not at hand is asked for."""
        self._poller.show(topup_id)
        topup = self._poller.known(topup_id) or self._model.topup(topup_id)
        if topup is not None:
            self._open(topup)
        else:
            self.topup = None
            self._page.show_loading()
            self._tasks.start("open", self._fetch(topup_id))

    def tell(self, topup: TopUp) -> None:
        """Shows a new state, if it is of the one that is open."""
        if self.topup is not None and self.topup.id == topup.id and self.topup != topup:
            self.topup = topup
            self._show()

    def show_hidden(self) -> None:
        """Offers to hide it, or to show it in the list again."""
        if self.topup is not None:
            self._page.detail.show_hidden(hidden=self._hiding.is_hidden(self.topup.id))

    def _open(self, topup: TopUp) -> None:
        self._tasks.cancel("open")
        self.topup = topup
        self._show()

    def _show(self) -> None:
        if self.topup is not None:
            self._page.show_topup(self.topup, self._known.known_at(self.topup))
            self.show_hidden()

    async def _fetch(self, topup_id: str) -> None:
        topup = await self._poller.refresh(topup_id)
        self._model.update(topup)
        self._open(topup)
