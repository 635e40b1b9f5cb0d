"""A sign that something more is to be known: its words come up under the pointer, and when it is pressed."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QToolTip, QWidget

from ui.widgets.buttons.buttons import IconButton
from ui.widgets.text.untrusted_text import tooltip


class InfoButton(IconButton):
    """An info sign whose words are its tooltip, and its description for screen readers.

    Args:
        name: What it is about: 'About sticky sessions'.
        text: The words.
        parent: The widget it stands in.
    """

    def __init__(self, name: str, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__("info", name, small=True, parent=parent)
        self.show_text(text)
        self.clicked.connect(self._on_clicked)

    def show_text(self, text: str) -> None:
        """Says something else; there is no sign where there is nothing to say."""
        self.setToolTip(tooltip(text))
        self.setAccessibleDescription(text)
        self.setVisible(bool(text))

    def _on_clicked(self) -> None:
        QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), self.toolTip(), self)
