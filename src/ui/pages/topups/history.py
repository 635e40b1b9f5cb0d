"""Loads the history of top-ups page by page into the list's model."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from app.models.topups import AWAITING_PAYMENT, VERIFYING
from ui.pages.topups.list_pane import ALL, OPEN

if TYPE_CHECKING:
    from app.api.topups import Page
    from app.models.topups import TopUp
    from app.services.topups import TopUps
    from ui.pages.topups.list_model import TopUpListModel


class History:
    """What is loaded of the list, for one chip at a time.

    Attributes:
        chip: `all`, `open`, or a status.
        total: How many top-ups there are in all, once the service has told.
        in_progress: How many wait for a payment or for the network.
        unreadable: How many records of the last load could not be understood.
    """

    def __init__(self, topups: TopUps, model: TopUpListModel) -> None:
        self._topups = topups
        self._model = model
        self._next: int | None = None
        self.chip = ALL
        self.total: int | None = None
        self.in_progress = 0
        self.unreadable = 0

    async def reload(self) -> tuple[TopUp, ...]:
        """Loads the first page anew; returns the top-ups that wait for a payment or the network.

        Raises:
            AppError: The service could not be asked; what is shown stays.
        """
        awaiting, verifying, first = await asyncio.gather(
            self._topups.page(1, AWAITING_PAYMENT), self._topups.page(1, VERIFYING), self._first_page()
        )
        running = sorted(
            (*awaiting.items, *verifying.items), key=lambda topup: topup.created_at, reverse=True
        )
        self.in_progress = _count(awaiting) + _count(verifying)
        if first is None:
            self._next = None
            self.unreadable = awaiting.unreadable + verifying.unreadable
            self._model.show_topups(running)
        else:
            self._take_place(first)
            self.unreadable = first.unreadable
            self._model.show_topups(first.items)
        return tuple(running)

    async def load_more(self) -> tuple[TopUp, ...]:
        """Loads the next page, if there is one; returns what it holds.

        Raises:
            AppError: The service could not be asked; trying again loads the same page.
        """
        chip, number = self.chip, self._next
        if number is None:
            return ()
        page = await self._topups.page(number, self._status())
        if (chip, number) != (self.chip, self._next):
            # Another chip was chosen meanwhile, or the list begun anew: these rows have no place in it.
            return ()
        self._take_place(page)
        self._model.add_older(page.items)
        return page.items

    def can_load_more(self) -> bool:
        """Returns whether the service has further pages of this chip."""
        return self._next is not None

    async def _first_page(self) -> Page[TopUp] | None:
        if self.chip == OPEN:
            return None
        page = await self._topups.page(1, self._status())
        if self.chip == ALL:
            self.total = page.total
        return page

    def _status(self) -> str | None:
        return None if self.chip in {ALL, OPEN} else self.chip

    def _take_place(self, page: Page[TopUp]) -> None:
        # An empty page ends the list even where `totalPages` says otherwise.
        more = bool(page.items) and page.total_pages is not None and page.number < page.total_pages
        self._next = page.number + 1 if more else None


def _count(page: Page[TopUp]) -> int:
    return len(page.items) if page.total is None else page.total
