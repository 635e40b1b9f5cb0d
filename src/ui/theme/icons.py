"""Lucide icons by name, in a theme color, sharp at every scale factor."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap, QTransform
from PySide6.QtSvg import QSvgRenderer

from app.resources import resource_path
from ui.theme import theme

_SCALE_FACTORS = (1.0, 1.25, 1.5, 2.0)
# They point back or on in the direction of reading.
_POINTING = frozenset({"arrow-left", "chevron-right", "corner-down-left"})
_MIRRORED = QTransform.fromScale(-1, 1)


def pixmap(name: str, color: str | QColor, size: int, dpr: float = 1.0) -> QPixmap:
    """Returns an icon as a square picture.

    Args:
        name: the file's name in `resources/icons`, without its ending.
        color: a token's name, or a color.
        size: the side in logical pixels.
        dpr: device pixels per logical pixel.

    Raises:
        FileNotFoundError: no icon has this name.
    """
    ink = theme.color(color) if isinstance(color, str) else color
    drawn = _drawn(name, ink.name(QColor.NameFormat.HexArgb), size, dpr)
    return drawn.transformed(_MIRRORED) if name in _POINTING and _reads_right_to_left() else drawn


def _reads_right_to_left() -> bool:
    return QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft


def icon(name: str, color: str = "text", size: int = 16) -> QIcon:
    """Returns an icon in the current color of a token; ask again when the theme changes."""
    made = QIcon()
    for dpr in _SCALE_FACTORS:
        made.addPixmap(pixmap(name, color, size, dpr))
    return made


def paint_icon(painter: QPainter, rect: QRectF, name: str, color: str | QColor) -> None:
    """Draws an icon centered in a rectangle, as large as its shorter side."""
    side = min(rect.width(), rect.height())
    dpr = painter.device().devicePixelRatio()
    left = rect.center().x() - side / 2
    top = rect.center().y() - side / 2
    painter.drawPixmap(QRectF(left, top, side, side).topLeft(), pixmap(name, color, round(side), dpr))


def app_icon() -> QIcon:
    """Returns the sign of the app, for windows and the tray."""
    renderer = QSvgRenderer(str(resource_path("icons", "tollhouse.svg")))
    made = QIcon()
    for side in (16, 24, 32, 48, 64, 128, 256):
        made.addPixmap(_render(renderer, QSize(side, side)))
    return made


@cache
def _drawn(name: str, argb: str, size: int, dpr: float) -> QPixmap:
    ink = QColor(argb)
    outline = _outline(name).replace("currentColor", ink.name())
    device = round(size * dpr)
    picture = _render(QSvgRenderer(QByteArray(outline.encode())), QSize(device, device), ink.alphaF())
    picture.setDevicePixelRatio(dpr)
    return picture


@cache
def _outline(name: str) -> str:
    return resource_path("icons", f"{name}.svg").read_text(encoding="utf-8")


def _render(renderer: QSvgRenderer, size: QSize, opacity: float = 1.0) -> QPixmap:
    picture = QPixmap(size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setOpacity(opacity)
    renderer.render(painter, QRectF(0, 0, size.width(), size.height()))
    painter.end()
    return picture
