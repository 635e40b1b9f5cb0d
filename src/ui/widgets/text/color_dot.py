"""A dot in an account's color; the name beside it says the same."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import theme

_COLORS = {
    "blue": "#4C6EF5",
    "green": "#2F9E6E",
    "amber": "#D98A1F",
    "red": "#E0525A",
    "violet": "#8B5CF6",
    "grey": "#7C8897",
}


def account_color(name: str) -> QColor:
    """Returns the color of that name, gray for an unknown one; at least 3:1 on every surface."""
    return QColor(_COLORS.get(name, _COLORS["grey"]))


def color_icon(name: str, size: int = 14) -> QIcon:
    """Returns the dot as an icon, for menus."""
    made = QIcon()
    for dpr in (1, 2):
        picture = QPixmap(size * dpr, size * dpr)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        _paint_dot(painter, QRectF(picture.rect()), name)
        painter.end()
        picture.setDevicePixelRatio(dpr)
        made.addPixmap(picture)
    return made


def _paint_dot(painter: QPainter, area: QRectF, name: str) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(account_color(name))
    painter.drawEllipse(area)


class ColorDot(QWidget):
    """A colored dot without an accessible name."""

    def __init__(self, color: str, *, size: int = 14, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._color = color
        self._size = size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.follow(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Grows with the text beside it."""
        side = theme.scaled(self._size)
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the spot."""
        _paint_dot(QPainter(self), QRectF(self.rect()), self._color)
