"""A thin progress bar."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QSizePolicy

from ui.theme import theme
from ui.widgets.painting import Mirror, draw_box, paint_box

_FINE = 10_000
_HEIGHT = 8


class ProgressBar(QProgressBar):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setTextVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_progress(self, value: int, maximum: int, *, text: str = "") -> None:
        """`maximum` is 0 for an empty bar; `text` is the accessible text ('7 of 20 confirmations')."""
        share = min(_FINE, max(0, value) * _FINE // maximum) if maximum > 0 else 0
        self.setRange(0, _FINE)
        self.setValue(share)
        self.setAccessibleDescription(text)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, _HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        share = (self.value() - self.minimum()) / max(1, self.maximum() - self.minimum())
        paint_bar(painter, QRectF(self.rect()), share)


def paint_bar(painter: QPainter, rect: QRectF, share: float, severity: str = "normal") -> None:
    """Draws a bar that fills in the reading direction, in the color of its severity."""
    radius = rect.height() / 2
    paint_box(painter, rect, theme.color("sunken"), radius=radius)
    if share > 0:
        filled = QRectF(rect.left(), rect.top(), max(rect.height(), rect.width() * share), rect.height())
        filled = Mirror.of_app(rect).map_rect(filled)
        draw_box(painter, filled, theme.color("accent" if severity == "normal" else severity), radius=radius)
