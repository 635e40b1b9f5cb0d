"""Opens accounts and brings their pages into the window; the pages' signals are joined here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.present.errors import present_error
from ui.pages.topups.page import TopUpsPage
from ui.tasks import Tasks

if TYPE_CHECKING:
    from app.bootstrap import Services
    from app.errors import AppError
    from ui.clipboard import Clipboard
    from ui.links import Links
    from ui.shell.window import MainWindow

DEMO = "demo"


class Navigation:
    """Knows which account is open, and its pages.

    Attributes:
        page: The page that is open; None before an account is.
    """

    def __init__(self, window: MainWindow, services: Services, *, clipboard: Clipboard, links: Links) -> None:
        """Joins the window with the services.

        Args:
            window: The main window.
            services: What the app does.
            clipboard: Takes what is copied.
            links: Opens wallets and explorers.
        """
        self._window = window
        self._services = services
        self._clipboard = clipboard
        self._links = links
        self._pages: dict[str, TopUpsPage] = {}
        self.page: TopUpsPage | None = None
        self.tasks = Tasks(window, self._show_error)
        window.show_version(services.version)
        window.demo_wanted.connect(self._on_demo_wanted)
        window.account_chosen.connect(self.open)
        window.new_wanted.connect(self._on_new_wanted)
        window.refresh_wanted.connect(self._on_refresh_wanted)
        window.search_wanted.connect(self._on_search_wanted)

    def open_first(self, *, demo: bool) -> None:
        """Opens the account to begin with: the demo when asked for, else the environment's, else none.

        Args:
            demo: Whether the demo was asked for on the command line.
        """
        first = self._services.accounts.known()[0]
        if demo or not first.is_demo:
            self.open(DEMO if demo else first.id)

    def open(self, account_id: str) -> None:
        """Opens an account; its page is shown as soon as its service can be asked."""
        self._window.welcome.set_busy(busy=True)
        self.tasks.start("open", self._open(account_id))

    async def _open(self, account_id: str) -> None:
        opened = await self._services.accounts.open(account_id)
        if account_id not in self._pages:
            page = TopUpsPage(opened, clipboard=self._clipboard, links=self._links)
            page.connection_changed.connect(partial(self._on_connection_changed, page))
            page.in_progress_changed.connect(partial(self._on_in_progress_changed, page))
            self._pages[account_id] = page
            page.load()
        self.page = self._pages[account_id]
        account = opened.account
        known = [(known.id, known.name) for known in self._services.accounts.known()]
        self._window.show_accounts(known, account.id)
        self._window.show_account(
            account.name, account.place, "flask-conical" if account.is_demo else "building"
        )
        self._window.show_page(self.page)
        self.page.say_connection()
        self.page.say_totals()
        self._window.welcome.set_busy(busy=False)

    def _show_error(self, error: AppError) -> None:
        self._window.welcome.set_busy(busy=False)
        view = present_error(error)
        if self.page is not None:
            self.page.show_banner("danger", view.text, icon=view.icon, details=view.details)
        else:
            self._window.show_welcome()
            self._window.welcome.show_error(view.text, icon=view.icon, details=view.details)

    def _on_demo_wanted(self) -> None:
        self.open(DEMO)

    def _on_connection_changed(self, page: TopUpsPage, tone: str, text: str) -> None:
        # The other accounts' pages work on unseen; what they tell is not of the account in the header.
        if page is self.page:
            self._window.show_connection(tone, text)

    def _on_in_progress_changed(self, page: TopUpsPage, count: int) -> None:
        if page is self.page:
            self._window.show_in_progress(count)

    def _on_new_wanted(self) -> None:
        if self.page is not None:
            self.page.open_new()

    def _on_refresh_wanted(self) -> None:
        if self.page is not None:
            self.page.load()

    def _on_search_wanted(self) -> None:
        if self.page is not None:
            self.page.focus_search()
