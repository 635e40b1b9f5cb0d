"""The share card: one sub-user's credentials in a format, to be copied or saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from app.i18n.texts import _
from app.present.proxy_formats import format_name, note_text
from app.rules.proxy_formats import FORMATS, preview
from ui.pages.formats_menu import refusal
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.buttons.copy_answers import CopyFeedback
from ui.widgets.inputs.combo_box import ComboBox
from ui.widgets.inputs.field import Field
from ui.widgets.layout.cards import Card, Notice
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label
from ui.widgets.text.text_preview import TextPreview

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.rules.proxy_formats import Credentials


class ShareDialog(SheetDialog):
    """Shows a preview, with dots for the password; no widget of it contains one.

    Signals:
        copy_wanted(str): In this format.
        save_wanted(str): The same, into a file.
    """

    copy_wanted = Signal(str)
    save_wanted = Signal(str)

    def __init__(self, credentials: Credentials, template: str, parent: QWidget | None = None) -> None:
        super().__init__(_("Share"), parent, width=520)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._credentials = credentials
        self._template = template
        who = _("“{label}” · {username}").format(label=credentials.label, username=credentials.username)
        self.format = ComboBox()
        for kind in FORMATS:
            self.format.addItem(format_name(kind), kind.key)
        self.format.currentIndexChanged.connect(self._show_preview)
        self.preview = TextPreview(_("Preview"))
        self._off = Notice("warning")
        self._note = Label("", "caption", wrap=True)
        self.copy = PrimaryButton(_("Copy"), "copy")
        self.copy.clicked.connect(lambda: self.copy_wanted.emit(self.format.currentData()))
        self.save = Button(_("Save to file"), "download")
        self.save.clicked.connect(lambda: self.save_wanted.emit(self.format.currentData()))
        self._answer = CopyFeedback(self.copy)
        frame = Card(padding=12)
        frame.body.addWidget(self.preview)
        warning = _("Anyone with this can use the traffic of this sub-user. Send it over a secure channel.")
        for widget in (
            Label(who, "secondary", wrap=True, limit=200),
            Field(_("Copy as"), self.format),
            frame,
            self._off,
            self._note,
            Label(warning, "secondary", wrap=True),
        ):
            self.body.addWidget(widget)
        self.footer.addStretch(1)
        self.footer.addWidget(self.save)
        self.footer.addWidget(self.copy)
        self._show_preview()

    def show_copied(self) -> None:
        """Shows feedback in place that it is on the clipboard."""
        self._answer.say()

    def _show_preview(self) -> None:
        key = self.format.currentData()
        reason = refusal(key, (self._credentials,), self._template)
        shown = preview(key, self._credentials, template=self._template)
        self.preview.show_text(shown.text)
        self._off.show_notice("warning", reason)
        self._off.setVisible(bool(reason))
        note = note_text(FORMATS[self.format.currentIndex()].note)
        self._note.setText(note)
        self._note.setVisible(bool(note) and not reason)
        for button in (self.copy, self.save):
            button.setEnabled(not reason)
