"""What is shown in place of content: an empty state, and a skeleton while loading."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
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
        self._texts = (icon, title, sentence, action, action_icon)

    @cached_property
    def _parts(self) -> _Parts:
        """The widgets, made when they are needed first: many an empty state is never shown."""
        middle = Qt.AlignmentFlag.AlignHCenter
        parts = _Parts(self)
        parts.sentence.setAlignment(middle)
        parts.button.clicked.connect(self.acted)
        upper = (None, (parts.tile, middle), 14, (parts.title, middle), 6)
        lower = ((parts.sentence, middle), 14, (parts.button, middle), None)
        fill(QVBoxLayout(self), *upper, *lower, spacing=0)
        self._fill(parts)
        theme.on_change(self, EmptyState._fit)
        return parts

    @property
    def button(self) -> PrimaryButton:
        """The button; hidden where there is nothing to press."""
        return self._parts.button

    def show_empty(
        self, icon: str, title: str, sentence: str, *, action: str = "", action_icon: str = ""
    ) -> None:
        """Shows another text; no button if `action` is ''."""
        self._texts = (icon, title, sentence, action, action_icon)
        if "_parts" in vars(self):
            self._fill(self._parts)

    def event(self, event: QEvent) -> bool:
        """Makes the parts before it is shown with its parent; Qt polishes hidden widgets, too."""
        if event.type() == QEvent.Type.Polish and not self.isHidden():
            self._fit()
        return super().event(event)

    def setVisible(self, visible: bool) -> None:  # noqa: FBT001 (Qt's signature)
        if visible:
            self._fit()
        super().setVisible(visible)

    def minimumSizeHint(self) -> QSize:
        """Narrower than its sentence, which then wraps."""
        return QSize(theme.scaled(_NARROWEST), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if "_parts" in vars(self):
            self._fit()

    def _fill(self, parts: _Parts) -> None:
        icon, title, sentence, action, action_icon = self._texts
        parts.tile.show_icon(icon)
        parts.title.setText(title)
        parts.sentence.show_text(sentence)
        # It gets the keyboard itself where it takes the place of what had it, and has no button.
        self.setAccessibleName(parts.title.shown_text())
        self.setAccessibleDescription(parts.sentence.shown_text())
        parts.button.setText(action)
        parts.button.show_icon(action_icon)
        parts.button.setVisible(bool(action))

    def _fit(self) -> None:
        width = max(theme.scaled(_NARROWEST), self.width() - 24)
        self._parts.sentence.setFixedWidth(min(theme.scaled(360), width))


class _Parts:
    def __init__(self, state: EmptyState) -> None:
        self.tile = IconTile("", size=60, parent=state)
        self.title = Label(role="heading", parent=state)
        self.sentence = Label(role="secondary", wrap=True, limit=400, parent=state)
        self.button = PrimaryButton("", parent=state)


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
