"""The welcome page in the window: connecting an account, and its errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.i18n.texts import _
from app.present.errors import ErrorView
from ui.pages.accounts.connect import connect_account, show_key_storage, stop_connecting
from ui.pages.accounts.welcome import WelcomePage

if TYPE_CHECKING:
    from app.services.accounts.accounts import Accounts
    from ui.clipboard import Clipboard
    from ui.pages.accounts.connect import ConnectInput
    from ui.shell.window import MainWindow
    from ui.tasks import Tasks


class Onboarding(QObject):
    """Shows the welcome page, made when it is needed first.

    Signals:
        connected(str): The id of an account that was connected and is to be opened.
        demo_wanted(): The demo is to be opened.
        browse_wanted(str): A service is to be browsed without a key: its address, maybe empty.
    """

    connected = Signal(str)
    demo_wanted = Signal()
    browse_wanted = Signal(str)

    def __init__(self, window: MainWindow, accounts: Accounts, clipboard: Clipboard, tasks: Tasks) -> None:
        super().__init__(window)
        self._window = window
        self._accounts = accounts
        self._clipboard = clipboard
        self._tasks = tasks
        self._page: WelcomePage | None = None

    @property
    def page(self) -> WelcomePage:
        """The page."""
        if self._page is None:
            self._page = WelcomePage(self._clipboard.text, self._window)
            self._page.demo_wanted.connect(self.demo_wanted)
            self._page.browse_wanted.connect(self.browse_wanted)
            self._page.form.submitted.connect(self._on_submitted)
            self._page.form.cancelled.connect(self._on_cancelled)
        return self._page

    def show_page(self) -> None:
        """Shows the page, ready to be typed into."""
        self._window.hide_account()
        self._window.show_page(self.page)
        self.page.form.address.setFocus()
        self._tasks.start("look for keyring", show_key_storage(self._accounts, self.page.form))

    def set_busy(self, *, busy: bool) -> None:
        """Shows that something is being opened, or no longer."""
        if self._page is not None:
            self._page.set_busy(busy=busy)

    def show_what_was_lost(self) -> None:
        """Shows that damaged settings were set aside, if they were."""
        set_aside = self._accounts.set_aside
        if set_aside is not None:
            text = _(
                "The settings were damaged and have been set aside as {name}. Connect your accounts again."
            )
            self.page.show_error(ErrorView(text.format(name=set_aside.name), icon="triangle-alert"))

    def _on_submitted(self, entered: ConnectInput) -> None:
        if not self._tasks.is_running("connect"):
            self._tasks.start("connect", self._connect(entered))

    def _on_cancelled(self) -> None:
        stop_connecting(self._accounts, lambda: self._tasks.cancel("connect"))

    async def _connect(self, entered: ConnectInput) -> None:
        account = await connect_account(self._accounts, self.page.form, entered)
        if account is not None:
            self.connected.emit(account.id)
