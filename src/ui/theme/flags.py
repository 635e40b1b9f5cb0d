"""Country flags by code, rendered once per size."""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.resources import resource_path
from ui.theme import theme

_STEM = re.compile(r"[a-z]{2}")
_RADIUS = 2.0


@cache
def has_flag(stem: str) -> bool:
    """Returns whether there is a flag of this name, such as 'de'."""
    return bool(_STEM.fullmatch(stem)) and resource_path("flags", f"{stem}.svg").is_file()


def paint_flag(painter: QPainter, rect: QRectF, stem: str) -> None:
    """Draws a flag of 4 to 3 with a thin edge; an empty frame where there is none.

    Args:
        painter: Draws.
        rect: Where.
        stem: The country's code in small letters, or anything else for none.
    """
    if has_flag(stem):
        dpr = painter.device().devicePixelRatio()
        painter.drawPixmap(rect.topLeft(), _drawn(stem, round(rect.width()), round(rect.height()), dpr))
    edge = QColor(theme.color("text"))
    edge.setAlphaF(0.14)
    painter.setPen(QPen(edge, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)


@cache
def _drawn(stem: str, width: int, height: int, dpr: float) -> QPixmap:
    picture = QPixmap(round(width * dpr), round(height * dpr))
    picture.setDevicePixelRatio(dpr)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(Qt.GlobalColor.black)
    place = QRectF(0, 0, width, height)
    painter.drawRoundedRect(place, _RADIUS, _RADIUS)
    # Only where the rounded shape is: a clip would leave jagged corners.
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    flag = QPixmap(picture.size())
    flag.fill(Qt.GlobalColor.transparent)
    inner = QPainter(flag)
    QSvgRenderer(str(resource_path("flags", f"{stem}.svg"))).render(inner, QRectF(flag.rect()))
    inner.end()
    painter.drawPixmap(place, flag, QRectF(flag.rect()))
    painter.end()
    return picture
