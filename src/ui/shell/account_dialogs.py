"""Opens the account dialogs over the window, one at a time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import KeyringError
from app.i18n.texts import _
from app.present.errors import present_error
from app.services.settings.app_files import delete_everything
from ui.pages.accounts.accounts_dialog import AccountsDialog
from ui.pages.accounts.connect import ConnectDialog
from ui.pages.accounts.deletion import DeletedDialog, ask_deletion
from ui.pages.accounts.key_dialog import KeyDialog
from ui.pages.accounts.keyring_wait import DialogKeyringWait
from ui.tasks import Tasks, stop_all_work
from ui.widgets.overlays.confirm_dialog import ConfirmDialog

if TYPE_CHECKING:
    from app.bootstrap import Services
    from ui.clipboard import Clipboard
    from ui.shell.window import MainWindow


class AccountDialogs(QObject):
    """Adding, managing and removing accounts, and their keys.

    Signals:
        connected(str): The id of a new account.
        changed(): A name, color or key has changed.
        key_changed(str): The id of an account whose key was given or found.
        removed(str): The id of an account that is gone.
        failed(AppError): An error that does not belong to a dialog.
    """

    connected = Signal(str)
    changed = Signal()
    key_changed = Signal(str)
    removed = Signal(str)
    failed = Signal(object)

    def __init__(self, services: Services, clipboard: Clipboard, window: MainWindow) -> None:
        super().__init__(window)
        self._services = services
        self._clipboard = clipboard
        self._window = window
        self.tasks = Tasks(self, self.failed.emit)

    def add(self) -> None:
        """Opens the dialog that connects an account."""
        dialog = ConnectDialog(self._services.accounts, self._clipboard.text, self._window)
        dialog.connected.connect(self.connected)
        dialog.failed.connect(self.failed)
        dialog.open()

    def manage(self) -> None:
        """Opens the dialog that shows all accounts."""
        dialog = AccountsDialog(self._services.accounts, self._clipboard.text, self._window)
        dialog.changed.connect(self.changed)
        dialog.removed.connect(self.removed)
        dialog.add_wanted.connect(self.add)
        dialog.deletion_wanted.connect(self._on_deletion_wanted)
        dialog.open()

    def change_key(self, account_id: str) -> None:
        """Opens the dialog about an account's key."""
        account = next((one for one in self._services.accounts.known() if one.id == account_id), None)
        if account is None or account.is_demo:
            return
        dialog = KeyDialog(self._services.accounts, account, self._clipboard.text, self._window)
        dialog.changed.connect(lambda: self.key_changed.emit(account_id))
        dialog.open()

    def ask_deletion(self) -> None:
        """Asks whether everything of the app is to be deleted, and does it then."""
        ask_deletion(self._window).accepted.connect(self._on_deletion_wanted)

    def _on_deletion_wanted(self) -> None:
        self.tasks.start("delete everything", self._delete_everything(leave_keys=False))

    async def _delete_everything(self, *, leave_keys: bool) -> None:
        accounts, places = self._services.accounts, self._services.places
        stop_work = partial(stop_all_work, but=self.tasks)
        try:
            with DialogKeyringWait(accounts, self._window):
                left = await delete_everything(accounts, places, leave_keys=leave_keys, stop_work=stop_work)
        except KeyringError as error:
            self._ask_to_leave_keys(error)
            return
        if not left:
            self._window.quit()
            return
        dialog = DeletedDialog(_("Not everything could be deleted"), left, self._window)
        dialog.finished.connect(self._window.quit)
        dialog.open()

    def _ask_to_leave_keys(self, error: KeyringError) -> None:
        text = (
            present_error(error).text
            + " "
            + _(
                "Nothing was deleted. You can delete it anyway; the keys then stay in the keyring "
                "under 'Tollhouse', where you can delete them."
            )
        )
        dialog = ConfirmDialog(
            _("The keyring does not release the keys"), text, _("Delete anyway"), self._window
        )
        dialog.accepted.connect(
            lambda: self.tasks.start("delete everything", self._delete_everything(leave_keys=True))
        )
        dialog.open()
