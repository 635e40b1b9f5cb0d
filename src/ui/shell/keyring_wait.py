"""Shows that the keyring is being waited for, and lets the user continue without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.i18n.texts import _
from app.models.keys import KeyStorage
from app.services.accounts.known import DEMO

if TYPE_CHECKING:
    from app.services.accounts.accounts import Accounts
    from ui.shell.window import MainWindow

_PATIENCE_MS = 1_500


class KeyringWait(QObject):
    """Observes the opening of accounts.

    Args:
        window: Where the message is shown.
        accounts: Whose keys are read.
    """

    def __init__(self, window: MainWindow, accounts: Accounts) -> None:
        super().__init__(window)
        self._window = window
        self._accounts = accounts
        self._account_id = ""
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(self._on_patience_ended)
        window.waiting_cancelled.connect(accounts.stop_waiting_for_keyring)

    def begin(self, account_id: str) -> None:
        """An account is being opened: after a moment without its key, a message shows what is waited for."""
        self._account_id = account_id
        # The demo's key comes from its own service, however long that takes to start.
        if account_id != DEMO:
            self._patience.start()

    def end(self) -> None:
        """The account is open, or could not be opened."""
        self._patience.stop()

    def is_patient(self) -> bool:
        """Returns whether a message will appear if the keyring takes longer."""
        return self._patience.isActive()

    def _on_patience_ended(self) -> None:
        if self._accounts.key_status(self._account_id).place is KeyStorage.UNREAD:
            self._window.show_waiting(
                _("Waiting for the keyring"),
                _(
                    "The keyring stores this account's API key and may be asking for its password "
                    "in another window. Cancel to continue without it; you can then enter the key "
                    "yourself."
                ),
                _("Cancel"),
            )
