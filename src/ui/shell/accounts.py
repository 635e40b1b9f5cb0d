"""Opens the dialogs that connect, manage and remove accounts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import KeyringError
from app.i18n.texts import _, sentences
from app.present.errors import present_error
from app.services.app_files import delete_everything
from ui.pages.accounts.accounts_dialog import AccountsDialog
from ui.pages.accounts.connect import ConnectDialog
from ui.pages.accounts.dialogs import DialogKeyringWait, KeyDialog
from ui.pages.accounts.removal import AccountRemoval
from ui.tasks import Tasks, stop_all_work
from ui.widgets.buttons.buttons import PrimaryButton
from ui.widgets.layout.boxes import fill
from ui.widgets.overlays.dialog import ConfirmDialog, SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from app.bootstrap import Services
    from app.errors import AppError
    from ui.clipboard import Clipboard
    from ui.shell.window import MainWindow


class AccountDialogs(QObject):
    """Opens the dialogs of accounts and their keys. `key_changed` and `removed` have an account's id."""

    changed = Signal()
    key_changed = Signal(str)
    removed = Signal(str)

    def __init__(  # noqa: PLR0913 (collaborators, by keyword)
        self,
        window: MainWindow,
        services: Services,
        clipboard: Clipboard,
        *,
        open_account: Callable[[str], None],
        show_error: Callable[[AppError], None],
        unfinished: Callable[[str], str],
    ) -> None:
        """`unfinished` returns what ends unfinished if an account is removed now; '' for nothing."""
        super().__init__(window)
        self.removal = AccountRemoval(services.accounts, unfinished, window)
        self.removal.removed.connect(self.removed)
        self.removal.failed.connect(self._on_removal_failed)
        self._show_error = show_error
        self._accounts = services.accounts
        self._services = services
        self._clipboard = clipboard
        self._window = window
        self._open_account = open_account
        self.tasks = Tasks(self, show_error)

    def add(self) -> None:
        dialog = ConnectDialog(self._accounts, self._clipboard.text, self._window)
        dialog.form.connected.connect(self._open_account)
        dialog.open()

    def manage(self) -> None:
        dialog = AccountsDialog(self._accounts, self._clipboard.text, self.removal, self._window)
        dialog.changed.connect(self.changed)
        dialog.key_changed.connect(self._on_key_changed)
        dialog.add_requested.connect(self.add)
        dialog.delete.clicked.connect(self.ask_deletion)
        dialog.open()

    def change_key(self, account_id: str, *, tries_keyring: bool = False) -> None:
        """Opens the dialog of a key.

        Args:
            tries_keyring: Whether the keyring is tried again, if it was locked or did not respond.
        """
        account = next((one for one in self._accounts.known() if one.id == account_id), None)
        if account is None or account.is_demo:
            return
        dialog = KeyDialog(self._accounts, account, self._clipboard.text, self._window)
        dialog.changed.connect(lambda: self._on_key_changed(account_id))
        dialog.open()
        if tries_keyring and self._accounts.key_status(account_id).is_shut_in:
            dialog.try_keyring()

    def _on_key_changed(self, account_id: str) -> None:
        self.key_changed.emit(account_id)
        self.tasks.start("other keys", self._read_other_keys())

    async def _read_other_keys(self) -> None:
        """Reads the keys of other accounts, too, where the keyring was locked until now."""
        for account_id in await self._accounts.read_other_keys():
            self.key_changed.emit(account_id)

    def ask_deletion(self) -> None:
        """Deletes everything of the app once the user has confirmed it."""
        text = _(
            "Every account, key, setting and other file of this app is deleted from this computer, "
            "and the app quits. Your accounts at their services are not affected. Top-ups under way "
            "continue there."
        )
        text = sentences((text, self._window.unfinished()))
        self._confirm_deletion(_("Delete everything?"), text, _("Delete everything"), leave_keys=False)

    def _confirm_deletion(self, title: str, text: str, action: str, *, leave_keys: bool) -> None:
        dialog = ConfirmDialog(title, text, action, self._window)
        dialog.accepted.connect(
            lambda: self.tasks.start("delete everything", self._delete_everything(leave_keys=leave_keys))
        )
        dialog.open()

    def _on_removal_failed(self, error: AppError) -> None:
        """Shows why in the dialog of all accounts, or on the page if that was closed."""
        dialogs = self._window.findChildren(AccountsDialog)
        shown = next((dialog for dialog in dialogs if dialog.isVisible()), None)
        (self._show_error if shown is None else shown.show_error)(error)

    async def _delete_everything(self, *, leave_keys: bool) -> None:
        accounts, paths = self._accounts, self._services.paths
        stop_work = partial(stop_all_work, but=self.tasks)
        try:
            with DialogKeyringWait(accounts, self._window):
                left = await delete_everything(accounts, paths, leave_keys=leave_keys, stop_work=stop_work)
        except KeyringError as error:
            text = _(
                "Your accounts and files are still here. You can delete them anyway; the keys that are "
                "left then stay in the keyring under 'Tollhouse', where you can delete them."
            )
            self._confirm_deletion(
                _("The keyring does not release the keys"),
                sentences((present_error(error).text, text)),
                _("Delete anyway"),
                leave_keys=True,
            )
            return
        if not left:
            self._window.quit()
            return
        dialog = _LeftFilesDialog(left, self._window)
        dialog.finished.connect(self._window.quit)
        dialog.open()


class _LeftFilesDialog(SheetDialog):
    """Lists the files that are left on this computer; the app quits afterwards."""

    def __init__(self, left: Sequence[str], parent: QWidget) -> None:
        super().__init__(_("Not everything could be deleted"), parent=parent)
        labels = [Label(line, "mono", wrap=True, limit=400) for line in left]
        fill(self.body, Label(_("These files are left; delete them yourself:"), wrap=True), *labels)
        end = PrimaryButton(_("Quit Tollhouse"))
        end.clicked.connect(self.accept)
        fill(self.footer, None, end)
