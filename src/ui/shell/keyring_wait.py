"""Shows in the window that an account waits for the keyring while it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from app.i18n.texts import _
from app.models.keys import KeyStorage
from app.services.accounts.known import DEMO
from ui.pages.accounts.keyring_wait import KeyringWait

if TYPE_CHECKING:
    from app.services.accounts.accounts import Accounts
    from ui.shell.window import MainWindow


class OpeningKeyringWait(KeyringWait):
    """Shows the message in the window, while an account is opened.

    Signals:
        left(): The user shows something else instead of the message.
    """

    left = Signal()

    def __init__(self, accounts: Accounts, window: MainWindow, account_id: str) -> None:
        super().__init__(accounts, window)
        self._window = window
        self._account_id = account_id
        window.waiting_cancelled.connect(self.give_up)
        window.page_changed.connect(self._on_page_changed)

    def is_waiting(self) -> bool:
        """Returns whether the account's key is being read; the demo's comes from its own service.

        It is read again where the keyring did not respond before, as in the background.
        """
        storage = self._accounts.key_status(self._account_id).storage
        return self._account_id != DEMO and storage in {KeyStorage.UNREAD, KeyStorage.NEEDED}

    def show_message(self) -> None:
        self._window.show_waiting(
            _("Waiting for the keyring"),
            _(
                "The keyring stores this account's API key and may be asking for its password "
                "in another window. Cancel to continue without it; you can then enter the key "
                "yourself."
            ),
            _("Cancel"),
        )

    def hide_message(self) -> None:
        """Does nothing: the account's page replaces the message."""

    def _on_page_changed(self) -> None:
        if self._is_shown and not self._window.is_starting():
            self.left.emit()
