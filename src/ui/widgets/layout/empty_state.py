"""An empty state: icon, sentence, button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.theme import theme
from ui.widgets.buttons.buttons import PrimaryButton
from ui.widgets.text.icon_tile import IconTile
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

_NARROWEST = 200


class EmptyState(QWidget):
    """An icon, a title, a sentence and an optional button, centered.

    Signals:
        acted: the button was pressed.
    """

    acted = Signal()

    def __init__(  # noqa: PLR0913 - options by name
        self,
        icon: str,
        title: str,
        sentence: str,
        *,
        action: str = "",
        action_icon: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        middle = Qt.AlignmentFlag.AlignHCenter
        self._tile = IconTile(icon, size=60, parent=self)
        self._title = Label(role="heading", parent=self)
        self._sentence = Label(role="secondary", wrap=True, limit=400, parent=self)
        self._sentence.setAlignment(middle)
        self.button = PrimaryButton(action, action_icon, parent=self)
        self.button.clicked.connect(self.acted)
        layout = QVBoxLayout(self)
        layout.setSpacing(0)
        layout.addStretch(1)
        layout.addWidget(self._tile, 0, middle)
        layout.addSpacing(14)
        layout.addWidget(self._title, 0, middle)
        layout.addSpacing(6)
        layout.addWidget(self._sentence, 0, middle)
        layout.addSpacing(14)
        layout.addWidget(self.button, 0, middle)
        layout.addStretch(1)
        theme.follow(self._restyle)
        self.show_empty(icon, title, sentence, action=action, action_icon=action_icon)

    def show_empty(
        self, icon: str, title: str, sentence: str, *, action: str = "", action_icon: str = ""
    ) -> None:
        """Shows another text; no button where `action` is ''."""
        self._tile.show_icon(icon)
        self._title.setText(title)
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))
        self.button.setText(action)
        self.button.show_icon(action_icon)
        self.button.setVisible(bool(action))

    def minimumSizeHint(self) -> QSize:
        """Narrower than its sentence, which then takes more lines."""
        return QSize(theme.scaled(_NARROWEST), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wraps the sentence where it is narrower."""
        super().resizeEvent(event)
        self._restyle()

    def _restyle(self) -> None:
        room = self.width() - 24
        self._sentence.setFixedWidth(min(theme.scaled(360), max(theme.scaled(_NARROWEST), room)))
