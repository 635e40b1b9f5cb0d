"""What the other side says, behind a link."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from ui.widgets.buttons.buttons import LinkButton
from ui.widgets.layout.boxes import column
from ui.widgets.text.label import Label


class Details(QWidget):
    """Untrusted text that a link opens, at most 500 characters; hidden while there is none."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._shown = ""
        self._link = LinkButton(name)
        self._link.setCheckable(True)
        self._text = Label("", "secondary", wrap=True, limit=500)
        self._link.toggled.connect(self._text.setVisible)
        column((self._link, Qt.AlignmentFlag.AlignLeft), self._text, spacing=2, on=self)
        self._text.hide()
        self.hide()

    def show_details(self, text: str) -> None:
        """Shows the link, closed unless the text is the one that is shown; '' hides both."""
        if text != self._shown:
            self._link.setChecked(False)
            self._shown = text
            self._text.setText(text)
        self.setVisible(bool(text))
