"""The form that connects an account: name, service address, API key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from app.present.keys import keeping_text
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.inputs.secret_edit import SecretEdit
from ui.widgets.layout.banner import Banner
from ui.widgets.layout.keyboard_focus import keyboard_handed_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.present.errors import ErrorView


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
    """Asks for what is needed to connect an account.

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
            text: Our words.

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
        """Empties the form; the key is nowhere on screen any more."""
        for line in (self.address, self.key, self.name):
            line.clear()
        self.address_field.clear_error()
        self.key_field.clear_error()
        self.banner.hide_banner()

    def _on_submitted(self) -> None:
        if self.connect_button.isEnabled() and not self.address.isReadOnly():
            self.banner.hide_banner()
            self.submitted.emit(ConnectInput(self.name.text(), self.address.text(), self.key.text()))
