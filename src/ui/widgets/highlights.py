"""Text in which what was searched for stands out, drawn in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from ui.widgets.foreign_text import plain
from ui.widgets.painting import paint_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    type_ranges = Sequence[tuple[int, int]]


def paint_highlighted(  # noqa: PLR0913 - what such a text needs
    painter: QPainter, rect: QRectF, text: str, ranges: type_ranges, fonts: tuple[QFont, QFont], ink: QColor
) -> float:
    """Draws one line from the left, cut with '…' where it is too long.

    Args:
        painter: draws.
        rect: where; the text is centred in its height.
        text: as it came; it is made plain here.
        ranges: start and end of each match in `text`, in order, none over another.
        fonts: for what was not searched for, and for what was.
        ink: the colour of both.

    Returns:
        Where the text ends.
    """
    parts = [(shown, fonts[is_match]) for shown, is_match in split_plain(text, ranges)]
    left = rect.left()
    for shown, font in parts:
        room = rect.right() - left
        if room <= 0:
            break
        width = QFontMetricsF(font).horizontalAdvance(shown)
        paint_text(painter, QRectF(left, rect.top(), room, rect.height()), shown, font, ink)
        left += min(width, room)
    return left


def split_plain(text: str, ranges: type_ranges) -> list[tuple[str, bool]]:
    """Returns the pieces of a text, made plain, each with whether it is a match."""
    pieces: list[tuple[str, bool]] = []
    at = 0
    for start, end in ranges:
        pieces.append((text[at:start], False))
        pieces.append((text[start:end], True))
        at = end
    pieces.append((text[at:], False))
    return [(plain(piece), is_match) for piece, is_match in pieces if piece]
