"""Line edits: plain, and for secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLineEdit

from app.i18n.texts import _
from ui.theme import theme
from ui.theme.stylesheet import set_style
from ui.widgets.buttons.buttons import SECRET_SHOWN_MS, IconButton
from ui.widgets.screen_reader import describe
from ui.widgets.secret_widget import SecretWidget

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

_EDGE = 5


class LineEdit(QLineEdit):
    """A line of input; `mono` for a text that is copied or compared letter by letter."""

    def __init__(self, placeholder: str = "", *, mono: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._font_role: theme.FontRole = "mono" if mono else "body"
        self._words_role: theme.FontRole = "body"
        self._buttons: list[IconButton] = []
        self._start_margin = 0
        self.setPlaceholderText(placeholder)
        self.textChanged.connect(self._set_font)
        set_style(self, "line")
        theme.follow(self._restyle)

    def add_button(self, icon: str, name: str) -> IconButton:
        """Adds a button at the right end, before those added earlier."""
        button = IconButton(icon, name, small=True, parent=self)
        self._buttons.append(button)
        self.setTabOrder(self, button)
        button.show()
        self._move_buttons()
        return button

    def set_invalid(self, invalid: bool) -> None:  # noqa: FBT001 - the shape of Qt's own setters
        if bool(self.property("invalid")) != invalid:
            self.setProperty("invalid", invalid)
            self.style().unpolish(self)
            self.style().polish(self)
            self._set_font()  # the style brings its own font back

    def show_wrong(self, text: str) -> None:
        """Marks the text as invalid, with an accessible description; valid when it is ''."""
        self.set_invalid(bool(text))
        describe(self, text)

    def set_start_margin(self, pixels: int) -> None:
        """Shifts the text, for what is drawn before it."""
        self._start_margin = pixels
        self._move_buttons()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignores Alt and a digit, which opens a page: in a dialog Qt would type the digit."""
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and event.text().isdigit():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._move_buttons()

    def _move_buttons(self) -> None:
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
        self._set_font()
        self._move_buttons()

    def _set_font(self) -> None:
        """Sets the font of the text; the placeholder is never monospaced."""
        self.setFont(theme.font(self._font_role if self.text() else self._words_role))


class SecretEdit(LineEdit, SecretWidget):
    """Masks its text; the eye button shows it for 30 seconds, or until the focus leaves.

    While it is shown nothing of it can be selected: Qt would copy it to the clipboard as any other text,
    never to be cleared, and to the PRIMARY selection. Of a masked text Qt copies nothing.

    Args:
        name: The secret: 'API key'.
        show: The name of the eye button, 'Show API key'.
    """

    def __init__(self, name: str, paste: Callable[[], str], *, show: str, hide: str) -> None:
        super().__init__(mono=True)
        self._show_words, self._hide_words = show, hide
        self._paste = paste
        self.setAccessibleName(name)
        self.add_button("clipboard-paste", _("Paste")).clicked.connect(self._on_paste_clicked)
        self._eye = self.add_button("eye", show)
        self._eye.clicked.connect(self._on_eye_clicked)
        self._timer = QTimer(self, singleShot=True, interval=SECRET_SHOWN_MS)
        self._timer.timeout.connect(self.hide_secret)
        self.selectionChanged.connect(self._drop_selection)
        self.hide_secret()

    def hide_secret(self) -> None:
        self._timer.stop()
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self._eye.show_icon("eye")
        self._eye.set_name(self._show_words)

    def is_masked(self) -> bool:
        return self.echoMode() == QLineEdit.EchoMode.Password

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hides the secret before Ctrl+A selects all of it, so that another one can take its place."""
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.hide_secret()
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hides the secret when the focus leaves, except to its own eye button."""
        super().focusOutEvent(event)
        if not self._eye.hasFocus():
            self.hide_secret()

    def _drop_selection(self) -> None:
        if not self.is_masked() and self.hasSelectedText():
            self.deselect()

    def _on_eye_clicked(self) -> None:
        if self.is_masked():
            self.setEchoMode(QLineEdit.EchoMode.Normal)
            self._drop_selection()
            self._eye.show_icon("eye-off")
            self._eye.set_name(self._hide_words)
            self._timer.start()
            self.setFocus()
        else:
            self.hide_secret()

    def _on_paste_clicked(self) -> None:
        text = self._paste().strip()
        if text:
            self.setText(text)
            self.textEdited.emit(text)
        self.setFocus()
