"""Values in a sunken box with a copy button: in plain sight, or secret until they are revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QEvent, QObject, QRectF, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.i18n.texts import _
from ui.theme import theme
from ui.widgets.buttons.buttons import FEEDBACK_MS, SECRET_SHOWN_MS, IconButton
from ui.widgets.layout.boxes import row
from ui.widgets.painting import paint_box, paint_ring
from ui.widgets.secret_widget import SecretWidget
from ui.widgets.text.value_line import ValueLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QHideEvent, QPaintEvent

Size = Literal["small", "normal", "large"]

_FONTS: Final[dict[Size, theme.FontRole]] = {"small": "secondary", "normal": "mono", "large": "mono_large"}
_MARGINS: Final = {"small": (2, 0, 2, 0), "normal": (10, 3, 6, 3), "large": (12, 7, 6, 7)}
_MASK = "•" * 12


class _ValueBox(QWidget):
    """A value and its buttons; subclasses copy it in `_on_copy_requested`."""

    def __init__(self, line: ValueLine, size: Size = "normal") -> None:
        super().__init__()
        self._line, self._is_small = line, size == "small"
        self._button: IconButton | None = None
        self._feedback_timer = QTimer(self, singleShot=True, interval=FEEDBACK_MS)
        self._feedback_timer.timeout.connect(self._hide_feedback)
        line.copy_requested.connect(self._on_copy_requested)
        line.installEventFilter(self)
        self._row = row((line, 0 if self._is_small else 1), spacing=2, margins=_MARGINS[size], on=self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        theme.follow(self._restyle)

    def add_button(self, icon: str, name: str, *, small: bool = True) -> IconButton:
        """Adds a button at the end, such as 'Open in explorer'."""
        button = IconButton(icon, name, small=small)
        self._row.addWidget(button)
        return button

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if not self._is_small:
            paint_box(painter, QRectF(self.rect()), theme.color("sunken"))
        if self._line.hasFocus():
            paint_ring(painter, QRectF(self.rect()))

    def _add_copy_button(self, name: str, *, small: bool) -> None:
        self._button = self.add_button("copy", name, small=small)
        self._button.clicked.connect(self._on_copy_requested)

    def _on_copy_requested(self) -> None:
        raise NotImplementedError

    def _show_feedback(self) -> None:
        if self._button:
            self._button.show_icon("check")
            self._button.setAccessibleDescription(_("Copied"))
        self._feedback_timer.start()

    def _hide_feedback(self) -> None:
        self._feedback_timer.stop()
        if self._button:
            self._button.show_icon("copy")
            self._button.setAccessibleDescription("")

    def _restyle(self) -> None:
        self.setMinimumHeight(theme.scaled(16) + 8 if self._is_small else theme.scaled(18) + 16)
        self.update()


class CopyField(_ValueBox):
    """Shows a value and copies exactly that.

    Args:
        name: The accessible name of the value ('Amount to send').
        copy_name: The accessible name of the button ('Copy amount'), '' for no button.
        size: 'large' for the main value of the screen; 'small' is unframed and wraps by words.
        emphasis: The number of first and last characters in bold.
        elide: Cuts the middle instead of wrapping.
    """

    def __init__(  # noqa: PLR0913 - options by name
        self,
        name: str,
        copy_name: str,
        copy: Callable[[str], None],
        *,
        size: Size = "normal",
        emphasis: int = 0,
        elide: bool = False,
    ) -> None:
        super().__init__(ValueLine(name, font_role=_FONTS[size], emphasis=emphasis, elide=elide), size)
        self._copy = copy
        self._value = ""
        if copy_name:
            self._add_copy_button(copy_name, small=size != "large")
        if self._is_small:
            self._line.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
            self._row.addStretch(1)

    @property
    def value(self) -> str:
        return self._value

    def show_value(self, value: str, suffix: str = "") -> None:
        """Shows another value.

        Args:
            value: The copied value; invisible characters are marked.
            suffix: A unit that is not copied.
        """
        if value != self._value:
            self._hide_feedback()
        self._value = value
        self._line.show_value(value, suffix)
        if self._button:
            self._button.setEnabled(bool(value))

    def _on_copy_requested(self) -> None:
        if self._value:
            self._copy(self._value)
            self._show_feedback()


class SecretField(_ValueBox, SecretWidget):
    """Shows dots; the eye shows the secret for 30 seconds, or until the focus leaves the field.

    The secret is not in the widget until it is revealed. Nothing of it can be selected, so nothing reaches
    the PRIMARY selection.

    Args:
        show_name: The name of the eye: 'Show password'.
        secret: Returns the secret; called only to show it.
        copy: Copies the secret, which the field itself never reads for that.
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
    ) -> None:
        super().__init__(ValueLine(name))
        self._secret, self._copy = secret, copy
        self._show_name, self._hide_name = show_name, hide_name
        self._eye = self.add_button("eye", show_name)
        self._eye.clicked.connect(self._on_eye_clicked)
        self._add_copy_button(copy_name, small=True)
        for button in self.findChildren(IconButton):
            button.installEventFilter(self)
        self._timer = QTimer(self, singleShot=True, interval=SECRET_SHOWN_MS)
        self._timer.timeout.connect(self.hide_secret)
        self.hide_secret()

    def hide_secret(self) -> None:
        """Hides the secret, and forgets it."""
        self._timer.stop()
        self._is_shown = False
        self._line.show_value(_MASK, "")
        self._eye.show_icon("eye")
        self._eye.set_name(self._show_name)

    def is_masked(self) -> bool:
        return not self._is_shown

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hides the secret when the focus leaves the field and its buttons."""
        if event.type() == QEvent.Type.FocusOut and not any(
            part.hasFocus() for part in (self._line, *self.findChildren(IconButton))
        ):
            self.hide_secret()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Hides the secret with the page."""
        super().hideEvent(event)
        self.hide_secret()

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

    def _on_copy_requested(self) -> None:
        self._copy()
        self._show_feedback()
