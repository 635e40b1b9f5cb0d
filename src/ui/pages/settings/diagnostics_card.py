"""Diagnostics of this app and this computer, to copy into a bug report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.pages.settings.rows import section
from ui.widgets.buttons.buttons import Button
from ui.widgets.text.text_preview import TextPreview

if TYPE_CHECKING:
    from collections.abc import Callable


class DiagnosticsCard(QWidget):
    """Shows the text as it is copied."""

    def __init__(self, copy: Callable[[str], None]) -> None:
        """Builds the card.

        Args:
            copy: Copies a text to the clipboard, with feedback.
        """
        super().__init__()
        self._text = ""
        self._copy = copy
        self.preview = TextPreview(_("Diagnostics"))
        self.button = Button(_("Copy diagnostics"), "copy")
        self.button.setEnabled(False)
        self.button.clicked.connect(self._on_button_clicked)
        buttons = QHBoxLayout()
        buttons.addWidget(self.button)
        buttons.addStretch(1)
        intro = _("For a bug report: versions and the recent log, without keys, passwords or account names.")
        card = section(_("Diagnostics"), intro)
        card.body.addWidget(self.preview)
        card.body.addLayout(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(card)

    def show_text(self, text: str) -> None:
        """Shows the text."""
        self._text = text
        self.preview.show_text(text)
        self.button.setEnabled(bool(text))

    def _on_button_clicked(self) -> None:
        self._copy(self._text)
