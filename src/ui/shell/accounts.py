"""Connecting, opening and managing accounts: the welcome page, the dialogs, and the wait for the keyring."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.errors import KeyringError
from app.i18n.texts import _
from app.models.keys import KeyStorage
from app.present.errors import ErrorView, present_error
from app.services.accounts.known import DEMO
from app.services.settings.app_files import delete_everything
from ui.pages.accounts.accounts_dialog import AccountsDialog
from ui.pages.accounts.connect import ConnectDialog, connect_account, show_key_storage, stop_connecting
from ui.pages.accounts.deletion import DeletedDialog, ask_deletion
from ui.pages.accounts.key_dialog import KeyDialog
from ui.pages.accounts.keyring_wait import DialogKeyringWait
from ui.pages.accounts.welcome import WelcomePage
from ui.tasks import Tasks, stop_all_work
from ui.widgets.overlays.dialog import ConfirmDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.bootstrap import Services
    from app.errors import AppError
    from app.services.accounts.accounts import Accounts
    from ui.clipboard import Clipboard
    from ui.pages.accounts.connect import ConnectInput
    from ui.shell.window import MainWindow


class Onboarding(QObject):
    """Shows the welcome page, made when it is needed first."""

    def __init__(  # noqa: PLR0913 (collaborators)
        self,
        window: MainWindow,
        accounts: Accounts,
        clipboard: Clipboard,
        tasks: Tasks,
        *,
        open_account: Callable[[str], None],
        browse: Callable[[str], None],
    ) -> None:
        """Takes the collaborators.

        Args:
            open_account: Opens an account by its id.
            browse: Shows the locations of a service without a key: its address, maybe empty.
        """
        super().__init__(window)
        self._window = window
        self._accounts = accounts
        self._clipboard = clipboard
        self._tasks = tasks
        self._open_account = open_account
        self._browse = browse
        self._page: WelcomePage | None = None

    @property
    def page(self) -> WelcomePage:
        """The page."""
        if self._page is None:
            self._page = WelcomePage(self._clipboard.text, self._window)
            self._page.demo_wanted.connect(lambda: self._open_account(DEMO))
            self._page.browse_wanted.connect(self._browse)
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
            self._open_account(account.id)


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
        if self._accounts.key_status(self._account_id).storage is KeyStorage.UNREAD:
            self._window.show_waiting(
                _("Waiting for the keyring"),
                _(
                    "The keyring stores this account's API key and may be asking for its password "
                    "in another window. Cancel to continue without it; you can then enter the key "
                    "yourself."
                ),
                _("Cancel"),
            )


class AccountDialogs(QObject):
    """Adding, managing and removing accounts, and their keys.

    Signals:
        changed(): A name, color or key has changed.
        key_changed(str): The id of an account whose key was given or found.
        removed(str): The id of an account that is gone.
    """

    changed = Signal()
    key_changed = Signal(str)
    removed = Signal(str)

    def __init__(
        self,
        window: MainWindow,
        services: Services,
        clipboard: Clipboard,
        *,
        open_account: Callable[[str], None],
        show_error: Callable[[AppError], None],
    ) -> None:
        """Takes the collaborators.

        Args:
            open_account: Opens a new account by its id.
            show_error: Shows an error that does not belong to a dialog.
        """
        super().__init__(window)
        self._services = services
        self._clipboard = clipboard
        self._window = window
        self._open_account = open_account
        self._show_error = show_error
        self.tasks = Tasks(self, show_error)

    def add(self) -> None:
        """Opens the dialog that connects an account."""
        dialog = ConnectDialog(self._services.accounts, self._clipboard.text, self._window)
        dialog.connected.connect(self._open_account)
        dialog.failed.connect(self._show_error)
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
        accounts, paths = self._services.accounts, self._services.paths
        stop_work = partial(stop_all_work, but=self.tasks)
        try:
            with DialogKeyringWait(accounts, self._window):
                left = await delete_everything(accounts, paths, leave_keys=leave_keys, stop_work=stop_work)
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
