"""What is shown in place of content: an empty state, and a skeleton while loading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from ui.theme import theme
from ui.widgets.buttons.buttons import PrimaryButton
from ui.widgets.layout.boxes import fill
from ui.widgets.painting import paint_box
from ui.widgets.text.icon_tile import IconTile
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

_NARROWEST = 200


class EmptyState(QWidget):
    """An icon, a title, a sentence and an optional button, centered."""

    acted = Signal()

    def __init__(
        self, icon: str, title: str, sentence: str, *, action: str = "", action_icon: str = ""
    ) -> None:
        super().__init__()
        middle = Qt.AlignmentFlag.AlignHCenter
        self._tile = IconTile(icon, size=60, parent=self)
        self._title = Label(role="heading", parent=self)
        self._sentence = Label(role="secondary", wrap=True, limit=400, parent=self)
        self._sentence.setAlignment(middle)
        self.button = PrimaryButton(action, action_icon, parent=self)
        self.button.clicked.connect(self.acted)
        upper = (None, (self._tile, middle), 14, (self._title, middle), 6)
        lower = ((self._sentence, middle), 14, (self.button, middle), None)
        fill(QVBoxLayout(self), *upper, *lower, spacing=0)
        theme.follow(self._restyle)
        self.show_empty(icon, title, sentence, action=action, action_icon=action_icon)

    def show_empty(
        self, icon: str, title: str, sentence: str, *, action: str = "", action_icon: str = ""
    ) -> None:
        """Shows another text; no button if `action` is ''."""
        self._tile.show_icon(icon)
        self._title.setText(title)
        self._sentence.show_text(sentence)
        self.button.setText(action)
        self.button.show_icon(action_icon)
        self.button.setVisible(bool(action))

    def minimumSizeHint(self) -> QSize:
        """Narrower than its sentence, which then wraps."""
        return QSize(theme.scaled(_NARROWEST), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._restyle()

    def _restyle(self) -> None:
        available = self.width() - 24
        self._sentence.setFixedWidth(min(theme.scaled(360), max(theme.scaled(_NARROWEST), available)))


class Skeleton(QWidget):
    """A placeholder block; its size is in pixels at a text scale of 1, a width of 0 fills."""

    def __init__(self, width: int = 0, height: int = 12) -> None:
        super().__init__()
        self._width, self._height = width, height
        across = QSizePolicy.Policy.Fixed if width else QSizePolicy.Policy.Expanding
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(theme.scaled(self._width or 80), theme.scaled(self._height))

    def paintEvent(self, _event: QPaintEvent) -> None:
        rect = QRectF(self.rect())
        paint_box(QPainter(self), rect, theme.color("border"), radius=min(8.0, rect.height() / 2))
