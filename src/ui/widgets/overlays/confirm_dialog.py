"""A dialog that confirms an irreversible action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.i18n.texts import _
from ui.widgets.buttons.buttons import Button
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class ConfirmDialog(SheetDialog):
    """`accepted` means that the user agreed."""

    def __init__(self, title: str, text: str, action: str, parent: QWidget | None) -> None:
        """Makes the dialog.

        Args:
            action: The words of the button that agrees.
        """
        super().__init__(title, parent=parent, width=460)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        cancel, proceed = Button(_("Cancel")), Button(action, tone="danger")
        cancel.setDefault(True)
        cancel.clicked.connect(self.reject)
        proceed.clicked.connect(self.accept)
        self.body.addWidget(Label(text, wrap=True, limit=600))
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(proceed)
