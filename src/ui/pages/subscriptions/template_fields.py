"""The fields of an own template: its text, and the name under which it is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from app.i18n.texts import _
from app.present.field_errors import field_error_text
from app.rules.proxy_formats.templates import DEFAULT_TEMPLATE, TEMPLATE_NAMES
from ui.widgets.buttons.buttons import Button, IconButton
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.layout.boxes import column

if TYPE_CHECKING:
    from app.errors import InvalidInputError


class TemplateFields(QWidget):
    """Shows a template; Enter in the name saves it, too.

    Signals:
        changed(): The text was changed by the user.
        save_wanted(): Its name and text are to be saved.
        delete_wanted(): The saved template that is shown is to be deleted.
    """

    changed = Signal()
    save_wanted = Signal()
    delete_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.text = LineEdit(mono=True)
        self.text.setText(DEFAULT_TEMPLATE)
        self.name = LineEdit()
        self.save = Button(_("Save template"))
        self.delete = IconButton("trash-2", _("Delete template"), framed=True)
        names = " ".join(f"{{{name}}}" for name in TEMPLATE_NAMES)
        text = Field(_("Template"), self.text, hint=names)
        self._named = Field(_("Template name"), self.name, beside=(self.save, self.delete))
        column(text, self._named, spacing=6, on=self)
        self.text.textChanged.connect(self._on_changed)
        self.name.textChanged.connect(self._on_changed)
        self.name.returnPressed.connect(self.save_wanted)
        self.save.clicked.connect(self.save_wanted)
        self.delete.clicked.connect(self.delete_wanted)
        self.show_template("", DEFAULT_TEMPLATE)

    def show_template(self, name: str, text: str) -> None:
        """Shows a saved template, or with '' for a name the one without."""
        with QSignalBlocker(self):
            self.name.setText(name)
            self.text.setText(text)
        if not name and self.delete.hasFocus():
            self.name.setFocus()
        self.delete.setEnabled(bool(name))

    def show_problem(self, error: InvalidInputError) -> None:
        """Shows why it was not saved; what is wrong with the text stands below the preview already."""
        if error.field == "templateName":
            self._named.show_error(field_error_text(error.field, error.code))
            self.name.setFocus()
        else:
            self.text.setFocus()

    def _on_changed(self) -> None:
        self._named.clear_error()
        self.changed.emit()
