"""Shows in a dialog of its own that the keyring is being waited for, while keys are deleted from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.i18n.texts import _
from ui.pages.accounts.keyring_patience import KeyringPatience
from ui.widgets.buttons.buttons import Button
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.services.accounts.accounts import Accounts


class KeyringDialog(SheetDialog):
    """`rejected` means that it is to be waited for no longer."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(_("Waiting for the keyring"), parent=parent, width=460)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        text = _("The keyring stores your API keys. It may be asking for its password in another window.")
        self.body.addWidget(Label(text, wrap=True))
        cancel = Button(_("Cancel"))
        cancel.clicked.connect(self.reject)
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)


class DialogPatience(KeyringPatience):
    """Opens the dialog once the keyring takes long.

    Args:
        accounts: Whose keys are forgotten.
        window: Over which the dialog stands.
    """

    def __init__(self, accounts: Accounts, window: QWidget | None) -> None:
        super().__init__(accounts, window)
        self._window = window
        self._dialog: KeyringDialog | None = None

    def say(self) -> None:
        """Opens the dialog."""
        self._dialog = KeyringDialog(self._window)
        self._dialog.rejected.connect(self._on_rejected)
        self._dialog.open()

    def take_back(self) -> None:
        """Closes the dialog."""
        dialog, self._dialog = self._dialog, None
        if dialog is not None:
            dialog.accept()

    def _on_rejected(self) -> None:
        self._dialog = None
        self.give_up()
