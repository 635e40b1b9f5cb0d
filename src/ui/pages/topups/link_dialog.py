"""Asks before a link to an explorer that we don't know is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.i18n.texts import _
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class LinkDialog(SheetDialog):
    """Shows the host, in punycode, so that the user can decide; `accepted` means to open it."""

    def __init__(self, host: str, parent: QWidget) -> None:
        super().__init__(_("Open this site?"), parent=parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        text = _("The service links to a site that this app does not know. It opens in your browser:")
        cancel, proceed = Button(_("Cancel")), PrimaryButton(_("Open in explorer"), "external-link")
        cancel.clicked.connect(self.reject)
        proceed.clicked.connect(self.accept)
        self.body.addWidget(Label(text, wrap=True))
        self.body.addWidget(Label(host, "mono", wrap=True, limit=260))
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(proceed)
