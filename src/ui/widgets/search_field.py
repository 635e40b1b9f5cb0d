"""A line that filters what is below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent

from app.texts import _
from ui import theme
from ui.icons import paint_icon
from ui.widgets.line_edit import LineEdit

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class SearchField(LineEdit):
    """A search line; its button and Esc clear it.

    Args:
        name: the accessible name.
        placeholder: the visible words; the name where none are given.
        parent: the widget it stands in.

    Attributes:
        clear_button: there while there is something to clear.
    """

    def __init__(self, name: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(placeholder or name, parent=parent)
        self.setAccessibleName(name)
        self.clear_button = self.add_button("x", _("Clear search"))
        self.clear_button.hide()
        self.clear_button.clicked.connect(self._on_clear_clicked)
        self.textChanged.connect(self._on_text_changed)
        theme.follow(self._leave_room)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc clears; in an empty field it goes to the window."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the sign before the text."""
        super().paintEvent(event)
        side = theme.scaled(15)
        left = self.width() - 11 - side if self.isRightToLeft() else 11
        paint_icon(QPainter(self), QRectF(left, (self.height() - side) / 2, side, side), "search", "muted")

    def _on_clear_clicked(self) -> None:
        self.clear()
        self.setFocus()

    def _on_text_changed(self, text: str) -> None:
        self.clear_button.setVisible(bool(text))

    def _leave_room(self) -> None:
        self.keep_start_free(theme.scaled(15) + 6)
