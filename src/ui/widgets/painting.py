"""Shared painting: rounded boxes, the focus ring, elided and highlighted text, right-to-left mirroring."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPainter,
    QPainterPath,
    QPixmap,
    QRegion,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from app.untrusted_text import sanitized
from ui.theme import theme
from ui.widgets.text.untrusted_text import direction_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionViewItem, QWidget


CONTROL_RADIUS = 8.0
CARD_RADIUS = 12.0
RING_WIDTH = 2.0
_LEFT, _RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
_UNBOUNDED = 1e6
_MAX_KEPT = 20_000
"""The maximum area of a box of which a picture is kept, in logical pixels: that of a long button."""


def paint_ground(painter: QPainter, rect: QRect | QRectF, ground: QColor) -> None:
    """Fills a rect; pen and brush stay.

    `QPainter.fillRect` would make PySide build the 169 gradients that it takes too, in the first paint.
    """
    painter.setBackground(ground)
    painter.eraseRect(rect)


def paint_box(  # noqa: PLR0913 - options by name
    painter: QPainter,
    rect: QRectF,
    fill: QColor | None,
    border: QColor | None = None,
    *,
    radius: float = CONTROL_RADIUS,
    width: float = 1.0,
) -> None:
    """Draws a rounded box on the screen, with its border inside the rectangle.

    A small one is drawn once and kept as a picture, which takes a tenth of the time; `draw_box` keeps none,
    for a box on paper, or one whose size is that of a value.
    """
    x, y, across, down = rect.left(), rect.top(), rect.width(), rect.height()
    ratio = painter.device().devicePixelRatio()
    if across * down > _MAX_KEPT or ratio % 1:
        draw_box(painter, rect, fill, border, radius=radius, width=width)
        return
    left, top = math.floor(x), math.floor(y)
    colors = (None if fill is None else fill.rgba(), None if border is None else border.rgba())
    picture = _box_picture((x - left, y - top, across, down), colors, radius, width, ratio)
    painter.drawPixmap(left, top, picture)


@lru_cache(maxsize=256)
def _box_picture(
    box: tuple[float, float, float, float],
    colors: tuple[int | None, int | None],
    radius: float,
    width: float,
    ratio: float,
) -> QPixmap:
    rect = QRectF(*box)
    across, down = math.ceil(rect.right() * ratio), math.ceil(rect.bottom() * ratio)
    picture = QImage(across, down, QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(ratio)
    picture.fill(0)
    painter = QPainter(picture)
    fill, border = (None if color is None else QColor.fromRgba(color) for color in colors)
    draw_box(painter, rect, fill, border, radius=radius, width=width)
    painter.end()
    return QPixmap.fromImage(picture)


def draw_box(  # noqa: PLR0913 - options by name
    painter: QPainter,
    rect: QRectF,
    fill: QColor | None,
    border: QColor | None = None,
    *,
    radius: float = CONTROL_RADIUS,
    width: float = 1.0,
) -> None:
    """Draws a rounded box with its border inside the rectangle."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if fill is not None:
        painter.fillPath(_rounded(rect, radius, inset=0 if border is None else width / 2), fill)
    if border is not None:
        # Filling the ring takes a fifth of the time of drawing its line.
        ring = _rounded(rect, radius + width / 2)
        ring.addPath(_rounded(rect, max(0.0, radius - width / 2), inset=width))
        painter.fillPath(ring, border)


def _rounded(rect: QRectF, radius: float, *, inset: float = 0) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)
    return path


def paint_ring(
    painter: QPainter,
    rect: QRectF,
    *,
    radius: float = CONTROL_RADIUS,
    color: str = "accent",
    inset: float = 0,
) -> None:
    inner = rect.adjusted(inset, inset, -inset, -inset)
    paint_box(painter, inner, None, theme.color(color), radius=max(0.0, radius - inset), width=RING_WIDTH)


def paint_text(  # noqa: PLR0913 - what a text needs
    painter: QPainter,
    rect: QRectF,
    text: str,
    font: QFont,
    ink: QColor,
    *,
    align: Qt.AlignmentFlag = _LEFT,
    fits: bool = False,
) -> None:
    """Draws one line of plain text, vertically centered; elided, unless it is known to fit."""
    painter.setFont(font)
    painter.setPen(ink)
    shown = text if fits else _elided(text, font, int(rect.width()) + 1)
    # In a right-to-left window the callers still use left as they mean it, and the text
    # itself how it reads: else '1 BTC = $2' would become 'BTC = $2 1'.
    laid_out = _laid_out(shown, font, direction_of(text))
    left = rect.left() + (rect.width() - laid_out.width) * _share_before(align)
    top = rect.top() + (rect.height() - laid_out.height) / 2
    laid_out.line.draw(painter, QPointF(left, top))


