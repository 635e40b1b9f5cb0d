"""Icons and flags, drawn at the size and in the color they are needed."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QImage,
    QPaintDevice,
    QPainter,
    QPen,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer

from app.resources import resource_path
from ui.theme import theme

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QIcon

_SCALE_FACTORS = (1.0, 1.25, 1.5, 2.0)
_SIZE = 16
# They point back or on in the direction of reading.
_POINTING = frozenset({"arrow-left", "chevron-right", "corner-down-left"})
_STEM = re.compile(r"[a-z]{2}")
_RADIUS = 2.0


def pixmap(name: str, color: str | QColor, size: int, dpr: float = 1.0) -> QPixmap:
    """Returns an icon as a square pixmap.

    Args:
        name: The file's name in `resources/icons`, without its suffix.
        size: The side in logical pixels.

    Raises:
        KeyError: No icon has this name.
    """
    ink = theme.color(color) if isinstance(color, str) else color
    drawn = _drawn(name, ink.rgba(), size, dpr)
    return _mirrored(drawn) if name in _POINTING and _reads_right_to_left() else drawn


def _mirrored(drawn: QPixmap) -> QPixmap:
    from PySide6.QtGui import QTransform  # noqa: PLC0415 (not before the first rows)

    return drawn.transformed(QTransform.fromScale(-1, 1))


def _reads_right_to_left() -> bool:
    return QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft


def icon(name: str, color: str = "text") -> QIcon:
    """Returns an icon in the current color of a token; ask again when the theme changes."""
    from PySide6.QtGui import QIcon  # noqa: PLC0415 (with 150 names, not before the first rows)

    made = QIcon()
    for dpr in _SCALE_FACTORS:
        made.addPixmap(pixmap(name, color, _SIZE, dpr))
    return made


def paint_icon(painter: QPainter, rect: QRectF, name: str, color: str | QColor) -> None:
    """Draws an icon centered in a rectangle, as large as its shorter side."""
    side = min(rect.width(), rect.height())
    dpr = painter.device().devicePixelRatio()
    center = rect.center()
    corner = QPointF(center.x() - side / 2, center.y() - side / 2)
    painter.drawPixmap(corner, pixmap(name, color, round(side), dpr))


@cache
def app_icon() -> QIcon:
    """Returns the app's icon, for windows and the tray."""
    from PySide6.QtGui import QIcon  # noqa: PLC0415 (likewise)

    renderer = QSvgRenderer(str(resource_path("icons", "tollhouse.svg")))
    made = QIcon()
    for side in (16, 24, 32, 48, 64, 128, 256):
        made.addPixmap(_render(renderer, QSize(side, side)))
    return made


@cache
def _drawn(name: str, argb: int, size: int, dpr: float) -> QPixmap:
    ink = QColor.fromRgba(argb)
    device = round(size * dpr)
    picture = _render(_renderer(name, ink.name()), QSize(device, device), ink.alphaF())
    picture.setDevicePixelRatio(dpr)
    return picture


@lru_cache(maxsize=4)  # for an icon of several sizes
def _renderer(name: str, color: str) -> QSvgRenderer:
    outline = outlines()[name].replace(b"currentColor", color.encode())
    return QSvgRenderer(QByteArray(outline))


@cache
def outlines() -> dict[str, bytes]:
    """Returns the SVG text of each icon, all read at once."""
    files = resource_path("icons").iterdir()
    return {path.stem: path.read_bytes() for path in files if path.suffix == ".svg"}


def _render(renderer: QSvgRenderer, size: QSize, opacity: float = 1.0) -> QPixmap:
    # In a pixmap, drawing takes half as long again.
    picture = _transparent(size)
    painter = QPainter(picture)
    painter.setOpacity(opacity)
    renderer.render(painter, QRectF(picture.rect()))
    painter.end()
    return QPixmap.fromImage(picture)


def _transparent(size: QSize) -> QImage:
    # By its size, PySide would load what else an image is made of.
    picture = QImage(size.width(), size.height(), QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


@cache
def has_flag(stem: str) -> bool:
    return bool(_STEM.fullmatch(stem)) and _flag_file(stem).is_file()


def flag(stem: str, width: int, height: int, on: QPaintDevice) -> QPixmap | None:
    """Returns a flag for a device, which is drawn once; None where there is none of this name."""
    return _flags_drawn(stem, width, height, on.devicePixelRatio()) if has_flag(stem) else None


def paint_flag(painter: QPainter, rect: QRectF, stem: str) -> None:
    """Draws a flag of 4 to 3 with a thin edge; an empty frame where there is none of this name."""
    if (drawn := flag(stem, round(rect.width()), round(rect.height()), painter.device())) is not None:
        painter.drawPixmap(rect.topLeft(), drawn)
    edge = QColor(theme.color("text"))
    edge.setAlphaF(0.14)
    painter.setPen(QPen(edge, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)


@cache
def _flags_drawn(stem: str, width: int, height: int, dpr: float) -> QPixmap:
    size, smooth = QSize(round(width * dpr), round(height * dpr)), Qt.TransformationMode.SmoothTransformation
    flag = QImage(str(_flag_file(stem))).scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    painter = QPainter(flag)
    # Only where the rounded shape is: a clip would leave jagged corners.
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    painter.drawImage(0, 0, _rounded(width, height, dpr))
    painter.end()
    flag.setDevicePixelRatio(dpr)
    return QPixmap.fromImage(flag)


def _flag_file(stem: str) -> Path:
    return resource_path("flags", f"{stem}.png")


@cache
def _rounded(width: int, height: int, dpr: float) -> QImage:
    """Returns the shape of a flag."""
    shape = _transparent(QSize(round(width * dpr), round(height * dpr)))
    painter = QPainter(shape)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(Qt.GlobalColor.black)
    painter.scale(dpr, dpr)
    painter.drawRoundedRect(QRectF(0, 0, width, height), _RADIUS, _RADIUS)
    painter.end()
    return shape
