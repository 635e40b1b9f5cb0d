"""Shows what could not be deleted; the app quits afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.i18n.texts import _
from ui.widgets.buttons.buttons import PrimaryButton
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget


class DeletedDialog(SheetDialog):
    """Lists what is left on this computer."""

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
