"""Removes accounts once the user has confirmed it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import AccountRemovedError, KeyringError
from app.i18n.texts import _, sentences
from ui.pages.accounts.dialogs import DialogKeyringWait
from ui.tasks import Tasks
from ui.widgets.overlays.dialog import ConfirmDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.services.accounts.accounts import Accounts
    from app.services.accounts.known import Account


class AccountRemoval(QObject):
    """Asks whether to remove an account, and removes it, whatever dialog is closed meanwhile.

    Signals:
        removed(str): The id of an account that is gone.
        failed(object): An `AppError`: why an account, or its key, could not be removed.
    """

    removed = Signal(str)
    failed = Signal(object)

    def __init__(self, accounts: Accounts, unfinished: Callable[[str], str], window: QWidget) -> None:
        """`unfinished` returns what ends unfinished if an account is removed now; '' for nothing."""
        super().__init__(window)
        self._accounts = accounts
        self._unfinished = unfinished
        self._window = window
        self.tasks = Tasks(self, self.failed.emit)

    def ask(self, account: Account, *, leave_key: bool = False) -> None:
        text = _("The account and its key are removed from this computer. Nothing changes at the service.")
        if leave_key:
            text = _(
                "The keyring does not release the key. You can remove the account anyway; the key "
                "then stays in the keyring under 'Tollhouse', where you can delete it."
            )
        text = sentences((text, self._unfinished(account.id)))
        dialog = ConfirmDialog(
            _("Remove {name}?").format(name=account.name),
            text,
            _("Remove anyway") if leave_key else _("Remove"),
            self._window,
        )
        work = f"remove {account.id}"
        dialog.accepted.connect(lambda: self.tasks.start(work, self._remove(account, leave_key=leave_key)))
        dialog.open()

    async def _remove(self, account: Account, *, leave_key: bool) -> None:
        try:
            with DialogKeyringWait(self._accounts, self._window):
                await self._accounts.remove(account.id, leave_key=leave_key)
        except KeyringError as error:
            self.failed.emit(error)
            self.ask(account, leave_key=True)
            return
        except AccountRemovedError as error:
            self.failed.emit(error)
        self.removed.emit(account.id)
