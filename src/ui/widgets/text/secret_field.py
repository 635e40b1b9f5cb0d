"""A secret to reveal or copy: not in the widget until it is revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.i18n.texts import _
from ui.theme import theme
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.painting import paint_box, paint_ring
from ui.widgets.text.value_line import ValueLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QHideEvent, QPaintEvent

_MASK = "•" * 12
_SHOWN_MS = 30_000
_ANSWER_MS = 2000


class SecretField(QWidget):
    """Shows dots; the eye shows the secret for 30 seconds, or until the keyboard goes elsewhere.

    Nothing of it can be selected, so nothing reaches the PRIMARY selection.

    Args:
        name: What it is: 'Password'; the buttons are 'Show password' and 'Copy password'.
        show_name: The name of the eye.
        hide_name: Its name while the secret is shown.
        copy_name: The name of the button that copies.
        secret: Returns the secret; asked only when it is to be shown.
        copy: Copies the secret; the field takes no part in it.
    """

    def __init__(  # noqa: PLR0913 (names and doors, all needed)
        self,
        name: str,
        show_name: str,
        hide_name: str,
        copy_name: str,
        *,
        secret: Callable[[], str],
        copy: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._secret = secret
        self._copy = copy
        self._show_name = show_name
        self._hide_name = hide_name
        self._is_shown = False
        self._line = ValueLine(name, parent=self)
        self._line.copy_asked.connect(self._on_copy_asked)
        self._eye = IconButton("eye", show_name, small=True, parent=self)
        self._eye.clicked.connect(self._on_eye_clicked)
        self._button = IconButton("copy", copy_name, small=True, parent=self)
        self._button.clicked.connect(self._on_copy_asked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 3, 6, 3)
        layout.setSpacing(2)
        layout.addWidget(self._line, 1)
        layout.addWidget(self._eye)
        layout.addWidget(self._button)
        for part in (self._line, self._eye, self._button):
            part.installEventFilter(self)
        self._timer = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._timer.timeout.connect(self.hide_secret)
        self._answer = QTimer(self, singleShot=True, interval=_ANSWER_MS)
        self._answer.timeout.connect(self._on_answer_timeout)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._line.show_value(_MASK, "")
        theme.follow(self._restyle)

    def hide_secret(self) -> None:
        """Shows dots again, and forgets."""
        self._timer.stop()
        self._is_shown = False
        self._line.show_value(_MASK, "")
        self._eye.show_icon("eye")
        self._eye.set_name(self._show_name)

    def is_masked(self) -> bool:
        """Returns whether dots are shown."""
        return not self._is_shown

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hides the secret when the keyboard leaves the field and its buttons."""
        if event.type() == QEvent.Type.FocusOut and not self._holds_keyboard():
            self.hide_secret()
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Hides the secret with the page."""
        super().hideEvent(event)
        self.hide_secret()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the box, and the ring where the value has the keyboard."""
        painter = QPainter(self)
        paint_box(painter, QRectF(self.rect()), theme.color("sunken"))
        if self._line.hasFocus():
            paint_ring(painter, QRectF(self.rect()))

    def _holds_keyboard(self) -> bool:
        return any(part.hasFocus() for part in (self._line, self._eye, self._button))

    def _on_eye_clicked(self) -> None:
        if self._is_shown:
            self.hide_secret()
            return
        self._is_shown = True
        self._line.show_value(self._secret(), "")
        self._eye.show_icon("eye-off")
        self._eye.set_name(self._hide_name)
        self._eye.setFocus()
        self._timer.start()

    def _on_copy_asked(self) -> None:
        self._copy()
        self._button.show_icon("check")
        self._button.setAccessibleDescription(_("Copied"))
        self._answer.start()

    def _on_answer_timeout(self) -> None:
        self._button.show_icon("copy")
        self._button.setAccessibleDescription("")

    def _restyle(self) -> None:
        self.setMinimumHeight(theme.scaled(18) + 16)
        self.update()
