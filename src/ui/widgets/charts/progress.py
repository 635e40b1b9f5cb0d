"""A thin progress bar."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QSizePolicy

from ui.theme import theme
from ui.widgets.painting import Mirror, paint_box

_FINE = 10_000
_HEIGHT = 8


class ProgressBar(QProgressBar):
    """A rounded bar.

    Args:
        name: What it measures, for screen readers.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setTextVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.follow(self.update)

    def show_progress(self, value: int, maximum: int, *, text: str = "") -> None:
        """Shows a share.

        Args:
            value: How much, in any unit.
            maximum: Of how much; 0 or less shows an empty bar.
            text: The same in words, for screen readers ('7 of 20 confirmations').
        """
        share = min(_FINE, max(0, value) * _FINE // maximum) if maximum > 0 else 0
        self.setRange(0, _FINE)
        self.setValue(share)
        self.setAccessibleDescription(text)
        self.update()

    def sizeHint(self) -> QSize:
        """As thin as it is at every text size."""
        return QSize(120, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Never shorter than can be read."""
        return QSize(40, _HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the trough and the share."""
        painter = QPainter(self)
        share = (self.value() - self.minimum()) / max(1, self.maximum() - self.minimum())
        paint_bar(painter, QRectF(self.rect()), share, "accent")


def paint_bar(painter: QPainter, rect: QRectF, share: float, token: str) -> None:
    """Draws a bar, filled from where reading starts; also for delegates."""
    radius = rect.height() / 2
    paint_box(painter, rect, theme.color("sunken"), radius=radius)
    if share > 0:
        filled = QRectF(rect.left(), rect.top(), max(rect.height(), rect.width() * share), rect.height())
        filled = Mirror.of_app(rect).map_rect(filled)
        paint_box(painter, filled, theme.color(token), radius=radius)
