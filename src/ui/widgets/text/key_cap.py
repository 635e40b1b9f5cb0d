"""A keyboard key, decorative."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import theme
from ui.widgets.painting import paint_box, paint_text

PADDING = 6


def key_cap_size(text: str) -> QSize:
    """Returns how large a key with these words is in the present text size."""
    metrics = QFontMetrics(theme.font("caption"))
    return QSize(metrics.horizontalAdvance(text) + 2 * PADDING, metrics.height() + 4)


def paint_key_cap(painter: QPainter, area: QRectF, text: str) -> None:
    """Draws a key."""
    paint_box(painter, area, theme.color("sunken"), theme.color("border"), radius=4)
    middle = Qt.AlignmentFlag.AlignHCenter
    paint_text(painter, area, text, theme.font("caption"), theme.color("muted"), align=middle)


class KeyCap(QWidget):
    """One key.

    Args:
        text: The words on it.
        parent: The widget it stands in.
    """

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.follow(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Its text and a margin."""
        return key_cap_size(self._text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws it."""
        paint_key_cap(QPainter(self), QRectF(self.rect()), self._text)
