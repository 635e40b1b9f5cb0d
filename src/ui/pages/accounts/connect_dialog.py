"""The dialog that adds a further account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from app.i18n.texts import _
from ui.pages.accounts.connect_form import ConnectForm, ConnectInput
from ui.pages.accounts.connecting import connect_account, show_key_storage, stop_connecting
from ui.tasks import Tasks
from ui.widgets.overlays.dialog import SheetDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.errors import AppError
    from app.services.accounts.accounts import Accounts


class ConnectDialog(SheetDialog):
    """Connects an account.

    Signals:
        connected(str): The id of the new account.
        failed(AppError): An error that does not belong to a field.
    """

    connected = Signal(str)
    failed = Signal(object)

    def __init__(self, accounts: Accounts, paste: Callable[[], str], parent: QWidget) -> None:
        super().__init__(_("Add an account"), parent=parent)
        self._accounts = accounts
        self.tasks = Tasks(self, self._on_error)
        self.tasks.delete_at_end(self)
        self.form = ConnectForm(paste)
        self.form.submitted.connect(self._on_submitted)
        self.form.cancelled.connect(self.reject)
        self.body.addWidget(self.form)
        self.tasks.start("look for keyring", show_key_storage(accounts, self.form))

    def reject(self) -> None:
        """Closes, and ends what is under way; a keyring that is waited for is given up alone."""
        stop_connecting(self._accounts, super().reject)

    def _on_error(self, error: AppError) -> None:
        self.failed.emit(error)

    def _on_submitted(self, entered: ConnectInput) -> None:
        self.tasks.start("connect", self._connect(entered))

    async def _connect(self, entered: ConnectInput) -> None:
        account = await connect_account(self._accounts, self.form, entered)
        if account is not None:
            self.connected.emit(account.id)
            self.accept()
