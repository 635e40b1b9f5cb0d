"""The dialog that changes an account's name and color."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from app.errors import AppError, InvalidInputError
from app.i18n.texts import _
from app.present.errors import present_error
from app.present.field_errors import field_error_text
from app.services.accounts.accounts import COLORS
from ui.tasks import Tasks
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.overlays.dialog import SheetDialog

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.services.accounts.accounts import Account, Accounts


class EditAccountDialog(SheetDialog):
    """Changes an account's name.

    Signals:
        changed(): It is saved.
    """

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
        words = {
            "blue": _("Blue"),
            "green": _("Green"),
            "amber": _("Amber"),
            "red": _("Red"),
            "violet": _("Violet"),
            "grey": _("Gray"),
        }
        self.colors = Segments(_("Color"), [(key, words.get(key, key)) for key in COLORS])
        self.colors.select(account.color)
        cancel, save = Button(_("Cancel")), PrimaryButton(_("Save"))
        save.setDefault(True)
        cancel.clicked.connect(self.reject)
        save.clicked.connect(self._on_save_clicked)
        self.body.addWidget(self.name_field)
        self.body.addWidget(Field(_("Color"), self.colors))
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(save)

    async def _save(self) -> None:
        await self._accounts.rename(self._account.id, self.name.text())
        await self._accounts.recolor(self._account.id, self.colors.selected())
        self.changed.emit()
        self.accept()

    def _show_error(self, error: AppError) -> None:
        if isinstance(error, InvalidInputError):
            self.name_field.show_error(field_error_text(error.field, error.code))
        else:
            self.name_field.show_error(present_error(error).text)
        self.name.setFocus()

    def _on_save_clicked(self) -> None:
        self.tasks.start("save", self._save())
