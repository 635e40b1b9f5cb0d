"""A line edit for secrets: masked, revealed on request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLineEdit

from app.i18n.texts import _
from ui.widgets.inputs.line_edit import LineEdit

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QFocusEvent
    from PySide6.QtWidgets import QWidget

_SHOWN_MS = 30_000


class SecretEdit(LineEdit):
    """Masks what is typed; the eye shows it for 30 seconds, or until the keyboard goes elsewhere.

    Args:
        name: what the secret is, 'API key'.
        paste: returns the clipboard's text.
        show: what the eye is called, 'Show API key'.
        hide: what it is called while the secret is seen.
        parent: the widget it stands in.
    """

    def __init__(
        self, name: str, paste: Callable[[], str], *, show: str, hide: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(mono=True, parent=parent)
        self._show_words, self._hide_words = show, hide
        self._paste = paste
        self.setAccessibleName(name)
        self.add_button("clipboard-paste", _("Paste")).clicked.connect(self._on_paste_clicked)
        self._eye = self.add_button("eye", show)
        self._eye.clicked.connect(self._on_eye_clicked)
        self._timer = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._timer.timeout.connect(self.hide_secret)
        self.hide_secret()

    def hide_secret(self) -> None:
        """Hides the secret again."""
        self._timer.stop()
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self._eye.show_icon("eye")
        self._eye.set_name(self._show_words)

    def is_masked(self) -> bool:
        """Returns whether the secret is hidden."""
        return self.echoMode() == QLineEdit.EchoMode.Password

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hides the secret when the keyboard goes elsewhere, but for its own eye."""
        super().focusOutEvent(event)
        if not self._eye.hasFocus():
            self.hide_secret()

    def _on_eye_clicked(self) -> None:
        if self.is_masked():
            self.setEchoMode(QLineEdit.EchoMode.Normal)
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
