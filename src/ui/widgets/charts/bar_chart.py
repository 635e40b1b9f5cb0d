"""A bar chart by day: cached pixmap, with the current day drawn over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtWidgets import QSizePolicy

from ui.theme import theme
from ui.widgets.charts.accessible_chart import AccessibleChart, paint_bubble
from ui.widgets.hairlines import paint_hairline
from ui.widgets.painting import draw_box, mixed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QMouseEvent, QPainter

    from ui.widgets.values import Bar, Tick

_HEIGHT = 181
_ROUND_FROM = 6.0
_STUB = 2.0
_WEEK = 7
_EDGE = 5.0
_TO_THE_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class BarChart(AccessibleChart):
    """One bar a day; pointer, arrows, Home, End and Page keys show a day, Esc hides it again."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._bars: Sequence[Bar] = ()
        self._ticks: Sequence[Tick] = ()
        self._marks: Sequence[tuple[int, str]] = ()
        self._plot = QRectF()
        self._taken = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.follow(self._restyle)

    def show_bars(self, bars: Sequence[Bar], ticks: Sequence[Tick], marks: Sequence[tuple[int, str]]) -> None:
        """Shows other days.

        Args:
            bars: One for each day, oldest first.
            ticks: The lines of the axis, with the highest at a share of 1.
            marks: Index and text of the labeled days.
        """
        if len(bars) != len(self._bars):
            self.show_item(-1)
        self._bars, self._ticks, self._marks = bars, ticks, marks
        self.redraw()

    def set_lower_by(self, pixels: int) -> None:
        """Reduces the chart's height by what is above it, in pixels."""
        if pixels != self._taken:
            self._taken = pixels
            self._restyle()

    def day_at(self, x: float) -> int:
        """Returns the index of the day at a position, -1 beside the days."""
        plot = self._plot
        if not self._bars or not plot.left() <= x < plot.right():
            return -1
        return min(len(self._bars) - 1, int((x - plot.left()) / plot.width() * len(self._bars)))

    def bar_rect(self, index: int) -> QRectF:
        """Returns the rect of a day's bar; empty for a gap."""
        plot = self._plot
        step = plot.width() / len(self._bars)
        share = self._bars[index].share
        if share is None:
            return QRectF()
        space = _space(step)
        height = _STUB + (plot.height() - _STUB) * share
        return QRectF(plot.left() + index * step + space / 2, plot.bottom() - height, step - space, height)

    def sizeHint(self) -> QSize:
        return QSize(theme.scaled(420), theme.scaled(_HEIGHT) - self._taken)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.scaled(200), theme.scaled(_HEIGHT) - self._taken)

    def accessible_texts(self) -> list[str]:
        return [bar.accessible_text for bar in self._bars]

    def first_item(self) -> int:
        return len(self._bars) - 1

    def next_item(self, key: Qt.Key) -> int | None:
        """Arrows go by days, Page keys by weeks; the first step shows the last day."""
        keys, last = Qt.Key, len(self._bars) - 1
        steps = {keys.Key_Left: -1, keys.Key_Right: 1, keys.Key_PageUp: -_WEEK, keys.Key_PageDown: _WEEK}
        if key in steps:
            return last if self.current() < 0 else self.current() + steps[key]
        return {keys.Key_Home: 0, keys.Key_End: last}.get(key)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.show_item(self.day_at(event.position().x()))

    def redraw(self) -> None:
        self._plot = self._laid_out()
        super().redraw()

    def paint_picture(self, painter: QPainter) -> None:
        self._paint_axis(painter)
        self._paint_bars(painter)

    def _laid_out(self) -> QRectF:
        metrics = theme.metrics("caption")
        texts = max((metrics.horizontalAdvance(tick.text) for tick in self._ticks), default=0)
        top = metrics.height() / 2 + 2
        left = texts + _EDGE + 10.0
        return QRectF(
            left, top, max(1.0, self.width() - left - _EDGE), self.height() - top - metrics.height() - 8
        )

    def _paint_axis(self, painter: QPainter) -> None:
        plot, metrics = self._plot, theme.metrics("caption")
        height, line = metrics.height(), theme.color("border")
        painter.setFont(theme.font("caption"))
        for tick in self._ticks:
            y = round(plot.bottom() - plot.height() * tick.share)
            paint_hairline(painter, plot.left() - 4, y, plot.width() + 8, line)
            painter.setPen(theme.color("muted"))
            text_rect = QRectF(_EDGE, y - height / 2, plot.left() - _EDGE - 10, height)
            painter.drawText(text_rect, _TO_THE_RIGHT, tick.text)
        step = plot.width() / max(1, len(self._bars))
        taken = 0.0
        for index, text in self._marks:
            width = metrics.horizontalAdvance(text) + 2
            left = min(plot.left() + index * step, plot.right() + 4 - width)
            if left >= taken:
                painter.drawText(QPointF(left, plot.bottom() + 6 + metrics.ascent()), text)
                taken = left + width + 8

    def _paint_bars(self, painter: QPainter) -> None:
        if not self._bars:
            return
        plot = self._plot
        step = plot.width() / len(self._bars)
        rects = [self.bar_rect(index) for index, bar in enumerate(self._bars) if bar.share is not None]
        gaps = [
            QRectF(plot.left() + index * step, plot.top(), step, plot.height())
            for index, bar in enumerate(self._bars)
            if bar.share is None
        ]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("sunken"))
        painter.drawRects(gaps)
        fill = mixed(theme.color("accent"), theme.color("surface"), 0.37)
        painter.setBrush(fill)
        if step < _ROUND_FROM:
            painter.drawRects(rects)
            return
        for rect in rects:
            draw_box(painter, rect, fill, radius=min(3.0, rect.height() / 2))

    def paint_item(self, painter: QPainter, index: int) -> None:
        bar, plot = self._bars[index], self._plot
        rect = self.bar_rect(index)
        middle = plot.left() + (index + 0.5) * plot.width() / len(self._bars)
        if not rect.isEmpty():
            wide = rect.adjusted(-1, 0, 1, 0) if rect.width() < 3 else rect
            draw_box(painter, wide, theme.color("accent"), radius=min(3.0, wide.width() / 3))
        top = plot.bottom() if rect.isEmpty() else rect.top()
        area = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        paint_bubble(painter, QPointF(middle, top), area, bar.value, bar.caption)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.redraw()


def _space(step: float) -> float:
    """Returns the space beside a bar for days of `step` pixels."""
    if step >= _ROUND_FROM:
        return min(4.0, step * 0.18)
    return 1.0 if step >= 3 else 0.0
