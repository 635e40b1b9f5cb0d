"""Shared painting: rounded boxes, the focus ring, elided text."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

from ui.theme import theme

CONTROL_RADIUS = 8.0
CARD_RADIUS = 12.0
RING_WIDTH = 2.0


def paint_box(  # noqa: PLR0913 - options by name
    painter: QPainter,
    rect: QRectF,
    fill: QColor | None,
    border: QColor | None = None,
    *,
    radius: float = CONTROL_RADIUS,
    width: float = 1.0,
    dashed: bool = False,
) -> None:
    """Draws a rounded box; its border lies inside the rectangle."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if border is None:
        painter.setPen(Qt.PenStyle.NoPen)
    else:
        pen = QPen(border, width)
        if dashed:
            pen.setDashPattern([4, 3])
        painter.setPen(pen)
        inset = width / 2
        rect = rect.adjusted(inset, inset, -inset, -inset)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect, radius, radius)


def paint_ring(
    painter: QPainter,
    rect: QRectF,
    *,
    radius: float = CONTROL_RADIUS,
    color: str = "accent",
    inset: float = 0,
) -> None:
    """Draws the focus ring."""
    inner = rect.adjusted(inset, inset, -inset, -inset)
    paint_box(painter, inner, None, theme.color(color), radius=max(0.0, radius - inset), width=RING_WIDTH)


def paint_text(  # noqa: PLR0913 - what a text needs
    painter: QPainter,
    rect: QRectF,
    text: str,
    font: QFont,
    ink: QColor,
    *,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """Draws one line of plain text, centered in height, cut with '…' where it is too long."""
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, int(rect.width()) + 1)
    painter.setFont(font)
    painter.setPen(ink)
    # In a right-to-left window the callers still use left as they mean it, and the text
    # itself how it reads: else '1 BTC = $2' would become 'BTC = $2 1'.
    painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    alignment = Qt.AlignmentFlag
    flags = align | alignment.AlignAbsolute | alignment.AlignVCenter | Qt.TextFlag.TextSingleLine
    painter.drawText(rect, int(flags), shown)


def mixed(first: QColor, second: QColor, share: float) -> QColor:
    """Returns a color between two, `share` (0 to 1) of it the second."""
    keep = 1 - share
    return QColor(
        round(first.red() * keep + second.red() * share),
        round(first.green() * keep + second.green() * share),
        round(first.blue() * keep + second.blue() * share),
    )
