"""The question before everything of this app is deleted from this computer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.i18n.texts import _
from ui.widgets.overlays.confirm_dialog import ConfirmDialog

if TYPE_CHECKING:
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
