"""The dialogs that change an account: its name and color, and its key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from app.i18n.texts import _
from app.models.keys import KeyStorage
from app.present.errors import present_error
from app.present.keys import key_text, storage_hint
from app.services.accounts.known import COLORS
from ui.pages.accounts.keyring_wait import BannerKeyringWait, KeyringWait
from ui.tasks import Tasks
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit, SecretEdit
from ui.widgets.layout.banner import Banner
from ui.widgets.layout.boxes import fill
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.errors import AppError
    from app.services.accounts.accounts import Accounts
    from app.services.accounts.known import Account


class EditAccountDialog(SheetDialog):
    changed = Signal()

    def __init__(self, accounts: Accounts, account: Account, parent: QWidget | None) -> None:
        super().__init__(_("Edit account"), parent=parent)
        self._accounts = accounts
        self._account = account
        self.tasks = Tasks(self, self._show_error)
        self.tasks.delete_at_end(self)
        self.name = LineEdit()
        self.name.setText(account.name)
        self.name.setMaxLength(60)
        self.name.selectAll()
        self.name_field = Field(_("Name"), self.name)
        self.name.textEdited.connect(self.name_field.clear_error)
        texts = {
            "blue": _("Blue"),
            "green": _("Green"),
            "amber": _("Amber"),
            "red": _("Red"),
            "violet": _("Violet"),
            "grey": _("Gray"),
        }
        self.colors = Segments(_("Color"), [(key, texts.get(key, key)) for key in COLORS])
        self.colors.select(account.color)
        cancel, save = self.cancel_button(), PrimaryButton(_("Save"))
        save.setDefault(True)
        save.clicked.connect(self._on_save_clicked)
        fill(self.body, self.name_field, Field(_("Color"), self.colors))
        fill(self.footer, None, cancel, save)

    async def _save(self) -> None:
        await self._accounts.change(self._account.id, name=self.name.text(), color=self.colors.selected())
        self.changed.emit()
        self.accept()

    def _show_error(self, error: AppError) -> None:
        self.name_field.show_error(present_error(error).text)
        self.name.setFocus()

    def _on_save_clicked(self) -> None:
        self.tasks.start("save", self._save())


class KeyDialog(SheetDialog):
    """Shows the state of an account's key, accepts another key, or asks the keyring again."""

    changed = Signal()

    def __init__(
        self, accounts: Accounts, account: Account, paste: Callable[[], str], parent: QWidget | None
    ) -> None:
        super().__init__(_("Key of {name}").format(name=account.name), parent=parent)
        self._accounts = accounts
        self._account_id = account.id
        self.tasks = Tasks(self, self._show_error)
        self.tasks.delete_at_end(self)
        self.banner = Banner()
        self._status = Label("", wrap=True, limit=600)
        self.key = SecretEdit(_("API key"), paste, show=_("Show API key"), hide=_("Hide API key"))
        self.key_field = Field(_("API key"), self.key, storage_hint(has_keyring=True), hint_icon="lock")
        self.key.textEdited.connect(self.key_field.clear_error)
        self.again = Button(_("Try the keyring again"), "rotate-ccw")
        self.again.clicked.connect(self.try_keyring)
        self.save = PrimaryButton(_("Save"), "key")
        self.save.setDefault(True)
        self.save.clicked.connect(self._on_save_clicked)
        cancel = self.cancel_button()
        fill(self.body, self.banner, self._status, self.key_field)
        self.aside.addWidget(self.again)
        fill(self.footer, None, cancel, self.save)
        self._show_status()
        self.tasks.start("look for keyring", self._check_keyring())

    def reject(self) -> None:
        """Closes; while a new key waits for the keyring, only that wait ends, and the key is used."""
        if self.tasks.is_running("change") and self._accounts.is_waiting_for_keyring:
            self._accounts.stop_waiting_for_keyring()
        else:
            super().reject()

    def try_keyring(self) -> None:
        """Reads the key from the keyring, or saves it there; closes the dialog if that works."""
        self.tasks.start("keyring", self._ask_keyring())

    async def _check_keyring(self) -> None:
        if await self._accounts.has_no_keyring():
            is_shown = self._status.isVisible()
            self.key_field.set_hint("" if is_shown else storage_hint(has_keyring=False))

    def _show_status(self) -> None:
        status = self._accounts.key_status(self._account_id)
        text = key_text(status)
        self._status.show_text(text)
        unsaved = status.storage is KeyStorage.MEMORY and status.why is not None
        self.again.setVisible(unsaved or status.storage is KeyStorage.NEEDED)

    def _show_error(self, error: AppError) -> None:
        self.key_field.show_error(present_error(error).text)
        self.key.setFocus()

    async def _change(self, key: str) -> None:
        self.save.set_busy(True)
        try:
            with BannerKeyringWait(self._accounts, self.banner):
                await self._accounts.change_key(self._account_id, key)
        finally:
            self.save.set_busy(False)
        self.changed.emit()
        self.accept()

    async def _ask_keyring(self) -> None:
        self.again.setEnabled(False)
        has_key = self._accounts.key_status(self._account_id).storage is KeyStorage.MEMORY
        try:
            with BannerKeyringWait(self._accounts, self.banner, has_key=has_key):
                if has_key:
                    status = await self._accounts.retry_saving(self._account_id)
                else:
                    status = await self._accounts.unlock(self._account_id)
        finally:
            self.again.setEnabled(True)
        self._show_status()
        if status.storage is KeyStorage.KEYRING:
            self.changed.emit()
            self.accept()

    def _on_save_clicked(self) -> None:
        if not self.tasks.is_running("change"):
            # Else the new key would wait for the old one.
            self.tasks.cancel("keyring")
            self.tasks.start("change", self._change(self.key.text()))


class KeyringDialog(SheetDialog):
    """Shows the message; `rejected` means that the user stops waiting."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(_("Waiting for the keyring"), parent=parent, width=460)
        text = _("The keyring stores your API keys. It may be asking for its password in another window.")
        self.body.addWidget(Label(text, wrap=True))
        cancel = self.cancel_button()
        fill(self.footer, None, cancel)


class DialogKeyringWait(KeyringWait):
    """Shows the message in a dialog of its own, while keys are deleted."""

    def __init__(self, accounts: Accounts, window: QWidget | None) -> None:
        super().__init__(accounts, window)
        self._window = window
        self._dialog: KeyringDialog | None = None

    def show_message(self) -> None:
        self._dialog = KeyringDialog(self._window)
        self._dialog.rejected.connect(self._on_rejected)
        self._dialog.open()

    def hide_message(self) -> None:
        dialog, self._dialog = self._dialog, None
        if dialog is not None:
            dialog.accept()

    def _on_rejected(self) -> None:
        self._dialog = None
        self.give_up()
