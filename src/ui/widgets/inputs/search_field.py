"""A search field that filters a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent

from app.i18n.texts import _
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.screen_reader import announce

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


_PAUSE_MS = 600
_TO_ROWS = frozenset((Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_PageDown))


class SearchField(LineEdit):
    """A search line; its button and Esc clear it. Esc and Down move to the rows that it filters."""

    def __init__(self, name: str, placeholder: str = "") -> None:
        super().__init__(placeholder or name)
        self.setAccessibleName(name)
        self._rows: QWidget | None = None
        self._found = ""
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._on_pause)
        self.clear_button = self.add_button("x", _("Clear search"))
        self.clear_button.hide()
        self.clear_button.clicked.connect(self._on_clear_clicked)
        self.textChanged.connect(self._on_text_changed)
        theme.follow(self._set_margins)

    def set_rows(self, rows: QWidget) -> None:
        """Has Esc and Down move to a list or table."""
        self._rows = rows

    def show_found(self, text: str) -> None:
        """Announces the number of rows to screen readers when typing pauses."""
        if text != self._found:
            self._found = text
            self._pause.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc clears and moves to the rows; in an empty field without rows it goes to the window."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            self._go_to_rows()
        elif event.key() not in _TO_ROWS or not self._go_to_rows():
            super().keyPressEvent(event)

    def _go_to_rows(self) -> bool:
        if self._rows is None or not self._rows.isVisible():
            return False
        self._rows.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = theme.scaled(15)
        left = self.width() - 11 - side if self.isRightToLeft() else 11
        paint_icon(QPainter(self), QRectF(left, (self.height() - side) / 2, side, side), "search", "muted")

    def _on_pause(self) -> None:
        if self._found and self.hasFocus():
            announce(self, self._found)

    def _on_clear_clicked(self) -> None:
        self.clear()
        self.setFocus()

    def _on_text_changed(self, text: str) -> None:
        self.clear_button.setVisible(bool(text))

    def _set_margins(self) -> None:
        self.set_start_margin(theme.scaled(15) + 6)
