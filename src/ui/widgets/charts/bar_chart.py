"""A bar chart by day: cached pixmap, with the current day drawn over it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtWidgets import QSizePolicy

from ui.theme import theme
from ui.widgets.charts.accessible_chart import AccessibleChart, paint_bubble
from ui.widgets.hairlines import paint_hairline
from ui.widgets.painting import Mirror, draw_box, mixed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QMouseEvent, QPainter

    from ui.widgets.values import Bar, Tick

_HEIGHT = 181
_ROUND_FROM = 6.0
_STUB = 2.0
_WEEK = 7
_EDGE = 5.0


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
        from_start = plot.right() - x if self.isRightToLeft() else x - plot.left()
        return min(len(self._bars) - 1, int(from_start / plot.width() * len(self._bars)))

    def bar_rect(self, index: int) -> QRectF:
        """Returns the rect of a day's bar; empty for a gap."""
        day, share = self._day_rect(index), self._bars[index].share
        if share is None:
            return QRectF()
        space = _space(day.width())
        height = _STUB + (day.height() - _STUB) * share
        return QRectF(day.left() + space / 2, day.bottom() - height, day.width() - space, height)

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
        onward = -1 if self.isRightToLeft() else 1
        arrows = {keys.Key_Left: -onward, keys.Key_Right: onward}
        steps = {**arrows, keys.Key_PageUp: -_WEEK, keys.Key_PageDown: _WEEK}
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
        width, height = max(1.0, self.width() - left - _EDGE), self.height() - top - metrics.height() - 8
        return Mirror.of_widget(self).map_rect(QRectF(left, top, width, height))

    def _day_rect(self, index: int) -> QRectF:
        """Returns the part of the plot that is a day's."""
        plot = self._plot
        step = plot.width() / len(self._bars)
        day = QRectF(plot.left() + index * step, plot.top(), step, plot.height())
        return Mirror(plot, is_on=self.isRightToLeft()).map_rect(day)

    def _paint_axis(self, painter: QPainter) -> None:
        plot, metrics = self._plot, theme.metrics("caption")
        height, line, mirror = metrics.height(), theme.color("border"), Mirror.of_widget(self)
        to_the_plot = int(mirror.end | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute)
        start = mirror.map_rect(plot).left()
        painter.setFont(theme.font("caption"))
        for tick in self._ticks:
            y = round(plot.bottom() - plot.height() * tick.share)
            paint_hairline(painter, plot.left() - 4, y, plot.width() + 8, line)
            painter.setPen(theme.color("muted"))
            text_rect = QRectF(_EDGE, y - height / 2, start - _EDGE - 10, height)
            painter.drawText(mirror.map_rect(text_rect), to_the_plot, tick.text)
        step = plot.width() / max(1, len(self._bars))
        taken = 0.0
        for index, text in self._marks:
            width = metrics.horizontalAdvance(text) + 2
            left = min(start + index * step, start + plot.width() + 4 - width)
            if left >= taken:
                text_rect = mirror.map_rect(QRectF(left, plot.bottom() + 6, width, height))
                painter.drawText(text_rect.topLeft() + QPointF(0, metrics.ascent()), text)
                taken = left + width + 8

    def _gap_rects(self) -> list[QRectF]:
        """Returns a rect for each run of days without data: between two rects a seam would be seen."""
        indexed = groupby(enumerate(self._bars), key=lambda item: item[1].share is None)
        runs = [[index for index, _bar in days] for is_gap, days in indexed if is_gap]
        return [self._day_rect(run[0]).united(self._day_rect(run[-1])) for run in runs]

    def _paint_bars(self, painter: QPainter) -> None:
        if not self._bars:
            return
        rects = [self.bar_rect(index) for index, bar in enumerate(self._bars) if bar.share is not None]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("sunken"))
        painter.drawRects(self._gap_rects())
        fill = mixed(theme.color("accent"), theme.color("surface"), 0.37)
        painter.setBrush(fill)
        if self._plot.width() / len(self._bars) < _ROUND_FROM:
            painter.drawRects(rects)
            return
        for rect in rects:
            draw_box(painter, rect, fill, radius=min(3.0, rect.height() / 2))

    def paint_item(self, painter: QPainter, index: int) -> None:
        bar, day, rect = self._bars[index], self._day_rect(index), self.bar_rect(index)
        if not rect.isEmpty():
            wide = rect.adjusted(-1, 0, 1, 0) if rect.width() < 3 else rect
            draw_box(painter, wide, theme.color("accent"), radius=min(3.0, wide.width() / 3))
        top = day.bottom() if rect.isEmpty() else rect.top()
        area = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        paint_bubble(painter, QPointF(day.center().x(), top), area, bar.value, bar.caption)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.redraw()


def _space(step: float) -> float:
    """Returns the space beside a bar for days of `step` pixels."""
    if step >= _ROUND_FROM:
        return min(4.0, step * 0.18)
    return 1.0 if step >= 3 else 0.0
