"""A slider with a filled track and a focus ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QSlider

from ui.theme import theme
from ui.widgets.painting import draw_box, paint_box, paint_ring

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent, QWheelEvent

_THUMB = 16
_TRACK = 4


class Slider(QSlider):
    """A number within bounds; name it by `Field`'s label."""

    def __init__(self, minimum: int, maximum: int) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setRange(minimum, maximum)
        self.setPageStep(5)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(theme.scaled(120), theme.scaled(16) + 18)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.scaled(90), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        middle, thumb = self.height() / 2, float(theme.scaled(_THUMB))
        x = self._thumb_x()
        track = QRectF(0, middle - _TRACK / 2, self.width(), _TRACK)
        paint_box(painter, track, theme.color("sunken"), radius=_TRACK / 2)
        filled = QRectF(x, track.top(), self.width() - x, _TRACK) if self.isRightToLeft() else QRectF(track)
        if not self.isRightToLeft():
            filled.setRight(x)
        token = "accent" if self.isEnabled() else "faint"
        draw_box(painter, filled, theme.color(token), radius=_TRACK / 2)
        knob = QRectF(x - thumb / 2, middle - thumb / 2, thumb, thumb)
        inner = knob.adjusted(1, 1, -1, -1)
        paint_box(painter, inner, theme.color("surface"), theme.color(token), radius=thumb / 2, width=4)
        if self.hasFocus():
            ring = knob.adjusted(-4, -4, 4, 4)
            paint_ring(painter, ring, radius=ring.height() / 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Jumps to the value under the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._move_thumb_to(event.position())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._move_thumb_to(event.position())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leaves the wheel to the page."""
        event.ignore()

    def _edge(self) -> float:
        return theme.scaled(_THUMB) / 2 + 4

    def _thumb_x(self) -> float:
        span = max(1, self.maximum() - self.minimum())
        share = (self.value() - self.minimum()) / span
        if self.isRightToLeft():
            share = 1 - share
        return self._edge() + share * (self.width() - 2 * self._edge())

    def _move_thumb_to(self, position: QPointF) -> None:
        share = (position.x() - self._edge()) / max(1.0, self.width() - 2 * self._edge())
        if self.isRightToLeft():
            share = 1 - share
        self.setValue(self.minimum() + round(min(1.0, max(0.0, share)) * (self.maximum() - self.minimum())))
