"""Loads the history of top-ups page by page into the list's model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.models.topups import IN_PROGRESS
from app.present.statuses import unreadable_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from app.api.topups import Page
    from app.models.topups import TopUp
    from app.services.accounts.session import AccountSession
    from ui.pages.topups.list_model import TopUpListModel

ALL: Final = "all"
OPEN: Final = "open"
_MAX_PASSED_OVER = 20


class History:
    """The loaded part of the list, for one chip at a time.

    Attributes:
        chip: `all`, `open`, or a status.
        totals: The number of top-ups under each loaded chip, as reported by the service.
        is_reloading: Whether the first page is being loaded.
        on_read: Called after each page that was loaded.
    """

    def __init__(self, account: AccountSession, model: TopUpListModel) -> None:
        self._topups = account.topups
        self._store = account.topup_store
        self._model = model
        self._next: int | None = None
        self.is_reloading = False
        self._uncached: Page[TopUp] | None = None
        self._loaded_chip = ""
        # When the oldest one of the first page was created; None if that page is the whole list.
        self._since: datetime | None = None
        self.chip = ALL
        self.totals: dict[str, int] = {}
        # By the page's number: how many records could not be parsed, and what is wrong with some.
        self._unread: dict[int, tuple[int, tuple[str, ...]]] = {}
        self.on_read: Callable[[], None] = lambda: None

    @property
    def total(self) -> int | None:
        return self.totals.get(ALL)

    def is_reported(self) -> bool:
        """Returns whether the service has reported the list of the chip."""
        return self._loaded_chip == self.chip

    async def load_cached(self) -> datetime | None:
        """Shows the cached list, unless the service has reported the list meanwhile.

        Returns:
            When the service reported what is shown; None if nothing was.
        """
        as_of = await self._store.load_cached()
        if as_of is None or self.is_reported():
            return None
        self.show_cached()
        return as_of

    def show_cached(self) -> None:
        topups = self._store.cached()
        if topups is not None:
            self._model.replace_all([one for one in topups if self._is_under_chip(one)])

    async def reload(self) -> None:
        """Loads the first page again.

        Raises:
            AppError: The call failed; the list is unchanged.
        """
        self.is_reloading = True
        try:
            await (self._reload_open() if self.chip == OPEN else self._reload_first())
        finally:
            self.is_reloading = False

    async def _reload_first(self) -> None:
        status = self._status()
        page = await self._topups.read_page(1, status)
        self._uncached = page if status is None else None
        if page.total is not None:
            self.totals[self.chip] = page.total
        topups = self._with_unlisted(page.items, page)
        is_other = self._loaded_chip != self.chip
        if is_other:
            self._model.replace_all(topups)
        if is_other or self._model.renew(topups):
            self._unread.clear()
            self._set_next_page(page)
        self._loaded_chip = self.chip
        self._drop_small_total()
        self._count_unread((page,))
        if not page.items:
            await self.load_more()

    async def cache_first_page(self) -> None:
        """Saves what was reloaded for the next start; called when it is shown."""
        page, self._uncached = self._uncached, None
        if page is not None:
            await self._topups.cache_page(page)

    async def load_more(self) -> None:
        """Loads the next page, if there is one.

        Pages of which nothing can be read are passed over, up to twenty of them.

        Raises:
            AppError: The call failed; trying again loads the same page.
        """
        for _page in range(_MAX_PASSED_OVER):
            if await self._load_next() or not self.can_load_more():
                return

    async def _load_next(self) -> bool:
        """Loads one page; returns whether it added top-ups."""
        chip, number = self.chip, self._next
        if number is None or not self.can_load_more():
            return False
        page = await self._topups.page(number, self._status())
        if (chip, number) != (self.chip, self._next):
            # Another chip was chosen or the list was reloaded in the meantime: these rows don't belong to it.
            return False
        self._set_next_page(page)
        self._count_unread((page,), number)
        self._model.add_older(page.items)
        self._drop_small_total()
        return bool(page.items)

    def _drop_small_total(self) -> None:
        if self._model.loaded() > self.totals.get(self.chip, 0):
            self.totals.pop(self.chip, None)

    def add(self, topup: TopUp) -> None:
        """Puts a top-up that was created since the last load above all others, and counts it."""
        if not self._model.has(topup.id) and ALL in self.totals:
            self.totals[ALL] += 1
        self._model.add_newest(topup)

    def add_from_elsewhere(self, topup: TopUp) -> bool:
        """Adds a top-up that another app made, if it is newer than all that is loaded; returns whether."""
        newest = self._model.newest_at
        if self.is_reloading or self.chip != ALL or newest is None or topup.created_at <= newest:
            return False
        self.add(topup)
        return True

    def is_outdated_by(self, before: TopUp, topup: TopUp) -> bool:
        """Returns whether a top-up has changed to or from a status of the chip, unlike the list."""
        belongs = self._is_under_chip(topup)
        if self.is_reloading or belongs == self._is_under_chip(before):
            return False
        return belongs != self._model.has(topup.id)

    def lacks_any(self, found: Iterable[TopUp]) -> bool:
        """Returns whether the list does not have some of the top-ups that were found, and should have them.

        Another app made them, or the service lists them no more.
        """
        missing = (one for one in found if not self._model.has(one.id) and self._is_under_chip(one))
        return self.is_reported() and any(map(self._is_in_range, missing))

    def unreadable_text(self) -> str:
        """Returns the text about records that could not be parsed; empty when all could."""
        return unreadable_text("topups", sum(count for count, _problems in self._unread.values()))

    def problems(self) -> tuple[str, ...]:
        return tuple(problem for _count, problems in self._unread.values() for problem in problems)

    def progress(self) -> tuple[int, int | None]:
        """Returns how many top-ups of the chip are loaded, and their total if it is known."""
        return self._model.loaded(), self.totals.get(self.chip)

    def can_load_more(self) -> bool:
        return self._next is not None and self.is_reported()

    async def _reload_open(self) -> None:
        pages = await self._topups.in_progress()
        found = {topup.id: topup for page in pages for topup in page.items}
        listed = tuple(sorted(found.values(), key=lambda topup: topup.created_at, reverse=True))
        both = self._with_unlisted(listed, *pages)
        self._next = None
        self._unread.clear()
        self._count_unread(pages)
        # All of them are here: a row below these has left the list.
        if self._loaded_chip != self.chip or self._model.loaded() > len(both):
            self._model.replace_all(both)
        else:
            self._model.renew(both)
        self._loaded_chip = self.chip

    def _with_unlisted(self, listed: tuple[TopUp, ...], *pages: Page[TopUp]) -> tuple[TopUp, ...]:
        """Returns top-ups of these pages with the open ones that the service lists no more, newest first.

        They are polled on, and must stay in sight: somebody may have paid them.
        """
        is_whole = all(page.is_last for page in pages) or not listed
        self._since = None if is_whole else min(topup.created_at for topup in listed)
        if any(page.unreadable for page in pages):
            return listed  # they may be among those, which are counted
        ids = {topup.id for topup in listed}
        unlisted = [
            one
            for one in self._store.list_open()
            if one.id not in ids and self._is_under_chip(one) and self._is_in_range(one)
        ]
        if not unlisted:
            return listed
        return tuple(sorted((*listed, *unlisted), key=lambda topup: topup.created_at, reverse=True))

    def _is_in_range(self, topup: TopUp) -> bool:
        """Returns whether a top-up belongs to the part of the list that was loaded first."""
        return self._since is None or topup.created_at > self._since

    def _is_under_chip(self, topup: TopUp) -> bool:
        return self.chip == ALL or topup.status in self.statuses()

    def statuses(self) -> tuple[str, ...]:
        """Returns the statuses of the chip's top-ups; none for all."""
        if self.chip == ALL:
            return ()
        return IN_PROGRESS if self.chip == OPEN else (self.chip,)

    def _status(self) -> str | None:
        """Returns the status whose pages are loaded; those of 'Open' are loaded at once."""
        return None if self.chip == ALL else self.chip

    def _set_next_page(self, page: Page[TopUp]) -> None:
        # An empty page ends the list whatever `totalPages` is.
        is_empty = not (page.items or page.unreadable)
        self._next = None if is_empty or page.is_last else page.number + 1

    def _count_unread(self, pages: Iterable[Page[TopUp]], first: int = 1) -> None:
        for number, page in enumerate(pages, first):
            self._unread[number] = (page.unreadable, tuple(page.problems))
        self.on_read()
