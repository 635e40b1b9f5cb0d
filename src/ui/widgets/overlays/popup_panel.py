"""A panel that opens below a button and closes on Esc or a click outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.theme import theme
from ui.widgets.overlays.floating_card import cut_card, paint_card, prepare_card

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QKeyEvent, QPaintEvent, QResizeEvent

_DISTANCE: Final = 12
"""The minimum distance from the window's edges."""

_GAP: Final = 12
"""Below the button: the header ends there."""


class PopupPanel(QWidget):
    """The ground of what hangs below a button of the header.

    Args:
        name: Its accessible name.
        parent: A widget of the window it belongs to.
    """

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._button: QWidget | None = None
        self._width = 0
        self.setWindowTitle(name)
        self.setAccessibleName(name)
        prepare_card(self)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        theme.follow(self.update)

    def wanted_height(self, width: int) -> int:
        """Returns how high the panel is to be at a width."""
        return self.heightForWidth(width) if self.hasHeightForWidth() else self.sizeHint().height()

    def open_below(self, button: QWidget, width: int) -> None:
        """Opens below a button, at its end, inside the window.

        Args:
            button: The button.
            width: How wide it is to be, in pixels; a narrow window makes it less.
        """
        self._button, self._width = button, width
        button.window().installEventFilter(self)
        self.fit()
        self.show()

    def fit(self) -> None:
        """Takes the preferred size within the window, and its position in it."""
        if self._button is None:
            return
        button, host = self._button, self._button.window()
        width = min(self._width, host.width() - 2 * _DISTANCE)
        top = button.mapTo(host, QPoint(0, button.height() + _GAP)).y()
        self.setFixedWidth(width)
        self.setFixedHeight(min(self.wanted_height(width), host.height() - top - _DISTANCE))
        start = button.mapTo(host, QPoint(0, 0)).x()
        left = start if button.isRightToLeft() else start + button.width() - width
        left = max(_DISTANCE, min(left, host.width() - width - _DISTANCE))
        self.move(host.mapToGlobal(QPoint(left, top)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follows the window."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.LayoutRequest):
            self.fit()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Leaves the window alone."""
        super().hideEvent(event)
        if self._button is not None:
            self._button.window().removeEventFilter(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cuts the corners where they cannot be transparent."""
        super().resizeEvent(event)
        cut_card(self)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the card."""
        paint_card(self)
