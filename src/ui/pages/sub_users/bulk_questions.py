"""Asks for confirmation before one or many sub-users are changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.i18n.texts import _, ngettext
from app.models.sub_user_runs import BulkChange
from ui.pages.sub_users.cap_dialog import CapDialog
from ui.pages.sub_users.view import delete_question, new_passwords_question
from ui.widgets.overlays.confirm_dialog import ConfirmDialog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from app.models.sub_user_runs import BulkKind
    from app.models.sub_users import SubUser


class BulkQuestions(QObject):
    """One question at a time; enabling and disabling can be taken back, so nothing is asked.

    Signals:
        answered(list, BulkChange): The user confirmed the change of these sub-users.
    """

    answered = Signal(list, object)

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self.dialog: CapDialog | ConfirmDialog | None = None

    def ask(self, kind: BulkKind, sub_users: Sequence[SubUser]) -> None:
        """Asks what the change needs to be asked; ignored while a question is open."""
        if not sub_users or self.dialog is not None:
            return
        chosen = list(sub_users)
        if kind in ("enable", "disable"):
            self.answered.emit(chosen, BulkChange(kind))
            return
        dialog = self._question(kind, chosen)
        dialog.finished.connect(self._on_finished)
        self.dialog = dialog
        dialog.open()

    def _question(self, kind: BulkKind, chosen: list[SubUser]) -> CapDialog | ConfirmDialog:
        window = self._page.window()
        if kind == "cap":
            asking = CapDialog(len(chosen), window)
            asking.entered.connect(
                lambda traffic_cap_bytes: self.answered.emit(chosen, BulkChange(kind, traffic_cap_bytes))
            )
            return asking
        if kind == "delete":
            title = ngettext("Delete sub-user", "Delete sub-users", len(chosen))
            confirming = ConfirmDialog(title, delete_question(chosen), _("Delete"), window)
        else:
            title = ngettext("New password", "New passwords", len(chosen))
            confirming = ConfirmDialog(title, new_passwords_question(chosen), title, window)
        confirming.accepted.connect(lambda: self.answered.emit(chosen, BulkChange(kind)))
        return confirming

    def _on_finished(self) -> None:
        self.dialog = None
