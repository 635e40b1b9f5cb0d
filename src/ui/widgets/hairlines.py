"""Lines one pixel high, in whole pixels of the screen at every scale."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPen

from ui.widgets.painting import paint_ground

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QPainter


def paint_hairline(painter: QPainter, left: float, top: float, width: float, ink: QColor) -> None:
    """Draws a line one logical pixel high.

    At a scale such as 125 %, Qt itself would draw one or two pixels, or none at the edge of a widget.
    """
    paint_ground(painter, _on_screen(painter, left, top, width), ink)


def paint_dashed_hairline(painter: QPainter, left: float, top: float, width: float, ink: QColor) -> None:
    """Draws a hairline of dashes."""
    line = _on_screen(painter, left, top, width)
    pen = QPen(ink, line.height(), Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([3, 3])
    painter.setPen(pen)
    middle = line.center().y()
    painter.drawLine(QLineF(line.left(), middle, line.right(), middle))


def _on_screen(painter: QPainter, left: float, top: float, width: float) -> QRectF:
    """Returns the rect of a hairline: as many whole pixels of the screen as fit in a logical one."""
    screen = painter.deviceTransform()
    scale, offset = screen.m22(), screen.dy()
    # Halves go up, as in Qt's own rounding of a widget's edge.
    first = math.floor(top * scale + offset + 0.5)
    return QRectF(left, (first - offset) / scale, width, max(1, math.floor(scale)) / scale)
