"""A line edit with named buttons inside its right end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from ui.theme import theme
from ui.theme.stylesheet import dress
from ui.widgets.buttons.buttons import IconButton

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent

_EDGE = 5


class LineEdit(QLineEdit):
    """A line of input.

    Args:
        placeholder: what may stand here, in words.
        mono: for what is copied or compared letter by letter.
        parent: the widget it stands in.
    """

    def __init__(self, placeholder: str = "", *, mono: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._font_role: theme.FontRole = "mono" if mono else "body"
        self._words_role: theme.FontRole = "body"
        self._buttons: list[IconButton] = []
        self._start_margin = 0
        self.setPlaceholderText(placeholder)
        self.textChanged.connect(self._dress)
        dress(self, "input")
        theme.follow(self._restyle)

    def add_button(self, icon: str, name: str) -> IconButton:
        """Adds a button at the right end, before those added earlier."""
        button = IconButton(icon, name, small=True, parent=self)
        self._buttons.append(button)
        self.setTabOrder(self, button)
        button.show()
        self._place_buttons()
        return button

    def set_invalid(self, invalid: bool) -> None:  # noqa: FBT001 - the shape of Qt's own setters
        """Draws the border in the danger color, or normally."""
        if bool(self.property("invalid")) != invalid:
            self.setProperty("invalid", invalid)
            self.style().unpolish(self)
            self.style().polish(self)
            self._dress()  # the style brings its own font back

    def show_wrong(self, words: str) -> None:
        """Marks the text as invalid and describes why to screen readers; valid when it is ''."""
        self.set_invalid(bool(words))
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def keep_start_free(self, pixels: int) -> None:
        """Starts the text later, where something is drawn before it."""
        self._start_margin = pixels
        self._place_buttons()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leaves Alt and a digit, which lead to a page, alone: in a dialog Qt would type the digit."""
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and event.text().isdigit():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the buttons at the end."""
        super().resizeEvent(event)
        self._place_buttons()

    def _place_buttons(self) -> None:
        taken = 0
        for button in self._buttons:
            size = button.sizeHint()
            taken += size.width() + 2
            left = _EDGE + taken - size.width() if self.isRightToLeft() else self.width() - _EDGE - taken
            button.setGeometry(left, (self.height() - size.height()) // 2, size.width(), size.height())
        start, end = self._start_margin, max(0, taken - 2)
        if self.isRightToLeft():
            start, end = end, start
        self.setTextMargins(start, 0, end, 0)

    def _restyle(self) -> None:
        self._dress()
        self._place_buttons()

    def _dress(self) -> None:
        """Takes the font of the text; the placeholder is words, never mono."""
        self.setFont(theme.font(self._font_role if self.text() else self._words_role))
