"""The dark tooltip of a chart."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetrics, QPainter

from ui.theme import theme
from ui.widgets.mirrors import Mirror
from ui.widgets.painting import mixed, paint_box, paint_text

_PADDING = 10
_DISTANCE = 8


def paint_bubble(painter: QPainter, spot: QPointF, area: QRectF, title: str, caption: str) -> None:
    """Draws two lines beside a spot, held inside an area.

    Args:
        painter: Draws.
        spot: The position of its subject; the bubble is above it, or below where it does not fit.
        area: Where it may stand.
        title: The first line, strong.
        caption: The second line.
    """
    strong, quiet = theme.font("strong"), theme.font("caption")
    first, second = QFontMetrics(strong), QFontMetrics(quiet)
    width = max(first.horizontalAdvance(title), second.horizontalAdvance(caption)) + 2 * _PADDING + 2
    height = first.height() + second.height() + 2 + _PADDING
    left = min(max(area.left(), spot.x() - width / 2), max(area.left(), area.right() - width))
    top = spot.y() - _DISTANCE - height
    if top < area.top():
        top = min(spot.y() + 2 * _DISTANCE, max(area.top(), area.bottom() - height))
    box = QRectF(left, top, width, height)
    paint_box(painter, box, theme.color("text"), radius=6)
    # The two pixels spare a text that is a hair wider than it measures from being cut.
    words = box.adjusted(_PADDING - 1, _PADDING / 2, -_PADDING + 1, -_PADDING / 2)
    ink, start = theme.color("surface"), Mirror.of_app(box).start
    line = QRectF(words.left(), words.top(), words.width(), first.height())
    paint_text(painter, line, title, strong, ink, align=start)
    below = QRectF(words.left(), line.bottom() + 2, words.width(), second.height())
    paint_text(painter, below, caption, quiet, mixed(ink, theme.color("text"), 0.2), align=start)
