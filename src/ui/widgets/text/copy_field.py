"""A value in a sunken box with a copy button."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QEvent, QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.i18n.texts import _
from ui.theme import theme
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.painting import paint_box, paint_ring
from ui.widgets.text.value_line import ValueLine

if TYPE_CHECKING:
    from collections.abc import Callable

_ANSWER_MS = 2000
_FONTS: Final[dict[str, theme.FontRole]] = {"small": "secondary", "normal": "mono", "large": "mono_large"}
_MARGINS: Final = {"small": (2, 0, 2, 0), "normal": (10, 3, 6, 3), "large": (12, 7, 6, 7)}


class CopyField(QWidget):
    """Shows a value and copies exactly what it was given.

    Args:
        name: the accessible name of the value ('Amount to send').
        copy_name: the accessible name of the button ('Copy amount'), '' for no button.
        copy: puts a text on the clipboard.
        size: 'large' for the one value of the screen, 'small' for one of many: without a box, words not cut.
        suffix: a unit that is shown and not copied.
        emphasis: how many first and last characters stand out.
        group: after how many characters a small gap helps the eye, 0 for none.
        elide: cut the middle instead of wrapping.

    Signals:
        copied: the value is on the clipboard.
    """

    copied = Signal()

    def __init__(  # noqa: PLR0913 - options by name
        self,
        name: str,
        copy_name: str,
        copy: Callable[[str], None],
        *,
        size: Literal["small", "normal", "large"] = "normal",
        suffix: str = "",
        emphasis: int = 0,
        group: int = 0,
        elide: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._copy = copy
        self._value = ""
        self._suffix = suffix
        self._is_small, is_large = size == "small", size == "large"
        self._line = ValueLine(
            name,
            font_role=_FONTS[size],
            emphasis=emphasis,
            group=group,
            elide=elide,
            parent=self,
        )
        self._line.copy_asked.connect(self._on_copy_asked)
        self._line.installEventFilter(self)
        self._row = layout = QHBoxLayout(self)
        layout.setContentsMargins(*_MARGINS[size])
        layout.setSpacing(2)
        layout.addWidget(self._line, 0 if self._is_small else 1)
        self._button = IconButton("copy", copy_name, small=not is_large, parent=self) if copy_name else None
        if self._button:
            self._button.clicked.connect(self._on_copy_asked)
            layout.addWidget(self._button)
        if self._is_small:
            self._line.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
            layout.addStretch(1)
        self._answer = QTimer(self, singleShot=True, interval=_ANSWER_MS)
        self._answer.timeout.connect(self._on_answer_timeout)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.follow(self._restyle)

    @property
    def value(self) -> str:
        """What the button copies."""
        return self._value

    def show_value(self, value: str, suffix: str | None = None) -> None:
        """Shows another value.

        Args:
            value: The copied value; shown with invisible characters marked.
            suffix: another unit, None for the one it has.
        """
        if suffix is not None:
            self._suffix = suffix
        if value != self._value:
            self._on_answer_timeout()
        self._value = value
        self._line.show_value(value, self._suffix)
        if self._button:
            self._button.setEnabled(bool(value))

    def add_button(self, icon: str, name: str) -> IconButton:
        """Adds a button at the end, such as 'Open in explorer'."""
        button = IconButton(icon, name, small=True, parent=self)
        self._row.addWidget(button)
        return button

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Moves the ring with the keyboard."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the box, and the ring where the value has the keyboard."""
        painter = QPainter(self)
        if not self._is_small:
            paint_box(painter, QRectF(self.rect()), theme.color("sunken"))
        if self._line.hasFocus():
            paint_ring(painter, QRectF(self.rect()))

    def _on_copy_asked(self) -> None:
        if not self._value:
            return
        self._copy(self._value)
        if self._button:
            self._button.show_icon("check")
            self._button.setAccessibleDescription(_("Copied"))
        self._answer.start()
        self.copied.emit()

    def _on_answer_timeout(self) -> None:
        self._answer.stop()
        if self._button:
            self._button.show_icon("copy")
            self._button.setAccessibleDescription("")

    def _restyle(self) -> None:
        self.setMinimumHeight(theme.scaled(16) + 8 if self._is_small else theme.scaled(18) + 16)
        self.update()
