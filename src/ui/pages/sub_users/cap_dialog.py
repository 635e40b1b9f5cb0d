"""Asks for the cap of the selected sub-users."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from app.errors import InvalidInputError
from app.i18n.texts import _, ngettext
from ui.pages.sub_users.cap_field import CapField
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class CapDialog(SheetDialog):
    """'Set cap'.

    Signals:
        entered(object): The bytes, None for no cap.
    """

    entered = Signal(object)

    def __init__(self, count: int, parent: QWidget | None = None) -> None:
        super().__init__(_("Set cap"), parent, width=440)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        text = ngettext("For {n} sub-user, from now on.", "For {n} sub-users, each from now on.", count)
        self.cap = CapField()
        self.cap.no_cap.setChecked(False)
        self.cancel = Button(_("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.confirm = PrimaryButton(_("Set cap"), "gauge")
        self.confirm.clicked.connect(self._on_confirm_clicked)
        self.cap.amount.returnPressed.connect(self._on_confirm_clicked)
        self.body.addWidget(Label(text.format(n=count), "secondary", wrap=True))
        self.body.addWidget(self.cap)
        self.footer.addStretch(1)
        self.footer.addWidget(self.cancel)
        self.footer.addWidget(self.confirm)

    def _on_confirm_clicked(self) -> None:
        try:
            traffic_cap_bytes = self.cap.traffic_cap_bytes()
        except InvalidInputError:
            return
        self.entered.emit(traffic_cap_bytes)
        self.accept()
