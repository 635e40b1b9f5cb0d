"""Connects an account: the form, the errors beside its fields, and the dialog for a further account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.errors import AppError, InvalidInputError, UnauthorizedError
from app.i18n.texts import _
from app.present.errors import present_address_error, present_error
from app.present.field_errors import field_error_text
from app.present.keys import keeping_text
from app.services.accounts.probe import entry_problems
from ui.pages.accounts.keyring_wait import BannerKeyringWait
from ui.tasks import Tasks
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit, SecretEdit
from ui.widgets.layout.banner import Banner
from ui.widgets.layout.keyboard_focus import keyboard_handed_on
from ui.widgets.overlays.dialog import SheetDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.present.errors import ErrorView
    from app.services.accounts.accounts import Account, Accounts


@dataclass(frozen=True, slots=True)
class ConnectInput:
    """What the user entered, not yet validated; the key is not in its repr."""

    name: str
    address: str
    key: str

    def __repr__(self) -> str:
        """Leaves the key out."""
        return f"ConnectInput({self.name!r}, {self.address!r})"


class ConnectForm(QWidget):
    """Asks for service address, API key and name.

    Signals:
        submitted(ConnectInput): 'Connect' was pressed.
        cancelled(): 'Cancel' was pressed while address and key are tested.
    """

    submitted = Signal(object)
    cancelled = Signal()

    def __init__(self, paste: Callable[[], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.banner = Banner()
        self.address = LineEdit("https://api.example.net", mono=True)
        self.address_field = Field(_("Service address"), self.address)
        self.key = SecretEdit(_("API key"), paste, show=_("Show API key"), hide=_("Hide API key"))
        self.key_field = Field(_("API key"), self.key, keeping_text(has_keyring=True), hint_icon="lock")
        self.name = LineEdit(_("optional"))
        self.name.setMaxLength(60)
        self.name_field = Field(_("Name"), self.name)
        self.connect_button = PrimaryButton(_("Connect"))
        self.connect_button.clicked.connect(self._on_submitted)
        self.cancel = Button(_("Cancel"))
        self.cancel.clicked.connect(self.cancelled)
        self.cancel.hide()
        for line, field in (
            (self.address, self.address_field),
            (self.key, self.key_field),
            (self.name, self.name_field),
        ):
            line.textEdited.connect(field.clear_error)
        for line in (self.address, self.key, self.name):
            line.returnPressed.connect(self._on_submitted)
        self.banner.dismissed.connect(self.banner.hide_banner)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for widget in (self.banner, self.address_field, self.key_field, self.name_field):
            column.addWidget(widget)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.connect_button)
        column.addLayout(buttons)

    def show_field_error(self, field: str, text: str) -> bool:
        """Shows a field error.

        Args:
            field: `serviceAddress`, `apiKey` or `name`.
            text: The error.

        Returns:
            Whether the form has such a field.
        """
        shown = {
            "serviceAddress": self.address_field,
            "apiKey": self.key_field,
            "name": self.name_field,
        }.get(field)
        if shown is None:
            return False
        shown.show_error(text)
        shown.control.setFocus()
        return True

    def show_error(self, view: ErrorView) -> None:
        """Shows why the account can't be connected; what was entered stays."""
        self.banner.show_banner("danger", view.text, icon=view.icon, details=view.details, dismissible=True)

    def set_busy(self, *, busy: bool) -> None:
        """Locks the form while the key is tested; that can be cancelled."""
        self.connect_button.set_busy(busy)
        with keyboard_handed_on(self, (self.connect_button,)):
            self.cancel.setVisible(busy)
        for line in (self.address, self.key, self.name):
            line.setReadOnly(busy)

    def clear(self) -> None:
        """Empties the form, also of the key."""
        for line in (self.address, self.key, self.name):
            line.clear()
        self.address_field.clear_error()
        self.key_field.clear_error()
        self.banner.hide_banner()

    def _on_submitted(self) -> None:
        if self.connect_button.isEnabled() and not self.address.isReadOnly():
            self.banner.hide_banner()
            self.submitted.emit(ConnectInput(self.name.text(), self.address.text(), self.key.text()))


async def show_key_storage(accounts: Accounts, form: ConnectForm) -> None:
    """Shows a hint in the form that the key can't be saved, where there is no keyring."""
    if await accounts.has_no_keyring():
        form.key_field.set_hint(keeping_text(has_keyring=False))


async def connect_account(accounts: Accounts, form: ConnectForm, entered: ConnectInput) -> Account | None:
    """Returns the new account; None when the form shows field errors instead.

    The key is tested with the service before anything is saved; the user can stop waiting for a keyring
    that does not respond. When it is cancelled before the service has responded, nothing is saved.
    """
    problems = entry_problems(entered.address, entered.key)
    # The first field last, so that it gets the keyboard focus.
    for problem in reversed(problems):
        form.show_field_error(problem.field, field_error_text(problem.field, problem.code))
    if problems:
        return None
    form.set_busy(busy=True)
    try:
        with BannerKeyringWait(accounts, form.banner):
            account = await accounts.connect(entered.name, entered.address, entered.key)
    except InvalidInputError as error:
        if not form.show_field_error(error.field, field_error_text(error.field, error.code)):
            form.show_error(present_error(error))
    except UnauthorizedError as error:
        form.show_field_error("apiKey", present_error(error).text)
    except AppError as error:
        form.show_error(present_address_error(error))
    else:
        form.clear()
        return account
    finally:
        form.set_busy(busy=False)
    return None


def stop_connecting(accounts: Accounts, cancel: Callable[[], object]) -> None:
    """Stops waiting for the keyring, so that the account is connected without it, or else for the service.

    Args:
        cancel: Cancels the connecting, of which nothing is saved yet.
    """
    if accounts.is_waiting_for_keyring:
        accounts.stop_waiting_for_keyring()
    else:
        cancel()


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
        self.tasks = Tasks(self, self.failed.emit)
        self.tasks.delete_at_end(self)
        self.form = ConnectForm(paste)
        self.form.submitted.connect(self._on_submitted)
        self.form.cancelled.connect(self.reject)
        self.body.addWidget(self.form)
        self.tasks.start("look for keyring", show_key_storage(accounts, self.form))

    def reject(self) -> None:
        """Closes, and cancels the connecting; while it waits for the keyring, only that wait ends."""
        stop_connecting(self._accounts, super().reject)

    def _on_submitted(self, entered: ConnectInput) -> None:
        self.tasks.start("connect", self._connect(entered))

    async def _connect(self, entered: ConnectInput) -> None:
        account = await connect_account(self._accounts, self.form, entered)
        if account is not None:
            self.connected.emit(account.id)
            self.accept()