class _LaidOut(NamedTuple):
    """A line of text; `layout` is what it is a part of."""

    layout: QTextLayout
    line: QTextLine
    width: float
    height: float


@lru_cache(maxsize=1000)
def _laid_out(text: str, font: QFont, direction: Qt.LayoutDirection) -> _LaidOut:
    """Lays out a line of text, which takes half of the time to draw it."""
    option = QTextOption()
    option.setTextDirection(direction)
    layout = QTextLayout(text, font)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(_UNBOUNDED)
    layout.endLayout()
    return _LaidOut(layout, line, line.horizontalAdvance(), line.ascent() + line.descent())


@cache
def _share_before(align: Qt.AlignmentFlag) -> float:
    """Returns the share of the free width that is left of a text."""
    return 0.5 if align & Qt.AlignmentFlag.AlignHCenter else 1.0 if align & _RIGHT else 0.0


@lru_cache(maxsize=2000)
def _elided(text: str, font: QFont, width: int) -> str:
    return QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, width)


def picture_of(widget: QWidget, rect: QRect, *, without: QRect | None = None) -> QPixmap:
    """Returns a part of a widget on the background of the window, at the resolution of its screen.

    Args:
        without: What is left out, away from some point of each edge.
    """
    ratio = widget.devicePixelRatio()
    picture = QPixmap(rect.size() * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(theme.color("window"))
    widget.render(picture, QPoint(0, 0), QRegion(rect) - QRegion(without or QRect()))
    return picture


def mixed(first: QColor, second: QColor, share: float) -> QColor:
    """Returns a blend of two colors; `share`, 0 to 1, is that of the second."""
    keep = 1 - share
    return QColor(
        round(first.red() * keep + second.red() * share),
        round(first.green() * keep + second.green() * share),
        round(first.blue() * keep + second.blue() * share),
    )


class Mirror:
    """Converts positions from the left to positions from the start of the reading direction.

    Args:
        is_on: The reading direction is right to left.

    Attributes:
        start: The alignment of a text at the start of the reading direction.
        end: The alignment of a text at the other end.
    """

    def __init__(self, whole: QRectF, *, is_on: bool) -> None:
        self._whole = whole
        self._is_on = is_on
        self.start, self.end = (_RIGHT, _LEFT) if is_on else (_LEFT, _RIGHT)

    @classmethod
    def of_widget(cls, widget: QWidget) -> Mirror:
        return cls(QRectF(widget.rect()), is_on=widget.isRightToLeft())

    @classmethod
    def of_app(cls, whole: QRectF) -> Mirror:
        """Returns the mirror of a rect that reads as the app does."""
        return cls(whole, is_on=QGuiApplication.isRightToLeft())

    @classmethod
    def of_row(cls, option: QStyleOptionViewItem) -> Mirror:
        return cls(QRectF(option.rect), is_on=option.direction == Qt.LayoutDirection.RightToLeft)

    def map_rect(self, rect: QRectF) -> QRectF:
        if not self._is_on:
            return rect
        left = self._whole.left() + self._whole.right() - rect.right()
        return QRectF(left, rect.top(), rect.width(), rect.height())


class Marked(NamedTuple):
    """A text with highlighted ranges.

    Attributes:
        text: Untrusted; sanitized when it is drawn.
        ranges: Start and end of each match, in order, without overlaps.
    """

    text: str
    ranges: tuple[tuple[int, int], ...] = ()


def paint_marked(
    painter: QPainter, rect: QRectF, marked: Marked, fonts: tuple[QFont, QFont], ink: QColor
) -> float:
    """Draws one elided line from the left, in a normal font and that of the matches; returns its end."""
    left = rect.left()
    for shown, font, width in _pieces(marked, fonts):
        available = rect.right() - left
        if available <= 0:
            break
        piece = QRectF(left, rect.top(), available, rect.height())
        paint_text(painter, piece, shown, font, ink, fits=width <= available)
        left += min(width, available)
    return left


def marked_width(marked: Marked, fonts: tuple[QFont, QFont]) -> float:
    return sum(width for _shown, _font, width in _pieces(marked, fonts))


@lru_cache(maxsize=1024)
def _pieces(marked: Marked, fonts: tuple[QFont, QFont]) -> list[tuple[str, QFont, float]]:
    pieces = ((shown, fonts[is_match]) for shown, is_match in split_sanitized(marked))
    return [(shown, font, QFontMetricsF(font).horizontalAdvance(shown)) for shown, font in pieces]


def split_sanitized(marked: Marked) -> list[tuple[str, bool]]:
    """Returns the sanitized pieces of a text, each with whether it is highlighted."""
    pieces: list[tuple[str, bool]] = []
    at = 0
    for start, end in marked.ranges:
        pieces += ((marked.text[at:start], False), (marked.text[start:end], True))
        at = end
    pieces.append((marked.text[at:], False))
    return [(sanitized(piece), is_match) for piece, is_match in pieces if piece]
