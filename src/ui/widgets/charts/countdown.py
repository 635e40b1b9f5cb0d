"""A countdown: a ring, the time left, and its meaning."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.untrusted_text import sanitized
from ui.theme import theme
from ui.widgets.painting import Mirror, paint_text

_GAP = 16
_LAST_MINUTES = 180  # seconds; from here on the ring is amber


class Countdown(QWidget):
    """Shows a time left; the owner of the timer calls `show_countdown` each second."""

    def __init__(self) -> None:
        super().__init__()
        self._share = 0.0
        self._is_late = False
        self._text = self._trailing = self._second_line = ""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        # The card's own: what is opaque is painted without what is below it.
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)

    def show_countdown(
        self, seconds_left: float, total_seconds: float, text: str, trailing: str, second_line: str
    ) -> None:
        """Shows a time left.

        Args:
            seconds_left: For the ring; at least 0.
            total_seconds: The time of a full ring.
            text: The time left ('27:48').
            trailing: The text after it.
            second_line: A quieter line below.
        """
        self._share = min(1.0, max(0.0, seconds_left / total_seconds)) if total_seconds > 0 else 0.0
        self._is_late = seconds_left <= _LAST_MINUTES
        lines = (sanitized(text), sanitized(trailing), sanitized(second_line))
        if lines[1:] != (self._trailing, self._second_line) or len(text) != len(self._text):
            self.setAccessibleDescription(lines[2])
            self.updateGeometry()
            self.update()
        self._text, self._trailing, self._second_line = lines
        self.setAccessibleName(f"{self._text} {self._trailing}")
        # Each second, only the ring and the time left.
        mirror, left = Mirror.of_widget(self), self._ring() + _GAP
        ring = QRectF(0, 0, self._ring(), self.height())
        time = QRectF(left, self._top(), theme.text_width(self._text, "heading") + 1, self._first_height())
        for changed in (ring, time):
            self.update(mirror.map_rect(changed).toAlignedRect())

    def sizeHint(self) -> QSize:
        second = theme.text_width(self._second_line, "secondary")
        width = self._ring() + _GAP + second + 4
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """The first line has a fixed width; the second one wraps."""
        first = theme.text_width(self._text, "heading")
        trailing = theme.text_width(self._trailing, "secondary")
        width = self._ring() + _GAP + first + trailing + 12
        return QSize(width, max(self._ring(), self._first_height() + self._second_height(width) + 2))

    def heightForWidth(self, width: int) -> int:
        return max(self._ring(), self._first_height() + self._second_height(width) + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror = Mirror.of_widget(self)
        self._paint_ring(painter, mirror)
        left = float(self._ring() + _GAP)
        space = self.width() - left
        first, second = self._first_height(), self._second_height(self.width())
        top = self._top()
        big, small = theme.font("heading"), QFont(theme.font("secondary"))
        time_width = theme.text_width(self._text, "heading") + 1
        time = mirror.map_rect(QRectF(left, top, time_width, first))
        paint_text(painter, time, self._text, big, theme.color("text"), align=mirror.start)
        rest = mirror.map_rect(QRectF(left + time_width + 5, top + 1, space - time_width - 5, first))
        below = mirror.map_rect(QRectF(left, top + first + 2, space, second))
        if not any(event.region().intersects(part.toRect()) for part in (rest, below)):
            return
        small.setWeight(QFont.Weight.Medium)
        muted = theme.color("muted")
        paint_text(painter, rest, self._trailing, small, muted, align=mirror.start)
        painter.setFont(theme.font("secondary"))
        painter.setPen(muted)
        painter.drawText(below, int(Qt.TextFlag.TextWordWrap), self._second_line)

    def _top(self) -> float:
        return (self.height() - self._first_height() - self._second_height(self.width()) - 2) / 2

    def _paint_ring(self, painter: QPainter, mirror: Mirror) -> None:
        stroke = theme.scaled(5)
        side = self._ring() - stroke
        area = mirror.map_rect(QRectF(stroke / 2, (self.height() - side) / 2, side, side))
        paint_countdown_ring(painter, area, self._share, stroke, "warning" if self._is_late else "accent")

    def _ring(self) -> int:
        return theme.scaled(42)

    def _first_height(self) -> int:
        return theme.metrics("heading").height()

    def _second_height(self, width: int) -> int:
        if not self._second_line:
            return 0
        # Asked for several times a second.
        return _wrapped_height(
            self._second_line, theme.font("secondary"), max(1, width - self._ring() - _GAP)
        )


@lru_cache(maxsize=8)
def _wrapped_height(text: str, font: QFont, width: int) -> int:
    space = QRect(0, 0, width, 10_000)
    return QFontMetrics(font).boundingRect(space, int(Qt.TextFlag.TextWordWrap), text).height()


def paint_countdown_ring(painter: QPainter, area: QRectF, share: float, stroke: float, token: str) -> None:
    """Draws a ring of which a share is left, from 0 to 1."""
    pen = QPen(theme.color("sunken"), stroke)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawEllipse(area)
    if share > 0:
        pen.setColor(theme.color(token))
        painter.setPen(pen)
        painter.drawArc(area, 90 * 16, round(share * 360 * 16))
