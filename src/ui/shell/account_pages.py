"""The pages of each account, created on first visit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.shell.tabs import TABS

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.services.accounts.accounts import AccountSession
    from ui.clipboard import Clipboard
    from ui.links import Links
    from ui.pages.page import Page


class AccountPages:
    """Creates pages, and keeps them until their account is removed."""

    def __init__(self, clipboard: Clipboard, links: Links, join: Callable[[str, Page], None]) -> None:
        """Takes the collaborators.

        Args:
            join: Joins the new page of a tab with the window.
        """
        self._clipboard = clipboard
        self._links = links
        self._join = join
        self._made: dict[tuple[str, str], Page] = {}

    def page(self, account: AccountSession, key: str) -> Page:
        """Returns an account's page of a tab; a new one loads what it shows."""
        place = (account.account.id, key)
        if place not in self._made:
            tab = next(tab for tab in TABS if tab.key == key)
            page = tab.build(account, self._clipboard, self._links)
            self._join(key, page)
            self._made[place] = page
            page.load()
        return self._made[place]

    def of(self, account_id: str) -> list[Page]:
        """Returns the pages that an account has."""
        return [page for (owner, _key), page in self._made.items() if owner == account_id]

    def take_out(self, account_id: str) -> list[Page]:
        """Forgets an account's pages, and returns them."""
        taken = self.of(account_id)
        self._made = {place: page for place, page in self._made.items() if place[0] != account_id}
        return taken
