"""The deletion of everything of this app: the question before it, and what could not be deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.i18n.texts import _
from ui.widgets.buttons.buttons import PrimaryButton
from ui.widgets.overlays.dialog import ConfirmDialog, SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget


def ask_deletion(parent: QWidget | None) -> ConfirmDialog:
    """Asks for confirmation; `accepted` means that the user agreed."""
    text = _(
        "Every account, key, setting and other file of this app is deleted from this computer, "
        "and the app quits. Your accounts at their services are not affected. Top-ups under way "
        "continue there."
    )
    dialog = ConfirmDialog(_("Delete everything?"), text, _("Delete everything"), parent)
    dialog.open()
    return dialog


class DeletedDialog(SheetDialog):
    """Lists the files that are left on this computer; the app quits afterwards."""

    def __init__(self, title: str, left: Sequence[str], parent: QWidget) -> None:
        super().__init__(title, parent=parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.body.addWidget(Label(_("These files are left; delete them yourself:"), wrap=True))
        for line in left:
            self.body.addWidget(Label(line, "mono", wrap=True, limit=400))
        end = PrimaryButton(_("Quit Tollhouse"))
        end.clicked.connect(self.accept)
        self.footer.addStretch(1)
        self.footer.addWidget(end)
