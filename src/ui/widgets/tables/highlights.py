"""Paints a line of text with highlighted matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from ui.widgets.painting import paint_text
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence


class Marked(NamedTuple):
    """A text, and what of it is to stand out.

    Attributes:
        text: as it came; it is made plain when it is drawn.
        ranges: start and end of each match in the text, in order, none over another.
    """

    text: str
    ranges: Sequence[tuple[int, int]] = ()


def paint_marked(
    painter: QPainter, rect: QRectF, marked: Marked, fonts: tuple[QFont, QFont], ink: QColor
) -> float:
    """Draws one line from the left, cut with '…' where it is too long.

    Args:
        painter: draws.
        rect: where; the text is centered in its height.
        marked: what to draw.
        fonts: for what does not stand out, and for what does.
        ink: the color of both.

    Returns:
        Where the text ends.
    """
    left = rect.left()
    for shown, is_match in split_plain(marked):
        available = rect.right() - left
        if available <= 0:
            break
        font = fonts[is_match]
        paint_text(painter, QRectF(left, rect.top(), available, rect.height()), shown, font, ink)
        left += min(QFontMetricsF(font).horizontalAdvance(shown), available)
    return left


def marked_width(marked: Marked, fonts: tuple[QFont, QFont]) -> float:
    """Returns how wide a text would be in full, in logical pixels."""
    return sum(
        QFontMetricsF(fonts[is_match]).horizontalAdvance(text) for text, is_match in split_plain(marked)
    )


def split_plain(marked: Marked) -> list[tuple[str, bool]]:
    """Returns the pieces of a text, made plain, each with whether it stands out."""
    pieces: list[tuple[str, bool]] = []
    at = 0
    for start, end in marked.ranges:
        pieces += ((marked.text[at:start], False), (marked.text[start:end], True))
        at = end
    pieces.append((marked.text[at:], False))
    return [(plain(piece), is_match) for piece, is_match in pieces if piece]
